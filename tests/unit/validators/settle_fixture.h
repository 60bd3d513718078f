/*
 * Small bases in a few letters, and ledgers over them: what stands for a question, what addresses it, who said what.
 *
 * A base is one line: `pro1 strong, con2 weak/ethical` are arguments (position, number, status, layer: empirical where
 * it is not said), `2>1` is an edge by which one addresses another, `2~1` one that is tangential to it, `Q 1 2` a
 * question with the arguments that stand for it, `S` a source of debater-pro's.
 */
#ifndef TESTS_UNIT_VALIDATORS_SETTLE_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_SETTLE_FIXTURE_H

#include "tests/unit/validators/kb_fixture.h"

#include "validators/adversarial/settle.h"

struct spec {
	struct kb_set *set;
	UT_string edges, summary;
};

static inline void
spec_argument(struct spec *spec, const char *word)
{
	char position[16] = "", status[16] = "", layer[32] = "empirical", *path, *text;
	unsigned number = 0;
	if (sscanf(word, "%15[a-z]%u %15[a-z]/%31s", position, &number, status, layer) < 3)
		fail_msg("what is \"%s\"?", word);
	path = mem_format("arguments/arg-%03u-a.md", number);
	text = mem_format("---\nid: arg-%03u\nslug: a\nposition: %s\nlayer: %s\nscope: all\nbasis_type: reasoning\nstatus: %s\n"
		"asserter: x\nsummary: Argument %u.\n---\n\n## Statement\n\nIt is so.\n", number, position,
		strcmp(layer, "ethical") ? layer : "ethical/metaphysical", status, number);
	kb_set_text(spec->set, path, text);
	free(path);
	free(text);
}

static inline void
spec_question(struct spec *spec, const char *word)
{
	utstring_printf(&spec->summary, "- A question?");
	for (const char *s = word + 1; *s;) {
		unsigned number = 0;
		int n = 0;
		if (sscanf(s, " %u%n", &number, &n) < 1)
			break;
		utstring_printf(&spec->summary, " arg-%03u", number);
		s += n;
	}
	utstring_printf(&spec->summary, "\n");
}

static inline struct kb *
spec_kb(const char *line)
{
	struct spec spec = {mem_calloc(1, sizeof *spec.set), {0}, {0}};
	char *copy = mem_strdup(line), *rest = copy, *word;
	struct kb *kb;
	utstring_init(&spec.edges);
	utstring_init(&spec.summary);
	utstring_printf(&spec.summary, "# Base\n\n## Central questions\n\n");
	while ((word = strsep(&rest, ","))) {
		unsigned from, to;
		char mark;
		word += strspn(word, " ");
		if (*word == 'Q')
			spec_question(&spec, word);
		else if (*word == 'S')
			kb_set_text(spec.set, "sources/agents/debater-pro/a-2021.md", "---\ntitle: A\n---\n");
		else if (sscanf(word, "%u%c%u", &from, &mark, &to) == 3)
			utstring_printf(&spec.edges, "arg-%03u %s arg-%03u \"\"\n", from,
				mark == '>' ? "addresses" : "tangential-to", to);
		else
			spec_argument(&spec, word);
	}
	kb_set_text(spec.set, "edges.md", utstring_body(&spec.edges));
	kb_set_text(spec.set, "quality-summary.md", utstring_body(&spec.summary));
	kb = kb_set_read(spec.set);
	kb_set_free(spec.set);
	utstring_done(&spec.edges);
	utstring_done(&spec.summary);
	free(copy);
	return kb;
}

static inline size_t
side_of(const struct kb *kb, const char *slug)
{
	size_t side = 0;
	while (side < kb_positions(kb) && strcmp(kb_position(kb, side)->slug, slug))
		side++;
	assert_true(side < kb_positions(kb));
	return side;
}

/* A debate, and what it is judged by. */
struct fstate_common {
	struct kb *snapshot, *kb;
	struct ledger *ledger;
	unsigned turns;
};

static inline void
debate_begin(struct fstate_common *d, const char *snapshot, const char *now)
{
	*d = (struct fstate_common){spec_kb(snapshot), spec_kb(now ? now : snapshot), ledger_start(), 0};
}

static inline void
debate_end(struct fstate_common *d)
{
	kb_drop(d->snapshot);
	kb_drop(d->kb);
	ledger_drop(d->ledger);
}

/* A turn of a side, or, where that is NULL, of the moderator. */
static inline void
debate_turn(struct fstate_common *d, const char *side, struct adversarial_turn turn)
{
	struct ledger *next;
	turn.number = ++d->turns;
	turn.by_moderator = !side;
	next = ledger_after(d->ledger, d->kb, &turn, side ? 2 + (unsigned)side_of(d->kb, side) : 1,
		side ? side_of(d->kb, side) : KB_NONE);
	ledger_drop(d->ledger);
	d->ledger = next;
}

/* A side makes a claim that cites up to two arguments. */
static inline void
debate_claim(struct fstate_common *d, const char *side, const char *a, const char *b)
{
	const struct claim_cite cites[] = {{.ref = a}, {.ref = b}};
	const struct claim_item item = {.move = MOVE_NEW, .words = "it is so", .cites = cites, .n_cites = b ? 2 : 1};
	debate_turn(d, side, (struct adversarial_turn){.items = &item, .n_items = 1});
}

static inline void
debate_rule(struct fstate_common *d, enum claim_move move, unsigned claim, enum closed_as as, const char *argument)
{
	const struct claim_item item = {.move = move, .claim = claim, .as = as, .argument = argument, .words = "the table has none"};
	debate_turn(d, NULL, (struct adversarial_turn){.items = &item, .n_items = 1});
}

static inline void
debate_call(struct fstate_common *d, const char *side, const char *cited, const char *unaddressed)
{
	const struct deflection_item item = {.side = side, .cited = cited, .unaddressed = unaddressed, .turns = &(unsigned){1},
		.n_turns = 1, .words = "not there"};
	debate_turn(d, NULL, (struct adversarial_turn){.deflections = &item, .n_deflections = 1});
}

static inline struct settle_ask
debate_ask(const struct fstate_common *d)
{
	return (struct settle_ask){.snapshot = d->snapshot, .kb = d->kb, .ledger = d->ledger, .revisions = 3};
}

#endif
