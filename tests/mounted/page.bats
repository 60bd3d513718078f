#!/usr/bin/env bats
# view.html and index.html: a debate as a page, and all of them.
# shellcheck disable=SC2016 # what stands in single quotes is for another shell, or a fence
load lib
load rounds

# The page's text, without its style.
page() {
	sed '/^<style>$/,/^<\/style>/d' "$D/view.html"
}

@test "a page says what it is about, who takes part and whose move it is, at each open" {
	duel
	has "$(page)" '<h1>Caching</h1>'
	has "$(page)" 'Waiting for <strong>'
	has "$(page)" 'Nothing has been said yet.'
	lock join alice harness="$HARNESS" model="$MODEL"
	has "$(page)" '<span>alice<small>claude-code / opus</small></span>'
	lock join bob harness="$HARNESS" model="$MODEL"
	has "$(page)" 'More than one may move now'
	lock claim alice
	has "$(page)" '<strong>alice</strong> has the floor until <time'
	turn 1 alice OPEN_TO_DEBATE blocking >"$W/t"
	append "$W/t"
	lock release alice
	has "$(page)" "It is <strong>bob</strong>"
	has "$(page)" 'Turn 1 — alice — OPEN_TO_DEBATE'
	has "$(page)" 'badge open">debating'
	has "$(page)" '<dt>open items</dt><dd>U-1 '
	has "$(page)" '<li>U-1 is open</li>'
	[ "$(page | grep -n '<summary>State' | cut -d: -f1)" -lt "$(page | grep -n 'id="turn-1"' | cut -d: -f1)" ]
	has "$(cat "$D/view.html")" '<meta http-equiv="refresh" content="15">'
}

@test "a turn says what has become of the items that it raised" {
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE blocking
	turn 2 bob OPEN_TO_DEBATE | sed 's/- Addresses: Turn 1/- Addresses: U-1/' >"$W/t"
	cat "$W/t" >"$D/participants/bob/turn.md"
	turn 3 alice OPEN_TO_DEBATE | sed 's/^- The latency3.*/- U-1: settled, since the operators own it/' >"$W/t"
	cat "$W/t" >"$D/participants/alice/turn.md"
	has "$(page)" '<li>U-1 is settled</li>'
	lacks "$(page)" '<li>U-1 is open</li>'
}

@test "a challenge says what was answered to its points, and what was conceded" {
	debate d
	seats_taken
	hand_in alice opening
	hand_in bob challenge
	has "$(page)" '<li>C1.1 is open</li>'
	hand_in alice defense
	grep -q '<li>C1.[0-9] is [a-z ]*, answered by D[0-9.]*' <<<"$(page)"
}

@test "the size of a page is that of what is read, however it is read" {
	duel
	join_both
	for n in 1 3; do
		play $n alice OPEN_TO_DEBATE
		play $((n + 1)) bob OPEN_TO_DEBATE
		cp "$D/view.html" "$W/copy"
		cat "$D/view.html" >"$W/read"
		cmp "$W/copy" "$W/read"
		is "$(stat -c %s "$D/view.html")" "$(wc -c <"$W/read")"
		grep -q "Turn $((n + 1)) — bob" "$W/copy"
	done
	tar -C "$M" -cf "$W/all.tar" .
	tar -xOf "$W/all.tar" ./d/view.html | cmp - "$W/read"
}

@test "what ended a debate stands first, and the page is no longer read anew" {
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE
	lock claim bob
	conclusion INVALIDATED 'the question was another' >"$W/end"
	append "$W/end"
	is "$(page | grep -n -m 1 'id="result"' | cut -d: -f1 | xargs test 0 -lt && echo there)" there
	before=$(page | grep -n -m 1 'id="result"' | cut -d: -f1)
	[ "$before" -lt "$(page | grep -n -m 1 'id="turn-1"' | cut -d: -f1)" ]
	has "$(page)" 'Ended with <strong>INVALIDATED</strong>'
	has "$(page)" 'class="card result broken"'
	has "$(page)" 'the question was another'
	lacks "$(cat "$D/view.html")" 'http-equiv="refresh"'
}

@test "nothing that a debate says runs, loads or reaches out of its place" {
	bare d
	printf '%s\n' 'topic = "<script>alert(1)</script> & \"Caching\" <img src=x onerror=alert(1)>"' >>"$D/config.toml"
	lock join alice harness="$HARNESS" model='m&m'
	lock join bob
	turn 1 alice OPEN_TO_DEBATE | sed 's/(.*\/.*)/(claude-code \/ m\&m)/
		s/^Caching pays off/<script>alert(2)<\/script> [x](javascript:alert(3)) <img src=x onerror=alert(4)> &/' >"$W/t"
	lock claim alice
	append "$W/t"
	seen=$(page)
	has "$seen" '&lt;script&gt;alert(1)'
	for word in '<script' '<img' 'href="javascript:' 'onerror=alert(1)>'; do
		lacks "$seen" "$word"
	done
	has "$(cat "$D/view.html")" "default-src 'none'; style-src 'unsafe-inline'"
	has "$seen" 'claude-code / m&amp;m'
}

@test "what a text says of a turn leads there, and labelled lines stay lines" {
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE
	play 2 bob OPEN_TO_DEBATE
	has "$(page)" 'Addresses: <a href="#turn-1">Turn 1</a><br />'
	has "$(page)" '<article class="card seat-2" id="turn-2">'
	has "$(page)" '<strong>Position</strong><br />'
}

@test "a source stands below, a line with an anchor each, and of a long one its first" {
	printf '# Plan\n\nShip <it> & see.\nNot before the winter.\n' >"$W/plan.md"
	duel d "source = \"$W/plan.md\""
	has "$(page)" 'The source: plan.md</summary>'
	has "$(page)" '<span id="L3">Ship &lt;it&gt; &amp; see.'
	join_both
	turn 1 alice OPEN_TO_DEBATE | sed 's/^- \(who .*\) (\(.*\))$/- \1, says "Not before the winter." (\2)/' >"$W/t"
	lock claim alice
	append "$W/t"
	has "$(page)" '<a href="#L4">Not before the winter.</a>'
	{ echo '# Plan'; yes 'a line that says nothing' | head -n 20000; } >"$W/long.md"
	duel e "source = \"$W/long.md\""
	has "$(page)" 'Its first 256 KiB; all of it is <a href="source.md">'
	lacks "$(page)" 'id="L20000"'
}

@test "refusals are told by their rules, and not in words" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE | sed 's/Claim: .*/Claim:/' >"$W/t"
	fails EINVAL append "$W/t"
	fails EINVAL "$SYS" open "$D/participants/alice/check" w write "$(cat "$W/t")" close
	has "$(page)" 'Refused lately: 1<'
	has "$(page)" '<code>counterpoint.claim</code>'
	lacks "$(page)" "$(newest_refusal | head -n 1 | sed 's/.*\] //')"
}

@test "a page of scores has its graph, and the report when it is there" {
	corpus=$BATS_TEST_DIRNAME/../corpus/dialectic/debate
	bare free-buses
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' 'exchanges = 1' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	lock claim alice
	append "$corpus/0-proposition.json"
	lock release alice
	lacks "$(page)" 'prop_000a'
	lock claim bob
	append "$corpus/0-opposition.json"
	lock release bob
	lock claim carol
	append "$corpus/0-judge.json"
	has "$(page)" 'prop_000a'
	has "$(page)" 'Counted: proposition 0.4 in 3 arguments, opposition -0.4 in 3 arguments: the proposition has won.'
	has "$(page)" '<svg'
	lacks "$(page)" '<?xml'
}

@test "the index lists what is open, then what is over, each with its page" {
	has "$(cat "$M/index.html")" 'There is none yet'
	duel one
	duel two
	has "$(cat "$M/index.html")" '<a href="two/view.html">two</a> <span class="badge open">preparing</span>'
	on one
	join_both
	lock claim alice
	conclusion INVALIDATED 'it was a test' >"$W/end"
	append "$W/end"
	index=$(cat "$M/index.html")
	has "$index" '<a href="one/view.html">one</a> <span class="badge done">invalidated</span>'
	[ "$(grep -n 'two/view' <<<"$index" | cut -d: -f1)" -lt "$(grep -n 'one/view' <<<"$index" | cut -d: -f1)" ]
	is "$(stat -c %s "$M/index.html")" "$(wc -c <"$M/index.html")"
}
