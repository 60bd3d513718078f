/* The files of a debate: the base, the ledger, the revisions, the transcripts. */
#include "validators/adversarial/files.h"

#include <stdlib.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"

/* -- words -- */

void
print_words(struct reader words, size_t most, UT_string *out)
{
	UT_string line;

	utstring_init(&line);
	utstring_printf(&line, "%s", "");
	print_line(words, most, &line);
	md_escape(out, utstring_body(&line));
	utstring_done(&line);
}

void
print_rated(const struct base *b, unsigned argument, UT_string *out)
{
	const struct argument *a = base_numbered(b, argument);

	utstring_printf(out, "arg-%03u", argument);
	if (a)
		utstring_printf(out, " (%s)", status_words[a->status]);
}

static void
print_date(const struct debate *d, unsigned text, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "%.10s", record_time(d->texts[text - 1].time_ms, time));
}

/* -- the ledger -- */

static void
print_references(const struct adversarial *a, unsigned claim, UT_string *out)
{
	const char *between = "";

	for (size_t i = 0; i < a->n_citations; i++) {
		const struct citation *c = &a->citations[i];

		if (c->claim != claim || c->move != MOVE_NEW)
			continue;
		utstring_printf(out, "%s", between);
		if (c->argument)
			utstring_printf(out, "arg-%03u (KB-rated %s)", c->argument,
				status_words[base_numbered(a->live, c->argument)->status]);
		else
			utstring_printf(out, "%.*s", (int)left(&c->source), c->source.s);
		between = ", ";
	}
}

static void
print_closure(const struct claim *c, UT_string *out)
{
	if (c->state != CLAIM_CLOSED)
		return;
	utstring_printf(out, "- **Closure**: ruled by moderator at turn %u as %s (arg-%03u): \"", c->closed_in,
		closed_as_words[c->as], c->argument);
	print_words(c->ruling, WORDS_BYTES, out);
	utstring_printf(out, "\"%s%s\n",
		c->final	   ? "; objected to once, and reaffirmed"
			: c->waits ? "; objected to once, which is not ruled on yet"
				   : "",
		c->accepted ? "; accepted by its side" : "");
}

static void
sooner(unsigned *text, unsigned than, unsigned behind)
{
	if (than > behind && (!*text || than < *text))
		*text = than;
}

static void
print_thread(const struct adversarial *a, unsigned claim, UT_string *out)
{
	for (unsigned last = 0, text;; last = text) {
		text = 0;
		for (size_t i = 0; i < a->n_steps; i++)
			if (a->steps[i].claim == claim)
				sooner(&text, a->steps[i].text, last);
		for (size_t i = 0; i < a->n_rulings; i++)
			if (a->rulings[i].claim == claim)
				sooner(&text, a->rulings[i].text, last);
		if (!text)
			return;
		utstring_printf(out, "%s%u", last ? " → " : "turns ", text);
	}
}

/* Who conceded it, and the weakest of what it rests on. */
static void
print_notes(const struct debate *d, unsigned claim, UT_string *out)
{
	const struct adversarial *a = adv_of(d);
	const struct claim *c = &a->claims[claim - 1];
	const struct argument *weakest = NULL;
	struct reader r = c->words;
	unsigned number;

	if (c->withdrawn)
		utstring_printf(out, "withdrawn by its side; ");
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (c->conceded >> (seat - 1) & 1) {
			utstring_printf(out, "conceded by ");
			debate_print_role(d, d->seats[seat - 1].role, out);
			utstring_printf(out, "; ");
		}
	while (next_argument(&r, &number)) {
		const struct argument *node = base_numbered(a->live, number);

		if (node && (!weakest || node->status > weakest->status))
			weakest = node;
	}
	if (weakest)
		utstring_printf(out, "its weakest argument is arg-%03u, rated %s", weakest->number,
			status_words[weakest->status]);
	else
		utstring_printf(out, "it cites no argument");
}

void
adv_ledger_file(const struct debate *d, UT_string *out)
{
	const struct adversarial *a = adv_of(d);

	utstring_printf(out, "# Claim Ledger\n");
	for (unsigned i = 1; i <= a->n_claims; i++) {
		const struct claim *c = &a->claims[i - 1];
		bool closed = c->state == CLAIM_CLOSED;

		utstring_printf(out, "\n## L-%03u: ", i);
		print_words(c->words, WORDS_BYTES, out);
		utstring_printf(out, "\n\n- **Asserted by**: ");
		debate_print_role(d, d->seats[c->seat - 1].role, out);
		utstring_printf(out, " (debate turn %u)\n- **References**: ", c->text);
		print_references(a, i, out);
		utstring_printf(out, "\n- **Status**: %s%s%s\n", closed ? "**" : "", claim_state_words[c->state],
			closed ? "**" : "");
		print_closure(c, out);
		utstring_printf(out, "- **Thread**: ");
		print_thread(a, i, out);
		utstring_printf(out, "\n- **Notes**: ");
		print_notes(d, i, out);
		utstring_printf(out, "\n");
	}
}

/* -- revisions -- */

/* The number of the last revision of earlier debates. */
static unsigned
earlier_revisions(const struct adversarial *a)
{
	struct base_file file;
	struct reader line;
	unsigned number, last = 0;

	if (base_find(a->start, REVISIONS_FILE, &file))
		while (next_line(&file.text, &line))
			if (skip_text(&line, "## R-") && skip_number(&line, &number) && number > last)
				last = number;
	return last;
}

static void
print_change(const struct debate *d, const struct revision *r, UT_string *out)
{
	static const char *const types[OP_KINDS] = {"status-downgrade", "new-edge", "notes-append", "criticism-append",
		"contradiction-added", "new-node", "new-source"};

	utstring_printf(out, "- **Type**: %s\n- **Target**: ", types[r->op]);
	switch (r->op) {
	case OP_LOWER:
		utstring_printf(out, "arg-%03u\n- **Change**: status %s → %s", r->argument, status_words[r->before],
			status_words[r->after]);
		break;
	case OP_EDGE:
		utstring_printf(
			out, "kb/" EDGES_FILE "\n- **Change**: arg-%03u %s ", r->edge.from, edge_words[r->edge.type]);
		if (r->edge.to)
			utstring_printf(out, "arg-%03u", r->edge.to);
		else
			utstring_printf(out, "kb/%s", r->edge.source);
		break;
	case OP_NOTE:
		utstring_printf(out, "arg-%03u\n- **Change**: added to %s", r->argument, r->target.s);
		break;
	case OP_CRITICISM:
		utstring_printf(out, "%.*s\n- **Change**: added to Criticism", (int)left(&r->target), r->target.s);
		break;
	case OP_CONTRADICTION:
		utstring_printf(out, "kb/" CONTRADICTIONS_FILE "\n- **Change**: C-%03u", r->argument);
		break;
	case OP_NEW:
		utstring_printf(out, "arg-%03u\n- **Change**: a new argument, kb/%s", r->argument,
			base_numbered(adv_of(d)->live, r->argument)->path);
		break;
	default:
		utstring_printf(out, "kb/sources/agents/");
		debate_print_role(d, d->seats[r->seat - 1].role, out);
		utstring_printf(out, "/%.*s\n- **Change**: a new source", (int)left(&r->target), r->target.s);
	}
}

/* Where lists that are in the order of texts have come to. */
struct at {
	size_t citation, step, remark, ruling;
};

/* Go on to a text. */
static void
go_to(struct at *at, const struct adversarial *a, unsigned text)
{
	while (at->citation < a->n_citations && a->citations[at->citation].text < text)
		at->citation++;
	while (at->step < a->n_steps && a->steps[at->step].text < text)
		at->step++;
	while (at->remark < a->n_remarks && a->remarks[at->remark].text < text)
		at->remark++;
	while (at->ruling < a->n_rulings && a->rulings[at->ruling].text < text)
		at->ruling++;
}

/* Is the change about what an item cites? */
static bool
is_about(const struct revision *r, const struct citation *c)
{
	if (!c->argument)
		return r->op == OP_CRITICISM && left(&c->source) == left(&r->target) &&
			!memcmp(c->source.s, r->target.s, left(&r->target));
	return (r->op != OP_CONTRADICTION && c->argument == r->argument) ||
		(r->op == OP_EDGE && c->argument == r->edge.to);
}

/* The first claim of a turn that is about the change, else the turn's first claim or line. */
static struct reader
trigger_of(const struct adversarial *a, const struct at *at, const struct revision *r)
{
	size_t step = at->step;
	unsigned about = 0;

	for (size_t i = at->citation; i < a->n_citations && a->citations[i].text == r->text && !about; i++)
		about = is_about(r, &a->citations[i]) ? a->citations[i].claim : 0;
	while (about && step < a->n_steps && a->steps[step].claim != about)
		step++;
	if (step < a->n_steps && a->steps[step].text == r->text)
		return a->steps[step].words;
	if (at->remark < a->n_remarks && a->remarks[at->remark].text == r->text)
		return a->remarks[at->remark].words;
	if (at->ruling < a->n_rulings && a->rulings[at->ruling].text == r->text)
		return a->claims[a->rulings[at->ruling].claim - 1].ruling;
	return (struct reader){"", ""};
}

void
adv_revisions_file(const struct debate *d, UT_string *out)
{
	const struct adversarial *a = adv_of(d);
	unsigned number = earlier_revisions(a);
	struct base_file file;
	struct at at = {0};

	if (base_find(a->start, REVISIONS_FILE, &file)) {
		utstring_bincpy(out, file.text.s, left(&file.text));
		if (left(&file.text) && file.text.end[-1] != '\n')
			utstring_printf(out, "\n");
	} else {
		utstring_printf(out,
			"# KB Revisions Log\n\n[Append-only. Every mutation to live kb/ during the debate phase "
			"logs here.]\n");
	}
	for (size_t i = 0; i < a->n_revisions; i++) {
		const struct revision *r = &a->revisions[i];

		utstring_printf(out, "\n## R-%03u — ", ++number);
		print_date(d, r->text, out);
		utstring_printf(out, " — ");
		debate_print_role(d, d->seats[r->seat - 1].role, out);
		utstring_printf(out, ", debate turn %u\n\n", r->text);
		print_change(d, r, out);
		utstring_printf(out, "\n- **Justification**: ");
		if (is_blank(r->reason.s, left(&r->reason)))
			utstring_printf(out, "see turn %u", r->text);
		else
			print_words(r->reason, WORDS_BYTES, out);
		go_to(&at, a, r->text);
		struct reader trigger = trigger_of(a, &at, r);
		utstring_printf(out, "\n- **Triggered by**: turn %u%s", r->text, left(&trigger) ? ": " : "");
		if (left(&trigger))
			print_words(trigger, WORDS_BYTES, out);
		utstring_printf(out, "\n");
	}
}

/* -- transcripts -- */

/* The texts of a seat, or (0) of all, each under its heading. */
static void
print_transcript(const struct debate *d, unsigned of, UT_string *out)
{
	utstring_printf(out, "# Transcript\n");
	for (unsigned i = 1; i <= d->n; i++) {
		const struct debate_text *t = &d->texts[i - 1];
		const struct debate_seat *s = &d->seats[t->seat - 1];
		struct parsed p;

		if (of && t->seat != of)
			continue;
		debate_read(d, i - 1, &p);
		struct reader body = between(t->text, t->text + t->len);
		if (p.heading_line)
			body.s = p.heading.end;
		parsed_free(&p);
		if (t->kind == KIND_SYNTHESIS)
			utstring_printf(out, "\n## Synthesis\n\n");
		else {
			utstring_printf(out, "\n## Turn %u — %s (%s / %s) — ", i, s->name, s->harness, s->model);
			debate_print_role(d, d->seats[t->seat - 1].role, out);
			utstring_printf(out, "\n\n");
		}
		body = without_white(body);
		utstring_bincpy(out, body.s, left(&body));
		utstring_printf(out, "\n");
	}
}

/* -- kb/ -- */

static unsigned
count_live(const struct debate *d)
{
	return (unsigned)base_files(adv_of(d)->live);
}

static const char *
live_path(const struct debate *d, unsigned number)
{
	return base_path(adv_of(d)->live, number);
}

static bool
is_at(const struct debate *d, unsigned number, const char *path)
{
	return !strcmp(live_path(d, number), path);
}

static void
show_live(const struct debate *d, unsigned number, UT_string *out)
{
	const struct base *live = adv_of(d)->live;
	struct base_file file;

	if (is_at(d, number, INDEX_FILE))
		base_print_index(live, out);
	else if (is_at(d, number, REVISIONS_FILE))
		adv_revisions_file(d, out);
	else if (base_find(live, live_path(d, number), &file))
		utstring_bincpy(out, file.text.s, left(&file.text));
}

static unsigned
live_changed(const struct debate *d, unsigned number)
{
	const struct adversarial *a = adv_of(d);
	bool is_index = is_at(d, number, INDEX_FILE);
	unsigned last = base_changed(a->live, number);

	for (size_t i = a->n_revisions; (is_index || is_at(d, number, REVISIONS_FILE)) && i-- > 0 && !last;)
		if (!is_index || a->revisions[i].op == OP_LOWER || a->revisions[i].op == OP_NEW)
			last = a->revisions[i].text;
	return last;
}

/* -- kb-snapshot-construction/ -- */

static unsigned
count_snapshot(const struct debate *d)
{
	return (unsigned)base_files(adv_of(d)->snapshot);
}

static const char *
snapshot_path(const struct debate *d, unsigned number)
{
	return base_path(adv_of(d)->snapshot, number);
}

static void
show_snapshot(const struct debate *d, unsigned number, UT_string *out)
{
	struct base_file file = base_file(adv_of(d)->snapshot, number - 1);

	utstring_bincpy(out, file.text.s, left(&file.text));
}

static unsigned
never_changed(const struct debate *d, unsigned number)
{
	(void)d;
	(void)number;
	return 0;
}

/* -- output/ -- */

static const struct written {
	const char *path;
	debate_shows *shows;
} written[] = {
	{"claims-ledger.md", adv_ledger_file},
	{"synthesis.md", adv_synthesis_file},
};
#define N_WRITTEN (sizeof written / sizeof *written)

/* Behind those the transcript of all, and of each seat. */
static unsigned
count_output(const struct debate *d)
{
	return N_WRITTEN + 1 + d->n_seats;
}

static const char *
output_path(const struct debate *d, unsigned number)
{
	unsigned seat = number - N_WRITTEN - 1;

	if (number <= N_WRITTEN)
		return written[number - 1].path;
	if (!seat)
		return "transcript.md";
	if (adv_position(d, seat) != NO_POSITION)
		return base_transcript(adv_of(d)->live, adv_position(d, seat));
	return d->seats[seat - 1].role == ROLE_MODERATOR ? "agents/moderator/transcript.md"
							 : "agents/orchestrator/transcript.md";
}

static void
show_output(const struct debate *d, unsigned number, UT_string *out)
{
	if (number <= N_WRITTEN)
		written[number - 1].shows(d, out);
	else
		print_transcript(d, number - N_WRITTEN - 1, out);
}

static unsigned
output_changed(const struct debate *d, unsigned number)
{
	for (unsigned text = (unsigned)d->n; text; text--)
		if (number <= N_WRITTEN + 1 || d->texts[text - 1].seat == number - N_WRITTEN - 1)
			return text;
	return 0;
}

static const struct debate_tree live = {count_live, live_path, show_live, live_changed},
	snapshot = {count_snapshot, snapshot_path, show_snapshot, never_changed},
	output = {count_output, output_path, show_output, output_changed};

const struct format_row adv_rows[] = {
	{"threads", "what is open, most pressing first", .shows = adv_threads_file},
	{"argument-graph.svg", "the arguments that count most, with the edges between them", .shows = adv_graph_file,
		.drawn = true},
	{LIVE, "the knowledge base as it is now: what a turn's Mutations say becomes part of it", .tree = &live},
	{SNAPSHOT, "the knowledge base as construction left it", .tree = &snapshot},
	{"output", "the ledger of claims, the synthesis, and what was said, whole and of each seat", .tree = &output},
	{0},
};
