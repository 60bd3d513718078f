/* A format that only tests have, with a part of each shape, and texts of it. */
#ifndef TESTS_UNIT_FORMATS_FIXTURE_H
#define TESTS_UNIT_FORMATS_FIXTURE_H

#include "tests/unit/files.h"
#include "validators/kit/ledger.h"

static const char *const levels[] = {"high", "medium", "low", NULL};
static const char *const tags[] = {"correctness", "security", "experience", NULL};
static const struct verb_row answers[] = {
	{.word = "conceded"}, {.word = "rebutted"}, {.word = "partly"}, {.word = "none"}, {0}};
static const struct verb_row operations[] = {{.word = "lower"}, {.word = "edge"}, {.word = "new"}, {0}};
static const struct label point_labels[] = {{.word = "Evidence"}, {.word = "Risk"}, {.word = "Now"}, {0}};
static const struct label counter_labels[] = {
	{.word = "Addresses", .need = FILLED}, {.word = "Claim", .need = FILLED}, {.word = "Support", .need = GIVEN}, {0}};
static const struct label head_labels[] = {
	{.word = "Winner", .need = FILLED}, {.word = "Genuine disagreement", .words = levels}, {0}};
static const struct label novel_labels[] = {{.word = "Support", .need = GIVEN}, {0}};

enum { PART_HEAD, PART_STANCE, PART_ANSWERS, PART_COUNTERPOINTS, PART_MUTATIONS, PART_NOVEL, PART_POSITION, PART_REASONS };
static const struct part fixture_parts[] = {
	[PART_HEAD] = {.title = NULL, .labels = head_labels},
	[PART_STANCE] = {.title = "Stance", .need = FILLED},
	[PART_ANSWERS] = {.title = "Answers", .shape = ITEMS, .verbs = answers, .tags = tags, .labels = point_labels},
	[PART_COUNTERPOINTS] = {.title = "Counterpoints", .shape = ITEMS, .need = ONE_ITEM, .labels = counter_labels},
	[PART_MUTATIONS] = {.title = "Mutations", .shape = OPERATIONS, .verbs = operations},
	[PART_NOVEL] = {.title = "Novel Argument", .labels = novel_labels},
	[PART_POSITION] = {.title = "Proposer's position"},
	[PART_REASONS] = {.title = "Reasons", .blank = "- …"},
	{0},
};
static const struct kind fixture_kind = {"fixture", fixture_parts};
static const struct ref_kind fixture_refs[] = {
	{.form = "Turn #", .flags = REF_TEXT}, {.form = "Round #", .flags = REF_TEXT}, {.form = "U-#"},
	{.form = "P#.#", .flags = REF_TEXT}, {.form = "C#.#", .flags = REF_TEXT}, {.form = "L-###"}, {.form = "arg-###"},
	{.form = "prop_###@", .flags = REF_TEXT}, {.form = "Source", .flags = REF_SOURCE}, {.form = REF_PATH}, {0}};
static const struct grammar fixture_grammar = {&fixture_kind, fixture_refs, "plan.md", tags};

/* The text of a slice, for one assertion at a time. */
static inline const char *
text_of(struct reader r)
{
	static char shown[4][4096];
	static unsigned at;
	char *s = shown[at++ % 4];

	snprintf(s, sizeof shown[0], "%.*s", (int)len_of(&r), r.s ? r.s : "");
	return s;
}

static inline struct parsed
read_text(const char *text)
{
	struct parsed p;

	parts_read(&p, &fixture_grammar, text, strlen(text));
	return p;
}

#endif
