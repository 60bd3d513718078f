/*
 * Points with what was said to them, as they are shown in the record, in prompts, in points.json and in conclusion.md.
 */
#include "validators/rounds/rounds.h"

#include <stdlib.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* -- reading the record again -- */

void
rounds_read(const struct debate *d, struct rounds_texts *texts)
{
	*texts = (struct rounds_texts){mem_calloc(d->n + 1, sizeof *texts->v), d->n};
	for (size_t i = 0; i < d->n; i++)
		debate_read(d, &d->texts[i], &texts->v[i]);
}

void
rounds_texts_free(struct rounds_texts *texts)
{
	for (size_t i = 0; i < texts->n; i++)
		parsed_free(&texts->v[i]);
	free(texts->v);
}

struct reader
rounds_response(const struct debate *d, const struct rounds_texts *texts, size_t text)
{
	const struct debate_text *t = &d->texts[text];
	const char *s = t->text, *end = s + t->len;

	for (int line = 0; line < texts->v[text].heading_line; line++)
		s = (const char *)memchr(s, '\n', (size_t)(end - s)) + 1;
	return without_white(reader_of(s, end));
}

static int
by_place(const void *words, const void *item)
{
	const char *a = *(const char *const *)words, *b = ((const struct item *)item)->all.s;

	return (a > b) - (a < b);
}

const struct item *
rounds_item(const struct rounds_texts *texts, unsigned text, struct reader words)
{
	const struct parsed *p = &texts->v[text - 1];

	return bsearch(&words.s, p->items, p->n_items, sizeof *p->items, by_place);
}

const char *
rounds_verb(const struct item *item)
{
	if (item->verb)
		return item->verb->word;
	if (!strcmp(item->part->title, "Answers"))
		return "answered";
	return strcmp(item->part->title, "Agreements") ? "unsupported" : "agreed";
}

/* `resolved`, `stands` and what else a challenger says of an answer are no claims; an answer that needs evidence has
 * it. */
bool
rounds_is_unsupported(const struct parsed *p, const struct item *item)
{
	const char *title = item->part->title;
	bool claims = !strcmp(title, "Claims") || (!strcmp(title, "Points") && !item->verb) ||
		(!strcmp(title, "Answers") && item->verb && !strcmp(item->verb->word, "conceded"));

	return claims && !field_given(parts_label(p, NULL, item, "Evidence"));
}

/* -- printing -- */

/* A fence, a quotation, a heading, HTML or a table would begin or end elsewhere here: words with one are code. */
void
rounds_put_words(const struct parsed *p, int line, struct reader words, unsigned columns, UT_string *out)
{
	struct reader r = without_white(words);
	const struct line *l = &p->lines.v[line - 1];
	unsigned most = l->indent + 2;
	bool first = true;
	UT_string code;

	utstring_init(&code);
	for (; l < p->lines.v + p->lines.n && l->all.s < r.end; l++)
		first &= l->kind < LINE_FENCE && !(len_of(&l->rest) && strchr("#>|<", *l->rest.s));
	if (!first) {
		md_fence(&code, "", r.s, len_of(&r));
		r = reader_of(utstring_body(&code), utstring_body(&code) + utstring_len(&code) - 1);
		utstring_printf(out, "\n\n");
	}
	do {
		const char *newline = memchr(r.s, '\n', len_of(&r)), *to = newline ? newline : r.end;

		for (unsigned i = 0; !first && r.s < to && *r.s == ' ' && i < most; i++)
			r.s++;
		if (!first && r.s < to)
			utstring_printf(out, "%*s", (int)columns, "");
		utstring_bincpy(out, r.s, (size_t)(to - r.s));
		utstring_bincpy(out, "\n", 1);
		r.s = newline ? newline + 1 : r.end;
		first = false;
	} while (r.s < r.end);
	utstring_done(&code);
}

/* An item without its marks, whole. */
static void
put_whole_item(const struct parsed *p, const struct item *item, unsigned columns, UT_string *out)
{
	for (unsigned i = 0; item->part->tags && item->part->tags[i]; i++)
		if (item->tags >> i & 1)
			utstring_printf(out, "[%s] ", item->part->tags[i]);
	rounds_put_words(p, item->line, reader_of(item->prose.s, item->all.end), columns, out);
}

const char *
rounds_role_of(const struct debate *d, unsigned text)
{
	return d->format->roles[d->seats[d->texts[text - 1].seat - 1].role - 1].name;
}

/* `round 2, proposer`, `closing reply`. */
static void
put_origin(const struct debate *d, unsigned text, UT_string *out)
{
	if (d->texts[text - 1].kind == CLOSING)
		utstring_printf(out, "closing reply");
	else
		utstring_printf(out, "round %u, %s", d->texts[text - 1].round, rounds_role_of(d, text));
}

/* A list of its words would look like what was said to it: they stand beside that, a list below them. */
void
rounds_put_point(const struct debate *d, const struct rounds_texts *texts, size_t point, UT_string *out)
{
	const struct point *of = &d->ledger.points[point];
	const struct parsed *p = &texts->v[of->text - 1];
	const struct item *item = rounds_item(texts, of->text, of->words);
	bool lists = false;

	for (int line = item->line; line < item->end_line; line++)
		lists |= p->lines.v[line].listed;
	utstring_printf(out, "- %s: ", printed_id(&of->id).s);
	if (lists) {
		utstring_printf(out, "\n  - ");
		put_origin(d, of->text, out);
		utstring_printf(out, ": ");
	}
	put_whole_item(p, item, lists ? 4 : 2, out);
}

void
rounds_put_moves(const struct debate *d, const struct rounds_texts *texts, size_t point, size_t until, UT_string *out)
{
	for (size_t i = 0; i < d->ledger.n_moves; i++) {
		const struct point_move *move = &d->ledger.moves[i];

		if (move->point != point || move->text > until)
			continue;
		const struct item *item = rounds_item(texts, move->text, move->words);
		utstring_printf(out, "  - ");
		put_origin(d, move->text, out);
		bool bare = is_blank(item->prose.s, (size_t)(item->all.end - item->prose.s));
		utstring_printf(out, ", %s%s", rounds_verb(item), bare ? "\n" : ": ");
		if (!bare)
			put_whole_item(&texts->v[move->text - 1], item, 4, out);
	}
}

bool
rounds_put_standing(const struct debate *d, const struct rounds_texts *texts, unsigned states, unsigned round,
	const char *title, UT_string *out)
{
	bool any = false;

	for (size_t i = 0; i < d->ledger.n; i++) {
		const struct point *point = &d->ledger.points[i];

		if (!(states & STATE(point->state)) || d->texts[point->text - 1].round > round)
			continue;
		if (!any)
			utstring_printf(out, "\n%s\n\n", title);
		rounds_put_point(d, texts, i, out);
		rounds_put_moves(d, texts, i, d->n, out);
		any = true;
	}
	return any;
}

bool
rounds_put_unsupported(const struct debate *d, const struct rounds_texts *texts, unsigned text, const char *title,
	UT_string *out)
{
	const struct parsed *p = &texts->v[text - 1];
	bool any = false;

	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];

		if (!rounds_is_unsupported(p, item))
			continue;
		utstring_printf(out, "%s- ", any ? "" : title);
		any = true;
		put_origin(d, text, out);
		utstring_printf(out, ", ");
		for (size_t n = 0; n < d->ledger.n; n++)
			if (d->ledger.points[n].words.s == item->all.s)
				utstring_printf(out, "%s: ", printed_id(&d->ledger.points[n].id).s);
		if (item->has_id)
			utstring_printf(out, "%s, %s: ", printed_id(&item->id).s, rounds_verb(item));
		put_whole_item(p, item, 2, out);
	}
	return any;
}

/* -- behind a summary -- */

void
rounds_put_facts(const struct debate *d, const struct rounds_texts *texts, unsigned round, UT_string *out)
{
	rounds_put_standing(d, texts, STATE(AGREED), round, "**Agreed**", out);
	rounds_put_standing(d, texts, STATE(CONCEDED), round, "**Conceded**", out);
	rounds_put_standing(d, texts, STATE(RESOLVED), round, "**Resolved**", out);
	rounds_put_standing(d, texts, STATE(OPEN) | STATE(ANSWERED), round, "**Open**", out);
}

void
rounds_behind(const struct debate *d, UT_string *out)
{
	char time[RECORD_TIME_BYTES];
	struct rounds_texts texts;

	if (!d->n || d->texts[d->n - 1].kind != SUMMARY)
		return;
	rounds_read(d, &texts);
	utstring_printf(out, "> duelfs: points of rounds 1–%u as they stand, %s\n", d->texts[d->n - 1].round - 2,
		record_time(d->texts[d->n - 1].time_ms, time));
	rounds_put_facts(d, &texts, d->texts[d->n - 1].round - 2, out);
	rounds_texts_free(&texts);
}

void
rounds_fates(const struct debate *d, unsigned number, UT_string *out)
{
	for (size_t i = 0; i < d->ledger.n; i++) {
		const struct point *p = &d->ledger.points[i];

		if (p->text != number)
			continue;
		utstring_printf(out, "- %s: %s", printed_id(&p->id).s, rounds_point_states[p->state]);
		for (size_t move = 0; move < d->ledger.n_moves; move++) {
			const struct point_move *m = &d->ledger.moves[move];

			if (m->point == i)
				utstring_printf(out, ", %s in Turn %u", m->verb ? m->verb->word : "named", m->text);
		}
		utstring_printf(out, "\n");
	}
}
