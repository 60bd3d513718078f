#!/usr/bin/env bats
# What is refused beside the duels has its reason in the mount's last_error, as in a duel's; and agents' sandboxes, which make files of their
# own where they start, are told where to start.
load lib

ALICE=1001
BOB=1002

setup() {
	paths
	pass_through
	mounted -o allow_other
}

reasons() {
	cat "$M/last_error"
}

# `refused_here ERRNO WHOSE FILE WORDS COMMAND…`: sys's words are an error, and the newest refusal says why.
refused_here() {
	fails "$1" "${@:5}"
	has "$(head -n 1 "$M/last_error")" " $2 $3: $1"
	has "$(sed -n 2p "$M/last_error")" "$4"
}

@test "a name that mkdir does not take is refused with its reason, and nothing is there before" {
	is "$(reasons)$(stat -c '%s %a %F' "$M/last_error")" '0 444 regular empty file'
	refused_here EINVAL 'uid 0' Cache "Cache: error: [value.bad] a duel's name is made of a-z 0-9 . _ - only" "$SYS" mkdir "$M/Cache"
	refused_here EINVAL 'uid 0' .cache "a duel's name may not start with '.' or '-'" "$SYS" mkdir "$M/.cache"
	refused_here EINVAL 'uid 0' '(could-be-a-token)' 'has at most 100 bytes' "$SYS" mkdir "$M/$(printf 'x%.0s' {1..101})"
	refused_here EINVAL "uid $ALICE" 'a b' 'a-z 0-9' "$SYS" as $ALICE mkdir "$M/a b"
	refused_here EINVAL 'uid 0' 'a\nb' 'a-z 0-9' "$SYS" mkdir "$M/a"$'\n'b
	is "$(stat -c %s "$M/last_error")" "$(reasons | wc -c)"
	user $BOB cat "$M/last_error" | cmp - "$M/last_error"
	fails EEXIST "$SYS" mkdir "$M/last_error"
	fails 'E(PERM|ACCES)' "$SYS" open "$M/last_error" w,trunc
}

@test "a file, a link, a removal and a rename beside the duels are refused with their reasons" {
	mkdir "$M/one"
	refused_here EPERM 'uid 0' turn.md '[history.changed] only a duel can be made here, by mkdir: a turn is appended to debate.md in one' \
		"$SYS" open "$M/turn.md" w,creat
	refused_here EPERM 'uid 0' here 'only a duel' "$SYS" mknod "$M/here"
	refused_here EPERM 'uid 0' there 'no link can be made here' "$SYS" symlink status "$M/there"
	refused_here EPERM 'uid 0' status 'a file of the mount is never removed' "$SYS" unlink "$M/status"
	refused_here EPERM 'uid 0' one 'a duel keeps its name' "$SYS" rename "$M/one" "$M/two" none
	refused_here EPERM 'uid 0' status 'this file is written by the mount alone' "$SYS" open "$M/status" w
	is "$(ls -A "$M")" "$(printf 'README.md\nindex.html\nlast_error\none\nstatus')"
}

@test "limits that end mkdir say so there" {
	unmounted
	configure <<-'EOT'
		[limits]
		duels_per_uid = 1
	EOT
	mounted -o allow_other
	"$SYS" as $ALICE mkdir "$M/one"
	expect_stderr limit.uid_duels
	refused_here ENOSPC "uid $ALICE" two '[limit.uid_duels]' "$SYS" as $ALICE mkdir "$M/two"
}

@test "a default source that cannot be read says so there" {
	unmounted
	configure <<-EOT
		[defaults]
		source = "$W/plan.md"
	EOT
	echo '# Plan' >"$W/plan.md"
	mounted
	rm "$W/plan.md"
	expect_stderr 'the default source was refused'
	refused_here EINVAL 'uid 0' one '[config.bad] the default source: ' "$SYS" mkdir "$M/one"
}

@test "it holds the newest sixteen, equal ones in a row are counted, and nobody pushes out what others have to read" {
	"$SYS" as $BOB mkdir "$M/BOB" || true
	for n in {1..30}; do
		"$SYS" mkdir "$M/N$n" || true
	done
	"$SYS" mkdir "$M/N30" || true
	is "$(reasons | grep -c '^N[0-9]*: error')" 15
	has "$(head -n 1 "$M/last_error")" 'N30: EINVAL (2 times)'
	is "$(reasons | grep '^N' | sed -n '$s/:.*//p')" N16
	has "$(reasons | tail -n 1)" 'BOB: error'
	times=$(stat -c %.Y "$M/last_error")
	"$SYS" mkdir "$M/N30" || true
	[ "$(stat -c %.Y "$M/last_error")" != "$times" ]
	remounted -o allow_other
	is "$(reasons)" ''
}

@test "whoever makes .git, .codex or .agents is told where its agent is to be started: in the mount, and in a duel" {
	told='start the agent in its project, with this mount inside of that'
	duel
	join_both
	for name in .git .codex .agents; do
		refused_here EINVAL 'uid 0' $name "$told" "$SYS" mkdir "$M/$name"
		refused_here EPERM 'uid 0' $name "$told" "$SYS" open "$M/$name" w,creat,excl
		refused EPERM history.changed "$SYS" mkdir "$D/$name"
		has "$(newest_refusal)" "$told"
		refused EPERM history.changed "$SYS" open "$D/$name" w,creat,excl
		has "$(newest_refusal)" "$told"
		refused EPERM history.changed "$SYS" mkdir "$D/participants/$name"
		has "$(newest_refusal)" "$told"
	done
	refused EPERM history.changed "$SYS" mkdir "$D/.gitignore"
	lacks "$(newest_refusal)" "$told"
	has "$(cat "$M/README.md")" 'is started in its project, and this mount lies inside of that'
}
