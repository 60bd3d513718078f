/*
 * The first line: `## Turn N — NAME (HARNESS / MODEL) — STANCE`. It is compared with the one that the record and the
 * lease call for.
 */
#include "validators/socratic/reading.h"
#include "validators/kit/record.h"

#include "validators/text/mem.h"
#include "validators/text/names.h"

/* clang-format off */
const struct heading_row socratic_headings[SOCRATIC_HEADINGS] = {
	[HEADING_TURN]       = { .word = RECORD_TURN_HEADING, .count = HEADING_NUMBER, .seat = true, .stance = true },
	[HEADING_CONCLUSION] = { .word = RECORD_CONCLUSION_HEADING },
};
/* clang-format on */

/* The number of a turn's heading; 0: it is none. */
static unsigned
heading_number(const struct heading *h)
{
	return h->number > 100000 || skip_char(&(struct reader){ h->count.s, h->count.end }, '0') ? 0 : h->number;
}

/* Who handed in the turn of this number meanwhile; NULL: nobody, or the writer. */
static const struct seat *
first_at(const struct reading *r)
{
	unsigned pieces = fstate_pieces(r->h.state);
	unsigned first = r->number && r->number == pieces ? fstate_turn(r->h.state, pieces - 1).seat : 0;

	return r->seat && first != r->seat ? context_seat(r->h.ctx, first) : NULL;
}

/* Without the record before it a turn may have any number that is one. */
static void
judge_number(struct reading *r)
{
	unsigned next = fstate_pieces(r->h.state) + 1;
	int64_t most = r->h.ctx->terms->max_turns;
	bool full = next > most;
	const struct seat *first = first_at(r);

	if (full || r->number > most)
		REPORT(r, RULE_TURN_LIMIT, r->h.opening.line, "this duel has at most %lld turns%s", (long long)most,
			full ? ", and all of them are taken: write the conclusion" : "");
	if (r->h.s.alone && !r->number)
		findings_add(r->h.out, &socratic_rules[RULE_TURN_NUMBER], r->h.opening.line + r->h.s.line0,
			"a turn has a number, and the heading says \"%s\"", heading_quote(r->h.heading.count).s);
	else if (!r->h.s.alone && first && !full)
		REPORT(r, RULE_TURN_NUMBER, r->h.opening.line,
			"\"%s\" handed in turn %u first: this is turn %u now; read that one, and write yours from the blank "
			"as it is now",
			first->name, r->number, next);
	else if (!r->h.s.alone && r->number != next && !full)
		REPORT(r, RULE_TURN_NUMBER, r->h.opening.line,
			"the next turn is number %u, and the heading says \"%s\"", next,
			heading_quote(r->h.heading.count).s);
}

/* `seat`: whose text it is; NULL: it cannot be told. Whose name stands there is sought however it is spelled. */
static void
report_participant(struct reading *r, const struct seat *seat)
{
	struct quote found = heading_quote(r->h.heading.name);
	char *name = mem_copy(r->h.heading.name.s, left(&r->h.heading.name)), *key = name_key(name);
	const struct seat *other = NULL;
	int line = r->h.opening.line;

	for (unsigned i = 0; i < r->h.ctx->n_seats && !other; i++)
		if (!strcmp(key, r->h.ctx->seats[i]->key))
			other = r->h.ctx->seats[i];
	free(key);
	free(name);
	if (other && (!seat || other == seat))
		REPORT(r, RULE_TURN_PARTICIPANT, line, "the heading spells \"%s\" otherwise than it joined: \"%s\"",
			found.s, other->name);
	else if (other)
		REPORT(r, RULE_TURN_PARTICIPANT, line, "this is written by \"%s\", and the heading names \"%s\"",
			seat->name, found.s);
	else if (seat)
		REPORT(r, RULE_TURN_PARTICIPANT, line,
			"the heading names \"%s\", and nobody of that name has joined: this is written by \"%s\"",
			found.s, seat->name);
	else
		REPORT(r, RULE_TURN_PARTICIPANT, line, "the heading names \"%s\", and nobody of that name has joined",
			found.s);
}

static void
judge_identity(struct reading *r, const struct seat *seat)
{
	const struct heading *h = &r->h.heading;

	if (h->is_identity)
		return;
	if (seat) {
		char want[2 * LIMIT_NAME_BYTES + sizeof "( / )"];

		snprintf(want, sizeof want, "(%s / %s)", seat->harness, seat->model);
		REPORT(r, RULE_TURN_IDENTITY, r->h.opening.line, "\"%s\" joined as %s, and the heading says \"%s\"",
			seat->name, want, quote_unlike(h->identity.s, left(&h->identity), want).s);
	} else if (!h->harness.s) {
		REPORT(r, RULE_TURN_IDENTITY, r->h.opening.line,
			"behind the name stands `(HARNESS / MODEL)`, and the heading says \"%s\"",
			heading_quote(h->identity).s);
	}
}

/* Full-width letters are letters here. */
static enum stance
stance_of(struct reader word)
{
	char ascii[32];
	size_t n = 0;

	word = without_white(word);
	for (size_t bytes; word.s < word.end; word.s += bytes)
		if (n == sizeof ascii || !(bytes = ascii_form(word.s, word.end, &ascii[n++])))
			return STANCE_NONE;
	return stance_find(ascii, n);
}

static void
judge_stance(struct reading *r)
{
	const struct heading *h = &r->h.heading;
	UT_string list;

	if (!h->stance.s) {
		REPORT(r, RULE_TURN_STANCE, r->h.opening.line,
			"behind the identity stands ` — STANCE`, and the heading says \"%s\"",
			heading_quote(h->rest).s);
		return;
	}
	r->stance = stance_of(h->stance);
	if (r->stance != STANCE_NONE)
		return;
	utstring_init(&list);
	for (enum stance i = STANCE_NONE + 1; i < STANCES; i++)
		utstring_printf(&list, "%s%s", i == STANCE_NONE + 1 ? "" : ", ", stances[i].name);
	REPORT(r, RULE_TURN_STANCE, r->h.opening.line,
		"the heading ends with ` — ` and a stance, and \"%s\" is none of %s", heading_quote(h->stance).s,
		utstring_body(&list));
	utstring_done(&list);
}

void
heading_judge(struct reading *r)
{
	struct heading *h = &r->h.heading;
	const struct context *ctx = r->h.ctx;
	const struct seat *seat;

	r->number = heading_number(h);
	/* Of one that was accepted once the stance alone is sought. */
	for (const char *s = h->behind.end; !ctx && s > h->count.end && r->stance == STANCE_NONE; s--)
		if (isspace((unsigned char)s[-1]) || (unsigned char)s[-1] >= 0x80)
			r->stance = stance_of((struct reader){ s, h->behind.end });
	if (!ctx)
		return;
	seat = !h->parted ? NULL : ctx->holder ? context_seat(ctx, ctx->holder) : heading_seat(h, ctx);
	r->seat = seat ? seat->number : 0;
	judge_number(r);
	if (!h->parted) {
		REPORT(r, RULE_TURN_PARTICIPANT, r->h.opening.line,
			"behind the number stands ` — NAME (HARNESS / MODEL) — STANCE`, and the heading says \"%s\"",
			heading_quote(h->behind).s);
		return;
	}
	heading_expect(h, seat);
	if (!h->is_name && (ctx->n_seats || ctx->holder || !left(&h->name)))
		report_participant(r, seat);
	judge_identity(r, seat);
	judge_stance(r);
}

/* Where a heading was meant and Markdown sees none: what of its beginning only looks right. */
static const char *
only_looks_right(const struct opening *o)
{
	struct reader at = { o->text, o->text + o->len };
	bool wide = false;

	if (left(&at) && (unsigned char)*at.s >= 0x80 && skip_white(&at) && left(&at) && *at.s == '#')
		return ", with a character that nobody sees before `##`";
	for (const char *from = at.s; skip_char(&at, '#'); from = at.s)
		wide = wide || *from != '#';
	if (wide)
		return ", with a full-width number sign (U+FF03) for `#`";
	if (at.s > o->text && at.s[-1] == '#' && left(&at) && (unsigned char)*at.s >= 0x80 && white_bytes(at.s, at.end))
		return ", where behind `##` stands no plain space (U+0020)";
	return "";
}

void
heading_report_start(struct reading *r)
{
	REPORT(r, RULE_TURN_ONE, r->h.opening.line,
		"a turn begins with `## Turn N — NAME (HARNESS / MODEL) — STANCE`, and this text begins with \"%s\"%s",
		quote(r->h.opening.text, r->h.opening.len).s, only_looks_right(&r->h.opening));
}
