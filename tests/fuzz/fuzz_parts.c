/*
 * Any bytes, as a text of a format of the new kit: read, told what is missing, its references and quotations judged,
 * its points moved. Everything that is read lies in the text and in order, every sentence is clean, and a blank can be
 * read.
 */
#include "tests/fuzz/fuzz.h"
#include "validators/socratic/socratic.h"

enum { OPEN, ANSWERED };
static const char *const words[] = {"high", "low", NULL};
static const char *const tags[] = {"correctness", "security", NULL};
static const struct label labels[] = {{.word = "Evidence"}, {.word = "Support", .need = GIVEN}, {.word = "Now"}, {0}};
static const struct label head[] = {{.word = "Winner", .need = FILLED}, {.word = "Challenge depth", .words = words}, {0}};
static const struct verb_row verbs[] = {{"conceded", STATE(OPEN), ANSWERED, BY_ANYBODY, NEEDS_LABEL(2)},
	{"stands", STATE(ANSWERED), OPEN, BY_ANYBODY, NEEDS_NEW}, {.word = "none"}, {0}};
static const struct verb_row operations[] = {{.word = "lower"}, {.word = "edge"}, {0}};
static const struct part parts[] = {{.labels = head}, {.title = "Stance", .need = FILLED},
	{.title = "Points", .shape = ITEMS, .need = ONE_ITEM, .tags = tags, .labels = labels},
	{.title = "Answers", .shape = ITEMS, .verbs = verbs, .labels = labels},
	{.title = "Mutations", .shape = OPERATIONS, .verbs = operations}, {0}};
static const struct kind kind = {"fuzz", parts};

struct state {
	const struct ledger *ledger;
	const struct source_places *source;
	struct library library;
};

static enum found
find_point(const void *state, const struct ref *ref, struct said *said)
{
	const struct state *s = state;
	const struct point *point = ledger_find(s->ledger, ref);

	if (point)
		said_add(said, 0, point->words);
	return point ? FOUND : FOUND_NOTHING;
}

static enum found
find_source(const void *state, const struct ref *ref, struct said *said)
{
	const struct state *s = state;
	struct reader part;
	enum found found = source_find(s->source, ref, &part);

	assert(part.s >= s->source->text.s && part.end <= s->source->text.end && part.s <= part.end);
	said_add(said, 0, part);
	return found;
}

static const struct ref_kind refs[] = {{.form = "C#.#", .flags = REF_TEXT, .find = find_point},
	{.form = "Turn #", .flags = REF_TEXT}, {.form = "prop_###@"},
	{.form = "Source", .flags = REF_SOURCE, .find = find_source}, {.form = REF_PATH}, {0}};
static const struct grammar grammar = {&kind, refs, "plan.md", NULL};

static void
assert_within(struct reader r, const char *s, const char *end)
{
	assert(!r.s || (s <= r.s && r.s <= r.end && r.end <= end));
}

static void
assert_in_order(const struct parsed *p, const char *s, const char *end)
{
	int line = 0;

	for (size_t i = 0; i < p->n_sections; i++)
		assert_within(p->sections[i].body, s, end);
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];

		assert(item->line > line && item->end_line >= item->line);
		line = item->line;
		assert_within(item->all, s, end);
		assert_within(item->prose, s, end);
		assert_within(item->operands, s, end);
		assert_within(item->block, s, end + 1);
		assert(item->field + item->n_fields <= p->n_fields);
		for (size_t f = item->field; f < item->field + item->n_fields; f++)
			assert(p->fields[f].item == i + 1);
	}
	for (size_t i = 0; i < p->n_fields; i++)
		assert_within(p->fields[i].value, s, end);
	struct passage passage;
	for (size_t at = 0, before = 0; parts_passage(p, &at, &passage); before = at) {
		assert(at > before);
		assert_within(passage.text, s, end);
	}
}

static void
ask_support(const struct parsed *p, const struct source_places *source, const struct found_quotes *found)
{
	const struct judging j = {.d = &(struct debate){.places = source}, .p = p, .found = found};

	for (size_t i = 0; i < p->n_fields; i++) {
		struct passage entry;

		for (size_t at = 0; socratic_next_entry(p, &p->fields[i], &at, &entry);)
			(void)socratic_support(&j, entry.text);
	}
}

/* The first text, up to a NUL, is what came before; the second is judged. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = mem_copy(data, size), *nul = memchr(text, '\0', size);
	size_t before = nul ? (size_t)(nul - text) : 0;
	const char *second = text + before, *end = text + size;
	struct parsed first, p;
	struct source_places source;
	struct ledger ledger = {0};
	struct findings fs = {0};
	struct found_quotes found = {0};
	UT_string blank;

	source_places_read(&source, text, before);
	parts_read(&first, &grammar, text, before);
	for (size_t i = 0; i < first.n_items; i++)
		ledger_raise(&ledger, &refs[0], 1, &first, &first.items[i], &(struct mover){1, 1}, OPEN);
	const struct state state = {&ledger, &source, {.v = &source.text, .n = 1, .kept = &source.folding}};

	parts_read(&p, &grammar, second, (size_t)(end - second));
	assert_in_order(&p, second, end);
	parts_missing(&p, &fs);
	quotes_look_up(&p, &state.library, &state, &found, &fs);
	for (size_t i = 0; i < found.n; i++)
		assert(found.v[i].offset < before && found.v[i].which < 1);
	ledger_judge(&ledger, &p, &(struct mover){2, 2}, &(struct due_row){0}, &fs);
	if (!fs.n)
		ledger_apply(&ledger, &p, &(struct mover){2, 2});
	ask_support(&p, &source, &found);
	assert_said_clean(&fs);

	utstring_init(&blank);
	blank_print(&kind,
		&(struct blank_points){"Answers", &ledger, &(struct due_row){~0u, BY_ANYBODY, .since = 0}, 2}, &blank);
	parsed_free(&first);
	parts_read(&first, &grammar, utstring_body(&blank), utstring_len(&blank));
	assert(first.n_sections == 5);
	utstring_done(&blank);
	found_quotes_free(&found);
	findings_free(&fs);
	ledger_free(&ledger);
	parsed_free(&first);
	parsed_free(&p);
	source_places_free(&source);
	free((void *)(uintptr_t)text);
	return 0;
}
