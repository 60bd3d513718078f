/*
 * A text is read once: references and quotations in order, each quotation with the reference that is beside it. Then
 * quotations are looked up (folded.h).
 */
#include "validators/kit/quotes.h"

#include <stdlib.h>
#include "validators/kit/source.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

#define SHOWN_BYTES 60

/* -- looking up -- */

struct search {
	const struct library *library;
	struct folding *once; /* of each text of the library that nobody keeps */
	size_t cost_left;
};

static struct folding *
folding_kept(struct search *search, size_t which)
{
	struct folding *kept = search->library->kept ? search->library->kept[which] : NULL;

	return kept ? kept : &search->once[which];
}

static bool
stands_in(struct search *search, const struct needles *needles, size_t which, struct reader part, size_t *offset)
{
	struct folding alone = {.made = NULL}, *folding = &alone;
	struct reader text = part;
	bool stands;

	if (which != SAID_OUTSIDE) {
		folding = folding_kept(search, which);
		text = search->library->v[which];
	} else {
		spend(&search->cost_left, left(&text));
	}
	stands = part.s >= text.s && part.end <= text.end && search->cost_left &&
		needles_stand(needles, folding_of(folding, text), text, part, &search->cost_left, offset);
	folding_free(&alone);
	return stands;
}

/* -- reading the text -- */

struct quotation {
	struct reader all, text; /* with and without its marks */
	int line;
	size_t unit;
	bool beside;
	struct ref ref;          /* beside it */
	struct needles needles;
	bool found, anywhere;    /* it stands there; it may stand in any text of the library */
	size_t which, offset;
};

struct scan {
	const struct parsed *p;
	struct quotation *v;
	size_t n;
	bool *refers;            /* does each unit, an item or a paragraph, refer to a text? */
	size_t units;
	struct mark {
		struct ref ref;
		int line;
	} *marks;                /* references at the heads of entries */
	size_t n_marks;
	struct ref_scan refs;
};

/* A pair of marks, and whether one is known to open nothing in the rest of its passage. */
static const struct {
	const char *open, *close, *other;
} pairs[] = {{"\"", "\"", NULL}, {"“", "”", NULL}, {"„", "“", "”"}, {"«", "»", NULL}, {"「", "」", NULL},
	{"『", "』", NULL}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static const char *
find_text(const char *s, const char *end, const char *text)
{
	return text ? memmem(s, (size_t)(end - s), text, strlen(text)) : NULL;
}

/* The quotation that begins at r->s; moves past it. */
static bool
read_quotation(struct reader *r, const char *before, bool unclosed[PAIRS], struct quotation *q)
{
	for (unsigned i = 0; i < PAIRS; i++) {
		struct reader at = *r;
		const char *close, *other;

		if (unclosed[i] || *r->s != *pairs[i].open || !skip_text(&at, pairs[i].open))
			continue;
		if (!i && r->s > before && is_letter(char_before(before, r->s), r->s))
			continue;
		close = find_text(at.s, at.end, pairs[i].close);
		other = find_text(at.s, close ? close : at.end, pairs[i].other);
		if (!close && !other) {
			unclosed[i] = true;
			continue;
		}
		q->text = between(at.s, other ? other : close);
		at.s = q->text.end + strlen(other ? pairs[i].other : pairs[i].close);
		q->all = between(r->s, at.s);
		*r = at;
		return true;
	}
	return false;
}

bool
quotation_next(struct reader *r, struct reader *quotation)
{
	bool unclosed[PAIRS] = {0};
	struct quotation q;

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

bool
quotation_behind(struct reader r, struct reader *quotation)
{
	bool unclosed[PAIRS] = {0};
	const char *before = r.s;
	struct quotation q;

	skip_to_quotation(&r);
	if (!left(&r) || !read_quotation(&r, before, unclosed, &q))
		return false;
	*quotation = q.text;
	return true;
}

/* `entry`: it is one of a list in an item or a label. */
static void
read_passage(struct scan *scan, const struct passage *passage, bool entry)
{
	const struct grammar *by = &scan->p->by;
	const struct item *item = passage->item ? &scan->p->items[passage->item - 1] : NULL;
	bool unclosed[PAIRS] = {0};
	const char *counted = passage->text.s, *mark = NULL;
	int line = passage->line;
	size_t unit = item ? passage->item - 1 : scan->units++;
	struct ref last = {0}, ref;
	struct quotation q = {0};

	struct reader head = passage->text;

	skip_emphasis(&head);
	if (entry && ref_read(by->refs, by->source, head.s, &head, &ref)) {
		skip_emphasis(&head);
		skip_white(&head);
		if (skip_char(&head, ':')) {
			*GROW(scan->marks, scan->n_marks) = (struct mark){ref, line};
			mark = ref.text.s;
		}
	}
	for (struct reader r = passage->text; r.s = refs_pass(&scan->refs, r.s, r.end), r.s < r.end;) {
		const char *from = r.s;
		bool word = isalnum((unsigned char)*from);

		if (ref_read(by->refs, by->source, passage->text.s, &r, &ref)) {
			last = ref;
			bool own = item && item->has_id && item->id.text.s == ref.text.s;

			if (ref.kind->flags & (REF_TEXT | REF_SOURCE) && !own)
				scan->refers[unit] = true;
			continue;
		}
		if (!word && read_quotation(&r, passage->text.s, unclosed, &q)) {
			q.unit = unit;
			for (; counted < q.all.s; counted++)
				line += *counted == '\n';
			q.line = line;
			q.ref = last;
			/* The reference stands right before it, or in brackets right behind it. */
			struct reader gap = between(last.text.end, q.all.s), behind = r;

			q.beside = last.kind && (skip_to_quotation(&gap), gap.s == q.all.s);
			skip_emphasis(&behind);
			skip_white(&behind);
			q.beside = q.beside || (skip_char(&behind, '(') &&
				ref_read(by->refs, by->source, behind.s, &behind, &q.ref) && skip_char(&behind, ')'));
			if (q.beside && q.ref.text.s == mark) /* judged with the quotation */
				mark = NULL, scan->n_marks--;
			*GROW(scan->v, scan->n) = q;
		} else if (!word && *r.s == '`') { /* past a code span */
			size_t n = 1;

			while (r.s + n < r.end && r.s[n] == '`')
				n++;
			const char *close = memmem(r.s + n, left(&r) - n, r.s, n);
			r.s = (close ? close : r.s) + n;
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

		if (unquoted || (passage.item && p->items[passage.item - 1].part->shape == OPERATIONS))
			continue;
		/* A list is no free prose in an item or a label, or below a title whose blank is one. */
		read_passage(scan, &passage, l->listed && !l->starts && (passage.item || f ||
			(part && part->blank && !strncmp(part->blank, "- ", 2))));
	}
}

static void
scan_free(struct scan *scan)
{
	free(scan->v);
	free(scan->refers);
	free(scan->marks);
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
shown(struct reader r)
{
	return quote(r.s, text_cut(r.s, left(&r), SHOWN_BYTES));
}

/* With its marks, and dots where it is cut. */
static struct quote
shown_quotation(const struct quotation *q)
{
	size_t n = text_cut(q->text.s, left(&q->text), SHOWN_BYTES);
	char *s = mem_format("%.*s%s%.*s", (int)(q->text.s - q->all.s + n), q->all.s, n < left(&q->text) ? "…" : "",
		(int)(q->all.end - q->text.end), q->text.end);
	struct quote shown = quote(s, strlen(s));

	free(s);
	return shown;
}

/* A reference that is a mark: what it names. */
static enum found
find_mark(const struct ref *ref, int line, const void *state, struct said *said, struct findings *out)
{
	enum found found = ref->kind->find ? ref->kind->find(state, ref, said) : FOUND_UNASKED;

	if (found == FOUND_NOTHING)
		findings_add(out, &kit_rules[KIT_REF_UNKNOWN], line, "`%s` names nothing that is there",
			shown(ref->text).s);
	return found;
}

/* Those that were found in a text of the same writer are not, if that has them between quotation marks. */
static void
forget_own(struct search *search, struct scan *scan, size_t which, const void *state)
{
	const struct library *library = search->library;
	struct scan own = {0};
	struct parsed p;
	struct folding folding = {.made = NULL};
	UT_string said;

	if (!library->read_own || !library->read_own(state, library->writer, which, &p))
		return;
	utstring_init(&said);
	own.p = &p;
	read_all(&own);
	for (size_t i = 0; i < own.n; i++)
		utstring_printf(&said, "%.*s\n|\n", (int)left(&own.v[i].text), own.v[i].text.s);
	for (size_t i = 0; i < scan->n; i++) {
		struct quotation *q = &scan->v[i];
		struct reader text = {utstring_body(&said), utstring_body(&said) + utstring_len(&said)};

		if (q->found && q->anywhere && q->which == which)
			q->found = !needles_stand(&q->needles, folding_of(&folding, text), text, text,
				&search->cost_left, &q->offset);
	}
	folding_free(&folding);
	utstring_done(&said);
	scan_free(&own);
	parsed_free(&p);
}

/* Looks in one text for those that may stand anywhere, while it is at hand; false: it has none. */
static bool
look_in(struct search *search, struct scan *scan, size_t which, struct folding *folding, struct reader text)
{
	bool any = false;

	for (size_t i = 0; i < scan->n && search->cost_left; i++) {
		struct quotation *q = &scan->v[i];

		if (!q->anywhere || q->found || !q->needles.n)
			continue;
		q->found = needles_stand(&q->needles, folding_of(folding, text), text, text, &search->cost_left,
			&q->offset);
		q->which = which;
		any |= q->found;
	}
	return any;
}

/* A quotation that nobody has said yet, and that would be warned of. */
static bool
is_unfound(const struct scan *scan, const struct quotation *q)
{
	return !q->found && !q->beside && q->needles.n && scan->refers[q->unit];
}

/* The source stands last in the library, and is looked in first: it is what others have quoted. */
static void
look_anywhere(struct search *search, struct scan *scan, const void *state)
{
	const struct library *library = search->library;
	struct reader text;

	for (size_t which = library->n; which-- > 0;)
		if (look_in(search, scan, which, folding_kept(search, which), library->v[which]))
			forget_own(search, scan, which, state);
	for (size_t place = 0;; place++) {
		struct folding alone = {.made = NULL};
		size_t unfound = 0;

		for (size_t i = 0; i < scan->n; i++)
			unfound += is_unfound(scan, &scan->v[i]);
		if (!unfound || !search->cost_left || !library->outside || !library->outside(state, place, &text))
			return;
		spend(&search->cost_left, left(&text));
		look_in(search, scan, SAID_OUTSIDE, &alone, text);
		folding_free(&alone);
	}
}

/* Does it say what an operation of the same text does? Then it quotes nobody. */
static bool
is_of_operation(struct search *search, const struct parsed *p, const struct quotation *q)
{
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];

		if (item->part->shape != OPERATIONS)
			continue;
		spend(&search->cost_left, left(&item->all));
		if (memmem(item->all.s, left(&item->all), q->text.s, left(&q->text)))
			return true;
	}
	return false;
}

/* References that are marks without a quotation: at the heads of items and entries, and labels, or entries of them,
 * that are nothing but references. */
static void
judge_marks(const struct scan *scan, const void *state, struct findings *out)
{
	const struct parsed *p = scan->p;
	struct said said = {0};
	struct ref ref;

	for (size_t i = 0; i < p->n_items; i++)
		if (said.n = 0, p->items[i].has_id)
			find_mark(&p->items[i].id, p->items[i].line, state, &said, out);
	for (size_t i = 0; i < scan->n_marks; i++)
		said.n = 0, find_mark(&scan->marks[i].ref, scan->marks[i].line, state, &said, out);
	for (size_t i = 0; i < p->n_fields; i++) {
		struct passage entry;

		for (size_t at = 0; support_next(p, &p->fields[i], &at, &entry);) {
			struct reader r = entry.text;

			said.n = 0;
			if (refs_only(p->by.refs, p->by.source, r, &ref, 1))
				while (ref_next(p->by.refs, p->by.source, entry.text.s, &r, &ref))
					find_mark(&ref, entry.line, state, &said, out);
		}
	}
	free(said.v);
}

void
quotes_look_up(const struct parsed *p, const struct library *library, const void *state, struct found_quotes *found,
	struct findings *out)
{
	struct scan scan = {.p = p};
	struct search search = {library, mem_calloc(library->n, sizeof *search.once), QUOTES_COST};

	read_all(&scan);
	judge_marks(&scan, state, out);
	for (size_t i = 0; i < scan.n; i++) {
		struct quotation *q = &scan.v[i];

		q->needles = needles_of(q->text);
		q->anywhere = !q->beside;
		if (!q->beside)
			continue;
		struct said said = {0};
		enum found named = find_mark(&q->ref, q->line, state, &said, out);

		q->anywhere = named == FOUND_UNASKED;
		for (size_t k = 0; named == FOUND && k < said.n && !q->found; k++) {
			q->which = said.v[k].which;
			q->found = stands_in(&search, &q->needles, said.v[k].which, said.v[k].part, &q->offset);
		}
		if (named == FOUND && said.n && q->needles.n && !q->found && !is_of_operation(&search, p, q) &&
			search.cost_left)
			findings_add(out, &kit_rules[KIT_REF_QUOTE], q->line, "%s does not say %s",
				shown(q->ref.text).s, shown_quotation(q).s);
		free(said.v);
	}
	look_anywhere(&search, &scan, state);
	for (size_t i = 0; i < scan.n; i++) {
		const struct quotation *q = &scan.v[i];

		if (q->found)
			*GROW(found->v, found->n) = (struct found_quote){q->all, q->which, q->offset};
		else if (is_unfound(&scan, q) && !is_of_operation(&search, p, q) && search.cost_left)
			findings_add(out, &kit_rules[KIT_QUOTE_UNFOUND], q->line,
				"%s stands in no text of this debate", shown_quotation(q).s);
		needles_free(&scan.v[i].needles);
	}
	for (size_t i = 0; i < library->n; i++)
		folding_free(&search.once[i]);
	free(search.once);
	scan_free(&scan);
}
