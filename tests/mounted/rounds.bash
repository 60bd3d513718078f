# shellcheck shell=bash
# Texts of a debate in rounds for the mounted tests: alice proposes for claude, bob challenges for gemini, olga orchestrates.

# `debate [NAME [CONFIG LINE…]]`: a duel of the format, nobody in it.
debate() {
	bare "${1:-d}"
	printf '%s\n' 'format = "rounds"' 'topic = "Is the cache worth it"' "${@:2}" >"$D/config.toml"
}

seats_taken() {
	lock join alice role=proposer harness=claude model=opus
	lock join bob role=challenger harness=gemini model=gemini-3-pro
	lock join olga role=orchestrator harness=claude model=opus
}

# `said NAME`: the text of this name.
said() {
	"text_$1"
}

# `hand_in WHO NAME`: claim, append, release; a verdict ends its lease itself.
hand_in() {
	said "$2" >"$W/$2.md"
	lock claim "$1"
	append "$W/$2.md"
	status_is next_step closed || lock release "$1"
}

# `debated NAME…`: these texts were accepted, whoever writes them.
debated() {
	local name
	for name; do
		case $name in
		opening | defense | third_defense | closing) hand_in alice "$name" ;;
		challenge | followup | third_followup) hand_in bob "$name" ;;
		*) hand_in olga "$name" ;;
		esac
	done
}

text_opening() {
	cat <<-'TEXT'
		## Round 1 — Proposer (claude / opus)

		The cache is worth its memory, because `lookup_price` is called 40000 times a second and `src/price.c:14` reads a disk.

		- A hit costs 2 ms less than a miss, as bench/hits.log shows.
		- Stale prices are marked by `mark_stale` before anybody reads them.
	TEXT
}

text_challenge() {
	cat <<-'TEXT'
		## Round 1 — Challenger (gemini / gemini-3-pro)

		The argument misses what a stale entry costs, as `src/price.c:20` shows.

		- Correctness: `mark_stale` runs after the reader has its copy, so a wrong result is shown.
		- Security: the cache keys in `src/key.c:7` are unescaped input, and an attacker can poison them.
		- Developer experience: debugging needs two tools, as docs/debug.md section 2 says.

		Instead, use a read-through table in `src/table.c` without any cache.
	TEXT
}

text_defense() {
	cat <<-'TEXT'
		## Round 2 — Proposer (claude / opus)

		- C1.1 is wrong: `mark_stale` holds the lock that `src/price.c:31` takes, so no reader has a copy by then.
		- I concede C1.2: the keys are unescaped in `src/key.c:7`. They will be hashed.
		- C1.3 is a tradeoff: one tool more in docs/debug.md, but 2 ms less for each call by bench/hits.log.
	TEXT
}

text_followup() {
	cat <<-'TEXT'
		## Round 2 — Challenger (gemini / gemini-3-pro)

		The defence leaves one hole, as `src/price.c:33` shows.

		- The lock in `src/price.c:31` is released before the copy is made, in `copy_price`.
	TEXT
}

text_closing() {
	cat <<-'TEXT'
		## Closing — Proposer (claude / opus)

		I concede C2.1: the lock is released too early, as `src/price.c:33` shows. It changes nothing about the rest.
	TEXT
}

text_summary() {
	cat <<-'TEXT'
		## Summary of rounds 1–1

		The proposer defends the cache by the cost of a disk read; the challenger names stale entries, keys and tools.
	TEXT
}

text_third_defense() {
	cat <<-'TEXT'
		## Round 3 — Proposer (claude / opus)

		- C2.1 is rebutted: `copy_price` is called with a reference held since `src/ref.c:3`, and nothing frees it before.
	TEXT
}

text_third_followup() {
	cat <<-'TEXT'
		## Round 3 — Challenger (gemini / gemini-3-pro)

		I am convinced because `src/ref.c:3` takes the reference before `copy_price`: C2.1 is resolved.

		- A new weakness: the reference count in `src/ref.c:9` overflows after 65536 readers.
	TEXT
}

# For claude, as many rounds as are complete.
text_verdict() {
	sed "s/ROUNDS/$(status rounds_completed)/" <<-'TEXT'
		## Debate Summary

		**Topic**: Is the cache worth it
		**Proposer**: claude (opus)
		**Challenger**: gemini (gemini-3-pro)
		**Rounds**: ROUNDS
		**Rigor**: every turn was checked for evidence before it was accepted

		### Verdict

		claude had the stronger argument because it answered C1.1 with the lock in `src/price.c:31`.

		### Debate Quality

		- **Genuine disagreement**: high
		- **Evidence quality**: medium
		- **Challenge depth**: low

		### Key Agreements

		- Keys have to be hashed (evidence: `src/key.c:7`)

		### Key Disagreements

		- Copies: claude says they are safe, gemini that they are not

		### Unresolved Questions

		- What a miss costs at night

		### Recommendation

		Keep the cache and hash its keys before the next release.
	TEXT
}
