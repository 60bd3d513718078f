#!/usr/bin/env bats
# A whole debate over the larger base, by five users with shells and editors alone: sixteen turns, every kind of mutation, a ruling and an
# objection to it, a deflection that persists, a seat that dies, a kill in the middle; then a synthesis that the graph refuses, and one that it
# earns.
# shellcheck disable=SC2016,SC2154 # what another user's shell expands; $said: lib.bash
load lib

CORPUS=$BATS_TEST_DIRNAME/../corpus/adversarial
KB=$CORPUS/kb/large
declare -gA UIDS=([dan]=3001 [gina]=3002 [stan]=3003 [mona]=3004 [olga]=3005)

setup() {
	paths
	pass_through
	mounted -o allow_other
	chmod a+rx "$W"
}

says() { # NAME WORDS…: to lock
	user "${UIDS[$1]}" "$SYS" open "$D/lock" w write "${*:2}"$'\n' close
}

# `by NAME SCRIPT`: a shell of its user's, in kb/.
by() {
	(cd "$D/kb" && user "${UIDS[$1]}" sh -ec "$2")
}

# `turn_text N [MUTATION…]`: the turn of this number, with these items under Mutations, and of the moderator with the deflection.
turn_text() {
	local file item
	file=$(echo "$CORPUS/long/$(printf %02d "$1")"-*.md)
	case $1 in
	7) sed '/^\*\*Press/i **Deflections**\n- deflection dynamic-typing arg-042 → arg-035 (Turn 6): what is built to harm does not say who answers where failure kills\n' "$file" ;;
	13) sed '/^\*\*Findings/i **Deflections**\n- deflection dynamic-typing arg-042 → arg-035 (Turn 6): six turns later nothing has been said of it\n' "$file" ;;
	8) sed 's/^Turn 7 asks it.*/第七轮已经问到：纸上证明的系统，并不是人们实际使用的系统。/' "$file" ;;
	*) cat "$file" ;;
	esac
	[ $# -eq 1 ] || printf '\n**Mutations**\n'
	for item in "${@:2}"; do echo "- $item"; done
}

named() { # NAME
	says olga next olga to="$1" "asks=\"go on\""
	says "$1" claim "$1"
}

hands_in() { # N NAME [MUTATION…]
	turn_text "$1" "${@:3}" >"$W/turn-$1"
	chmod a+r "$W/turn-$1"
	user "${UIDS[$2]}" sh -c 'cat "$1" >>"$2"' - "$W/turn-$1" "$D/debate.md"
	is "$(status turns)" "$1"
	says "$2" release "$2"
}

speaks() { # N NAME
	named "$2"
	hands_in "$@"
}

everything() {
	(cd "$D" && find kb kb-snapshot-construction output -type f -print0 | sort -z | xargs -0 sha256sum && cat debate.md threads)
}

sums() {
	(cd "$1" && find . -type f -print0 | sort -z | xargs -0 sha256sum)
}

@test "sixteen turns over 66 arguments change the graph, and it decides the verdict" {
	mkdir "$W/run"
	cp -r "$KB" "$W/run/kb"
	bare d
	printf '%s\n' 'format = "adversarial"' "source = \"$W/run\"" >"$D/config.toml"
	says dan join dan role=debater-dynamic-typing harness=claude-code model=opus
	says gina join gina role=debater-gradual-typing harness=codex model=gpt-5
	says stan join stan role=debater-static-typing harness=opencode model=qwen
	says mona join mona role=moderator harness=gemini model=pro
	says olga join olga role=orchestrator harness=codex model=gpt-5
	speaks 1 dan
	speaks 2 gina
	speaks 3 stan
	speaks 4 mona

	named stan
	by stan 'printf "/^status:/s/contested/weak/\nw\nq\n" | ed -s arguments/arg-012-*.md'
	hands_in 5 stan 'arg-012: what a mutant is says little of what people get wrong, see arg-013'

	named dan
	by dan 'cat >>edges.md' <<<'arg-036 addresses arg-037 "what is recommended is every means at once"'
	hands_in 6 dan 'kb/edges.md: a recommendation of everything shows the worth of nothing'

	speaks 7 mona

	named gina
	by gina 'cat >arguments/arg-067-holes-are-shared.md' <<-'NODE'
		---
		id: arg-067
		slug: holes-are-shared
		position: gradual typing
		layer: methodological
		scope: languages that are widely used
		basis_type: reasoning
		status: contested
		asserter: derived-during-debate-by-debater-gradual-typing
		summary: 人们实际使用的类型系统，漏洞是共有的。
		---

		## Statement

		无论静态还是渐进，广泛使用的类型系统都在设计上留有漏洞。
	NODE
	by gina 'vim -u NONE -es -c "\$s/\$/\rarg-067 refines arg-052 \"one by one\"/" -c wq edges.md' </dev/null
	hands_in 8 gina 'arg-067: Turn 7 asks of what the proofs speak' 'kb/edges.md: where the new one belongs'

	# killed with something proposed: it was never there
	named stan
	by stan 'printf "\nThe corners were looked for in two languages.\n" >>arguments/arg-053-unsound-in-corners.md'
	is "$(by stan 'tail -n 1 arguments/arg-053-*.md')" 'The corners were looked for in two languages.'
	killed
	umount -l "$M"
	mounted -o allow_other
	is "$(by stan 'cat arguments/arg-053-*.md | wc -c')" "$(cat "$KB"/arguments/arg-053-*.md | wc -c)"
	says stan claim stan || true
	by stan 'printf "\nThe corners were looked for in two languages.\n" >>arguments/arg-053-unsound-in-corners.md'
	by stan 'python3 -c "
import os
keys = dict(title=\"Holes that were met\", journal_or_source=\"Notes\", year=2024, url=\"https://example.org/holes\",
            date_accessed=\"2026-01-02\", source_type=\"report\", key_finding=\"Two of forty failures came through a hole.\")
with open(\"sources/agents/debater-static-typing/holes-2024.md.tmp\", \"w\") as f:
    f.write(\"---\\n\" + \"\".join(f\"{k}: {v}\\n\" for k, v in keys.items()) + \"---\\n\\nForty failures were followed to where they began.\\n\")
os.rename(\"sources/agents/debater-static-typing/holes-2024.md.tmp\", \"sources/agents/debater-static-typing/holes-2024.md\")
"'
	hands_in 9 stan 'arg-053: where it was looked' 'kb/sources/agents/debater-static-typing/holes-2024.md: two of forty'

	named gina
	by gina 'sed -i "s/^- \*\*Criticism\*\*: None is known\./&\n  It speaks of one implementation, without merged checks./" sources/theory/gradual-erasure-2018.md'
	hands_in 10 gina 'kb/sources/theory/gradual-erasure-2018.md: what Turn 9 rests on was measured without them'

	named dan
	by dan 'cp contradictions.md contradictions.md.new && printf "%s\n" "" "## C-010: what stops a migration" "" "- **Type**: of fact" "- **Involved arguments**: arg-054, arg-055" "- **Involved sources**: kb/sources/reports/migration-stopped-2019.md" "- **Description**: It is finished by most, or it stalls at what fails most." "- **What would resolve it**: Migrations that are followed from their first day." "- **Status**: open" >>contradictions.md.new && mv contradictions.md.new contradictions.md'
	hands_in 11 dan 'kb/contradictions.md: nobody has counted those who stopped'

	speaks 12 stan

	named mona
	by mona 'sed -i "s/^status: contested/status: weak/" arguments/arg-040-*.md'
	by mona 'sed -i "s/^- \*\*Criticism\*\*: .*/&\n  Nor does it say what little cost is./" sources/essays/blame-2012.md'
	hands_in 13 mona 'arg-040: kb/sources/essays/blame-2012.md does not say what it costs' 'kb/sources/essays/blame-2012.md: as Turn 13 finds'

	speaks 14 gina
	speaks 15 dan
	speaks 16 stan

	# a seat that is dead, and the end
	says olga next olga to=dan 'asks="L-007?"'
	says olga fail olga who=dan 'reason="no answer"'
	says olga end olga 'reason="each claim was answered"'
	is "$(status state)" synthesis

	local kind
	for kind in status-downgrade new-edge new-node new-source criticism-append contradiction-added notes-append; do
		has "$(<"$D/kb/revisions.md")" "- **Type**: $kind"
	done
	is "$(grep -c '^## R-' "$D/kb/revisions.md") $(status revisions)" '10 10'
	has "$(<"$D/output/claims-ledger.md")" 'persistent'

	# no balance where the graph has none
	says olga claim olga
	sed 's/\.\.\./as the turns and the graph have it/' "$D/participants/olga/template.md" >"$W/synthesis"
	sed -E 's/^(- Q-1): .*/\1: neither engaged/' "$W/synthesis" >"$W/balance"
	fails EINVAL user "${UIDS[olga]}" "$SYS" open "$D/output/synthesis.md" append write "@$W/balance" close
	has "$(newest_refusal)" '[verdict.unearned]'
	has "$(newest_refusal)" 'arg-0'
	user "${UIDS[olga]}" "$SYS" open "$D/output/synthesis.md" append write "@$W/synthesis" close
	is "$(status outcome)" COMPLETED

	# what is left is a knowledge base that the next debate begins with
	diff -r "$KB" "$D/kb-snapshot-construction"
	"$DUELFS" check "$D/kb"
	everything >"$W/before"
	eventually archive_is_done
	remounted -o allow_other
	everything | diff "$W/before" -
	cp -r "$D/kb" "$W/next"
	chmod -R a+rX "$W/next"
	bare e
	printf '%s\n' 'format = "adversarial"' "source = \"$W/next\"" >"$D/config.toml"
	says gina join gina role=debater-gradual-typing harness=codex model=gpt-5
	has "$(status positions)" gradual-typing
	diff <(sums "$W/next") <(sums "$D/kb") # folders without a file are not carried along
	diff -r "$KB" "$M/d/kb-snapshot-construction"
	cp -r "$M/d/kb" "$W/was"
	unmounted
	"$DUELFS" export "$STORE" d "$W/out"
	diff -r "$W/was" "$(find "$W/out" -type d -name kb)"
}
