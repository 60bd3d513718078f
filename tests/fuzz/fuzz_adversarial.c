/*
 * Any bytes, as a turn of an adversarial debate behind a few others. The first byte says by whom, the second where the
 * text is cut: what is refused as a beginning is refused as a whole, what is accepted can be folded in, and what stands
 * in the record then reads as the same turn again.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/adversarial/threads.h"
#include "validators/adversarial/turn.h"
#include "validators/text/limits.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SECTIONS_OF(n) \
	"\n## Evidentiary basis\n\nx\n\n## Supporting arguments\n\nx\n\n## Attacking arguments\n\nx\n\n## Refining / derivative arguments\n\n" \
	"x\n\n## Depends on\n\nx\n\n## Engagement\n\nx\n\n## Traceback notes\n\nx\n\n## Strength assessment\n\n" n "\n"
#define ARGUMENT(n, side, layer, status) \
	{ "arguments/arg-" n "-a.md", "---\nid: arg-" n "\nslug: a\nposition: " side "\nlayer: " layer "\nscope: s\nbasis_type: mixed\nstatus: " status \
		"\nasserter: x\nsummary: y\n---\n\n## Statement\n\nIt is so.\n" SECTIONS_OF("x"), 0 }

static struct kb_file files[] = {
	ARGUMENT("001", "pro", "empirical", "robust"),
	ARGUMENT("002", "con", "empirical", "contested"),
	ARGUMENT("003", "con", "meta", "weak"),
	ARGUMENT("004", "pro", "meta", "refuted"),
	ARGUMENT("005", "con", "meta", "baseless"),
	{ "edges.md", "arg-002 tangential-to arg-001 \"\"\narg-001 addresses arg-003 \"\"\narg-003 derived-from-source kb/sources/s.md \"\"\n", 0 },
	{ "sources/s.md", "---\ntitle: t\n---\n\n- **Criticism**: none\n", 0 },
	{ "contradictions.md", "## C-001: t\n\n- **Type**: x\n- **Involved arguments**: arg-001, arg-002\n- **Involved sources**: none\n- **Description**: x\n"
		"- **What would resolve it**: x\n- **Status**: open\n", 0 },
	{ "quality-summary.md", "The graph is stable.\n\n## Central questions\n\n- Is it? (arg-001, arg-003)\n", 0 },
};

static const struct seat seats[] = {
	{ .number = 1, .name = "ann", .key = "ann", .harness = "h", .model = "m", .role = "debater-pro" },
	{ .number = 2, .name = "bob", .key = "bob", .harness = "h", .model = "m", .role = "debater-con" },
	{ .number = 3, .name = "mo", .key = "mo", .harness = "h", .model = "m", .role = "moderator" },
};
static const struct seat *const seat_list[] = { &seats[0], &seats[1], &seats[2] };
static const size_t sides[] = { 1, 0, KB_NONE };

static const char *const turns[] = {
	"## Turn 1 — ann (h / m) — debater-pro\n\n**Claims**\n- new: it rains in the north [arg-001]\n- new: dead [arg-004: refuted]\n\n**Argument**\nSo.\n",
	"## Turn 2 — bob (h / m) — debater-con\n\n**Claims**\n- rebut L-001: not in summer [arg-002: contested]\n- new: it snows [arg-003: weak]\n\n**Argument**\nSo.\n",
	"## Turn 3 — mo (h / m) — moderator\n\n**Rulings**\n- close L-002 (arg-004) as refuted: see Turn 1 [arg-004]\n",
	"## Turn 4 — ann (h / m) — debater-pro\n\n**Answers**: Turn 3\n\n**Claims**\n- object L-002: no [kb/sources/s.md]\n\n**Argument**\nSo.\n",
};

struct stage {
	struct kb *kb, *before; /* before: arg-003 was not lowered yet */
	struct ledger *ledger;
	unsigned turns;
};

static int
judge(const struct stage *stage, unsigned seat, const char *text, size_t len, bool prefix, struct turn_text *t)
{
	static const struct terms terms;
	static const char *const targets[] = { "arg-003" };
	struct context ctx = { .name = "d", .id = "1", .terms = &terms, .seats = seat_list, .n_seats = 3, .holder = seat };
	struct findings findings = { .n = 0 };
	struct hearing h = { .state = (const struct fstate *)stage, .ctx = &ctx, .out = &findings,
		.s = { .text = text, .len = len, .prefix = prefix } };
	struct turn_ask ask = { .kb = stage->kb, .before = stage->before, .snapshot = stage->kb, .ledger = stage->ledger, .number = stage->turns + 1,
		.side = sides[seat - 1], .opening = stage->turns < 2, .targets = targets, .n_targets = stage->turns > 3 && len % 2,
		.novelty_threshold = 0.8 };
	int err;

	*t = (struct turn_text){ .turn = { .number = 0 } };
	if (!text_check(text, len, 1 << 16, 0, prefix, &findings)) {
		if (hearing_begin(&h, &adversarial_heading, 1, MD_INLINES)) {
			if (h.heading.row)
				turn_judge(&h, &ask, t);
			else if (!h.opening.nothing || !prefix)
				turn_judge_start(&h);
		}
		hearing_end(&h);
	}
	assert(findings.n <= LIMIT_FINDINGS);
	for (size_t i = 0; i < findings.n; i++)
		assert(text_clean_line(findings.v[i].text, strlen(findings.v[i].text)));
	err = findings_errno(&findings);
	findings_free(&findings);
	return err;
}

static void
take(struct stage *stage, unsigned seat, const struct turn_text *t)
{
	struct ledger *after = ledger_after(stage->ledger, stage->kb, &t->turn, seat, sides[seat - 1]);

	ledger_drop(stage->ledger);
	stage->ledger = after;
	stage->turns++;
}

static struct stage
begin(void)
{
	struct stage stage = { .ledger = ledger_start() };
	struct kb_file robust = ARGUMENT("003", "con", "meta", "robust");
	struct kb_faults faults;

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		files[i].len = strlen(files[i].text);
	robust.len = strlen(robust.text);
	stage.kb = kb_read(files, sizeof files / sizeof files[0], NULL, &faults);
	assert(stage.kb);
	kb_faults_free(&faults);
	stage.before = kb_with(stage.kb, &robust, &faults);
	assert(stage.before);
	kb_faults_free(&faults);
	for (unsigned i = 0; i < sizeof turns / sizeof turns[0]; i++) {
		struct turn_text t;
		unsigned seat = i == 3 ? 1 : i + 1;

		assert(!judge(&stage, seat, turns[i], strlen(turns[i]), false, &t));
		take(&stage, seat, &t);
		turn_text_free(&t);
	}
	return stage;
}

static const char *
name_of(void *arg, unsigned seat)
{
	(void)arg;
	return seats[seat - 1].name;
}

/* From the heading on, as the record has it. */
static void
read_again(const char *text, size_t len, const struct turn_text *t)
{
	struct opening o = opening_read(text, len);
	struct turn_text again = { .turn = { .number = 0 } };

	assert(turn_text_read(text + o.offset, len - o.offset, &again));
	assert(again.turn.number == t->turn.number && again.turn.by_moderator == t->turn.by_moderator);
	assert(again.turn.n_items == t->turn.n_items && again.turn.n_press == t->turn.n_press);
	assert(again.turn.n_deflections == t->turn.n_deflections && again.turn.n_findings == t->turn.n_findings);
	assert(again.turn.n_mutations == t->turn.n_mutations);
	for (size_t i = 0; i < t->turn.n_items; i++)
		assert(!strcmp(again.turn.items[i].words, t->turn.items[i].words));
	turn_text_free(&again);
}

static void
fold(const struct stage *all, unsigned seat, const struct turn_text *t)
{
	struct stage stage = { .kb = all->kb, .before = all->before, .ledger = ledger_hold(all->ledger), .turns = all->turns };
	UT_string out;

	take(&stage, seat, t);
	utstring_init(&out);
	ledger_render(stage.ledger, stage.kb, name_of, NULL, &out);
	threads_render(stage.ledger, stage.kb, &out);
	utstring_done(&out);
	ledger_drop(stage.ledger);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct stage all;
	struct turn_text whole, beginning;
	unsigned seat;
	size_t len, cut;
	char *text, *part;
	int err;

	if (size < 2)
		return 0;
	if (!all.kb)
		all = begin();
	seat = 1 + data[0] % 3;
	text = mem_copy(data + 2, size - 2);
	len = text_unix(text, size - 2);
	cut = len * data[1] / 255;
	part = mem_copy(text, cut);
	err = judge(&all, seat, text, len, false, &whole);
	if (judge(&all, seat, part, cut, true, &beginning))
		assert(err);
	if (!err) {
		read_again(text, len, &whole);
		fold(&all, seat, &whole);
	}
	turn_text_free(&whole);
	turn_text_free(&beginning);
	free(part);
	free(text);
	return 0;
}
