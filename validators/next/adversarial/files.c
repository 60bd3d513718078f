/* The files of a debate: the base, the ledger, the revisions, the transcripts. */
#include "validators/next/adversarial/files.h"

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
print_thread(const struct adversarial *a, unsigned claim, UT_string *out)
{
	unsigned last = 0;

	for (unsigned text = 1;; text++) {
		bool here = false, more = false;

		for (size_t i = 0; i < a->n_steps; i++) {
			here |= a->steps[i].claim == claim && a->steps[i].text == text;
			more |= a->steps[i].claim == claim && a->steps[i].text > text;
		}
		for (size_t i = 0; i < a->n_rulings; i++) {
			here |= a->rulings[i].claim == claim && a->rulings[i].text == text;
			more |= a->rulings[i].claim == claim && a->rulings[i].text > text;
		}
		if (here)
			utstring_printf(out, "%s%u", last ? " → " : "turns ", text);
		last = here ? text : last;
		if (!more)
			return;
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
			adv_print_role(d, seat, out);
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
adv_ledger_file(const struct debate *d, const struct context *ctx, unsigned seat, UT_string *out)
{
	const struct adversarial *a = adv_of(d);

	(void)ctx;
	(void)seat;
	utstring_printf(out, "# Claim Ledger\n");
	for (unsigned i = 1; i <= a->n_claims; i++) {
		const struct claim *c = &a->claims[i - 1];
		bool closed = c->state == CLAIM_CLOSED;

		utstring_printf(out, "\n## L-%03u: ", i);
		print_words(c->words, WORDS_BYTES, out);
		utstring_printf(out, "\n\n- **Asserted by**: ");
		adv_print_role(d, c->seat, out);
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
		adv_print_role(d, r->seat, out);
		utstring_printf(out, "/%.*s\n- **Change**: a new source", (int)left(&r->target), r->target.s);
	}
}

/* The first claim or line of that turn. */
static void
print_trigger(const struct debate *d, unsigned text, UT_string *out)
{
	const struct adversarial *a = adv_of(d);
	struct reader words = {"", ""};

	for (size_t i = a->n_steps; i-- > 0;)
		words = a->steps[i].text == text ? a->steps[i].words : words;
	for (size_t i = a->n_remarks; i-- > 0 && words.s == words.end;)
		words = a->remarks[i].text == text ? a->remarks[i].words : words;
	for (size_t i = a->n_rulings; i-- > 0 && words.s == words.end;)
		words = a->rulings[i].text == text ? a->claims[a->rulings[i].claim - 1].ruling : words;
	utstring_printf(out, "turn %u%s", text, words.s && words.s < words.end ? ": " : "");
	if (words.s)
		print_words(words, WORDS_BYTES, out);
}

void
adv_revisions_file(const struct debate *d, const struct context *ctx, unsigned seat, UT_string *out)
{
	const struct adversarial *a = adv_of(d);
	unsigned number = earlier_revisions(a);
	struct base_file file;

	(void)ctx;
	(void)seat;
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
		adv_print_role(d, r->seat, out);
		utstring_printf(out, ", debate turn %u\n\n", r->text);
		print_change(d, r, out);
		utstring_printf(out, "\n- **Justification**: ");
		print_words(r->reason, WORDS_BYTES, out);
		utstring_printf(out, "\n- **Triggered by**: ");
		print_trigger(d, r->text, out);
		utstring_printf(out, "\n");
	}
}

/* -- transcripts -- */

/* The texts of a seat, or (0) of all, each under its heading. */
static void
print_transcript(const struct debate *d, unsigned of, UT_string *out)
{
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
			adv_print_role(d, t->seat, out);
			utstring_printf(out, "\n\n");
		}
		body = without_white(body);
		utstring_bincpy(out, body.s, left(&body));
		utstring_printf(out, "\n");
	}
}

void
adv_transcript_file(const struct debate *d, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	utstring_printf(out, "# Transcript\n");
	print_transcript(d, seat, out);
}

/* -- all of them -- */

/* Files that are written, beside those of the bases. */
static const struct written {
	const char *path;
	debate_shows *shows;
} written[] = {
	{"argument-graph.svg", adv_graph_file},
	{"kb/" INDEX_FILE, NULL},
	{"kb/" REVISIONS_FILE, adv_revisions_file},
	{"output/claims-ledger.md", adv_ledger_file},
	{"output/synthesis.md", adv_synthesis_file},
	{"output/transcript.md", adv_transcript_file},
	{"threads", adv_threads_file},
};
#define N_WRITTEN (sizeof written / sizeof *written)

static const struct written *
written_at(const char *path)
{
	for (size_t i = 0; i < N_WRITTEN; i++)
		if (!strcmp(written[i].path, path))
			return &written[i];
	return NULL;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The seat whose transcript a path is; 0: none. */
static unsigned
transcript_of(const struct debate *d, const char *path)
{
	UT_string name;
	unsigned found = 0;

	utstring_init(&name);
	for (unsigned seat = 1; seat <= d->n_seats && !found; seat++) {
		utstring_clear(&name);
		utstring_printf(&name, "output/agents/");
		adv_print_role(d, seat, &name);
		utstring_printf(&name, "/transcript.md");
		found = !strcmp(utstring_body(&name), path) ? seat : 0;
	}
	utstring_done(&name);
	return found;
}

size_t
adv_paths(const struct debate *d, char ***paths)
{
	const struct adversarial *a = adv_of(d);
	char **v = NULL;
	size_t n = 0;
	UT_string role;

	utstring_init(&role);
	for (size_t i = 0; i < N_WRITTEN; i++)
		*GROW(v, n) = mem_strdup(written[i].path);
	for (size_t i = 0; i < base_files(a->live); i++) {
		char *path = mem_format("kb/%s", base_file(a->live, i).path);

		if (written_at(path))
			free(path);
		else
			*GROW(v, n) = path;
	}
	for (size_t i = 0; i < base_files(a->snapshot); i++)
		*GROW(v, n) = mem_format(SNAPSHOT "%s", base_file(a->snapshot, i).path);
	for (unsigned seat = 1; seat <= d->n_seats; seat++) {
		utstring_clear(&role);
		adv_print_role(d, seat, &role);
		*GROW(v, n) = mem_format("output/agents/%s/transcript.md", utstring_body(&role));
	}
	utstring_done(&role);
	qsort(v, n, sizeof *v, by_name);
	*paths = v;
	return n;
}

bool
adv_show_file(const struct debate *d, const char *path, UT_string *out)
{
	const struct adversarial *a = adv_of(d);
	const struct written *w = written_at(path);
	unsigned seat = transcript_of(d, path);
	struct base_file file;
	bool live = !strncmp(path, "kb/", 3);

	if (w && w->shows)
		w->shows(d, NULL, 0, out);
	else if (w)
		base_print_index(a->live, out);
	else if (seat)
		adv_transcript_file(d, NULL, seat, out);
	else if (live ? base_find(a->live, path + 3, &file)
		      : !strncmp(path, SNAPSHOT, strlen(SNAPSHOT)) &&
				base_find(a->snapshot, path + strlen(SNAPSHOT), &file))
		utstring_bincpy(out, file.text.s, left(&file.text));
	else
		return false;
	return true;
}
