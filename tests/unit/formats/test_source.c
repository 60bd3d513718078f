/*
 * Support: what an entry rests on, in every way that a writer may say where in the source something stands.
 */
#include "tests/unit/formats/fixture.h"

#include "validators/socratic/socratic.h"

static const char plan[] = "# Plan\n\nWe roll out slowly.\n\n## Roll-out, in stages\n\nFailures are rare in practice.\n"
			   "Nobody is paged at night.\n\n### Night shifts\n\nTwo people.\n\n## Kosten und Nutzen\n\nWenig.\n\n"
			   "## 部署计划\n\n先小后大。\n";
static struct source_places source;

EACH_TEST_DOES(source_places_read(&source, plan, sizeof plan - 1);, source_places_free(&source););

static void
assert_support(enum support is, const char *const *entries, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct reader entry = {entries[i], entries[i] + strlen(entries[i])};
		struct found_quotes found = {0};
		FINDINGS told = {0};
		struct parsed p = read_text(entries[i]);
		struct reader texts[2] = {source.text, source.text}; /* the source stands behind the topic */
		struct folding *kept[2] = {source.folding, source.folding};
		quotes_look_up(&p, &(struct library){.v = texts, .n = 2, .kept = kept}, NULL, &found, &told);
		enum support support = socratic_support(
			&(struct judging){.d = &(struct debate){.places = &source}, .p = &p, .found = &found}, entry);
		found_quotes_free(&found);
		parsed_free(&p);
		if (support != is)
			fail_msg("%s is %d, not %d", entries[i], support, is);
	}
}

TEST(an_entry_rests_on_what_it_contains_anywhere)
{
	static const char *const holds[] = {"https://example.org/rfc", "Redis docs: http://redis.io", "(see https://a.b)",
		"Turn 3", "as P2.1 has it", "见Turn 3", "Principle: what is kept is paid for", "**Principle:** ja", "principle： 好"};
	static const char *const files[] = {"src/store.c", "in src/store.c:41", "`Makefile.am` says so", "store.c:12"};
	static const char *const none[] = {"I think so", "Principle:", "Principle: …", "`make all` works", "http:// is a scheme",
		"e.g. this", "turn 3", ""};

	assert_support(SUPPORT_HOLDS, holds, N(holds));
	assert_support(SUPPORT_FILE, files, N(files));
	assert_support(SUPPORT_NONE, none, N(none));
}

TEST(an_entry_that_names_the_source_says_where)
{
	static const char *const there[] = {"Source:3", "plan.md:3-4", "plan.md L3", "plan.md, lines 3-4", "Source, line 7",
		"Source#roll-out-in-stages", "plan.md#L3", "plan.md § Roll-out", "plan.md (Night shifts section)",
		"plan.md — Roll-out, in stages, third bullet", "Source: \"failures are rare in practice\"", "Source, l. 8",
		"plan.md, Abschnitt „Kosten und Nutzen“", "Source#Kosten und Nutzen: „zehn“", "plan.md#Night shifts",
		"Source 部署计划", "Source：「先小后大」 in 部署计划"};
	static const char *const bare[] = {"Source", "plan.md", "plan.md says so", "Source: \"no such words at all\"",
		"plan.md (Nights section)"};
	static const char *const nowhere[] = {"Source:99", "plan.md, line 99", "Source#no-such-heading",
		"Source#nowhere, but night shifts cost", "plan.md#nowhere § Roll-out", "plan.md lines 3-99"};

	assert_support(SUPPORT_HOLDS, there, N(there));
	assert_support(SUPPORT_BARE, bare, N(bare));
	assert_support(SUPPORT_NO_PLACE, nowhere, N(nowhere));
}

TEST(a_reference_to_the_source_names_a_part_of_it)
{
	static const struct {
		const char *ref, *begins, *ends;
	} rows[] = {{"Source", "# Plan", "先小后大。"}, {"Source#roll-out-in-stages", "## Roll-out", "Two people."},
		{"Source#night-shifts", "### Night", "Two people."}, {"Source:13", "Nobody", "## 部署计划"}};

	for (size_t i = 0; i < N(rows); i++) {
		struct reader r = {rows[i].ref, rows[i].ref + strlen(rows[i].ref)}, part;
		struct ref ref;
		assert_true(ref_read(fixture_refs, NULL, r.s, &r, &ref));
		assert_int_equal(source_find(&source, &ref, &part), FOUND);
		part = without_white(part);
		assert_memory_equal(part.s, rows[i].begins, strlen(rows[i].begins));
		assert_memory_equal(part.end - strlen(rows[i].ends), rows[i].ends, strlen(rows[i].ends));
	}
}

TEST(the_entries_of_a_label_are_its_list_lines)
{
	struct parsed p = read_text("**Counterpoints**\n- Addresses: Turn 1\n  Claim: no\n  Support: Turn 2\n    - https://a.b\n"
				    "      and more\n      - deeper\n\n    - Turn 4\n- Addresses: Turn 1\n  Support:\n\n    - x\n");
	static const char *const entries[] = {"Turn 2", "https://a.b\n      and more\n      - deeper", "Turn 4"};
	struct passage entry;
	size_t at = 0, n = 0;

	while (socratic_next_entry(&p, parts_label(&p, NULL, &p.items[0], "Support"), &at, &entry))
		assert_string_equal(text_of(without_white(entry.text)), entries[n++]);
	assert_int_equal(n, N(entries));
	at = n = 0;
	while (socratic_next_entry(&p, parts_label(&p, NULL, &p.items[1], "Support"), &at, &entry))
		n++;
	assert_int_equal(n, 1);
	parsed_free(&p);
}

TEST(a_line_that_no_text_has_is_named_and_not_there)
{
	static const char *const refs[] = {"Source:0", "Source：０", "Source#L0", "Source:0-3", "Source:99",
		"Source:99999999999"};

	for (size_t i = 0; i < N(refs); i++) {
		struct reader r = {refs[i], refs[i] + strlen(refs[i])}, part;
		struct ref ref;
		if (!ref_next(fixture_refs, NULL, refs[i], &r, &ref) || len_of(&r) ||
			source_find(&source, &ref, &part) != FOUND_NOTHING)
			fail_msg("%s is there", refs[i]);
	}
}
