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
	print_line(words, most, &line);
	md_escape(out, utstring_body(&line));
	utstring_done(&line);
}

/* -- claims -- */

struct reader
claim_title(struct reader words)
{
	struct reader r = without_white(words), line;

	r.end = paragraph_end(r);
	words = r;
	for (next_line(&r, &line); next_line(&r, &line);) {
		struct reader at = without_white(line);

		/* A list, a quotation or a heading begins there. */
		if (skip_marker(&at) || skip_char(&at, '>') || skip_heading(&at))
			return reader_of(words.s, line.s);
	}
	return words;
}

void
print_claim_state(const struct claim *c, UT_string *out)
{
	bool withdrawn = c->state == CLAIM_REBUTTED && c->withdrawn;

	utstring_printf(out, "%s%s", claim_state_words[c->state], withdrawn ? " (withdrawn)" : "");
	if (c->state == CLAIM_CLOSED)
		utstring_printf(out, " as %s in turn %u (arg-%03u)%s%s", closed_as_words[c->as], c->closed_in,
			c->argument, c->final ? ", objected to and reaffirmed" : c->waits ? ", and objected to" : "",
			c->accepted ? ", accepted" : "");
}

void
print_claim(const struct debate *d, unsigned claim, const char *more, bool fenced, UT_string *out)
{
	const struct claim *c = &adv_of(d)->claims[claim - 1];

	utstring_printf(out, "- L-%03u, ", claim);
	print_claim_state(c, out);
	utstring_printf(out, ", of %s%s: ", adv_handle(d, c->seat), more);
	(fenced ? print_line : print_words)(claim_title(c->words), WORDS_BYTES, out);
	print_cited(d, &adv_of(d)->steps[c->step], out);
	utstring_printf(out, "\n");
}

/* -- the ledger -- */

void
print_citations(const struct adversarial *a, const struct step *s, const char *lead, const char *rated, UT_string *out)
{
	for (size_t i = s->cites; i < s->cites + s->n_cites; i++, lead = ", ") {
		const struct citation *c = &a->citations[i];

		if (c->argument)
			utstring_printf(out, "%sarg-%03u (%s%s)", lead, c->argument, rated,
				status_words[base_numbered(a->live, c->argument)->status]);
		else
			utstring_printf(out, "%s%.*s", lead, (int)len_of(&c->source), c->source.s);
	}
}

/* The seats that conceded it, and the weakest argument that it rests on. */
static void
print_notes(const struct debate *d, unsigned claim, UT_string *out)
{
	const struct adversarial *a = adv_of(d);
	const struct claim *c = &a->claims[claim - 1];
	const struct argument *weakest = NULL;
	const struct step *s = &a->steps[c->step];

	if (c->withdrawn)
		utstring_printf(out, "withdrawn by its side; ");
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (c->conceded >> (seat - 1) & 1)
			utstring_printf(out, "conceded by %s; ", adv_handle(d, seat));
	for (size_t i = s->cites; i < s->cites + s->n_cites && a->citations[i].argument; i++) {
		const struct argument *node = base_numbered(a->live, a->citations[i].argument);

		if (!weakest || node->status > weakest->status)
			weakest = node;
	}
	if (weakest)
		utstring_printf(out, "its weakest argument is arg-%03u, rated %s", weakest->number,
			status_words[weakest->status]);
	else
		utstring_printf(out, "it cites no argument");
}

static void
show_ledger(const struct debate *d, UT_string *out)
{
	const struct adversarial *a = adv_of(d);

	utstring_printf(out, "# Claim Ledger\n");
	for (unsigned i = 1; i <= a->n_claims; i++) {
		const struct claim *c = &a->claims[i - 1];
		bool closed = c->state == CLAIM_CLOSED, withdrawn = c->state == CLAIM_REBUTTED && c->withdrawn;
		unsigned last = 0;

		utstring_printf(out, "\n## L-%03u: ", i);
		print_words(claim_title(c->words), WORDS_BYTES, out);
		utstring_printf(out, "\n\n- **Asserted by**: %s (debate turn %u)\n- **References**: ",
			adv_handle(d, c->seat), c->text);
		print_citations(a, &a->steps[c->step], "", "KB-rated ", out);
		utstring_printf(out, "\n- **Status**: %s%s%s%s\n", closed ? "**" : "", claim_state_words[c->state],
			closed ? "**" : "", withdrawn ? " (withdrawn)" : "");
		if (closed) {
			utstring_printf(out, "- **Closure**: ruled by moderator at turn %u as %s (arg-%03u): \"",
				c->closed_in, closed_as_words[c->as], c->argument);
			print_words(c->ruling, WORDS_BYTES, out);
			utstring_printf(out, "\"%s%s\n", c->final ? "; objected to once, and reaffirmed"
				: c->waits ? "; objected to once, which is not ruled on yet" : "",
				c->accepted ? "; accepted by its side" : "");
		}
		utstring_printf(out, "- **Thread**: ");
		EACH_OF(step, s, a->steps, a->n_steps) {
			if (s->claim != i || s->text == last)
				continue;
			utstring_printf(out, "%s%u", last ? " → " : "turns ", s->text);
			last = s->text;
		}
		utstring_printf(out, "\n- **Notes**: ");
		print_notes(d, i, out);
		utstring_printf(out, "\n");
	}
}

/* When this text was accepted; 0: it is as the debate began. */
static int64_t
time_of(const struct debate *d, unsigned text)
{
	return text ? d->texts[text - 1].time_ms : d->created_ms;
}

/* -- kb/ and kb-snapshot-construction/ -- */

#define BASE_TREE(base) \
	static unsigned base##_count(const struct debate *d) \
	{ \
		return (unsigned)adv_of(d)->base->n_files; \
	} \
	static const char *base##_path(const struct debate *d, unsigned number) \
	{ \
		return base_file(adv_of(d)->base, number)->path; \
	} \
	static void base##_show(const struct debate *d, unsigned number, UT_string *out) \
	{ \
		struct reader file = base_file(adv_of(d)->base, number)->body; \
		utstring_bincpy(out, file.s, len_of(&file)); \
	} \
	static int64_t base##_ms(const struct debate *d, unsigned number) \
	{ \
		return time_of(d, base_file(adv_of(d)->base, number)->text); \
	} \
	static const struct debate_tree base = {base##_count, base##_path, base##_show, base##_ms};
BASE_TREE(live)
BASE_TREE(snapshot)

/* -- output/ -- */

void
print_turn_heading(const struct debate *d, unsigned seat, size_t number, UT_string *out)
{
	const struct debate_seat *s = &d->seats[seat - 1];

	utstring_printf(
		out, "Turn %zu — %s (%s / %s) — %s", number, s->name, s->harness, s->model, adv_handle(d, seat));
}

static const struct written {
	const char *path;
	debate_shows *shows;
} written[] = {
	{"claims-ledger.md", show_ledger},
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
		return adv_of(d)->live->fixed->transcripts[adv_position(d, seat)];
	return d->seats[seat - 1].role == ROLE_MODERATOR ? "agents/moderator/transcript.md"
							 : "agents/orchestrator/transcript.md";
}

static void
show_output(const struct debate *d, unsigned number, UT_string *out)
{
	unsigned of = number - N_WRITTEN - 1; /* whose transcript it is; 0: of all */

	if (number <= N_WRITTEN) {
		written[number - 1].shows(d, out);
		return;
	}
	utstring_printf(out, "# Transcript\n");
	for (unsigned i = 1; i <= d->n; i++) {
		const struct debate_text *t = &d->texts[i - 1];
		struct parsed p;

		if (of && t->seat != of)
			continue;
		debate_read(d, t, &p);
		struct reader body = reader_of(t->text, t->text + t->len);
		if (p.heading_line)
			body.s = p.heading.end;
		parsed_free(&p);
		utstring_printf(out, "\n## ");
		if (t->kind == KIND_SYNTHESIS)
			utstring_printf(out, "Synthesis");
		else
			print_turn_heading(d, t->seat, i, out);
		utstring_printf(out, "\n\n");
		body = without_white(body);
		utstring_bincpy(out, body.s, len_of(&body));
		utstring_printf(out, "\n");
	}
}

static int64_t
output_ms(const struct debate *d, unsigned number)
{
	unsigned text = (unsigned)d->n;

	while (text && number > N_WRITTEN + 1 && d->texts[text - 1].seat != number - N_WRITTEN - 1)
		text--;
	return time_of(d, text);
}

static const struct debate_tree output = {count_output, output_path, show_output, output_ms};

const struct format_row adv_rows[] = {
	{"threads", "what is open, most pressing first", .shows = adv_threads_file},
	{"argument-graph.svg", "the arguments that count most, with the edges between them", .shows = adv_graph_file,
		.drawn = true},
	{LIVE, "the knowledge base as it is now: what a turn's Mutations say becomes part of it", .tree = &live},
	{SNAPSHOT, "the knowledge base as construction left it", .tree = &snapshot},
	{"output", "the ledger of claims, the synthesis, and what was said, whole and of each seat", .tree = &output},
	{0},
};
