#!/usr/bin/env bats
# What a newcomer does first: scripts/quickstart, and the commands of the three README.md, each exactly as it is printed.
load lib

setup() {
	paths
	UNDER=
	ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
	export BUILD
}

teardown() {
	if [ -z "${BATS_TEST_COMPLETED:-}" ] && [ -n "${D:-}" ]; then
		echo "--- last_error of ${D##*/}"
		timeout 60 head -n 12 "$D/last_error" || true
	fi
	[ -z "$DAEMON" ] || unmounted
	awk -v under="$W/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo | while read -r left; do
		umount "$left"
	done
	[ -z "$UNDER" ] || shared_ends
	quiet
}

# Run one as a person would type it; what it says is in $said, and is shown where it fails.
plays() { # SCRIPT
	said=$(cd "$W" && bash -x "$1" 2>&1 </dev/null) || {
		printf '%s\n' "$said"
		return 1
	}
}

# The formats of the program, as it names them when it is asked for another one; a line each.
formats() {
	mkdir -p "$W/nonsense" "$W/nowhere"
	printf '[defaults]\nformat = "nonsense"\n' >"$W/nonsense/duelfs.toml"
	"$DUELFS" "$W/nonsense" "$W/nowhere" 2>&1 | sed -n 's/.*is not one of //p' | sed 's/, /\n/g'
}

# What quickstart says of its mount.
mount_of() {
	sed -n "s/^ *umount //p" <<<"$1" | tr -d "'"
}

@test "quickstart plays a whole duel to the end it has earned, and leaves it mounted" {
	run -0 env TMPDIR="$W" "$ROOT/scripts/quickstart" --format socratic
	has "$output" '[lease.order]'
	has "$output" '[turn.stance]'
	has "$output" '[counterpoint.support]'
	has "$output" '[conclusion.unearned]'
	mount=$(mount_of "$output")
	is "$(status state "$mount/readme/status") $(status outcome "$mount/readme/status")" 'completed ACCEPTED_CONSENSUS'
	is "$(status turns "$mount/readme/status") $(status warnings "$mount/readme/status")" '5 []'
	umount "$mount"
	eventually "$DUELFS" verify "${mount%/mount}/store"
}

@test "quickstart plays a debate with a judge to its end, and leaves it mounted" {
	run -0 env TMPDIR="$W" "$ROOT/scripts/quickstart" --format dialectic
	has "$output" '[seat.taken]'
	has "$output" '[1].claim: error: [handin.blank]'
	has "$output" '[lease.order]'
	mount=$(mount_of "$output")
	is "$(status state "$mount/refused/status") $(status outcome "$mount/refused/status")" 'completed COMPLETED'
	is "$(jq -r .prop_001.current_score "$mount/refused/scores.json")" 0.25
	has "$(cat "$mount/refused/argument-graph.svg")" prop_001
	umount "$mount"
	eventually "$DUELFS" verify "${mount%/mount}/store"
}

@test "quickstart plays a debate in rounds to its verdict, and leaves it mounted" {
	run -0 env TMPDIR="$W" "$ROOT/scripts/quickstart" --format rounds
	has "$output" '[seat.identity]'
	has "$output" '[challenge.flaw]'
	has "$output" 'points_open = ["C1.1'
	has "$output" '[defense.coverage]'
	has "$output" '[verdict.winner]'
	has "$output" '"winner": "claude"'
	mount=$(mount_of "$output")
	is "$(status state "$mount/storage/status") $(status outcome "$mount/storage/status")" 'completed COMPLETED'
	is "$(status turns "$mount/storage/status") $(status warnings "$mount/storage/status")" '5 []'
	is "$(jq -r .verdict.winner "$mount/storage/last-debate.json")" claude
	has "$(cat "$mount/storage/debate.md")" '- C1.3: resolved — the files of '
	umount "$mount"
	eventually "$DUELFS" verify "${mount%/mount}/store"
}

@test "quickstart plays a debate over an argument graph to the verdict that it earns, and leaves it mounted" {
	run -0 env TMPDIR="$W" "$ROOT/scripts/quickstart" --format adversarial
	has "$output" '[value.bad] there is no role "debater-tabulators"'
	has "$output" '[lease.order] it is the move of olga, who names whose text is next'
	has "$output" '[claim.rating] arg-005 is refuted'
	has "$output" '**Closure**: ruled by moderator at turn 4 as refuted (arg-005)'
	# shellcheck disable=SC2016 # it is a code span of Markdown
	has "$output" '[verdict.unearned] the graph earns `Q-2: asymmetric engagement tabs`'
	mount=$(mount_of "$output")
	is "$(status state "$mount/typing/status") $(status outcome "$mount/typing/status")" 'completed COMPLETED'
	is "$(status turns "$mount/typing/status")" 5
	has "$(cat "$mount/typing/output/synthesis.md")" '- Q-2: asymmetric engagement tabs'
	has "$(cat "$mount/typing/argument-graph.svg")" arg-005
	umount "$mount"
	eventually "$DUELFS" verify "${mount%/mount}/store"
}

@test "a second quickstart runs beside the first" {
	first=$(TMPDIR=$W "$ROOT/scripts/quickstart")
	second=$(TMPDIR=$W "$ROOT/scripts/quickstart")
	first=$(mount_of "$first")
	second=$(mount_of "$second")
	[ "$first" != "$second" ]
	is "$(status outcome "$first/readme/status") $(status outcome "$second/readme/status")" 'ACCEPTED_CONSENSUS ACCEPTED_CONSENSUS'
}

# A folder $UNDER that nobody, as whom the server runs, gets through too; bats has its own for itself.
shared_room() {
	UNDER=$(mktemp -d "${CLUSTER_UNDER:-/tmp}/duelfs-shared-XXXXXX")
	chmod 711 "$UNDER"
}

mounts_left() {
	awk -v under="$UNDER/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo
}

# Whoever has a path below $UNDER in its command line, or is in a folder there.
processes_left() {
	# shellcheck disable=SC2062 # files, and the pattern comes from stdin: grep's own command line has none
	grep -alsF --file=- /proc/[0-9]*/cmdline <<<"$UNDER/"
	find /proc/[0-9]*/cwd -lname "$UNDER/*" 2>/dev/null
}

no_process_left() {
	[ -z "$(processes_left)" ]
}

nothing_is_left() {
	is "$(mounts_left)" ''
	eventually no_process_left
	is "$(find "$UNDER" -mindepth 1)" ''
}

# What a test that failed left there.
shared_ends() {
	local left
	mounts_left | while read -r left; do
		umount -l "$(printf '%b' "$left")"
	done
	for left in "$UNDER"/*/*/cluster/data/postmaster.pid "$UNDER"/*/cluster/data/postmaster.pid; do
		[ ! -e "$left" ] || kill -QUIT "$(head -n 1 "$left")"
	done
	rm -rf --one-file-system "$UNDER"
}

@test "quickstart --shared plays a duel over two mounts of one database, and the command that it prints ends all of it" {
	shared_room
	mkdir "$UNDER/it's here"
	run -0 env TMPDIR="$UNDER/it's here" "$ROOT/scripts/quickstart" --shared
	has "$output" '[lease.order]'
	has "$output" '[turn.stance]'
	has "$output" '[conclusion.unearned]'
	local mounts=()
	eval "mounts=($(sed -n 's/^ *umount \(.*\) &&$/\1/p' <<<"$output"))"
	is ${#mounts[@]} 2
	for mount in "${mounts[@]}"; do
		mountpoint -q "$mount"
		is "$(status state "$mount/readme/status") $(status outcome "$mount/readme/status")" 'completed ACCEPTED_CONSENSUS'
		is "$(status turns "$mount/readme/status") $(status warnings "$mount/readme/status")" '5 []'
		has "$output" "$(sha256sum <"$mount/readme/debate.md" | cut -d ' ' -f 1)  "
	done
	cmp "${mounts[0]}/readme/debate.md" "${mounts[1]}/readme/debate.md"
	has "$output" "alice:${mounts[0]}/readme\$ cat participants/alice/wait"
	has "$output" "bob:${mounts[1]}/readme\$ echo 'claim bob' > lock"
	no grep -F -e "alice:${mounts[1]}" -e "bob:${mounts[0]}" <<<"$output"
	run -0 bash -c "$(grep '^    .* verify ' <<<"$output")
		$(sed -n '/^    umount /,$p' <<<"$output")"
	has "$output" 'readme: ok'
	rmdir "$UNDER/it's here"
	nothing_is_left
}

# Where quickstart looks first for `tail`, which it asks for when the duel is closed.
own_tail() { # COMMANDS
	mkdir "$W/bin"
	printf '#!/bin/sh\n%s\n' "$1" >"$W/bin/tail"
	chmod +x "$W/bin/tail"
}

@test "quickstart --shared that fails leaves no mount, no server and no folder" {
	shared_room
	own_tail 'exit 1'
	run -1 env PATH="$W/bin:$PATH" TMPDIR="$UNDER" "$ROOT/scripts/quickstart" --shared
	has "$output" 'two/readme$ tail -n 3 events'
	has "$output" 'this should have worked'
	nothing_is_left
}

@test "quickstart --shared that is ended by a signal leaves no mount, no server and no folder" {
	shared_room
	own_tail "echo >'$W/asked'; exec sleep 600"
	PATH="$W/bin:$PATH" TMPDIR="$UNDER" setsid "$ROOT/scripts/quickstart" --shared >"$W/said" 2>&1 </dev/null 3>&- 4>&- &
	player=$!
	eventually test -e "$W/asked"
	is "$(mounts_left | wc -l)" 2
	kill -TERM -- -$player
	status=0
	wait $player || status=$?
	is $status 143
	nothing_is_left
}

@test "quickstart --shared says so where the server's user cannot get to the folder" {
	mkdir -m 700 "$W/closed"
	run -1 env TMPDIR="$W/closed" "$ROOT/scripts/quickstart" --shared
	has "$output" "cannot enter $W/closed/duelfs-"
	has "$output" 'set TMPDIR to another folder'
	rmdir "$W/closed"
}

@test "quickstart knows no other formats and options" {
	run -2 "$ROOT/scripts/quickstart" --format nonsense
	has "$output" usage
	run -2 "$ROOT/scripts/quickstart" --nonsense
	run -2 "$ROOT/scripts/quickstart" --format
	run -2 "$ROOT/scripts/quickstart" --shared --agents
	run -2 "$ROOT/scripts/quickstart" --format rounds --shared
}

@test "quickstart --help names every format there is" {
	run -0 "$ROOT/scripts/quickstart" --help
	is "$(sed -n 's/^Formats: \(.*\) (.*/\1/p' <<<"$output" | tr ' ' '\n')" "$(formats | sort)"
}

@test "the first forty lines of the repository's README.md make a mount and bring a duel to its end, as printed" {
	mkdir "$W/empty" "$W/bin"
	head -n 40 "$ROOT/README.md" >"$W/forty"
	script_of "$W/forty" >"$W/script"
	ln -s "$DUELFS" "$W/bin/duelfs"
	said=$(cd "$W/empty" && PATH=$W/bin:$PATH bash "$W/script" 2>&1 </dev/null)
	has "$said" 'error: [section.missing]'
	has "$said" '**INVALIDATED**, '
	is "$(status state "$W/empty/mnt/cache/status") $(status turns "$W/empty/mnt/cache/status")" 'invalidated 1'
	umount "$W/empty/mnt"
	eventually "$DUELFS" verify "$W/empty/store"
}

@test "README.md has at most 200 lines and 1,500 words, and a row for every format" {
	[ "$(wc -l <"$ROOT/README.md")" -le 200 ]
	[ "$(wc -w <"$ROOT/README.md")" -le 1500 ]
	for format in $(formats); do
		grep -qE "^\| \`$format\` \|" "$ROOT/README.md" || give_up "no row about $format"
	done
}

@test "the mount's README.md works as printed, whatever the mountpoint is called" {
	M="$W/m nt'\$x\"y"
	mkdir "$M"
	mounted
	script_of "$M/README.md" >"$W/script"
	has "$(cat "$W/script")" 'turn.md'
	plays "$W/script"
	on example
	is "$(status state) $(status outcome) $(status turns)" 'completed DISSENT 2'
	is "$(status warnings)" '[]'
	for format in $(formats); do
		is "$(status format "$M/example-$format/status")" "$format"
	done
}

@test "the mount's README.md works as printed, whatever the default format is" {
	for format in $(formats); do
		configure <<-TOML
			[defaults]
			format = "$format"
		TOML
		mounted
		script_of "$M/README.md" >"$W/script"
		plays "$W/script"
		on example
		is "$(status format) $(status outcome)" 'socratic DISSENT'
		unmounted
		emptied
	done
}

# What the duel's README.md prints under a heading, run.
follows() { # HEADING
	script_of "$D/README.md" "$1" >"$W/script"
	[ "$(wc -l <"$W/script")" -gt 1 ] || give_up "no command under $1"
	plays "$W/script"
}

# A turn without its heading, which the desk writes.
bare_turn() { # N
	turn "$1" NAME OPEN_TO_DEBATE | tail -n +3
}

# The names of the seats, in the order of their joins.
seats() {
	ls -tr "$D/participants"
}

@test "a duel's README.md leads from the first join to the conclusion, with its commands as printed" {
	mounted
	duel d 'max_turns = 2'
	follows '## Now'
	is "$(status participants)" 1
	follows '## Now'
	is "$(status participants) $(status state)" '2 debating'
	for n in 1 2; do
		follows '## Now'
		has "$said" "You are asked for **turn $n**"
		seat=$(sed -n 's/.*You are \*\*\(.*\)\*\*\. You are asked.*/\1/p' <<<"$said" | head -n 1)
		bare_turn $n >"$D/participants/$seat/turn.md"
		is "$(status turns) $(status lock_owner)" "$n "
	done
	is "$(status state)" closing
	follows '## Now'
	has "$said" '## Terminal Conclusion'
	printf '%s\n' '**Outcome**: MAX_TURNS' '**Reason**: no turn is left' '' 'Measure first.' >"$D/participants/$seat/turn.md"
	is "$(status state) $(status outcome)" 'completed MAX_TURNS'
	follows '## Now'
	has "$said" 'Measure first.'
}

@test "a duel's README.md leads through a debate with a judge, from the first join to the report" {
	says() { # FUNCTION
		# shellcheck source=/dev/null
		(cd "$BATS_TEST_DIRNAME/../.." && . scripts/duels/dialectic.sh && "$1")
	}
	mounted
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "Caching"' 'exchanges = 2' >"$D/config.toml"
	follows '## Now'
	follows '## Now'
	is "$(status state) $(status participants)" 'debating 2'
	for text in opening_proposition opening_opposition judgement_0 rebuttal_proposition rebuttal_opposition judgement_1 report; do
		follows '## Now'
		[ "$text" != judgement_0 ] || follows '## Now' # the judge joins first
		has "$said" 'You are asked for'
		seat=$(sed -n 's/^You are \*\*\(.*\)\*\*, .*/\1/p' <<<"$said")
		says $text >"$D/participants/$seat/turn.md"
	done
	arguments=("$D"/arguments/*)
	is "$(status state) $(status outcome) $(status next_step) ${#arguments[@]}" 'completed COMPLETED closed 8'
	is "$(says report)" "$(head -n -2 "$D/report.md")"
	follows '## Now'
	has "$said" 'in 4 arguments'
}

@test "a duel's README.md leads through a debate in rounds, from the first join to the verdict" {
	says() { # TEXT
		# shellcheck source=/dev/null
		(cd "$BATS_TEST_DIRNAME/../.." && . scripts/duels/rounds.sh && case $1 in verdict) verdict ;; *) said "$1" ;; esac)
	}
	mounted
	bare d
	printf '%s\n' 'format = "rounds"' 'topic = "Caching"' >"$D/config.toml"
	follows '## Now'
	follows '## Now'
	is "$(status state) $(status participants)" 'debating 2'
	for text in opening challenge defence followup; do
		follows '## Now'
		has "$said" 'You are asked for'
		says $text >"$D/participants/$(status next_participant)/turn.md"
	done
	follows '## Now'
	is "$(status next_step)" write_verdict
	says verdict | sed "s/^Winner:.*/Winner: $(jq -r .proposer.tool "$D/last-debate.json")/" >"$D/participants/$(status next_participant)/turn.md"
	is "$(status state) $(status outcome) $(status turns)" 'completed COMPLETED 5'
	no test "$(jq -r .proposer.tool "$D/last-debate.json")" = "$(jq -r .challenger.tool "$D/last-debate.json")"
	follows '## Now'
	has "$said" '## What to do'
}

@test "names that a shell could misread are quoted in a duel's README.md" {
	mounted
	printf '# The plan\n\nRoll back.\n' >"$W/plan.md"
	duel d "source = \"$W/plan.md\""
	# shellcheck disable=SC2016 # the dollars are part of the names
	printf '%s\n' 'join "Al $HOME o'"'"'Hara" harness="my shell" model="a/b\"c"' >"$D/lock"
	# shellcheck disable=SC2016
	printf '%s\n' 'join $x;*&#\ harness=~ model=*' >"$D/lock"
	follows '## Now'
	# shellcheck disable=SC2016
	has "$said" 'You are **Al $HOME o'"'"'Hara**'
	# shellcheck disable=SC2016
	bare_turn 1 >"$D/participants/Al \$HOME o'Hara/turn.md"
	follows '## Now'
	# shellcheck disable=SC2016
	has "$said" 'You are **$x;*&#\**. You are asked for **turn 2**'
}

@test "a held floor's README.md names the holder" {
	mounted
	duel
	join_both
	lock claim bob
	has "$(cat "$D/README.md")" 'bob has the floor'
	lock release bob
	no grep 'has the floor' "$D/README.md"
}

@test "where a token is wanted, a duel's README.md joins with one" {
	mounted
	duel d 'require_token = true'
	script_of "$D/README.md" '## Now' | sed 's/token=SECRET/token=a-secret-of-mine/' >"$W/script"
	plays "$W/script"
	refused EACCES lease.token lock claim alice
}

@test "after a refusal a duel's README.md says where the reason is" {
	mounted
	duel
	join_both
	fails EINVAL "$SYS" open "$D/participants/alice/turn.md" w,trunc write 'I say yes.' close
	has "$(cat "$D/README.md")" 'participants/NAME/last_error'
	has "$(cat "$D/participants/alice/last_error")" 'turn.md:1: error: [section.missing]'
}

@test "with agents quickstart plays each format by duel-run, and leaves it mounted" {
	for format in $(formats); do
		run -0 env TMPDIR="$W" "$ROOT/scripts/quickstart" --agents --format "$format"
		has "$output" '/scripts/duel-run --mount '
		has "$output" 'ended: '
		mount=$(mount_of "$output")
		mountpoint -q "$mount"
		umount "$mount"
	done
}
