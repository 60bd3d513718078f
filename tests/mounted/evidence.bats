#!/usr/bin/env bats
# Evidence that is looked up: debates about this repository's own code, in each format. What is fabricated is refused, what is honest is taken.
# shellcheck disable=SC2016,SC1111,SC2154 # backticks and quotation marks are Markdown's; said is lib's
load lib
. "$BATS_TEST_DIRNAME/rounds.bash"

CODE=$BATS_TEST_DIRNAME/../..

setup() {
	paths
	pass_through
	mounted
	R=$W/repo
	mkdir -p "$R"
	cp -r "$CODE/fs" "$CODE/README.md" "$CODE/Makefile" "$R"
	LINE=$(grep -n '^judging_run(' "$R/fs/gate/judging.c" | cut -d: -f1)
	LAST=$(wc -l <"$R/fs/gate/judging.c")
}

# `looked_into NAME [CONFIG LINE…]`: a duel with that root.
looked_into() {
	bare "$1"
	printf '%s\n' 'topic = "Caching"' "evidence_root = \"$R\"" "${@:2}" >"$D/config.toml"
}

# A citation a line.
honest() {
	cat <<-TEXT
		fs/gate/judging.c:$LINE takes a struct judging
		\`fs/gate/judging.c:1-$LAST\` is the whole
		see fs/gate/judging.c#L$LINE, then judging.c:1 once more
		(fs/gate/judging.c:$LINE) "judging_run(struct judging *j)"
		fs/gate/judging.c:$((LINE + 9)): “judging_run(struct judging *j)”
		fs/gate/judging.c: "judging_run(struct … judging *j"
		$R/Makefile:1 "# duelfs: \`make\` builds"
		见fs/gate/judging.c：$LINE：「judging_run」
		fs/gate/nowhere.c:9 (removed) and fs/gate/later.c:3 (new)
		HEAD:fs/gate/gone.c:7, https://example.org/fs/gate/gone.c#L7 and *.c are no citations
		turns/001-alice.md:1 is this duel's own
	TEXT
}

# A rule and a citation that breaks it, a line.
fabricated() {
	cat <<-TEXT
		evidence.missing fs/gate/nowhere.c:9 has it
		evidence.missing \`fs/gate/nowhere.c:9\` has it
		evidence.missing fs/gate/nowhere.c: "judging_run"
		evidence.missing /etc/passwd.md:1 is elsewhere
		evidence.missing ../repo/README.md:1 leads out
		evidence.missing fs/gate.d/judging.c:1 is no folder
		evidence.missing 见fs/gate/不在.c：9
		evidence.line fs/gate/judging.c:$((LAST + 1)) is behind the end
		evidence.line \`fs/gate/judging.c:1-$((LAST + 1))\` as well
		evidence.line fs/gate/judging.c#L0 is none
		evidence.line fs/gate/judging.c:9-3 runs backwards
		evidence.quote fs/gate/judging.c:$LINE "judging_walks(struct judging *j)"
		evidence.quote fs/gate/judging.c:1 "judging_run(struct judging *j)"
		evidence.quote fs/gate/judging.c: "nobody wrote this"
		evidence.quote fs/gate/judging.c：$LINE：「没有这句话」
	TEXT
}

# `turn_saying WORDS`: alice's first turn, with these in its position.
turn_saying() {
	turn 1 alice OPEN_TO_DEBATE | WORDS=$1 awk '/^Caching pays/ { print ENVIRON["WORDS"] } { print }'
}

opening_saying() {
	text_opening
	printf '\n- %s, as `make check` shows.\n' "$1"
}

arguments_saying() {
	jq -n --arg words "$1" '[range(3) | {title: "A title of five \(.) words", claim: "Claim \(.) stands \(.)1 by \(.)2 itself \(.)3.",
		grounds: [{source: "README.md", content: "Content \(.)4 of \(.)5 it \(.)6 \(.)7. \($words)", relevance: "It matters \(.)8."}],
		warrant: "Warrant \(.)9 is given."}]'
}

# `each_is_judged SAYING`: what is honest is taken, what is fabricated refused with its rule, in `check`.
each_is_judged() {
	local rule words
	failed=
	while read -r words; do
		"$1" "$words" >"$W/text"
		holds "$words" rehearsed "$W/text"
	done < <(honest)
	while read -r rule words; do
		"$1" "$words" >"$W/text"
		holds "$words" fails EINVAL rehearsed "$W/text"
		holds "$words" has "$(newest_refusal)" "error: [$rule]"
	done < <(fabricated)
	[ -z "$failed" ]
}

rehearsed() {
	"$SYS" as "${WHO:-0}" open "$D/participants/alice/check" w write "@$1" close
}

@test "socratic: every fabricated path, line and quotation is refused, and every honest one taken" {
	looked_into d
	join_both
	lock claim alice
	each_is_judged turn_saying
	turn_saying 'fs/gate/nowhere.c:9' >"$W/bad.md"
	refused EINVAL evidence.missing append "$W/bad.md"
	is "$(status turns)" 0
	turn_saying "$(honest)" >"$W/good.md"
	append "$W/good.md"
	is "$(status turns)" 1
}

@test "a rewrite and a desk are told at the write" {
	looked_into d
	join_both
	lock claim alice
	turn_saying 'fs/gate/nowhere.c:9' >"$W/bad.md"
	{ cat "$D/debate.md"; printf '\n---\n\n'; cat "$W/bad.md"; } >"$W/whole.md"
	steps 'open write:EINVAL close:EINVAL' open "$D/debate.md" w,trunc write "@$W/whole.md" close
	has "$(newest_refusal)" 'error: [evidence.missing]'
	steps 'open write:EINVAL close:EINVAL' open "$D/participants/alice/turn.md" w,trunc write "@$W/bad.md" close
	turn_saying "fs/gate/judging.c:$LINE" >"$W/good.md"
	steps 'open write close' open "$D/participants/alice/turn.md" w,trunc write "@$W/good.md" close
	is "$(status turns)" 1
	is "$(jq -r '.[] | "\(.path):\(.first) \(.line)"' "$D/evidence.json")" "fs/gate/judging.c:$LINE 4"
}

@test "socratic: an entry of support begins with a file that is there" {
	looked_into d
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn"
	sed 's|https://example.*|`fs/gate/judging.c` — "judging_run"|' "$W/turn" >"$W/good"
	rehearsed "$W/good"
	lacks "$(cat "$D/participants/alice/check")" warning
	sed 's|https://example.*|fs/gate/nowhere.c|' "$W/turn" >"$W/bad"
	refused EINVAL evidence.missing rehearsed "$W/bad"
	sed 's|https://example.*|`fs/gate/judging.c` — "judging_walks"|' "$W/turn" >"$W/bad"
	refused EINVAL evidence.quote rehearsed "$W/bad"
}

@test "rounds: every fabricated path, line and quotation is refused, and every honest one taken" {
	mkdir -p "$R/src" "$R/bench"
	seq 40 >"$R/src/price.c"
	: >"$R/bench/hits.log"
	looked_into d 'format = "rounds"'
	seats_taken
	lock claim alice
	each_is_judged opening_saying
	opening_saying 'fs/gate/nowhere.c:9' >"$W/bad.md"
	refused EINVAL evidence.missing append "$W/bad.md"
	opening_saying "fs/gate/judging.c:$LINE" >"$W/good.md"
	append "$W/good.md"
	has "$(cat "$D/evidence.json")" fs/gate/judging.c
}

@test "dialectic: every fabricated path, line and quotation is refused, and every honest one taken" {
	looked_into d 'format = "dialectic"' 'sealed = false'
	"$SYS" as 1001 open "$D/lock" w write $'join alice role=proposition\n' close
	lock join bob role=opposition
	WHO=1001 each_is_judged arguments_saying
	"$SYS" as 1001 open "$D/lock" w write $'claim alice\n' close
	arguments_saying x | jq '.[1].grounds[0].source = "NOWHERE.md"' >"$W/bad"
	refused EINVAL evidence.missing "$SYS" as 1001 open "$D/debate.md" append write "@$W/bad" close
	has "$(newest_refusal)" 'debate.md:[1].grounds[0].source'
}

@test "dialectic: of what is sealed no word is said, nor what it cites" {
	looked_into d 'format = "dialectic"'
	lock join alice role=proposition
	lock join bob role=opposition
	arguments_saying 'fs/gate/zwirbel.c:3' >"$W/bad"
	lock claim alice
	refused_own EINVAL evidence.missing alice open "$D/debate.md" append write "@$W/bad" close
	has "$(newest_refusal "$W/own")" '[0].grounds[0].content'
	fails EINVAL rehearsed "$W/bad"
	lacks "$(cat "$D/participants/alice/check" "$D/last_error" "$D/events")" zwirbel
	arguments_saying "fs/gate/judging.c:$LINE" >"$W/alice"
	append "$W/alice"
	lock release alice
	is "$(cat "$D/evidence.json")" '[]'
	remounted
	is "$(cat "$D/evidence.json")" '[]'
	arguments_saying 'Makefile:2' | sed 's/Claim/Klaim/; s/Content/Kontent/' >"$W/bob"
	lock claim bob
	append "$W/bob"
	is "$(jq -r '.[] | select(.path != "README.md") | "\(.seat) \(.path) \(.where)"' "$D/evidence.json" | sort -u | head -n 1)" \
		'alice fs/gate/judging.c [0].grounds[0].content'
	has "$(cat "$D/evidence.json")" '"seat":"bob"'
}

@test "the cited lines stay with the turn, whatever becomes of the files" {
	local sum
	looked_into d
	join_both
	lock claim alice
	turn_saying 'Makefile:1-30 and fs/gate/judging.c: "judging_run", .clang-format:2, and a mention of fs/nowhere.c' >"$W/good.md"
	append "$W/good.md"
	sum=$(sha256sum <"$CODE/Makefile" | cut -d' ' -f1)
	is "$(jq -r '.[0] | "\(.seat) \(.path) \(.line) \(.first)-\(.last) \(.lines_last) \(.sha256)"' "$D/evidence.json")" \
		"alice Makefile 4 1-30 20 $sum"
	is "$(jq -r '.[0].lines' "$D/evidence.json" | head -n 1)" "$(head -n 1 "$CODE/Makefile")"
	is "$(jq -r '.[1].quote' "$D/evidence.json")" judging_run
	is "$(jq -r '.[2] | "\(.seen) \(.why)"' "$D/evidence.json")" 'not looked up a name in it begins with a dot'
	is "$(jq -r '.[3].seen' "$D/evidence.json")" missing
	cp "$D/evidence.json" "$W/before"
	eventually grep -q 'Evidence that was looked up' "$D/view.html"
	has "$(cat "$D/view.html")" '<code>Makefile:1</code>, file'
	has "$(cat "$D/view.html")" "<pre>$(head -n 1 "$CODE/Makefile" | sed 's/>/\&gt;/g')"
	rm -r "$R"
	remounted
	cmp "$D/evidence.json" "$W/before"
	is "$(status turns)" 1
	unmounted
	"$DUELFS" verify "$STORE" | grep -q 'd: ok'
	"$DUELFS" export "$STORE" d "$W/exported"
	cmp "$W/exported/evidence.json" "$W/before"
}

@test "lines that hold a credential are not shown, nor what they say" {
	looked_into e
	# one that would be a credential, put together here
	printf 'one\nkey %s%s\n' ghp_ 0aZ1bY2cX3dW4eV5fU6gT7hS8iR9jQ0kP1lO >"$R/keys.md"
	join_both
	lock claim alice
	warned 'keys.md:2 "nothing of this"' 'its lines hold a secret'
	append "$W/text"
	lacks "$(cat "$D/participants/alice/check" "$D/evidence.json")" 0aZ1bY
	# where a text may hold one, what is wrong with it is told without it
	looked_into f 'secrets = "warn"'
	join_both
	lock claim alice
	turn_saying "keys.md:1 \"$(sed -n 's/^key //p' "$R/keys.md")x\"" >"$W/text"
	refused EINVAL evidence.quote append "$W/text"
	fails EINVAL rehearsed "$W/text"
	lacks "$(cat "$D/participants/alice/check" "$D/last_error" "$D/events")" 0aZ1bY
}

@test "what was found instead is told to whoever rehearsed it, and to nobody else" {
	looked_into d
	join_both
	lock claim alice
	turn_saying "fs/gate/judging.c:$((LAST + 1)) and Makefile:1 \"nothing of this\"" >"$W/bad"
	fails EINVAL rehearsed "$W/bad"
	has "$(cat "$D/participants/alice/check")" "the file has $LAST lines"
	has "$(cat "$D/participants/alice/check")" 'line 1 reads "# duelfs:'
	refused EINVAL evidence.line append "$W/bad"
	lacks "$(cat "$D/last_error" "$D/events")" "the file has"
	lacks "$(cat "$D/last_error" "$D/events")" "reads"
	lacks "$(user 1004 cat "$D/participants/alice/check")" "the file has"
	# Whoever is refused is told in its own last_error, by whatever way it wrote.
	has "$(cat "$D/participants/alice/last_error")" "the file has $LAST lines"
	has "$(cat "$D/participants/alice/last_error")" 'line 1 reads "# duelfs:'
	lacks "$(cat "$D/participants/bob/last_error")" "the file has"
	lacks "$(user 1004 cat "$D/participants/alice/last_error" "$D/participants/alice/prompt.md")" "the file has"
	lacks "$(cat "$D/prompt.md" "$D/participants/alice/prompt.md")" "the file has"
	seq 4 >"$R/short.c"
	turn_saying "short.c:9 is not there" >"$W/bad"
	fails EINVAL "$SYS" open "$D/participants/alice/turn.md" w,trunc write "@$W/bad" close
	has "$(sed -n 1,2p "$D/participants/alice/last_error")" "the file has 4 lines"
	seq 6 >"$R/short.c"
	fails EINVAL "$SYS" open "$D/participants/alice/turn.md" w,trunc write "@$W/bad" close
	has "$(sed -n 1,2p "$D/participants/alice/last_error")" "the file has 6 lines"
	remounted
	lacks "$(cat "$D/participants/alice/last_error")" "the file has"
	has "$(cat "$D/participants/alice/last_error")" 'evidence.line'
}

# shellcheck disable=SC2016 # backquotes are Markdown's
@test "what was not there in passing, or not looked at, stands in status and in the next prompts, in every format and after a restart" {
	echo hidden >"$R/.hidden.c"
	mkdir "$R/src" && seq 40 >"$R/src/price.c"
	looked_into socratic
	join_both
	lacks "$(cat "$D/prompt.md")" 'was not looked at'
	turn_saying 'fs/gate/nobody.c is named in passing, and .hidden.c:1 as well' >"$W/text"
	cat "$W/text" >"$D/participants/alice/turn.md"
	looked_into rounds 'format = "rounds"'
	seats_taken
	opening_saying 'fs/gate/nobody.c is named in passing, and .hidden.c:1 as well' >"$W/text"
	cat "$W/text" >"$D/participants/alice/turn.md"
	looked_into dialectic 'format = "dialectic"' 'sealed = false'
	lock join alice role=proposition harness=h model=m
	lock join bob role=opposition harness=h model=m
	arguments_saying 'fs/gate/nobody.c is named in passing, and .hidden.c:1 as well' >"$W/text"
	cat "$W/text" >"$D/participants/alice/turn.md"
	arguments_saying 'Nothing is cited here' | sed 's/Claim/Other/; s/Content/Matter/' >"$W/text"
	cat "$W/text" >"$D/participants/bob/turn.md"
	for again in no yes; do
		for duel in socratic rounds dialectic; do
			on $duel
			has "$(status warnings)" '[evidence.mention]'
			has "$(status warnings)" '[evidence.hidden]'
			has "$(cat "$D/prompt.md")" 'Of what was cited so far this is not there, or was not looked at:'
			has "$(cat "$D/prompt.md")" 'fs/gate/nobody.c'
			has "$(cat "$D/evidence.json")" '.hidden.c'
		done
		[ $again = yes ] || remounted
	done
	on dialectic
	has "$(cat "$D/last_error")" 'evidence.mention'
}

# `warned WORDS…`: a turn that says the first is taken, with a warning of the second.
warned() {
	turn_saying "$1" >"$W/text"
	rehearsed "$W/text" || return
	has "$(cat "$D/participants/alice/check")" "warning: [${3:-evidence.hidden}]" && has "$(cat "$D/participants/alice/check")" "$2"
}

@test "nothing leads out of the root, and only plain files of a bounded size are looked into" {
	looked_into d
	join_both
	lock claim alice
	echo secret >"$W/secret.md"
	ln -s ../secret.md "$R/up.md"
	ln -s "$W/secret.md" "$R/away.md"
	ln -s fs/gate/judging.c "$R/near.c"
	ln -s .hidden/a.md "$R/hidden.md"
	mkdir "$R/.hidden"
	echo x >"$R/.hidden/a.md"
	mkfifo "$R/fifo.md"
	truncate -s $((4 * 1024 * 1024 + 1)) "$R/huge.md"
	printf 'a\0b\n' >"$R/binary.md"
	failed=
	for words in 'up.md:1' 'away.md:1 "secret"' 'fs/../../secret.md:1'; do
		turn_saying "$words" >"$W/text"
		holds "$words" fails EINVAL rehearsed "$W/text"
		holds "$words" has "$(cat "$D/participants/alice/check")" 'is not beneath the evidence root'
	done
	holds link warned 'near.c:1 and fs/nowhere.c' fs/nowhere.c evidence.mention
	holds hidden warned '.hidden/a.md:1' 'begins with a dot'
	holds 'link to hidden' warned 'hidden.md:1' 'begins with a dot'
	holds fifo warned 'fifo.md:1' 'not a regular file'
	holds huge warned 'huge.md:1' '4 MiB'
	holds binary warned 'binary.md:1' 'no text'
	holds folder fails EINVAL rehearsed <(turn_saying 'fs/:1')
	holds many warned "$(seq -f 'Makefile:%g' 257)" '1 citations more than the 256'
	[ -z "$failed" ]
}

@test "it is looked into with the rights of whoever set it" {
	chmod 755 "$R"
	echo mine >"$R/mine.md"
	chmod 600 "$R/mine.md"
	user 1001 mkdir "$M/d"
	on d
	printf 'topic = "Caching"\nevidence_root = "%s"\n' "$R" >"$W/config"
	"$SYS" as 1001 open "$D/config.toml" w,trunc write "@$W/config" close
	lock join alice harness="$HARNESS" model="$MODEL"
	lock join bob harness="$HARNESS" model="$MODEL"
	lock claim alice
	warned 'mine.md:1' 'may not read it'
	remounted
	warned 'mine.md:1' 'may not read it'
	chmod 644 "$R/mine.md"
	turn_saying 'mine.md:1 "mine"' >"$W/text"
	rehearsed "$W/text"
	lacks "$(cat "$D/participants/alice/check")" warning
	looked_into e
	lock join alice harness="$HARNESS" model="$MODEL"
	lock join bob harness="$HARNESS" model="$MODEL"
	chmod 600 "$R/mine.md"
	lock claim alice
	rehearsed "$W/text"
	lacks "$(cat "$D/participants/alice/check")" warning
}

@test "from duelfs.toml it is looked into with the rights of its owner" {
	expect_stderr 'the default evidence root was refused: .*/repo: there is no such directory'
	echo mine >"$R/mine.md"
	chmod 600 "$R/mine.md"
	chown 1001:1001 "$R"
	unmounted
	configure <<-TOML
		[defaults]
		evidence_root = "$R"
	TOML
	mounted
	mkdir "$M/made"
	on made
	is "$(status evidence_root "$D/config.toml")" "$R"
	lacks "$(cat "$D/config.toml")" evidence_as
	join_both
	lock claim alice
	warned 'mine.md:1' 'may not read it'
	mkdir "$M/gone"
	mv "$R" "$R.away"
	no mkdir "$M/other"
	has "$(cat "$M/last_error")" 'the default evidence root'
	on made
	warned 'mine.md:1' 'the evidence root is gone'
}

bad_root() { # PATH WORDS
	printf 'topic = "x"\nevidence_root = "%s"\n' "$1" >"$W/config"
	fails 'E(INVAL|ACCES)' "$SYS" as "${3:-0}" open "$D/config.toml" w,trunc write "@$W/config" close || return
	has "$(newest_refusal)" 'config.toml:2: error: [' && has "$(newest_refusal)" "$2"
}

@test "a root that is no directory, or is or holds the mount or the store, is refused when it is set" {
	user 1001 mkdir "$M/d"
	on d
	cp "$D/config.toml" "$W/before"
	mkdir "$W/private"
	chmod 700 "$W/private"
	echo x >"$W/file"
	ln -s "$STORE" "$W/alias"
	failed=
	holds mount bad_root "$M" mount
	holds 'in it' bad_root "$M/d" 'lies in it'
	holds store bad_root "$STORE" 'is or holds'
	holds alias bad_root "$W/alias" 'is or holds'
	holds above bad_root "$W" 'is or holds'
	holds top bad_root / 'is or holds'
	holds file bad_root "$W/file" 'not a directory'
	holds none bad_root "$W/none" 'no such directory'
	holds relative bad_root repo absolute
	holds private bad_root "$W/private" 'may not look into it' 1001
	holds unchanged cmp "$D/config.toml" "$W/before"
	holds 'no key of users' fails EINVAL "$SYS" open "$D/config.toml" append write "evidence_as = \"0:0:\""$'\n' close
	[ -z "$failed" ]
	[ ! -e "$D/evidence.json" ]
}

@test "prompts say whether files that are cited are looked up" {
	looked_into d
	duel e
	has "$(cat "$M/d/prompt.md")" "Files that a text cites are looked up beneath \`$R\`"
	has "$(cat "$M/e/prompt.md")" 'Files that a text cites are not looked up'
	[ -e "$M/d/evidence.json" ]
	[ ! -e "$M/e/evidence.json" ]
	on e
	join_both
	turn_saying 'fs/gate/nowhere.c:9' >"$W/text"
	lock claim alice
	rehearsed "$W/text"
}

# Another file system of this kind, that does not answer any more once it is stopped.
@test "where nothing answers in time the text is taken, and says that it was not looked up" {
	local other
	mkdir "$W/mnt2"
	env --default-signal=INT,TERM "$DUELFS" "$W/store2" "$W/mnt2" -f </dev/null >/dev/null 2>&1 3>&- 4>&- &
	other=$!
	eventually mountpoint -q "$W/mnt2"
	mkdir "$W/mnt2/x"
	R=$W/mnt2/x
	looked_into d
	join_both
	lock claim alice
	kill -STOP $other
	turn_saying 'README.md:1 and nowhere.md:3' >"$W/text"
	append "$W/text" || failed=yes
	kill -CONT $other
	kill -TERM $other
	wait $other || true
	[ -z "${failed:-}" ]
	is "$(status turns)" 1
	has "$(jq -r '.[].why' "$D/evidence.json" | sort -u)" 'did not answer within 5 seconds'
}
