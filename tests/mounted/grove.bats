#!/usr/bin/env bats
# Trees of files that a format has (struct format_tree), by the format that only tests have: tests/unit/trial/grove.c says what a text plants.
# shellcheck disable=SC2154 # $said: lib.bash
load lib

DUELFS=$BUILD/helpers/duelfs-trial

grove() {
	duel
	echo 'format = "grove"' >"$D/config.toml"
	lock join anna
}

# Each line of stdin is planted.
plant() {
	lock claim anna
	cat >>"$D/debate.md"
	lock release anna
}

@test "find, ls, cp, tar and diff see a whole tree, with names of any script" {
	grove
	plant <<-'TEXT'
		top.md = at the top
		a b/c d/e f.md = spaces
		ä/文字/العربية.md = scripts
		1/2/3/4/5/6/7/8/deep.md = deep
		empty/inside/
		-dash/--x = dash
	TEXT
	mkdir "$W/want"
	mkdir -p "$W/want/a b/c d" "$W/want/ä/文字" "$W/want/1/2/3/4/5/6/7/8" "$W/want/empty/inside" "$W/want/-dash"
	printf 'at the top' >"$W/want/top.md"
	printf 'spaces' >"$W/want/a b/c d/e f.md"
	printf 'scripts' >"$W/want/ä/文字/العربية.md"
	printf 'deep' >"$W/want/1/2/3/4/5/6/7/8/deep.md"
	printf 'dash' >"$W/want/-dash/--x"
	diff -r "$W/want" "$D/wood"
	is "$(cd "$D/wood" && find . | sort)" "$(cd "$W/want" && find . | sort)"
	is "$(cd "$D/wood" && find . -type f -printf '%s %p\n' | sort)" "$(cd "$W/want" && find . -type f -printf '%s %p\n' | sort)"
	is "$(cd "$D/wood" && find . -type d -links 3 | sort)" "$(printf './1\n./1/2\n./1/2/3\n./1/2/3/4\n./1/2/3/4/5\n./1/2/3/4/5/6\n./1/2/3/4/5/6/7\n./a b\n./empty\n./ä')"
	ls -lR "$D/wood" >"$W/listing"
	is "$(grep -c '^-r--r--r-- 1 ' "$W/listing")" 5
	cp -r "$D/wood" "$W/copy"
	diff -r "$W/want" "$W/copy"
	tar -C "$D" -cf "$W/tree.tar" wood
	mkdir "$W/untarred"
	tar -C "$W/untarred" -xf "$W/tree.tar"
	diff -r "$W/want" "$W/untarred/wood"
	is "$(cat "$D/rings/a b/c d/e f.md")" 'a b/c d/e f.md has 6 bytes'
}

@test "4,096 files are listed, found and copied, and each has a number of its own" {
	grove
	plant <<<'* 4096'
	is "$(find "$D/wood" -type f | wc -l)" 4096
	is "$(find "$D/wood" -type d | wc -l)" 66
	is "$(find "$D" -printf '%i\n' | sort | uniq -d)" ''
	find "$D/wood" -printf '%i %P\n' | sort -k2 >"$W/before"
	cp -r "$D/wood" "$W/copy"
	diff -r "$W/copy" "$D/wood"
	is "$(cat "$W/copy/many/63/4095.md")" 'tree 4095'
	plant <<<'another/one = more'
	remounted
	find "$D/wood" -printf '%i %P\n' | sort -k2 | grep -v ' another' | diff "$W/before" -
}

@test "what comes or changes is seen at once, by name, by size and by content" {
	grove
	plant <<<'x/a = one'
	fails ENOENT "$SYS" open "$D/wood/x/b" r
	no ls "$D/wood/y"
	is "$(cat "$D/wood/x/a") $(stat -c %s "$D/wood/x/a")" 'one 3'
	local held
	exec {held}<"$D/wood/x/a"
	plant <<-'TEXT'
		x/a = another, longer
		x/b = two
		y/z/c = three
	TEXT
	is "$(cat <&"$held")" one
	exec {held}<&-
	is "$(cat "$D/wood/x/a") $(stat -c %s "$D/wood/x/a")" 'another, longer 15'
	is "$(cat "$D/wood/x/b" "$D/wood/y/z/c")" twothree
	is "$(cd "$D/wood" && find . -mindepth 1 | sort | tr '\n' ' ')" './x ./x/a ./x/b ./y ./y/z ./y/z/c '
}

@test "nothing in a tree is written, made, moved or removed, and the reason is in last_error" {
	grove
	plant <<<'x/a = one'
	lock claim anna
	for how in w w,trunc w,append rw; do
		refused EPERM history.changed "$SYS" open "$D/wood/x/a" "$how"
	done
	refused EPERM history.changed "$SYS" open "$D/wood/x/new" w,creat
	refused EPERM history.changed "$SYS" open "$D/wood/x/a.tmp" w,creat
	refused EPERM history.changed "$SYS" mkdir "$D/wood/x/y"
	refused EPERM history.changed "$SYS" unlink "$D/wood/x/a"
	refused EPERM history.changed "$SYS" mknod "$D/wood/new"
	refused EPERM history.changed "$SYS" symlink a "$D/wood/x/b"
	refused EPERM history.changed "$SYS" link "$D/wood/x/a" "$D/wood/x/b"
	refused EPERM history.changed "$SYS" rename "$D/wood/x/a" "$D/wood/x/b" none
	grep -qF 'wood/x/a' "$D/last_error"
	no rmdir "$D/wood/x" 2>/dev/null
	no truncate -s 0 "$D/wood/x/a" 2>/dev/null
	is "$(cat "$D/wood/x/a")" one
}

@test "the archive and export keep whole trees" {
	grove
	plant <<-'TEXT'
		x/y/a b = one
		e/
	TEXT
	lock claim anna
	lock release anna outcome=COMPLETED
	archived=$(eventually find_archived)
	diff -r "$archived/wood" "$D/wood"
	diff -r "$archived/rings" "$D/rings"
	[ -d "$archived/wood/e" ]
	cp -r "$D/wood" "$W/was"
	unmounted
	"$DUELFS" export "$STORE" d "$W/out"
	diff -r "$W/out/wood" "$W/was"
}

find_archived() {
	find "$STORE/archive" -mindepth 1 -maxdepth 1 -type d ! -name '.*' | grep .
}

# A folder to be a source, as $W/src.
folder() {
	mkdir -p "$W/src/wood/a b" "$W/src/cut" "$W/src/wood/.git"
	echo one >"$W/src/wood/a b/文.md"
	echo 'The trees' >"$W/src/wood/topic"
	echo old >"$W/src/cut/old"
	echo hidden >"$W/src/wood/.git/config"
}

@test "a gated file in the directory of a tree is written as any, and listed with it" {
	grove
	plant <<<'x/a = one'
	is "$(cd "$D/rings" && find . | sort | tr '\n' ' ')" '. ./report.md ./x ./x/a '
	fails EACCES "$SYS" open "$D/rings/report.md" append
	lock claim anna
	refused EINVAL grove.bad "$SYS" open "$D/rings/report.md" append write $'BAD\n' close
	"$SYS" open "$D/rings/report.md" append write $'It grew.\n' close
	is "$(cat "$D/rings/report.md")" 'It grew.'
	refused EPERM history.changed "$SYS" unlink "$D/rings/report.md"
	refused EPERM history.changed "$SYS" rename "$D/rings/report.md" "$D/rings/x/report.md" none
	lock claim anna
	lock release anna outcome=COMPLETED
	archived=$(eventually find_archived)
	diff -r "$archived/rings" "$D/rings"
	remounted
	is "$(cat "$D/rings/report.md")" 'It grew.'
}

@test "a folder is a source: copied when it is set, kept over a remount, and in the archive" {
	folder
	duel d
	printf 'format = "grove"\nsource = "%s"\n' "$W/src" >"$D/config.toml"
	cp -r "$W/src/wood" "$W/want"
	rm -r "$W/want/.git" "$W/src"
	diff -r "$W/want" "$D/wood"
	has "$(cat "$D/status")" "source = \"$W/src\""
	has "$(cat "$D/status")" 'topic = "The trees"'
	[ ! -e "$D/source.md" ]
	lock join anna
	plant <<<'new = three'
	printf three >"$W/want/new"
	remounted
	diff -r "$W/want" "$D/wood"
	lock claim anna
	lock release anna outcome=COMPLETED
	archived=$(eventually find_archived)
	diff -r "$archived/wood" "$W/want"
	unmounted
	verifies
}

@test "a folder is refused with all that is wrong with it, and with what its setter may not read" {
	folder
	ln -s topic "$W/src/wood/link"
	mkfifo "$W/src/cut/pipe"
	duel d 'format = "grove"'
	fails EINVAL "$SYS" open "$D/config.toml" append write "source = \"$W/src\""$'\n' close
	has "$(newest_refusal)" 'config.toml:1:wood/link: error: [grove.rotten] it is a symbolic link'
	has "$(newest_refusal)" 'config.toml:1:cut/pipe: error: [grove.rotten] it is a pipe'
	has "$(cat "$D/status")" 'source = ""'
	rm "$W/src/wood/link" "$W/src/cut/pipe"
	fails EINVAL "$SYS" open "$D/config.toml" append write "source = \"$D\""$'\n' close
	has "$(newest_refusal)" 'it lies in this mount'
	unmounted
	pass_through
	mounted -o allow_other
	chmod 700 "$W/src/wood"
	user 1001 mkdir "$M/theirs"
	on theirs
	fails EINVAL user 1001 "$SYS" open "$D/config.toml" append write $'format = "grove"\n'"source = \"$W/src\""$'\n' close
	has "$(newest_refusal)" 'config.toml:2:wood: error: [grove.rotten] it cannot be opened'
	chmod 755 "$W/src/wood"
	user 1001 "$SYS" open "$D/config.toml" append write $'format = "grove"\n'"source = \"$W/src\""$'\n' close
	is "$(cat "$D/wood/topic")" 'The trees'
}

@test "the configuration of the mount sets folders by its defaults" {
	folder
	unmounted
	configure <<-TOML
		[defaults]
		format = "grove"
		source = "$W/src"
	TOML
	mounted
	mkdir "$M/by-default"
	is "$(cat "$M/by-default/wood/topic")" 'The trees'
	echo ROTTEN >"$W/src/wood/bad"
	expect_stderr 'by-default-2: the default source was refused'
	no mkdir "$M/by-default-2" 2>/dev/null
	has "$(cat "$M/last_error")" 'src/wood/bad: [grove.rotten] it is rotten'
}
