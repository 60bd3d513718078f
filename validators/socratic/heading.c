/*
 * The first line: `## Turn N — NAME (HARNESS / MODEL) — STANCE`.
 *
 * It is compared with the one that the record and the lease call for. The expected words are sought first, whole, because a name may
 * hold nearly anything; only where they are not found is the heading taken apart, to say which part of it is wrong.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/quote.h"
#include "validators/text/reader.h"

/* -- its parts ------------------------------------------------------------------------------------------------------------------- */

/* Up to the next separator, or to the end. Only the last of many spaces is tried: the line may be all spaces. */
static struct reader
part(const struct reader *r)
{
	struct reader at = *r;

	for (size_t n; at.s < at.end; at.s += n ? n : 1) {
		n = white_bytes(at.s, at.end);
		if (n && at.s + n < at.end && white_bytes(at.s + n, at.end))
			continue;
		if ((n || (unsigned char)*at.s >= 0x80) && skip_separator(&(struct reader){ at.s, at.end }))
			break;
	}
	return (struct reader){ r->s, at.s };
}

static struct quote
quoted(struct reader r)
{
	r = without_white(r);
	return quote(r.s, (size_t)(r.end - r.s));
}

static struct quote
quoted_unlike(struct reader r, const char *want)
{
	r = without_white(r);
	return quote_unlike(r.s, left(&r), want);
}

static bool
skip_name(struct reader *r, const struct seat *seat)
{
	struct reader at = *r, behind;

	if (!skip_text(&at, seat->name))
		return false;
	behind = at;
	if (at.s < at.end && !skip_white(&behind) && !skip_char(&behind, '(') && !skip_separator(&behind))
		return false;
	*r = at;
	return true;
}

static bool
skip_identity(struct reader *r, const struct seat *seat)
{
	struct reader at = *r;

	skip_white(&at);
	if (!skip_char(&at, '('))
		return false;
	skip_white(&at);
	if (!skip_text(&at, seat->harness))
		return false;
	skip_white(&at);
	if (!skip_char(&at, '/'))
		return false;
	skip_white(&at);
	if (!skip_text(&at, seat->model))
		return false;
	skip_white(&at);
	if (!skip_char(&at, ')'))
		return false;
	*r = at;
	return true;
}

static const struct seat *
find_seat(const struct context *ctx, unsigned number)
{
	for (unsigned i = 0; i < ctx->n_seats; i++)
		if (ctx->seats[i]->number == number)
			return ctx->seats[i];
	return NULL;
}

/* The participant whom the heading names, the longest name first. */
static const struct seat *
named_seat(const struct context *ctx, const struct reader *r)
{
	const struct seat *found = NULL;

	for (unsigned i = 0; i < ctx->n_seats; i++)
		if (skip_name(&(struct reader){ r->s, r->end }, ctx->seats[i]) &&
			(!found || strlen(ctx->seats[i]->name) > strlen(found->name)))
			found = ctx->seats[i];
	return found;
}

/* The number, and what stands for it; 0 where that is none. */
static unsigned
read_number(struct reader *r, struct reader *word)
{
	struct reader at;
	unsigned n;

	skip_white(r);
	word->s = r->s;
	while (r->s < r->end && !white_bytes(r->s, r->end) && !skip_separator(&(struct reader){ r->s, r->end }))
		r->s++;
	word->end = r->s;
	at = *word;
	if (skip_char(&at, '0'))
		return 0;
	return skip_number(&at, &n) && at.s == at.end && n <= 100000 ? n : 0;
}

/* Without the record before it a turn may have any number that is one. */
static void
judge_number(struct reading *r, struct reader word)
{
	unsigned next = state_turns(r->state) + 1;
	bool full = next > r->ctx->terms->max_turns;

	if (full || r->number > r->ctx->terms->max_turns)
		REPORT(r, RULE_TURN_LIMIT, r->start.line, "this duel has at most %lld turns%s", (long long)r->ctx->terms->max_turns,
			full ? ", and all of them are taken: write the conclusion" : "");
	if (r->s->alone && !r->number)
		REPORT(r, RULE_TURN_NUMBER, r->start.line, "a turn has a number, and the heading says \"%s\"", quoted(word).s);
	else if (!r->s->alone && r->number != next && !full)
		REPORT(r, RULE_TURN_NUMBER, r->start.line, "the next turn is number %u, and the heading says \"%s\"", next, quoted(word).s);
}

/* Whose name this is, however it is spelled; NULL: nobody's. */
static const struct seat *
seat_spelled(const struct context *ctx, struct reader found)
{
	struct reader name = without_white(found);
	char *copy = mem_copy(name.s, (size_t)(name.end - name.s)), *key = name_key(copy);
	const struct seat *seat = NULL;

	for (unsigned i = 0; i < ctx->n_seats && !seat; i++)
		if (!strcmp(key, ctx->seats[i]->key))
			seat = ctx->seats[i];
	free(key);
	free(copy);
	return seat;
}

/* `seat`: whose text it is; NULL: it cannot be told. */
static void
report_participant(struct reading *r, const struct seat *seat, struct reader found)
{
	const struct seat *other = seat_spelled(r->ctx, found);
	int line = r->start.line;

	if (other && (!seat || other == seat))
		REPORT(r, RULE_TURN_PARTICIPANT, line, "the heading spells \"%s\" otherwise than it joined: \"%s\"", quoted(found).s, other->name);
	else if (other)
		REPORT(r, RULE_TURN_PARTICIPANT, line, "this is written by \"%s\", and the heading names \"%s\"", seat->name, quoted(found).s);
	else if (seat)
		REPORT(r, RULE_TURN_PARTICIPANT, line, "the heading names \"%s\", and nobody of that name has joined: this is written by \"%s\"",
			quoted(found).s, seat->name);
	else
		REPORT(r, RULE_TURN_PARTICIPANT, line, "the heading names \"%s\", and nobody of that name has joined", quoted(found).s);
}

/* The name as it stands there, wherever it ends. */
static struct reader
name_part(const struct reader *at)
{
	struct reader found = part(at);
	const char *open = find_char(&found, '(');

	if (open)
		found.end = open;
	return found;
}

/* The name; where it is another, step over that one. */
static void
read_name(struct reading *r, struct reader *at, const struct seat *seat)
{
	struct reader found = name_part(at);

	if (seat && skip_name(at, seat))
		return;
	at->s = found.end;
	if (r->ctx->n_seats || r->ctx->holder || without_white(found).s == without_white(found).end)
		report_participant(r, seat, found);
}

static bool
has_form_of_identity(const struct reader *r)
{
	struct reader at = without_white(*r);

	return left(&at) > 2 && skip_char(&at, '(') && ends_in_char(&at, ')') && find_char(&at, '/');
}

/* Up to the closing parenthesis where there is one: what stands in it may look like a separator. */
static struct reader
identity_part(const struct reader *at)
{
	struct reader found = *at, close;

	skip_white(&found);
	if (!skip_char(&found, '(') || !(close.s = find_char(&found, ')')))
		return part(at);
	close.end = found.end;
	skip_char(&close, ')');
	return (struct reader){ at->s, close.s };
}

static void
read_identity(struct reading *r, struct reader *at, const struct seat *seat)
{
	struct reader found;
	char want[2 * LIMIT_NAME_BYTES + sizeof "( / )"] = "";

	if (seat && skip_identity(at, seat))
		return;
	found = identity_part(at);
	at->s = found.end;
	if (seat)
		snprintf(want, sizeof want, "(%s / %s)", seat->harness, seat->model);
	if (seat)
		REPORT(r, RULE_TURN_IDENTITY, r->start.line, "\"%s\" joined as %s, and the heading says \"%s\"", seat->name, want,
			quoted_unlike(found, want).s);
	else if (!has_form_of_identity(&found))
		REPORT(r, RULE_TURN_IDENTITY, r->start.line, "behind the name stands `(HARNESS / MODEL)`, and the heading says \"%s\"",
			quoted(found).s);
}

static void
report_stance(struct reading *r, struct reader word)
{
	UT_string list;

	utstring_init(&list);
	for (enum stance i = STANCE_NONE + 1; i < STANCES; i++)
		utstring_printf(&list, "%s%s", i == STANCE_NONE + 1 ? "" : ", ", stances[i].name);
	REPORT(r, RULE_TURN_STANCE, r->start.line, "the heading ends with ` — ` and a stance, and \"%s\" is none of %s", quoted(word).s,
		utstring_body(&list));
	utstring_done(&list);
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
read_stance(struct reading *r, struct reader *at)
{
	struct reader word = *at;

	if (!skip_separator(&word)) {
		REPORT(r, RULE_TURN_STANCE, r->start.line, "behind the identity stands ` — STANCE`, and the heading says \"%s\"", quoted(*at).s);
		return;
	}
	r->stance = stance_of(word);
	if (r->stance == STANCE_NONE)
		report_stance(r, word);
}

/* The stance alone, of a heading that was accepted once. */
static void
read_accepted(struct reading *r, const struct reader *at)
{
	for (const char *s = at->end; s > at->s && r->stance == STANCE_NONE; s--)
		if (isspace((unsigned char)s[-1]) || (unsigned char)s[-1] >= 0x80)
			r->stance = stance_of((struct reader){ s, at->end });
}

void
heading_read(struct reading *r)
{
	struct reader at = { r->start.text + strlen("Turn"), r->start.text + r->start.len }, word;
	const struct seat *seat;

	r->number = read_number(&at, &word);
	if (!r->ctx) {
		read_accepted(r, &at);
		return;
	}
	judge_number(r, word);
	if (!skip_separator(&at)) {
		REPORT(r, RULE_TURN_PARTICIPANT, r->start.line,
			"behind the number stands ` — NAME (HARNESS / MODEL) — STANCE`, and the heading says \"%s\"", quoted(at).s);
		return;
	}
	seat = r->ctx->holder ? find_seat(r->ctx, r->ctx->holder) : named_seat(r->ctx, &at);
	r->seat = seat ? seat->number : 0;
	read_name(r, &at, seat);
	read_identity(r, &at, seat);
	read_stance(r, &at);
}

struct heading_words
heading_take_apart(const char *text, size_t len)
{
	struct reader at = { text + strlen("Turn"), text + len }, word, identity, model;
	struct heading_words words = { .number = read_number(&at, &word) };

	if (!skip_separator(&at))
		return words;
	words.name = without_white(name_part(&at));
	at.s = words.name.end;
	identity = without_white(identity_part(&at));
	if (!has_form_of_identity(&identity))
		return words;
	skip_char(&identity, '(');
	model = (struct reader){ find_char(&identity, '/'), ends_in_char(&identity, ')') };
	words.harness = without_white((struct reader){ identity.s, model.s });
	skip_char(&model, '/');
	words.model = without_white(model);
	return words;
}

const struct seat *
heading_seat(const struct context *ctx, const char *text, size_t len)
{
	struct reader at = { text + strlen("Turn"), text + len }, word;

	read_number(&at, &word);
	return skip_separator(&at) ? named_seat(ctx, &at) : NULL;
}
