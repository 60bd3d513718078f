#!/usr/bin/env bats
# Readers: sizes are exact for whoever asks, no reader gets less or other bytes than there are, and the tools that people read with read
# every listed file right. (Attributes other than the size: test_attributes.py. What changes while one looks: follow.bats.)
load lib

# Everybody passes through, and has the helper.
setup() {
	paths
	pass_through
	mounted -o allow_other
	READER=$W/reader
	install -m 755 "$BUILD/helpers/reader" "$READER"
}

by() { # UID COMMAND…
	setpriv --reuid="$1" --regid="$1" --clear-groups "${@:2}"
}

# Sizes are exact for root, for the duel's maker and for a stranger.
exact() { # STATE
	local uid
	for uid in 0 1001 65534; do
		by $uid "$READER" exact "$M" || {
			echo "asked by uid $uid, $1"
			return 1
		}
	done
}

# A duel in which every kind of file has something to show, and the record is of several pages.
full_duel() {
	local n names=(bob alice)
	for n in {1..500}; do
		printf '## Part %d\n\nWhat part %d of the plan says, in some words.\n\n' "$n" "$n"
	done >"$W/plan.md"
	duel d "source = \"$W/plan.md\""
	join_both
	for n in 1 2 3; do
		long_turn "$n" "${names[n % 2]}" 50000 | sed 's/Addresses: Source$/Addresses: Part 1/' >"$W/turn.md"
		lock claim "${names[n % 2]}" harness="$HARNESS" model="$MODEL"
		append "$W/turn.md"
		lock release "${names[n % 2]}"
	done
	fails EINVAL lock join a/b
}

# Of a database a duel's status says up to when all is known, and so goes on by itself.
RUNS=()
[ -z "${ON_CLUSTER:-}" ] || RUNS=(status status.json)

# Of names, those whose text does not.
that_stand() {
	if [ ${#RUNS[@]} -eq 0 ]; then cat; else grep -vxE '\./status(\.json)?'; fi
}

# A copy, a file at a time, by the simplest reader there is.
copied() { # FROM TO
	local file
	(cd "$1" && find . -type d) | while read -r file; do mkdir -p "$2/$file"; done
	(cd "$1" && find . -type f) | while read -r file; do cat "$1/$file" >"$2/$file"; done
}

@test "stat, fstat and what a read gives are one size, for every file and for anybody, in every state of a duel" {
	by 1001 "$SYS" mkdir "$M/d"
	on d
	exact 'fresh'
	echo 'topic = "Caching"' >>"$D/config.toml"
	fails EINVAL by 1001 "$SYS" open "$D/config.toml" append write $'max_turns = 1000\n' close
	exact 'configured, after a refusal'
	lock join alice harness="$HARNESS" model="$MODEL"
	exact 'one has joined'
	lock join bob harness="$HARNESS" model="$MODEL"
	exact 'both have joined'
	lock claim alice
	exact 'claimed'
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	fails EBUSY lock claim bob
	echo 'no turn at all' >"$W/bad.md"
	fails EINVAL "$SYS" open "$D/participants/alice/check" w,trunc write "@$W/bad.md" close
	printf 'words to come' >"$D/notes.tmp"
	exact 'after a rehearsal, with a scratch file'
	append "$W/turn.md"
	exact 'after a turn, and with somebody waiting'
	lock release alice
	lock claim bob
	turn 7 bob OPEN_TO_DEBATE >"$W/turn.md"
	fails EINVAL append "$W/turn.md"
	exact 'after a turn was refused'
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	lock release bob
	conclude alice DISSENT
	exact 'closed'
	remounted -o allow_other
	exact 'closed, after a remount'
}

@test "sizes are exact with a source, with long records, and after the source was taken away again" {
	full_duel
	exact 'with a source and three long turns'
	printf '# A plan\n' >"$W/other.md"
	duel e "source = \"$W/other.md\""
	exact 'with a source, nobody has joined'
	echo 'source = ""' >>"$D/config.toml"
	[ ! -e "$D/source.md" ]
	exact 'without its source'
}

@test "sizes are exact in a duel whose stored record is damaged" {
	duel
	play_to 2
	unmounted
	damage outnumber outnumbeR
	expect_stderr 'fails its check'
	mounted -o allow_other
	is "$(status state)" invalidated
	exact 'damaged'
}

@test "sizes are exact while a turn is staged, truncated or refused in open files" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	head -n 5 "$W/turn.md" >"$W/half.md"
	"$SYS" open "$D/debate.md" append write "@$W/half.md" open "$D/debate.md" w,trunc open "$D/config.toml" r open "$D/lock" w,trunc \
		open "$D/debate.md" w truncate 5 touch "$W/staged" until "$W/go" >"$W/got" &
	eventually test -e "$W/staged"
	exact 'with open files in the way'
	touch "$W/go"
	wait $! || true
	is "$(cat "$W/got")" 'open write open open open open truncate'
	exact 'with the floor held'
}

@test "an open file has the size of what it reads, whatever happened since" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	names=(README.md config.toml status status.json lock last_error debate.md events participants/alice/status participants/bob/status lock)
	flags=(r r r r r r r r r r rw)
	steps=()
	for i in "${!names[@]}"; do
		steps+=(open "$D/${names[i]}" "${flags[i]}")
	done
	steps+=(touch "$W/opened" until "$W/go")
	for i in "${!names[@]}"; do
		steps+=(on "$i" size "$W/size.$i" read "$W/bytes.$i" size "$W/again.$i")
	done
	"$SYS" "${steps[@]}" >"$W/got" &
	eventually test -e "$W/opened"
	append "$W/turn.md"
	fails EINVAL lock dance bob
	lock release alice
	lock claim bob
	touch "$W/go"
	wait $!
	lacks "$(cat "$W/got")" ':'
	for i in "${!names[@]}"; do
		is "${names[i]} $(cat "$W/size.$i") $(cat "$W/again.$i")" "${names[i]} $(stat -c '%s %s' "$W/bytes.$i")"
	done
	cmp "$W/bytes.6" "$D/debate.md"
	cmp "$W/bytes.7" "$D/events"
	has "$(cat "$W/bytes.4")" 'owner = "alice"'
}

@test "every way of reading gives the same bytes of every file" {
	full_duel
	(cd "$D" && find . -type f) | that_stand >"$W/names"
	while read -r name; do
		cat "$D/$name" >"$W/plain"
		"$READER" ways | while read -r way; do
			# A request a byte: of 150,000 that takes as long as everything else here.
			[ "$way" != bytes ] || [ "$(stat -c %s "$W/plain")" -le 20000 ] || continue
			"$READER" "$way" "$D/$name" >"$W/read"
			cmp "$W/plain" "$W/read" || give_up "$name, read by $way"
		done
	done <"$W/names"
	[ "$(stat -c %s "$D/debate.md")" -gt 150000 ]
	[ "$(wc -l <"$W/names")" -ge 16 ]
	fails ENODEV "$SYS" open "$D/debate.md" r mmap shared
}

@test "who reads without asking for a size gets all of a file that has grown, or shrunk, since anybody asked" {
	duel
	files=("$D"/{README.md,config.toml,status,status.json,lock,last_error,debate.md,events})
	every() { # STATE. No name may be listed in between: that tells the kernel the sizes.
		"$READER" unasked "${files[@]}" || give_up "$1"
	}
	every 'fresh'
	echo 'topic = "a topic that is longer than it was"' >>"$D/config.toml"
	every 'with a longer topic'
	echo 'topic = "short"' >>"$D/config.toml"
	every 'with a shorter topic'
	join_both
	files+=("$D"/participants/{alice/status,bob/status})
	every 'joined'
	fails EINVAL lock dance alice
	every 'after a refusal'
	printf 'words' >"$D/notes.tmp"
	files+=("$D/notes.tmp" "$D/participants/alice/check")
	every 'with a scratch file'
	printf ' and more words' >>"$D/notes.tmp"
	fails EINVAL "$SYS" open "$D/participants/alice/check" w,trunc write 'no turn at all' close
	every 'with a longer one, and a verdict'
	echo 'claim alice' >"$D/lock"
	every 'claimed, by a shell that truncates'
	turn 1 alice OPEN_TO_DEBATE | sed "s/^Caching/On d: Caching/" >"$W/turn.md"
	append "$W/turn.md"
	files+=("$D/turns/001-alice.md")
	every 'after a turn'
	lock release alice
	every 'released'
	"$READER" exact "$D"
	fails EINVAL lock dance alice
	fails EINVAL lock dance bob
	every 'after more refusals'
}

@test "a text that grew since it was read is opened by one message, and read whole by who asks for no size" {
	unmounted
	mounted -d
	expect_stderr '^duelfs: '
	duel
	python3 - "$D" "$LOG" <<-'PY'
		import os, sys
		duel, log = sys.argv[1:]
		def asked():
		    with open(log) as f:
		        return f.read().splitlines()
		def size_by_sendfile():
		    fd, to, at = os.open(duel + "/status", os.O_RDONLY), os.memfd_create("to"), 0
		    while sent := os.sendfile(to, fd, at, 16384):
		        at += sent
		    text = os.pread(fd, 1 << 20, 0)
		    assert os.pread(to, at + 1, 0) == text, (at, len(text))
		    os.close(fd), os.close(to)
		    return len(text)
		size = size_by_sendfile()
		for n in 10, 20, 150:
		    with open(duel + "/config.toml", "a") as f:
		        f.write(f'topic = "a topic{n * " more"}"\n')
		    before = len(asked())
		    now = size_by_sendfile()
		    said = asked()[before:]
		    assert now > size, (size, now)
		    size = now
		    assert sum("opcode: OPEN " in line for line in said) == 1, said
	PY
}

@test "who has a file open as it was does not make it shorter for others, nor they for him" {
	duel
	join_both
	"$SYS" open "$D/last_error" r size "$W/size" touch "$W/opened" until "$W/go" size "$W/again" read "$W/bytes" &
	eventually test -e "$W/opened"
	fails EINVAL lock dance alice
	"$READER" unasked "$D/last_error"
	touch "$W/go"
	wait $!
	is "$(cat "$W/size" "$W/again") $(stat -c %s "$W/bytes")" "$(printf '0\n0 0')"
	"$READER" unasked "$D/last_error"
}

@test "a mapping that is held shows what it showed, and one that is made anew the turn that came since" {
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE
	python3 - "$D" "$W/mapped" "$W/go" >"$W/said" 3>&- <<-'PY' &
		import mmap, os, sys, time
		duel, mapped, go = sys.argv[1:]
		def map_all(f):
		    return mmap.mmap(f.fileno(), os.fstat(f.fileno()).st_size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
		with open(duel + "/debate.md", "rb") as f:
		    first = map_all(f)
		    before = first[:]
		    assert before == f.read()
		    open(mapped, "w").close()
		    while not os.path.exists(go):
		        time.sleep(0.01)
		    second = map_all(f)
		    now = open(duel + "/debate.md", "rb").read()
		    assert first[:] == before and len(now) > len(before)
		    assert second[:] == now, (len(second), len(now), second[:].count(b"\0"))
		print("equal")
	PY
	eventually test -e "$W/mapped"
	play 2 bob OPEN_TO_DEBATE
	touch "$W/go"
	wait $!
	is "$(cat "$W/said")" equal
}

@test "readers beside writers find no NUL, no clipped file, and never other bytes than before" {
	duel
	join_both
	"$READER" beside "$W/over" "$M" >"$W/found" &
	names=(bob alice)
	for n in 1 2 3 4 5 6; do
		name=${names[n % 2]}
		long_turn "$n" "$name" 9000 >"$W/turn.md"
		lock claim "$name" harness="$HARNESS" model="$MODEL"
		fails EINVAL append "$W/plain.md" 2>/dev/null || fails EINVAL lock dance "$name"
		fails EBUSY lock claim "${names[(n + 1) % 2]}"
		append "$W/turn.md"
		lock refresh "$name"
		lock release "$name"
	done
	conclude alice DISSENT
	touch "$W/over"
	wait $! || give_up "$(cat "$W/found")"
}

@test "no open fails, and none is told of it, while many open what changes at every moment" {
	duel
	join_both
	cat >"$W/open-all.py" <<-'PY'
		import os, sys, threading
		folder, over = sys.argv[1:]
		names = ["status", "lock", "events", "last_error", "status.json", "participants/alice/status", "debate.md"]
		bad = []
		def run():
		    while not os.path.exists(over) and not bad:
		        for name in names:
		            try:
		                with open(os.path.join(folder, name), "rb", buffering=0) as f:
		                    text = f.read(1 << 20)
		            except OSError as e:
		                bad.append(f"{name}: {e}")
		                continue
		            if b"\0" in text or (text and text[-1:] != b"\n"):
		                bad.append(f"{name}: {text[-40:]}")
		threads = [threading.Thread(target=run) for _ in range(16)]
		[t.start() for t in threads]
		[t.join() for t in threads]
		print("\n".join(bad))
		sys.exit(bool(bad))
	PY
	python3 "$W/open-all.py" "$D" "$W/over" >"$W/found" &
	steps=()
	for _ in {1..100}; do
		steps+=(open "$D/lock" w write 'claim alice' close open "$D/lock" w write 'dance' close open "$D/lock" w write 'release alice' close)
	done
	"$SYS" "${steps[@]}" >/dev/null || true
	touch "$W/over"
	wait $! || give_up "$(cat "$W/found")"
}

@test "a source that is replaced while it is read is read to its end as it was" {
	for n in {1..20000}; do echo "one line of the first plan"; done >"$W/plan.md"
	printf '# Another\n' >"$W/other.md"
	duel d "source = \"$W/plan.md\""
	"$SYS" open "$D/source.md" r pread 0 100000 "$W/first" touch "$W/opened" until "$W/go" size "$W/size" read "$W/bytes" &
	eventually test -e "$W/opened"
	echo "source = \"$W/other.md\"" >>"$D/config.toml"
	cmp "$D/source.md" "$W/other.md"
	touch "$W/go"
	wait $!
	cmp "$W/bytes" "$W/plan.md"
	is "$(cat "$W/size")" "$(stat -c %s "$W/plan.md")"
}

# --- tools

@test "wc, file, sha256sum, head and tail read every file as they read a copy of it" {
	full_duel
	copied "$D" "$W/copy"
	(cd "$D" && find . -type f | sort | that_stand) >"$W/names"
	for tool in 'wc -c' 'wc' 'file' 'sha256sum' 'head -c 100' 'head -n 3' 'tail -c 100' 'tail -n 3' 'tail -c +50' 'tac' 'md5sum' 'od -c' 'sort'; do
		read -ra words <<<"$tool"
		(cd "$W/copy" && xargs -d '\n' -n 1 "${words[@]}" <"$W/names") >"$W/want"
		(cd "$D" && xargs -d '\n' -n 1 "${words[@]}" <"$W/names") >"$W/got"
		cmp "$W/want" "$W/got" || give_up "$tool"
	done
}

@test "grep and ripgrep find in the mount what they find in a copy, and park nowhere" {
	full_duel
	copied "$M" "$W/copy"
	for tool in 'grep -rn' 'grep -rc' 'grep -rl' 'rg -n --sort path' 'rg -n --mmap --sort path' 'rg -n --no-mmap --sort path' 'rg -uuc'; do
		for words in 'reads2 outnumber' 'alice' 'part 499 of the plan'; do
			(cd "$W/copy" && $tool "$words" .) | without_as_of | sort >"$W/want"
			(cd "$M" && $tool "$words" .) | without_as_of | sort >"$W/got"
			cmp "$W/want" "$W/got" || give_up "$tool '$words': $(diff "$W/want" "$W/got" | head -n 5)"
			[ -s "$W/got" ]
		done
	done
}

@test "diff -r, cp -a, cp -r and rsync copy and compare a duel whole, and a second rsync has nothing to do" {
	full_duel
	cp -a "$D" "$W/all"
	local same=(diff -r "${RUNS[@]/#/--exclude=}")
	"${same[@]}" "$D" "$W/all"
	cp -r "$D" "$W/r"
	"${same[@]}" "$D" "$W/r"
	is "$(cd "$W/all" && find . -type f -printf '%P %s %T@\n' | sort)" "$(cd "$D" && find . -type f -printf '%P %s %T@\n' | sort)"
	rsync -a "$D/" "$W/rsynced/"
	"${same[@]}" "$D" "$W/rsynced"
	is "$(rsync -ai "$D/" "$W/rsynced/")" ''
	is "$(rsync -aic "${RUNS[@]/#/--exclude=}" "$D/" "$W/rsynced/")" ''
	lock claim bob harness="$HARNESS" model="$MODEL"
	turn 4 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	lock release bob
	# A turn in the same second: rsync looks at seconds alone unless it is told otherwise.
	rsync -a --modify-window=-1 "$D/" "$W/rsynced/"
	"${same[@]}" "$D" "$W/rsynced"
}

@test "tar packs a mount without a warning, and what it packed is what cat reads" {
	full_duel
	duel empty
	tar -C "$M" -cf "$W/all.tar" . 2>"$W/said"
	is "$(cat "$W/said")" ''
	mkdir "$W/out"
	tar -C "$W/out" -xf "$W/all.tar"
	rm "$W/out/status" # the mount's uptime runs
	copied "$M" "$W/copy"
	rm "$W/copy/status"
	diff -r "${RUNS[@]/#/--exclude=}" "$W/copy" "$W/out"
	tar -C "$M" --exclude=./status "${RUNS[@]/#/--exclude=./d/}" "${RUNS[@]/#/--exclude=./empty/}" --compare -f "$W/all.tar" --ignore-failed-read 2>&1 | grep -Ev '^\./status: ' >"$W/said" || true
	is "$(cat "$W/said")" ''
	no grep -aq ' link to ' < <(tar -tvf "$W/all.tar")
}

@test "git adds a duel from the mount as it adds a copy, and sees a turn that came after" {
	full_duel
	copied "$D" "$W/copy"
	export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	for tree in "$D" "$W/copy"; do
		git init -q --bare "$W/git-${tree##*/}"
		printf '/%s\n' "${RUNS[@]}" >"$W/git-${tree##*/}/info/exclude"
		git --git-dir="$W/git-${tree##*/}" --work-tree="$tree" add -A
	done
	is "$(git --git-dir="$W/git-d" ls-files -s | sed 's/^100[0-9]*//')" "$(git --git-dir="$W/git-copy" ls-files -s | sed 's/^100[0-9]*//')"
	names=(debate.md events source.md participants/alice/status turns/002-bob.md)
	[ ${#RUNS[@]} -gt 0 ] || names+=(status)
	for name in "${names[@]}"; do
		is "$name $(git hash-object "$D/$name")" "$name $(git hash-object --stdin <"$W/copy/$name")"
	done
	repo() { git --git-dir="$W/git-d" --work-tree="$D" "$@"; }
	repo commit -qm 'three turns'
	is "$(repo status --porcelain)" ''
	lock claim bob harness="$HARNESS" model="$MODEL"
	turn 4 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	lock release bob
	has "$(repo status --porcelain)" ' M debate.md'
	has "$(repo status --porcelain -uall)" '?? turns/004-bob.md'
	is "$(repo diff debate.md | grep -c '^-[^-]')" 0
	repo add -A
	is "$(git --git-dir="$W/git-d" show :debate.md | sha256sum)" "$(sha256sum <"$D/debate.md")"
	is "$(git --git-dir="$W/git-d" ls-files | sort)" "$(cd "$D" && find . -type f | that_stand | sed 's|^\./||' | sort)"
}

# --- many

# Under sanitizers, and in a database, where each is a commit, fifteen hundred: as many more than one reply to readdir holds, and none the more
# for memory that is used wrongly.
@test "ten thousand duels are listed, each once, with attributes and by their names alone" {
	local many=10000
	[ "${BUILD##*/}" != san ] && [ -z "${ON_CLUSTER:-}" ] || many=1500
	unmounted
	configure <<-'EOT'
		[limits]
		duels_per_uid = 20000
	EOT
	mounted
	seq -f "$M/duel-%05g" "$many" | xargs mkdir
	seq -f 'duel-%05g' "$many" >"$W/want"
	ls -l "$M" >"$W/long"
	is "$(grep -c '^d' "$W/long")" "$many"
	awk '/^d/ { print $NF }' "$W/long" | cmp - "$W/want"
	ls -U "$M" >"$W/names"
	grep ^duel- "$W/names" | sort | cmp - "$W/want"
	find "$M" -mindepth 1 -maxdepth 1 -type d -links 4 -printf '%f\n' | sort | cmp - "$W/want"
	is "$(stat -c %h "$M")" $((many + 2))
	# Listing goes on where it was while duels come and go, before and behind that place.
	python3 - "$M" "$many" <<-'PY'
		import os, sys
		mount, many = sys.argv[1], int(sys.argv[2])
		half = many // 2
		stable = {f"duel-{n:05}" for n in range(1, many + 1)}
		for attributes in (False, True):
		    seen, made, gone = [], [], set()
		    for n, entry in enumerate(os.scandir(mount)):
		        seen.append(entry.name)
		        if attributes and entry.name in stable - gone:
		            assert entry.stat().st_nlink == 4
		        if n % 400 == 0:
		            made.append(f"passing-{attributes:d}-{n}".lower())
		            os.mkdir(os.path.join(mount, made[-1]))
		        if n % 700 == 699:
		            os.rmdir(os.path.join(mount, made.pop(0)))
		        if n in (half, half + 1): # one that was listed already, and one that was not
		            gone.add(f"duel-{100 if n == half else many - 10:05}")
		            name = sorted(gone)[-1 if n == half + 1 else 0]
		            os.rmdir(os.path.join(mount, name))
		    names = [name for name in seen if name.startswith("duel-")]
		    assert len(seen) == len(set(seen)), "a name came twice"
		    assert stable - set(names) <= gone, sorted(stable - set(names) - gone)[:5]
		    assert f"duel-{many - 10:05}" not in names, "a duel was listed after it was removed"
		    for name in gone:
		        os.mkdir(os.path.join(mount, name))
		    for name in made:
		        os.rmdir(os.path.join(mount, name))
	PY
}

@test "ls -l lists every duel that stays while others come and go beside it" {
	for n in {1..300}; do
		mkdir "$M/stays-$n"
	done
	python3 - "$M" "$W/over" <<-'PY' &
		import os, sys
		mount, over = sys.argv[1:]
		while not os.path.exists(over):
		    for n in range(20):
		        os.mkdir(f"{mount}/passes-{n}")
		    for n in range(20):
		        os.rmdir(f"{mount}/passes-{n}")
	PY
	for _ in {1..20}; do
		ls -l "$M" >"$W/long" 2>"$W/said" || no grep -v passes- "$W/said"
		# one that was removed and made again in the meantime is another one, and may be listed as well
		is "$(awk '{ print $NF }' "$W/long" | grep -c '^stays-')" 300
		is "$(awk '{ print $NF }' "$W/long" | grep '^stays-' | sort | uniq -d)" ''
	done
	touch "$W/over"
	wait $!
}
