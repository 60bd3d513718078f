/*
 * Format `council`, for tests alone: what the core does for a format with roles, a front, verbs, clocks and a text that is
 * handed in behind the close, in as few rules as that takes.
 *
 * first and second hand in any text without the word BAD, in any order; then the chair judges. The second judgement closes the duel, and
 * the chair may hand in a report, which begins with "# ". Nobody joins with another's harness, "unknown" aside. The chair says `next` with
 * asks=. If a clock ends, the debate goes on without the text; without a judgement it is ABORTED.
 *
 * Format `grove` is a council whose source is a folder.
 */
#include "tests/unit/trial/trial.h"

#include "validators/formats.h"
#include "validators/kit/refusal.h"
#include "validators/kit/show.h"

enum { FIRST = 1, SECOND, CHAIR };
enum { TEXT, JUDGEMENT, REPORT };
enum { ARGUMENTS = 1, JUDGING, JUDGED, REPORTING, COMPLETED, ABORTED };

static const struct rule rules[] = {
	{"council.bad", .err = EINVAL, .gloss = "no text is BAD"},
	{"council.report", .err = EINVAL, .gloss = "a report begins with a title"},
	{"council.dry", SEVERITY_WARNING, .gloss = "no file is DRY"},
};

void (*grove_judging)(void);

static void
judge_folder(const struct source_folder *folder, bool stable, struct findings *findings)
{
	(void)stable;
	if (grove_judging)
		grove_judging();
	for (size_t i = 0; i < folder->n; i++)
		if (strstr(folder->files[i].text, "DRY"))
			findings_add_path(findings, &rules[2], 0, folder->files[i].path, "it is dry");
}

static char *
topic_of(const struct source_folder *folder)
{
	const struct source_file *last = &folder->files[folder->n - 1];
	return strcmp(last->path, "wood/topic") ? NULL : mem_copy(last->text, strcspn(last->text, "\n"));
}

static const char *const folder_parts[] = {"wood", "cut", NULL};
static const struct format_folder source_is = {.parts = folder_parts,
	.files = 10,
	.file_bytes = 1 << 20,
	.bytes = 2 << 20,
	.depth = FORMAT_TREE_DEPTH,
	.fault = &rules[0],
	.judge = judge_folder,
	.topic = topic_of};

static bool
has(const struct judging *j, const char *word)
{
	const struct lines *ls = &j->p->lines;
	const char *s = ls->n ? ls->v[0].all.s : "";
	return ls->n && memmem(s, (size_t)(ls->v[ls->n - 1].all.end - s), word, strlen(word));
}

static void
judge(const struct judging *j)
{
	if (has(j, "BAD"))
		findings_add_path(j->out, &rules[0], 0, "[0].text", "this is not for others to read");
}

static void
judge_report(const struct judging *j)
{
	judge(j);
	if (!j->p->lines.n || strncmp(j->p->lines.v[0].all.s, "# ", 2))
		findings_add(j->out, &rules[1], 1, "there is no title");
}

static void
put_record(const struct debate *d, UT_string *out)
{
	const struct debate_text *t = &d->texts[d->n - 1];
	if (t->kind == JUDGEMENT)
		utstring_printf(out, "\n## Exchange %u\n\n%.*s", d->order.round, (int)t->len, t->text);
}

static const struct part parts[] = {{NULL, PROSE, FILLED, .rule = NULL}, {0}};
static const struct part report_parts[] = {{NULL, PROSE, OPTIONAL, .headed = true}, {0}};
static const struct format_kind kinds[] = {
	[TEXT] = {{"text", parts}, .judge = judge},
	[JUDGEMENT] = {{"judgement", parts}, .judge = judge, .record = put_record},
	[REPORT] = {{"report", report_parts}, .judge = judge_report, .record = put_record,
		.step = NEXT_WRITE_REPORT},
	{.kind = {0}},
};
static const struct ref_kind refs[] = {{0}};

static bool
both_are_judged(const struct debate *d)
{
	return d->order.round >= COUNCIL_EXCHANGES;
}

static const struct order_row phases[] = {
	{ARGUMENTS, FIRST | ONCE, TEXT, MOVE_CLOCK, JUDGING, JUDGING, ABORTED, NULL},
	{ARGUMENTS, SECOND | ONCE, TEXT, MOVE_CLOCK, JUDGING, JUDGING, ABORTED, NULL},
	{JUDGING, CHAIR, JUDGEMENT, MOVE_CLOCK, JUDGED, ABORTED, ABORTED, NULL},
	{.phase = JUDGED, .done = REPORTING, .when = both_are_judged},
	{.phase = JUDGED, .done = ARGUMENTS},
	{REPORTING, CHAIR, REPORT, MOVE_CLOCK, COMPLETED, COMPLETED, COMPLETED, NULL},
	{0}};

static const struct debate_role roles[] = {{ROLE("first")}, {ROLE("second")},
	{ROLE("chair"), .decides = true, .late = true}, {0}};
static const struct debate_phase states[] = {
	{.phase = PHASE_WAITING, .name = "waiting_for_participant"}, {.phase = ARGUMENTS, .name = "debating"},
	{.phase = JUDGING, .name = "debating"}, {REPORTING, "completed", "COMPLETED", "so"},
	{COMPLETED, "completed", "COMPLETED", NULL}, {ABORTED, "completed", "ABORTED", "so"}, {0}};

static struct fault
joins(const struct debate *d, const struct debate_seat *who)
{
	for (unsigned i = 0; i < d->n_seats && strcmp(who->harness, "unknown"); i++)
		if (!strcmp(d->seats[i].harness, who->harness))
			return fault_of(REFUSAL_SEAT_TAKEN, "harness %s is here already", who->harness);
	return NO_FAULT;
}

static struct fault
judge_next(const struct debate *d, const struct verb_ask *ask, UT_string *line)
{
	(void)d;
	utstring_printf(line, "asked: %s", ask->asks ? ask->asks : "");
	return ask->asks ? NO_FAULT : fault_of(REFUSAL_VALUE_BAD, "`next` says what it asks");
}

static void
apply_next(struct debate *d, const struct verb_ask *ask)
{
	(void)d, (void)ask;
}

static const struct debate_verb verbs[] = {{"next", CHAIR, judge_next, apply_next, "asked"}, {.word = "fail"}, {0}};

static char *
fails(const struct debate *d, unsigned seat)
{
	(void)d, (void)seat;
	return NULL;
}

static struct fault
releases(const struct debate *d, unsigned seat, const char *outcome)
{
	bool may = d->seats[seat - 1].role == CHAIR && d->order.phase == ARGUMENTS && d->order.round && !d->order.in &&
		!strcmp(outcome, "COMPLETED");

	return may ? NO_FAULT : fault_of(REFUSAL_VALUE_BAD, "this outcome is not earned");
}

static void
lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out)
{
	(void)role;
	utstring_printf(out, "%s %s", seat ? d->seats[seat - 1].name : "somebody", reason ? "failed" : "took too long");
}

static void
head(const struct debate *d, UT_string *out)
{
	utstring_printf(out, "# Council: %s, %u here\n", d->topic, d->n_seats);
}

static bool
came_to(const struct debate *d, UT_string *out)
{
	(void)d;
	utstring_printf(out, "Stopped");
	return true;
}

static void
brief(const struct debate *d, unsigned seat, UT_string *out)
{
	brief_texts(d, brief_news(d, seat), seat, out);
}

unsigned council_fronts;

static void
front(const struct debate *d, UT_string *out)
{
	council_fronts++;
	utstring_printf(out, "exchange: %u\nphase: %s\n\n", d->order.round, d->order.phase == JUDGING ? "judgement" : "arguments");
}

static void
report(const struct debate *d, UT_string *out)
{
	if (d->n && d->texts[d->n - 1].kind == REPORT)
		utstring_bincpy(out, d->texts[d->n - 1].text, d->texts[d->n - 1].len);
}

static const struct format_row rows[] = {{"report.md", "the report", .shows = report}, {0}};

#define COUNCIL_IS \
	.about = "a council, for tests.", .kinds = kinds, .refs = refs, .phases = phases, \
	.counted = JUDGED, .roles = roles, .states = states, .rules = rules, \
	.n_rules = sizeof rules / sizeof *rules, .joins = joins, .verbs = verbs, .free_outcome = "COMPLETED", .fails = fails, \
	.releases = releases, .lapse = lapse, .head = head, .front = front, .rows = rows, .brief = brief, \
	.came_to = came_to, .result = debate_print_end

const struct format council_format = {.name = "council", COUNCIL_IS};
const struct format grove_format = {.name = "grove", COUNCIL_IS, .folder = &source_is};

const struct format *const formats[] = {&socratic_format, &council_format, &grove_format, NULL};
