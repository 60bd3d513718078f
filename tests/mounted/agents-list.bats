#!/usr/bin/env bats
# agents.toml: whatever stands in one (tests/agents/properties.py).

bats_require_minimum_version 1.5.0

@test "any list of agents is read, or refused with its name and a sentence" {
	run -0 python3 "$BATS_TEST_DIRNAME/../agents/properties.py" 1000
	[[ $output == *' read, '*' refused; '* ]]
}

@test "a command that begins with a choice, and a pattern with a count too large, are refused" {
	printf '[agents.x]\ncommand = [["sh"]]\n' >"$BATS_TEST_TMPDIR/list.toml"
	run ! "$BATS_TEST_DIRNAME/../../scripts/duel-run" --agents "$BATS_TEST_TMPDIR/list.toml" --list-agents
	[[ $output == *'agents.x.command: its first word is the program'* ]]
	printf '[agents.x]\ncommand = ["sh"]\ntokens_pattern = "(a){99999999999}"\n' >"$BATS_TEST_TMPDIR/list.toml"
	run ! "$BATS_TEST_DIRNAME/../../scripts/duel-run" --agents "$BATS_TEST_TMPDIR/list.toml" --list-agents
	[[ $output == *'agents.x.tokens_pattern: the repetition number is too large'* ]]
}
