/* A text is read once, in order; then its quotations are looked up (folded.h). */
#include "validators/kit/quotes.h"

#include <stdlib.h>
#include "validators/kit/source.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

#define SHOWN_BYTES 60

/* -- reading the text -- */

/* A reference that is a mark, a quotation, or both beside each other. */
struct cited {
	struct ref ref;          /* its kind is NULL: there is none */
	struct reader all, text; /* the quotation, with and without its marks; empty: there is none */
	int line;                /* from 1 */
	size_t unit;             /* the item or paragraph that it stands in */
	/* As it is looked up: it stands there; it may stand in any text of the library. */
	struct needles needles;
	bool found, anywhere;
	size_t which, offset;
};

struct scan {
	const struct parsed *p;
	const struct library *library; /* of one that is judged, with the state that `find` is given */
	const void *state;
	size_t cost_left;
	struct cited *v;
	size_t n;
	bool *refers;            /* does each unit, an item or a paragraph, refer to a text? */
	size_t units;
	struct ref_scan refs;
	const char *counted;     /* so far the lines of a passage are counted */
};

/* A pair of marks, and whether one is known to open nothing in the rest of its passage. */
static const struct {
	const char *open, *close, *other;
} pairs[] = {{"\"", "\"", NULL}, {"“", "”", NULL}, {"„", "“", "”"}, {"«", "»", NULL}, {"「", "」", NULL},
	{"『", "』", NULL}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

/* The quotation that begins at r->s; moves past it. */
static bool
read_quotation(struct reader *r, const char *before, bool unclosed[PAIRS], struct cited *q)
{
	for (unsigned i = 0; i < PAIRS; i++) {
		struct reader at = *r;
		const char *close, *other = pairs[i].other;

		if (unclosed[i] || *r->s != *pairs[i].open || !skip_text(&at, pairs[i].open))
			continue;
		if (!i && r->s > before && char_of_word(char_before(before, r->s), r->s))
			continue;
		close = memmem(at.s, len_of(&at), pairs[i].close, strlen(pairs[i].close));
		other = other ? memmem(at.s, (size_t)((close ? close : at.end) - at.s), other, strlen(other)) : NULL;
		if (!close && !other) {
			unclosed[i] = true;
			continue;
		}
		q->text = reader_of(at.s, other ? other : close);
		at.s = q->text.end + strlen(other ? pairs[i].other : pairs[i].close);
		q->all = reader_of(r->s, at.s);
		*r = at;
		return true;
	}
	return false;
}

bool
quotation_next(struct reader *r, struct reader *quotation)
{
	bool unclosed[PAIRS] = {0};
	struct cited q;

	for (const char *before = r->s; r->s < r->end; r->s += char_bytes(r->s, r->end))
		if (read_quotation(r, before, unclosed, &q)) {
			*quotation = q.text;
			return true;
		}
	return false;
}

/* The characters between a reference and the quotation behind it. */
static void
skip_to_quotation(struct reader *r)
{
	while (skip_emphasis(r) || skip_char(r, ')') || skip_char(r, ']'))
		;
	skip_white(r);
	if (skip_char(r, ':'))
		skip_emphasis(r);
	skip_white(r);
}

static void
add_cited(struct scan *scan, struct cited *c, const char *at)
{
	for (; scan->counted < at; scan->counted++)
		c->line += *scan->counted == '\n';
	*GROW(scan->v, scan->n) = *c;
}

/* `entry`: it is one of a list in an item or a label. Nothing in `unquoted` ones is a quotation. */
static void
read_passage(struct scan *scan, const struct passage *passage, bool entry, bool unquoted)
{
	const struct grammar *by = &scan->p->by;
	const struct item *item = passage->item ? &scan->p->items[passage->item - 1] : NULL;
	const struct field *f = passage->field;
	const char *begin = scan->counted = passage->text.s;
	struct cited c = {.line = passage->line, .unit = item ? passage->item - 1 : scan->units++};
	struct ref last = {0}, ref;
	/* As much of a label's value as is in this passage. */
	struct reader head = passage->text, value = {f && f->value.s > begin ? f->value.s : begin,
		f && f->value.end < passage->text.end ? f->value.end : passage->text.end};
	bool unclosed[PAIRS], whole = f && refs_only(by->refs, by->source, value, &ref);

	memset(unclosed, unquoted, sizeof unclosed);
	skip_emphasis(&head);
	for (struct reader r = passage->text; r.s = refs_pass(&scan->refs, r.s, r.end), r.s < r.end;) {
		bool word = isalnum((unsigned char)*r.s);
		size_t code = 0;

		while (r.s + code < r.end && r.s[code] == '`')
			code++;
		struct reader at = reader_of(r.s + code, r.end), gap;

		/* A reference may be all that a code span has. */
		if (ref_read(by->refs, by->source, code ? at.s : begin, &at, &ref) &&
			(!code || (len_of(&at) && *at.s == '`'))) {
			const char *s = ref.text.s;
			bool own = item && item->has_id && item->id.text.s == s, path = ref.kind->form == REF_PATH;

			scan->refers[c.unit] |= ref.kind->flags & (REF_TEXT | REF_SOURCE) && !own && !unquoted;
			last = ref;
			for (r.s = at.s; code && r.s < r.end && *r.s == '`'; r.s++)
				;
			skip_emphasis(&at);
			skip_white(&at);
			c.ref = ref;
			if (own || (entry && s == head.s && skip_char(&at, ':')) ||
				(f && s >= value.s && s < value.end && (whole || (path && ref.from))))
				add_cited(scan, &c, s);
		} else if (!word && !code && read_quotation(&r, begin, unclosed, &c)) {
			/* The reference stands right before it, or in brackets right behind it. */
			bool beside = last.kind && (gap = reader_of(last.text.end, c.all.s), skip_to_quotation(&gap),
				gap.s == c.all.s);

			if (beside && scan->n && scan->v[scan->n - 1].ref.text.s == last.text.s)
				scan->n--; /* judged with the quotation */
			gap = r;
			skip_emphasis(&gap);
			skip_white(&gap);
			c.ref = beside ? last : (struct ref){0};
			if (!beside && skip_char(&gap, '(') &&
				ref_read(by->refs, by->source, gap.s, &gap, &ref) && skip_char(&gap, ')'))
				c.ref = ref;
			add_cited(scan, &c, c.all.s);
			c.all = c.text = (struct reader){0};
		} else if (code) { /* past a code span */
			const char *close = memmem(r.s + code, len_of(&r) - code, r.s, code);

			r.s = (close ? close : r.s) + code;
		} else {
			r.s += char_bytes(r.s, r.end);
			while (word && r.s < r.end && isalnum((unsigned char)*r.s))
				r.s++;
		}
	}
}

static void
read_all(struct scan *scan)
{
	const struct parsed *p = scan->p;
	struct passage passage;

	scan->refs = ref_scan_of(p->by.refs, p->by.source, p->lines.n ? p->lines.v[0].all.s : NULL,
		p->lines.n ? p->lines.v[p->lines.n - 1].all.end : NULL);
	scan->units = p->n_items;
	scan->refers = mem_calloc(p->n_items + p->lines.n, sizeof *scan->refers);
	for (size_t at = 0, s = 0; parts_passage(p, &at, &passage);) {
		while (s < p->n_sections && p->sections[s].line < passage.line)
			s++;
		const struct line *l = &p->lines.v[passage.line - 1];
		const struct part *part = s ? p->sections[s - 1].part : NULL;
		const struct field *f = passage.field;
		bool unquoted = f && f->line == passage.line && f->label->unquoted;

		if (passage.item && p->items[passage.item - 1].part->shape == OPERATIONS)
			continue;
		/* A list is no free prose in an item or a label, or below a title whose blank is one. */
		read_passage(scan, &passage, l->listed && !l->starts && (passage.item || f ||
			(part && part->blank && !strncmp(part->blank, "- ", 2))), unquoted);
	}
}

/* Those of a text in their order, and beside marks each line of a file that a label's value cites; *v is freed by the
 * caller. */
static size_t
cited_read(const struct parsed *p, struct cited **v)
{
	struct scan scan = {.p = p};

	read_all(&scan);
	free(scan.refers);
	*v = scan.v;
	return scan.n;
}

/* -- files -- */

void
lookups_free(struct lookups *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->v[i].path);
		free(l->v[i].where);
		free(l->v[i].quote);
	}
	free(l->v);
	*l = (struct lookups){.n = 0};
}

void
lookups_find(const struct parsed *p, int line0, struct lookups *out)
{
	struct cited *cited;

	*out = (struct lookups){.n = 0};
	for (size_t n = cited_read(p, &cited), i = 0; i < n; i++) {
		const struct ref *ref = &cited[i].ref;
		const struct reader quotation = cited[i].text;
		const char *to = ref->text.s; /* of the file, without the place in it */

		if (!ref->kind || ref->kind->form != REF_PATH || ref->kind->find)
			continue;
		if (out->n == LOOKUPS_MAX) {
			out->more++;
			continue;
		}
		while (to < ref->text.end && *to != '#' && !skip_char(&(struct reader){to, ref->text.end}, ':'))
			to++;
		struct lookup *l = GROW(out->v, out->n);

		*l = (struct lookup){.path = mem_copy(ref->text.s, (size_t)(to - ref->text.s)), .first = ref->from,
			.last = ref->to, .line = cited[i].line};
		if (len_of(&quotation))
			l->quote = mem_copy(quotation.s, len_of(&quotation));
		if (p->by.kind->parts->language)
			l->where = p->by.kind->parts->language->place(p, &l->line);
		l->line += line0;
	}
	free(cited);
}

/* -- judging -- */

void
said_add(struct said *said, size_t which, struct reader part)
{
	*GROW(said->v, said->n) = (struct said_part){which, part};
}

void
found_quotes_free(struct found_quotes *found)
{
	free(found->v);
	*found = (struct found_quotes){0};
}

static struct quote
quote_short(struct reader r)
{
	return quote(r.s, text_cut(r.s, len_of(&r), SHOWN_BYTES));
}

/* With its marks, and dots where it is cut. */
static struct quote
shown_quotation(const struct cited *q)
{
	size_t n = text_cut(q->text.s, len_of(&q->text), SHOWN_BYTES);
	char *s = mem_format("%.*s%s%.*s", (int)(q->text.s - q->all.s + n), q->all.s, n < len_of(&q->text) ? "…" : "",
		(int)(q->all.end - q->text.end), q->text.end);
	struct quote shown = quote(s, strlen(s));

	free(s);
	return shown;
}

/* Does a quotation stand in the part of the text that a reference names? */
static bool
stands_in(struct scan *scan, struct cited *q, const struct said_part *said)
{
	bool outside = said->which == SAID_OUTSIDE, stands;
	struct folding alone = {.made = NULL}, *folding = outside ? &alone : scan->library->kept[said->which];
	struct reader part = said->part, text = outside ? part : scan->library->v[said->which];

	if (outside)
		take_cost(&scan->cost_left, len_of(&text));
	stands = part.s >= text.s && part.end <= text.end && scan->cost_left &&
		needles_stand(&q->needles, folding_of(folding, text), text, part, &scan->cost_left, &q->offset);
	folding_free(&alone);
	return stands;
}

/* Those that were found in a text of the same writer are not, if that has them between quotation marks. */
static void
forget_own(struct scan *scan, size_t which)
{
	const struct library *library = scan->library;
	struct folding folding = {.made = NULL};
	struct cited *own;
	struct parsed p;
	UT_string said;

	if (!library->read_own || !library->read_own(scan->state, library->writer, which, &p))
		return;
	utstring_init(&said);
	for (size_t n = cited_read(&p, &own), i = 0; i < n; i++)
		utstring_printf(&said, "%.*s\n|\n", (int)len_of(&own[i].text), own[i].text.s);
	for (size_t i = 0, offset; i < scan->n; i++) {
		struct cited *q = &scan->v[i];
		struct reader text = {utstring_body(&said), utstring_body(&said) + utstring_len(&said)};

		if (q->found && q->anywhere && q->which == which)
			q->found = !needles_stand(&q->needles, folding_of(&folding, text), text, text,
				&scan->cost_left, &offset);
	}
	folding_free(&folding);
	utstring_done(&said);
	free(own);
	parsed_free(&p);
}

/* Looks in one text for those that may stand anywhere, while it is at hand; false: it has none. */
static bool
look_in(struct scan *scan, size_t which, struct folding *folding, struct reader text)
{
	bool any = false;

	for (size_t i = 0; i < scan->n && scan->cost_left; i++) {
		struct cited *q = &scan->v[i];

		if (!q->anywhere || q->found || !q->needles.n)
			continue;
		q->found = needles_stand(&q->needles, folding_of(folding, text), text, text, &scan->cost_left,
			&q->offset);
		q->which = which;
		any |= q->found;
	}
	return any;
}

/* A quotation that nobody has said yet, and that would be warned of. */
static bool
is_unfound(const struct scan *scan, const struct cited *q)
{
	return !q->found && !q->ref.kind && q->needles.n && scan->refers[q->unit];
}

/* The source stands last in the library, and is looked in first: it is what others have quoted. */
static void
look_anywhere(struct scan *scan)
{
	const struct library *library = scan->library;
	struct reader text;

	for (size_t which = library->n; which-- > 0;)
		if (look_in(scan, which, library->kept[which], library->v[which]))
			forget_own(scan, which);
	for (size_t place = 0; library->outside; place++) {
		struct folding alone = {.made = NULL};
		size_t unfound = 0;

		for (size_t i = 0; i < scan->n; i++)
			unfound += is_unfound(scan, &scan->v[i]);
		if (!unfound || !scan->cost_left || !library->outside(scan->state, place, &text))
			return;
		take_cost(&scan->cost_left, len_of(&text));
		look_in(scan, SAID_OUTSIDE, &alone, text);
		folding_free(&alone);
	}
}

/* Does it say what an operation of the same text does? Then it quotes nobody. */
static bool
is_of_operation(struct scan *scan, const struct cited *q)
{
	for (size_t i = 0; i < scan->p->n_items; i++) {
		const struct item *item = &scan->p->items[i];

		if (item->part->shape != OPERATIONS)
			continue;
		take_cost(&scan->cost_left, len_of(&item->all));
		if (memmem(item->all.s, len_of(&item->all), q->text.s, len_of(&q->text)))
			return true;
	}
	return false;
}

void
quotes_look_up(const struct parsed *p, const struct library *library, const void *state, struct found_quotes *found,
	struct findings *out)
{
	struct scan scan = {.p = p, .library = library, .state = state, .cost_left = QUOTES_COST};
	struct said said = {0};

	read_all(&scan);
	for (size_t i = 0; i < scan.n; i++) {
		struct cited *q = &scan.v[i];
		enum found named = FOUND_UNASKED;

		q->needles = needles_of(q->text);
		said.n = 0;
		if (q->ref.kind && q->ref.kind->find)
			named = q->ref.kind->find(state, &q->ref, &said);
		q->anywhere = named == FOUND_UNASKED;
		for (size_t k = 0; named == FOUND && k < said.n && q->needles.n && !q->found; k++) {
			q->which = said.v[k].which;
			q->found = stands_in(&scan, q, &said.v[k]);
		}
		if (named == FOUND_NOTHING)
			findings_add(out, &kit_rules[KIT_REF_UNKNOWN], q->line, "`%s` names nothing that is there",
				quote_short(q->ref.text).s);
		else if (named == FOUND && said.n && q->needles.n && !q->found && !is_of_operation(&scan, q) &&
			scan.cost_left)
			findings_add(out, &kit_rules[KIT_REF_QUOTE], q->line, "%s does not say %s",
				quote_short(q->ref.text).s, shown_quotation(q).s);
	}
	free(said.v);
	look_anywhere(&scan);
	for (size_t i = 0; i < scan.n; i++) {
		const struct cited *q = &scan.v[i];

		if (q->found)
			*GROW(found->v, found->n) = (struct found_quote){q->all, q->which, q->offset};
		else if (is_unfound(&scan, q) && !is_of_operation(&scan, q) && scan.cost_left)
			findings_add(out, &kit_rules[KIT_QUOTE_UNFOUND], q->line,
				"%s stands in no text of this debate", shown_quotation(q).s);
		needles_free(&scan.v[i].needles);
	}
	free(scan.v);
	free(scan.refers);
}
