#!/usr/bin/env bats
# The rules of `socratic` about a turn, by the corpus: tests/corpus/socratic/{accepted,refused,warned}. Every text there is alice's third
# turn of the same debate about plan.md; the name of a refused or warned one begins with the rule it breaks.
load lib

setup() {
	paths
	mounted
	CORPUS=$BATS_TEST_DIRNAME/../corpus/socratic
	cp "$CORPUS/plan.md" "$W/"
}

# A duel in which turn 3 is due and alice has the floor.
third_turn() {
	bare "$1"
	echo "source = \"$W/plan.md\"" >>"$D/config.toml"
	{
		join_both
		lock claim alice
		append "$CORPUS/turn-1.md"
		lock release alice
		lock claim bob
		append "$CORPUS/turn-2.md"
		lock release bob
		lock claim alice
	} >/dev/null
}

@test "every text in accepted is accepted, without a warning, and recorded byte for byte" {
	wrong=0 n=0
	for text in $(third_turns accepted); do
		n=$((n + 1))
		third_turn "d$n"
		if ! append "$text" >"$W/got"; then
			echo "${text##*/}: $(cat "$W/got")"
			newest_refusal
			wrong=1
			continue
		fi
		sed '/./,$!d; 1{/^---$/d}' "$text" | sed '/./,$!d' >"$W/from-heading"
		cmp "$W/from-heading" "$D/turns/003-alice.md" || wrong=1
		[ -z "$(status warnings | tr -d '[]')" ] || { echo "${text##*/}: warned: $(status warnings)"; wrong=1; }
	done
	[ $n -gt 40 ]
	[ $wrong = 0 ]
}

@test "every text in refused is refused by the rule in its name, with its errno, and changes nothing" {
	third_turn d
	record >"$W/before"
	wrong=0 n=0
	for text in $(third_turns refused); do
		n=$((n + 1))
		name=${text##*/}
		id=${name%%--*}
		if got=$(append "$text"); then
			echo "$name: accepted"
			wrong=1
			third_turn "d$n"
			continue
		fi
		[[ $got == *:EINVAL* ]] || { echo "$name: $got"; wrong=1; }
		newest_refusal | grep -qF "error: [$id]" || { printf '%s: not by its rule, but\n%s\n' "$name" "$(newest_refusal)"; wrong=1; }
	done
	[ $n -gt 80 ]
	[ $wrong = 0 ]
	cmp "$W/before" "$D/debate.md"
}

@test "every text in refused is refused as a rewrite too, at its write" {
	third_turn d
	record >"$W/before"
	wrong=0
	for text in $(third_turns refused); do
		name=${text##*/}
		id=${name%%--*}
		{
			cat "$W/before"
			echo
			cat "$text"
		} >"$W/whole.md"
		[ $(($(stat -c %s "$W/whole.md") % 512)) -ne 0 ] || echo >>"$W/whole.md"
		got=$(rewrite "$W/whole.md") || true
		[[ $got == 'open write:E'* ]] || { echo "$name: $got"; wrong=1; }
		newest_refusal | grep -qF "error: [$id]" || { printf '%s: not by its rule, but\n%s\n' "$name" "$(newest_refusal)"; wrong=1; }
	done
	[ $wrong = 0 ]
	cmp "$W/before" "$D/debate.md"
}

@test "every text in refused is refused line by line as well" {
	third_turn d
	record >"$W/before"
	wrong=0
	for text in $(third_turns refused); do
		if got=$("$SYS" open "$D/debate.md" append lines "@$text" close); then
			echo "${text##*/}: accepted: $got"
			wrong=1
		fi
	done
	[ $wrong = 0 ]
	cmp "$W/before" "$D/debate.md"
}

@test "every text in warned is accepted, and its warning is shown" {
	wrong=0 n=0
	for text in $(third_turns warned); do
		n=$((n + 1))
		name=${text##*/}
		id=${name%%--*}
		third_turn "d$n"
		append "$text" >"$W/got" || { echo "$name: $(cat "$W/got")"; newest_refusal; wrong=1; continue; }
		grep '^warnings' "$D/status" | grep -qF "[$id]" || { echo "$name: no warning: $(grep '^warnings' "$D/status")"; wrong=1; }
	done
	[ $n -ge 5 ]
	[ $wrong = 0 ]
}

@test "every text in accepted is accepted line by line as well" {
	wrong=0 n=0
	for text in $(third_turns accepted); do
		n=$((n + 1))
		third_turn "d$n"
		got=$("$SYS" open "$D/debate.md" append lines "@$text" close) || { echo "${text##*/}: $got"; newest_refusal; wrong=1; }
	done
	[ $wrong = 0 ]
}

@test "support from the source by its whole path counts, and a false one does not" {
	third_turn d
	sed "s|https://example.org/job-log|$W/plan.md#nowhere|" "$CORPUS/accepted/section.missing--plain.md" >"$W/false.md"
	refused EINVAL support.source append "$W/false.md"
	sed "s|https://example.org/job-log|$W/plan.md#rollout|" "$CORPUS/accepted/section.missing--plain.md" >"$W/true.md"
	append "$W/true.md"
	is "$(status turns)" 3
}

@test "a refusal names the line and says all that is wrong at once" {
	third_turn d
	sed -e 's/^## Turn 3/## Turn 4/' -e 's/(non-blocking)/(maybe)/' -e 's/Claim: .*/Claim:/' "$CORPUS/accepted/section.missing--plain.md" >"$W/bad.md"
	got=$("$SYS" open "$D/debate.md" append write "@$W/bad.md" close) || true
	has "$got" :EINVAL
	has "$(newest_refusal)" "debate.md:1: error: [turn.number]"
	rm "$W/bad.md"
	{
		cat "$D/debate.md"
		echo
		sed -e 's/(non-blocking)/(maybe)/' -e 's/Claim: .*/Claim:/' "$CORPUS/accepted/section.missing--plain.md"
	} >"$W/bad.md"
	fails EINVAL rewrite "$W/bad.md"
	has "$(newest_refusal)" "debate.md:$(grep -n 'Claim:$' "$W/bad.md" | cut -d: -f1): error: [counterpoint.claim]"
	has "$(newest_refusal)" "debate.md:$(grep -n 'maybe' "$W/bad.md" | cut -d: -f1): error: [unresolved.flag]"
}

@test "novelty_threshold = 0 turns the near-copy rule off, not the one about equal claims" {
	bare loose
	printf 'source = "%s"\nnovelty_threshold = 0.0\n' "$W/plan.md" >>"$D/config.toml"
	join_both
	lock claim alice
	append "$CORPUS/turn-1.md"
	lock release alice
	lock claim bob
	append "$CORPUS/turn-2.md"
	lock release bob
	lock claim alice
	refused EINVAL novel.repeat append "$CORPUS/refused/novel.repeat--own-novel.md"
	append "$CORPUS/refused/novel.repeat--near-copy.md"
}

@test "a refused turn may be mended and sent again under the same lease" {
	third_turn d
	lease=$(status lease)
	fails EINVAL append "$CORPUS/refused/unresolved.flag--none.md"
	fails EINVAL append "$CORPUS/refused/counterpoint.claim--empty.md"
	is "$(status lease) $(status lock_owner)" "$lease alice"
	append "$CORPUS/accepted/section.missing--plain.md"
	is "$(status turns)" 3
}

@test "max_turns bounds the turns, and a turn past it is refused whatever its number" {
	duel short 'max_turns = 2'
	play_to 2
	is "$(status state) $(status next_step)" 'closing claim_lock'
	lock claim alice
	turn 3 alice OPEN_TO_DEBATE >"$W/turn.md"
	refused EINVAL turn.limit append "$W/turn.md"
	is "$(status turns)" 2
}
