#include "validators/kit/debate.h"

#include <assert.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "validators/kit/parts.h"
#include "validators/text/novelty.h"
#include "validators/text/text.h"

/* A text of more lines than so many, which are shorter than this, is not kept as it was read. */
#define SHORT_LINES 100
#define SHORT_LINE_BYTES 16

void
debate_open(struct debate *d)
{
	d->roles = d->format->sides ? d->format->sides(d) : d->format->roles;
	order_go(d, d->format->phases->phase);
}

/* Bytes of a text, behind the count of those that hold them; how it was read (a Markdown text of very short lines is
 * read anew each time, for memory's sake); what it says that nobody may say anew; and what quotations are found by. */
struct counted {
	atomic_uint refs;
	struct parsed read;
	_Atomic(struct printset *) said;
	struct folding folding;
	struct found_quotes quotes; /* of one of the record, in Markdown */
	char bytes[];
};

void
debate_let_go(struct debate_text *t)
{
	struct counted *c = t->held;

	json_decref(t->warnings);
	*t = (struct debate_text){0};
	if (atomic_fetch_sub(&c->refs, 1) != 1)
		return;
	parsed_free(&c->read);
	printset_free(atomic_load(&c->said));
	folding_free(&c->folding);
	found_quotes_free(&c->quotes);
	free(c);
}

void
debate_free(struct debate *d)
{
	for (size_t i = 0; i < d->n; i++)
		debate_let_go(&d->texts[i]);
	for (size_t i = 0; i < d->n_sealed; i++)
		debate_let_go(&d->sealed[i]);
	for (size_t i = 0; i < d->n_lapses; i++)
		free(d->lapses[i].reason);
	free(d->texts);
	free(d->sealed);
	free(d->lapses);
	free(d->end.reason);
	free(d->seats);
	ledger_free(&d->ledger);
	if (d->format && d->format->drop)
		d->format->drop(d->own);
	*d = (struct debate){0};
}

static void
copy_texts(struct debate_text **texts, size_t n)
{
	*texts = GROWN_COPY(*texts, n);
	for (size_t i = 0; i < n; i++) { /* which share their bytes */
		atomic_fetch_add(&(*texts)[i].held->refs, 1);
		json_incref((*texts)[i].warnings);
	}
}

void
debate_copy(struct debate *copy, const struct debate *d, int64_t now_ms)
{
	*copy = *d;
	copy->now_ms = now_ms;
	copy->is_draft = true;
	copy_texts(&copy->texts, copy->n);
	copy_texts(&copy->sealed, copy->n_sealed);
	copy->seats = GROWN_COPY(copy->seats, copy->n_seats);
	copy->lapses = GROWN_COPY(copy->lapses, copy->n_lapses);
	for (size_t i = 0; i < copy->n_lapses; i++)
		copy->lapses[i].reason = d->lapses[i].reason ? mem_strdup(d->lapses[i].reason) : NULL;
	copy->end.reason = d->end.reason ? mem_strdup(d->end.reason) : NULL;
	ledger_copy(&copy->ledger);
	if (d->format->copy)
		copy->own = d->format->copy(d->own);
}

void
debate_join(struct debate *d, const struct debate_seat *seat)
{
	assert(d->n_seats < ORDER_SEATS);
	*GROW(d->seats, d->n_seats) = *seat;
	d->changed_ms = seat->joined_ms;
	if (d->order.phase == d->format->alone && d->format->alone)
		order_go(d, d->format->phases->phase);
	order_again(d);
}

int
debate_kind_of(const struct debate *d, unsigned seat, struct reader text)
{
	int kind = debate_taken(d, seat);

	if (kind >= 0 && d->format->kind_of) {
		int says = (int)d->format->kind_of(text, (unsigned)kind);

		kind = order_takes(d, seat, says) ? says : kind;
	}
	return kind;
}

/* -- references -- */

/* Its passages: of another language, the lines that it says. */
static struct reader
text_of(const struct debate_text *t)
{
	const struct lines *lines = t->read ? &t->read->lines : NULL;

	if (lines)
		return lines->n ? reader_of(lines->v[0].all.s, lines->v[lines->n - 1].all.end) : reader_of("", "");
	return reader_of(t->text, t->text + t->len);
}

enum found
debate_find_point(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;
	const struct point *point = ledger_find(&d->ledger, ref);

	if (!point)
		return FOUND_NOTHING;
	said_add(said, point->text - 1, point->words);
	for (size_t i = point->noted; i; i = d->ledger.moves[i - 1].before)
		if (!d->ledger.moves[i - 1].verb)
			said_add(said, d->ledger.moves[i - 1].text - 1, d->ledger.moves[i - 1].words);
	return FOUND;
}

enum found
debate_find_text(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;

	if (!ref->number[0] || ref->number[0] > d->n)
		return FOUND_NOTHING;
	said_add(said, ref->number[0] - 1, text_of(&d->texts[ref->number[0] - 1]));
	return FOUND;
}

/* The source stands behind the texts and the topic in the library. */
enum found
debate_find_source(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;
	struct reader part;
	/* `Source` alone may be a word as others if there is no source. */
	enum found missing = ref->from || len_of(&ref->anchor) ? FOUND_NOTHING : FOUND_UNASKED;
	enum found found = d->places ? source_find(d->places, ref, &part) : missing;

	if (found == FOUND)
		said_add(said, d->n + 1, part);
	return found;
}

/* -- judging -- */

struct debate_text
debate_take(const struct debate *d, unsigned seat, unsigned kind, const char *text, size_t len)
{
	struct counted *c = mem_calloc(1, sizeof *c + len + 1);
	struct grammar by = {&d->format->kinds[kind].kind, d->format->refs, d->source, d->format->tags};

	atomic_init(&c->refs, 1);
	memcpy(c->bytes, text, len);
	parts_read(&c->read, &by, c->bytes, len);
	return (struct debate_text){.seat = seat, .kind = kind, .held = c, .text = c->bytes, .len = len,
		.read = by.kind->parts->language ? &c->read : NULL};
}

void
debate_read(const struct debate *d, const struct debate_text *t, struct parsed *p)
{
	struct grammar by = {&d->format->kinds[t->kind].kind, d->format->refs, d->source, d->format->tags};

	if (!t->read && !t->held->read.lines.v) {
		parts_read(p, &by, t->text, t->len);
		return;
	}
	*p = t->held->read;
	p->by = by;
	p->borrowed = true;
}

const struct printset *
debate_said(const struct debate *d, size_t text)
{
	const struct format_kind *kind = &d->format->kinds[d->texts[text].kind];
	struct counted *c = d->texts[text].held;
	struct printset *said = atomic_load(&c->said), *made;
	struct parsed p;

	if (said)
		return said;
	debate_read(d, &d->texts[text], &p);
	made = kind->said ? kind->said(&p) : repeats_read(&p);
	parsed_free(&p);
	if (atomic_compare_exchange_strong(&c->said, &said, made))
		return made;
	printset_free(made);
	return said;
}

struct due_row
debate_due_points(const struct debate *d, const struct kind_due *due)
{
	return (struct due_row){due->states, due->by, due->news ? (unsigned)d->n : 0, due->part, due->rule};
}

static bool
read_own(const void *debate, unsigned seat, size_t text, struct parsed *p)
{
	const struct debate *d = debate;

	if (text >= d->n || d->texts[text].seat != seat)
		return false;
	debate_read(d, &d->texts[text], p);
	return true;
}

static void
judge_headings(const struct judging *j, const struct format_kind *own)
{
	const struct parsed *p = j->p;

	if (p->heading_line && own->heading) {
		UT_string due;
		struct reader rest;

		utstring_init(&due);
		own->heading(j->d, j->by.seat, &due);
		bool goes_on = utstring_len(&due) > 3 && !strcmp(utstring_body(&due) + utstring_len(&due) - 3, "—");
		if (!heading_is(p->heading, utstring_body(&due), goes_on ? &rest : NULL))
			findings_add(j->out,
				own->misheaded ? own->misheaded(p->heading, utstring_body(&due))
					       : &kit_rules[KIT_TEXT_HEADING],
				p->heading_line, "the heading is `## %s`, or left out", utstring_body(&due));
		utstring_done(&due);
	}
	/* A title of another kind of text would be swallowed by a section above it. */
	for (size_t i = p->n_sections > 1 ? (size_t)p->sections[1].line : p->lines.n; i < p->lines.n; i++) {
		const struct part *part = NULL;
		const struct format_kind *kind = j->d->format->kinds;
		struct reader title;

		if (!line_title(&p->lines.v[i], &title))
			continue;
		for (; kind->kind.name && !(part = part_titled(&kind->kind, title)); kind++)
			;
		if (part)
			findings_add(j->out, &kit_rules[KIT_SECTION_FOREIGN], (int)i + 1,
				"`**%s**` is a section of another text (%s), and this one has none of that name",
				part->title, kind->kind.name);
	}
}

/* Looks up the quotations of a text of that seat in the texts of the record, in their order, and behind them the topic
 * and the source; as `find` counts them. */
static void
look_in_record(const struct debate *d, unsigned seat, const struct parsed *p, struct found_quotes *found,
	struct findings *out)
{
	struct reader *v = mem_calloc(d->n + 2, sizeof *v);
	struct folding topic = {.made = NULL}, **kept = mem_calloc(d->n + 2, sizeof *kept);

	kept[d->n] = &topic;
	for (size_t i = 0; i < d->n; i++) {
		v[i] = text_of(&d->texts[i]);
		kept[i] = &d->texts[i].held->folding;
	}
	v[d->n] = reader_of(d->topic, d->topic + strlen(d->topic));
	if (d->places) {
		v[d->n + 1] = d->places->text;
		kept[d->n + 1] = d->places->folding;
	}
	struct library library = {v, d->n + 1 + (d->places != NULL), kept, d->format->quoted, read_own, seat};

	quotes_look_up(p, &library, d, found, out);
	folding_free(&topic);
	free(v);
	free(kept);
}

void
debate_judge_text(const struct debate *d, const struct debate_text *t, struct found_quotes *found,
	struct findings *out)
{
	const struct format_kind *kind = &d->format->kinds[t->kind];
	const struct language *language = kind->kind.parts->language;
	struct due_row due = kind->due ? debate_due_points(d, kind->due) : (struct due_row){0};
	struct parsed p;
	struct judging j = {d, &p, {t->seat, (unsigned)d->n + 1}, found, out};
	struct findings fs = {0};

	if (is_blank(t->text, t->len)) {
		findings_add(out, &text_rules[TEXT_BLANK], 0, "the text says nothing");
		return;
	}
	debate_read(d, t, &p);
	if (!language) {
		safety_judge_lines(&p, out);
		judge_headings(&j, kind);
		parts_missing(&p, out);
	}
	look_in_record(d, j.by.seat, &p, found, &fs);
	for (size_t i = 0; language && i < fs.n; i++)
		fs.v[i].path = language->place(&p, &fs.v[i].line);
	findings_move(out, &fs);
	ledger_judge(&d->ledger, &p, &j.by, &due, out);
	if (kind->repeats)
		repeats_judge(&j, NULL, true, kind->repeats);
	if (kind->judge)
		kind->judge(&j);
	parsed_free(&p);
	for (size_t i = 1; i < out->n; i++) { /* errors first, then in the order of their lines */
		struct finding f = out->v[i], *to = &out->v[i];
		bool error = f.rule->severity == SEVERITY_ERROR;

		for (; to > out->v; to--) {
			bool other = to[-1].rule->severity == SEVERITY_ERROR;
			if (other == error ? f.line >= to[-1].line : other)
				break;
			*to = to[-1];
		}
		*to = f;
	}
}

/* -- applying -- */

void
debate_apply_points(struct debate *d, size_t text)
{
	const struct debate_text *t = &d->texts[text];
	const struct format_kind *kind = &d->format->kinds[t->kind];
	const struct mover mover = {t->seat, (unsigned)text + 1};
	struct parsed p;

	debate_read(d, &d->texts[text], &p);
	ledger_apply(&d->ledger, &p, &mover);
	if (kind->apply)
		kind->apply(d, &p, &mover);
	parsed_free(&p);
}

const struct found_quotes *
debate_quotes(const struct debate *d, size_t text)
{
	return &d->texts[text].held->quotes;
}

/* A text becomes part of the record, which owns its bytes, and its quotations are counted. */
static void
add_text(struct debate *d, const struct debate_text *text)
{
	struct counted *c = text->held;
	struct debate_text taken = *text;

	if (!d->is_draft) {
		struct found_quotes found = {0};
		struct findings fs = {0};

		look_in_record(d, text->seat, &c->read, &found, &fs);
		taken.quotes = (unsigned)found.n;
		for (size_t i = 0; i < fs.n; i++)
			taken.unfound += fs.v[i].rule == &kit_rules[KIT_QUOTE_UNFOUND];
		if (text->read || c->quotes.v)
			found_quotes_free(&found);
		else
			c->quotes = found;
		findings_free(&fs);
	}
	*GROW(d->texts, d->n) = taken;
	d->changed_ms = d->now_ms;
	debate_apply_points(d, d->n - 1);
	if (!text->read && c->read.lines.n > SHORT_LINES + text->len / SHORT_LINE_BYTES)
		parsed_free(&c->read);
}

void
debate_reveal(struct debate *d)
{
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		for (size_t i = 0; i < d->n_sealed; i++)
			if (d->sealed[i].seat == seat)
				add_text(d, &d->sealed[i]);
	d->n_sealed = 0;
}

bool
debate_apply_text(struct debate *d, const struct debate_text *text)
{
	const struct order_row *row = order_takes(d, text->seat, (int)text->kind);
	struct debate_text t = *text;
	bool sealed = debate_is_sealed(d), ended;

	t.round = debate_round(d);
	t.time_ms = d->now_ms;
	t.seen = d->n;
	if (sealed)
		*GROW(d->sealed, d->n_sealed) = t;
	else
		add_text(d, &t);
	ended = order_done(d, t.seat, row);
	if (ended && sealed)
		debate_reveal(d);
	return ended;
}
