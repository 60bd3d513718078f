#!/usr/bin/env bats
# Attributes: times that move with what a file shows, inode numbers, and one answer for every caller. (Sizes: readers.bats.)
load lib

setup() {
	paths
	pass_through
	mounted -o allow_other
}

record_times() {
	stat -c '%.Y %.Z' "$D/debate.md"
}

# Every file with its times and what it shows, but what runs with the clock.
shown() { # FILE
	python3 - "$M" >"$1" <<-'PY'
		import hashlib, os, re, sys
		running = re.compile(rb'^((lease_)?seconds_left|retry_after|uptime|as_of).*\n|"(lease_seconds_left|retry_after_seconds)":[0-9]+|"as_of":"[^"]*"', re.M)
		def times(path):
		    st = os.stat(path)
		    return f"{st.st_mtime_ns}={st.st_ctime_ns}"
		for path in sorted(os.path.join(where, name) for where, _, names in os.walk(sys.argv[1]) for name in names):
		    before = None
		    while before != times(path): # what ends by the clock may do so in between
		        before = times(path)
		        with open(path, "rb") as file:
		            shown = running.sub(b"", file.read())
		    print(os.path.relpath(path, sys.argv[1]), before, hashlib.sha256(shown).hexdigest())
	PY
}

# From one moment to the next: what shows something else has another time; what shows the same and tells its own changes has the same (the
# mount's own last_error begins with the mount).
moved_with_content() { # MOMENT. The one before is in $W/before.
	shown "$W/after"
	awk -v moment="$1" '
		NR == FNR { time[$1] = $2; sum[$1] = $3; next }
		!($1 in sum) { next }
		sum[$1] != $3 && time[$1] == $2 { print moment ": " $1 " changed, and its time did not"; bad = 1 }
		sum[$1] == $3 && time[$1] != $2 && $1 ~ /debate\.md$|source\.md$|turns\/|\/last_error$|events$|check$|config\.toml$/ {
			print moment ": the time of " $1 " moved, and nothing in it"; bad = 1 }
		END { exit bad }' "$W/before" "$W/after"
	mv "$W/after" "$W/before"
}

@test "no file changes without its time, and what nobody changed keeps it" {
	printf '# The plan\n\nWords.\n' >"$W/plan.md"
	bare other
	duel d 'wait_seconds = 2' 'lease_seconds = 600'
	shown "$W/before"
	echo "source = \"$W/plan.md\"" >>"$D/config.toml"
	moved_with_content 'a source'
	fails EINVAL "$SYS" open "$D/config.toml" append write $'max_turns = 1000\n' close
	moved_with_content 'rules that were refused'
	lock join alice harness="$HARNESS" model="$MODEL"
	moved_with_content 'the first joined'
	fails EBUSY lock claim alice
	moved_with_content 'a claim that has to wait'
	fails EBUSY lock claim alice
	moved_with_content 'the same once more'
	waited() { [ "$(status next_step)" = claim_lock ] || [[ $(date -u +%FT%TZ) > $(status wait_until) ]]; }
	eventually waited
	moved_with_content 'the end of the wait'
	lock join bob harness="$HARNESS" model="$MODEL"
	moved_with_content 'the second joined'
	lock claim alice
	moved_with_content 'a claim'
	turn 3 alice OPEN_TO_DEBATE | sed 's/Addresses: Turn 2/Addresses: Source/' >"$W/turn.md"
	fails EINVAL append "$W/turn.md"
	moved_with_content 'a turn that was refused'
	fails EINVAL "$SYS" open "$D/check" w,trunc write "@$W/turn.md" close
	moved_with_content 'a rehearsal'
	lock refresh alice
	moved_with_content 'a refresh'
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	moved_with_content 'a turn'
	lock release alice
	moved_with_content 'a release'
	play 2 bob OPEN_TO_DEBATE
	moved_with_content 'the other turn'
	lock claim alice
	{
		conclusion DISSENT
		echo 'It was about plan.md.'
	} >"$W/conclusion.md"
	append "$W/conclusion.md"
	moved_with_content 'the conclusion'
	fails EROFS lock claim bob
	moved_with_content 'too late'
	eventually archive_is_done
	moved_with_content 'the archive'
	remounted -o allow_other
	moved_with_content 'a remount'
}

@test "the times of debate.md stand still for everything that is no commit" {
	duel d 'lease_seconds = 2'
	join_both
	play 1 alice OPEN_TO_DEBATE
	before=$(record_times)
	still() { is "$1: $(record_times)" "$1: $before"; }
	cat "$D/debate.md" >/dev/null
	still 'a read'
	lock claim bob
	still 'a claim'
	lock refresh bob
	still 'a refresh'
	"$SYS" open "$D/debate.md" w,trunc close open "$D/debate.md" rw truncate 7 close
	still 'a staged truncation'
	fails EPERM "$SYS" cut "$D/debate.md" 3
	still 'a truncation by path'
	echo 'no turn at all' >"$W/bad.md"
	fails EINVAL append "$W/bad.md"
	still 'a refused turn'
	fails EPERM "$SYS" open "$D/debate.md" w,trunc write 'other bytes' close
	still 'a refused rewrite'
	record >"$W/same.md"
	rewrite "$W/same.md"
	still 'the same bytes again'
	chmod 600 "$D/debate.md"
	chown 1001 "$D/debate.md"
	touch -d 2001-01-01 "$D/debate.md"
	touch "$D/debate.md"
	still 'chmod, chown and utimes'
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" touch "$W/staged" until "$W/go" >/dev/null &
	eventually test -e "$W/staged"
	still 'a staged turn'
	expired() { [ "$(status lock_owner)" = '' ]; }
	eventually expired
	still 'a lease that ran out'
	touch "$W/go"
	wait $! || true
	still 'a turn that came too late'
	fails EBUSY lock claim alice
	still 'a claim out of turn'
	remounted -o allow_other
	still 'a remount'
	play 2 bob OPEN_TO_DEBATE
	[[ $(record_times) > $before ]]
	is "$(record_times)" "$(stat -c '%.Y %.Z' "$D/turns/002-bob.md")"
}

@test "a turn's file has the time of that turn, the record that of the last, and each is later than the one before" {
	duel
	play_to 6
	conclude alice MAX_TURNS
	(cd "$D/turns" && stat -c '%.Y' 0*) >"$W/times"
	is "$(sort -u "$W/times" | wc -l)" 6
	sort -c "$W/times"
	[[ $(stat -c %.Y "$D/debate.md") > $(tail -n 1 "$W/times") ]]
	is "$(find "$D/turns" -newer "$D/debate.md")" ''
	is "$(date -u -d "@$(stat -c %Y "$D/participants/bob")" +%FT%TZ)" "$(status joined_at "$D/participants/bob/status")"
	cp "$W/times" "$W/before"
	remounted -o allow_other
	(cd "$D/turns" && stat -c '%.Y' 0*) | diff "$W/before" -
}

@test "modification, change and access times are one" {
	duel
	play_to 1
	find "$M" | while read -r file; do
		read -r m c a < <(stat -c '%.Y %.Z %.X' "$file")
		is "$file $c $a" "$file $m $m"
	done
}

@test "find by inode number finds every file, each once, and the numbers outlive a remount" {
	printf '# The plan\n' >"$W/plan.md"
	duel d "source = \"$W/plan.md\""
	play_to 2
	duel e
	find "$M" | sort >"$W/names"
	[ "$(wc -l <"$W/names")" -ge 28 ]
	while read -r name; do
		is "$(find "$M" -inum "$(stat -c %i "$name")")" "$name"
	done <"$W/names"
	xargs -d '\n' stat -c '%i %n' <"$W/names" >"$W/before"
	remounted -o allow_other
	xargs -d '\n' stat -c '%i %n' <"$W/names" | diff "$W/before" -
}

@test "the number that readdir gives is the one that stat gives, in every directory" {
	duel
	play_to 2
	python3 - "$M" <<-'PY'
		import os, sys
		seen = {}
		def look(folder):
		    for entry in os.scandir(folder):
		        number = os.stat(entry.path).st_ino
		        assert entry.inode() == number != 0, entry.path
		        assert seen.setdefault(number, entry.path) == entry.path, (entry.path, seen[number])
		        if entry.is_dir(follow_symlinks=False):
		            look(entry.path)
		look(sys.argv[1])
		assert len(seen) > 15
	PY
	# The directory itself, and the one above it.
	is "$(find "$D/turns" -maxdepth 0 -printf %i)" "$(stat -c %i "$D/turns/.")"
	is "$(stat -c %i "$D/participants/alice/..")" "$(stat -c %i "$D/participants")"
}

@test "stat gives every caller the same, in every field, for every file" {
	"$SYS" as 1001 mkdir "$M/d"
	on d
	"$SYS" as 1001 open "$D/lock" w write 'join alice' close
	"$SYS" as 1002 open "$D/lock" w write 'join bob' close
	"$SYS" as 1001 open "$D/lock" w write 'claim alice' close
	HARNESS=unknown MODEL=unknown-model turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	chmod a+r "$W/turn.md"
	"$SYS" as 1001 open "$D/debate.md" append write "@$W/turn.md" close
	all() { setpriv --reuid="$1" --regid="$1" --clear-groups find "$M" -exec stat -c '%n %A %u %g %i %h %s %b %B %o %t %T %d %W %.X %.Y %.Z' {} +; }
	all 0 | sort >"$W/root"
	[ "$(wc -l <"$W/root")" -ge 20 ]
	for uid in 1001 1002 65534; do
		all $uid | sort | diff "$W/root" - || give_up "uid $uid"
	done
}

@test "sizes in blocks are those of the bytes, and du adds them up" {
	duel
	play_to 2
	find "$M" -type f -printf '%s %b\n' | while read -r size blocks; do
		is "$blocks" $(((size + 511) / 512))
	done
	is "$(du -sb --apparent-size "$D/turns" | cut -f1)" "$(cat "$D"/turns/* | wc -c)"
}
