/*
 * No rule reads a word: whatever the language of the prose, the verdict is the same. Each text is a pattern of marks in
 * which `{a}` stands for five words of prose, the same for the same letter; it is judged in many scripts.
 */
#include "tests/unit/formats/fixture.h"

#include <utf8proc.h>
#include "validators/kit/quotes.h"

struct script_of_test {
	const char *name;
	uint32_t from, to; /* its letters */
	bool spaces;
};
static const struct script_of_test scripts[] = {{"Latin", 'a', 'z', true}, {"Cyrillic", 0x430, 0x44f, true},
	{"Greek", 0x3b1, 0x3c1, true}, {"Arabic", 0x628, 0x63a, true}, {"Hebrew", 0x5d0, 0x5ea, true}, {"Han", 0x4e00, 0x9f00, false},
	{"Kana", 0x3042, 0x3082, false}, {"Thai", 0xe01, 0xe2e, false}, {"Hangul", 0xac00, 0xd7a0, true},
	{"Devanagari", 0x915, 0x939, true}, {"Armenian", 0x561, 0x586, true}};

/* Five words, of five letters each; their first letter may be a capital where the script has some. */
static void
put_prose(UT_string *out, const struct script_of_test *script, unsigned seed)
{
	for (unsigned word = 0; word < 5; word++) {
		if (word && script->spaces)
			utstring_bincpy(out, " ", 1);
		for (unsigned letter = 0; letter < 5; letter++) {
			seed = seed * 1103515245 + 12345;
			utf8proc_uint8_t bytes[4];
			utstring_bincpy(out, bytes, (size_t)utf8proc_encode_char(
				(utf8proc_int32_t)(script->from + (seed >> 16) % (script->to - script->from)), bytes));
		}
	}
}

static char *
written(const char *pattern, const struct script_of_test *script)
{
	UT_string *out = test_string();
	for (; *pattern; pattern++)
		if (*pattern == '{') {
			put_prose(out, script, (unsigned)pattern[1]);
			pattern += 2;
		} else {
			utstring_bincpy(out, pattern, 1);
		}
	return utstring_body(out);
}

static struct reader said_before;

static enum found
find_turn(const void *state, const struct ref *ref, struct said *said)
{
	(void)state;
	if (ref->number[0] != 1)
		return FOUND_NOTHING;
	said_add(said, 0, said_before);
	return FOUND;
}

static const struct ref_kind kinds[] = {{.form = "Turn #", .flags = REF_TEXT, .find = find_turn},
	{.form = "C#.#", .flags = REF_TEXT, .find = find_turn}, {.form = "Source", .flags = REF_SOURCE}, {.form = REF_PATH}, {0}};
static const struct grammar grammar = {&fixture_kind, kinds, "plan.md", NULL};

/* Each finding's rule and line, how many items, fields and quotations there are: all that a verdict is. */
static char *
verdict(const char *pattern, const struct script_of_test *script)
{
	char *before = written("**Stance**\n{a}. {b}, {c} — {d}\n", script), *text = written(pattern, script);
	struct folding folding = {NULL}, *kept = &folding;
	struct found_quotes found = {0};
	FINDINGS fs = {0};
	struct parsed p;

	said_before = (struct reader){before, before + strlen(before)};
	parts_read(&p, &grammar, text, strlen(text));
	parts_missing(&p, &fs);
	quotes_look_up(&p, &(struct library){.v = &said_before, .n = 1, .kept = &kept}, NULL, &found, &fs);
	folding_free(&folding);
	UT_string *out = test_string();
	for (size_t i = 0; i < fs.n; i++)
		utstring_printf(out, "%s:%d ", fs.v[i].rule->id, fs.v[i].line);
	utstring_printf(
		out, "%zu sections, %zu items, %zu fields, %zu found", p.n_sections, p.n_items, p.n_fields, found.n);
	for (size_t i = 0; i < p.n_items; i++)
		utstring_printf(out, " %s%x%d", p.items[i].verb ? p.items[i].verb->word : "-", p.items[i].tags,
			p.items[i].has_id);
	found_quotes_free(&found);
	parsed_free(&p);
	return utstring_body(out);
}

TEST(a_verdict_is_the_same_in_every_script)
{
	static const char *const patterns[] = {
		"Winner: {a}\n**Stance**\n{a} {b}.\n\n**Answers**\n- C1.1: conceded — {c}\n  Evidence: {d}\n  Now: {e}\n"
		"- [security] none: {f}\n  Evidence: src/a.c:4 {g}\n- {h}\n\n{i}\n\n**Counterpoints**\n- Addresses: Turn 1\n"
		"  Claim: {j}\n  Support:\n    - {k} https://example.org {l}\n    - Principle: {m}\n",
		"**Stance**\n**{a}**\n### {b}\n{c}\n**Answers**\n{d}\n- {e}\n- C1.1: {f}\n- C2.1: partly\n",
		"{a}\n\n**Counterpoints**\n- {b}: {c}\n- Claim: {d}\n- {e} — {f}\n  Claim: none\n",
		"Turn 1: \"{a}\" {b} “{b}. {c}” (Turn 1)\n\n{c} «{d}» Turn 1\n",
		"Turn 1: \"{b} … {d}\"\n\nTurn 1 {a} \"{x}\" {c}\n\n{d} \"{y}\"\n\nTurn 2: \"{a}\"\n\nTurn 1: \"{z}\"\n",
		"Turn 1「{c} [{q}] {d}」\n\n{a} Turn 1 \"{d} ... {a}\"\n",
		"**Mutations**\n- lower arg-014 to weak — {a}\n- {b}\n- edge {c}: {d}\n```\n**Stance**\n{e}\n```\n",
		"Winner: {a}\nGenuine disagreement: {b}\n- **Genuine disagreement:** high ({c})\n**Novel Argument**\n{d}\nSupport: {e}\n",
	};

	for (size_t i = 0; i < N(patterns); i++) {
		char *latin = verdict(patterns[i], &scripts[0]);
		for (size_t s = 1; s < N(scripts); s++) {
			char *other = verdict(patterns[i], &scripts[s]);
			if (strcmp(latin, other))
				fail_msg("%s\nLatin: %s\n%s: %s", patterns[i], latin, scripts[s].name, other);
		}
	}
}

TEST(random_prose_changes_no_verdict)
{
	static const char *const marks[] = {"\n**Stance**\n", "\n**Answers**\n", "\n**Counterpoints**\n", "\n- ", "\n  ", "\n\n",
		"Evidence: ", "\n  Evidence: ", "\n  Claim: ", " C1.1: ", " conceded", " — ", ": ", " Turn 1 ", " \"{a}\" ",
		" \"{z}\" ", " {b}", " {c} ", " none", "[security] ", ". ", " (Turn 1)", "\n> ", "\n```\n"};

	srand(11);
	for (int round = 0; round < 5000; round++) {
		char pattern[2048] = "";
		for (int n = rand() % 40; n > 0; n--)
			strcat(pattern, marks[(size_t)rand() % N(marks)]);
		const char *latin = verdict(pattern, &scripts[0]);
		const char *other = verdict(pattern, &scripts[1 + (size_t)rand() % (N(scripts) - 1)]);
		if (strcmp(latin, other))
			fail_msg("%s\nLatin: %s\nother: %s", pattern, latin, other);
		test_frees();
	}
}
