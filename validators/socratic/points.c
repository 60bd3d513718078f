/*
 * What stands in the sections: counterpoints with their supports, the novel argument, unresolved items, the support of a new stance.
 *
 * Fields are lines that begin with a label, wherever they stand in their item; what follows, up to the next label, belongs to them.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <strings.h>
#include <utf8proc.h>
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

static void
keep(struct reading *r, const char *what, size_t off, size_t end)
{
	if (r->n_said == r->said_room)
		r->said = mem_resize(r->said, r->said_room = r->said_room ? 2 * r->said_room : 8, sizeof *r->said);
	r->said[r->n_said++] = (struct said){ .what = what, .off = off, .len = end - off };
}

/* -- counterpoints --------------------------------------------------------------------------------------------------------------- */

struct counterpoint {
	unsigned number;
	int line;
	bool addressed, claimed;         /* the fields are there */
	int addresses_line, claim_line;
	size_t addresses, addresses_end; /* what they say */
	size_t claim, claim_end;
	enum label field;                /* the one that lines belong to now */
	struct supports supports;
};

static const char *
ordinal(unsigned n)
{
	static const char *const words[] = { "", "first ", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth ", "ninth ",
		"tenth " };

	return n < sizeof words / sizeof words[0] ? words[n] : "";
}

static void
end_claim(struct counterpoint *c)
{
	if (c->field == LABEL_CLAIM && !is_blank(text_at(c->supports.r, c->claim), c->claim_end - c->claim)) {
		keep(c->supports.r, "claim", c->claim, c->claim_end);
		c->claimed = true;
	}
}

static void
begin_field(struct counterpoint *c, enum label label, const struct md_line *l, size_t rest)
{
	end_claim(c);
	c->field = label;
	if (label == LABEL_ADDRESSES && !c->addressed) {
		c->addressed = true;
		c->addresses_line = l->line;
		c->addresses = rest;
		c->addresses_end = line_end(l);
	} else if (label == LABEL_CLAIM) {
		c->claim_line = l->line;
		c->claim = rest;
		c->claim_end = line_end(l);
	} else if (label == LABEL_SUPPORT) {
		supports_begin(&c->supports, l, rest);
	}
}

static void
read_counterpoint_line(struct counterpoint *c, const struct md_line *l)
{
	size_t rest;
	enum label label = label_read(c->supports.r, l, &rest);

	if (label != LABEL_NONE && label != LABEL_LIMITATION)
		begin_field(c, label, l, rest);
	else if (c->field == LABEL_CLAIM)
		c->claim_end = line_end(l);
	else if (c->field == LABEL_SUPPORT && c->supports.reading)
		supports_read_line(&c->supports, l);
}

static void
judge_addresses(struct reading *r, const struct counterpoint *c)
{
	struct reader what = without_white((struct reader){ text_at(r, c->addresses), text_at(r, c->addresses_end) });
	const char *s = what.s;
	size_t len = left(&what);
	unsigned turn;

	if (is_unsure(r, c->addresses, c->addresses_end))
		return;
	if (is_blank(s, len))
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, c->addresses_line, "the %scounterpoint does not say what it addresses: %s",
			ordinal(c->number), r->ev.source ? "`Turn M`, a heading of the source, or `Source`" : "`Turn M`, or what of the topic");
	else if (evidence_turn(s, len, &turn) && (turn < 1 || turn >= r->number))
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, c->addresses_line,
			"the %scounterpoint addresses turn %u, which is not before this one", ordinal(c->number), turn);
	else if (!evidence_turn(s, len, &turn) && r->ev.source && !evidence_names_part(&r->ev, s, len))
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, c->addresses_line,
			"the %scounterpoint addresses \"%s\", which is neither `Turn M`, a heading of the source, nor `Source`", ordinal(c->number),
			quote(s, len).s);
}

/* Lines with no label of the format's that look as if they were meant to have one; behind `Support:` stand entries. */
static struct attempts
find_attempts(const struct reading *r, size_t first, size_t end)
{
	struct attempts a = { .n = 0 };

	for (size_t i = first; i < end && r->out->n < LIMIT_FINDINGS; i++) {
		const struct md_line *l = &r->md->lines[i];
		size_t bullet = skip_bullet(text_at(r, l->off), l->len), rest;
		enum label label = label_read(r, l, &rest);

		if (label == LABEL_SUPPORT)
			break;
		if (l->kind == MD_TEXT && !l->quoted && label == LABEL_NONE)
			attempts_add(&a, text_at(r, l->off + bullet), l->len - bullet, l->line, l->block_start);
	}
	return a;
}

/* What is missing of a counterpoint, in the order in which it is written. */
static void
judge_missing(struct counterpoint *c, size_t first, size_t end)
{
	struct reading *r = c->supports.r;
	bool claimed = c->claimed || c->claim_line, supported = c->supports.begun;
	struct attempts a = c->addressed && claimed && supported ? (struct attempts){ .n = 0 } : find_attempts(r, first, end);
	struct differs d;

	if (!c->addressed) {
		d = reading_differs(r, &a, "Addresses");
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, c->line, "the %scounterpoint has no line `Addresses: …`%s",
			ordinal(c->number), d.s);
	}
	if (!c->claimed) {
		d = claimed ? (struct differs){ "" } : reading_differs(r, &a, "Claim");
		REPORT(r, RULE_COUNTERPOINT_CLAIM, c->claim_line ? c->claim_line : c->line, "the %scounterpoint states no claim: a line `Claim: …`%s",
			ordinal(c->number), d.s);
	}
	if (!c->supports.good && !c->supports.unsure) {
		d = supported ? (struct differs){ "" } : reading_differs(r, &a, "Support");
		REPORT(r, RULE_COUNTERPOINT_SUPPORT, c->line, "the %scounterpoint has no %ssupport%s", ordinal(c->number),
			c->supports.reading ? "valid " : "", d.s);
	}
}

/* Its lines are md.lines[first .. end). */
static void
end_counterpoint(struct counterpoint *c, size_t first, size_t end, bool finished)
{
	struct reading *r = c->supports.r;

	end_claim(c);
	supports_end(&c->supports);
	r->supported += c->supports.good > 0;
	if (!finished)
		return;
	if (c->addressed)
		judge_addresses(r, c);
	judge_missing(c, first, end);
}

/* Is an item finished: can nothing that follows still change it? */
static bool
is_finished(const struct reading *r, const struct section *section, unsigned item)
{
	return !r->s->prefix || section->ended || r->md->lines[r->md->n - 1].item != item;
}

/* The lines of one list item from *i on. */
static void
read_counterpoint(struct reading *r, const struct section *section, size_t *i, unsigned number)
{
	size_t from = *i;
	const struct md_line *first = &r->md->lines[from];
	bool finished = is_finished(r, section, first->item);
	struct counterpoint c = { .number = number, .line = first->line, .supports = { .r = r, .quiet = !finished } };

	for (; *i < section->end && r->md->lines[*i].item == first->item; ++*i)
		read_counterpoint_line(&c, &r->md->lines[*i]);
	end_counterpoint(&c, from, *i, finished);
}

static void
read_counterpoints(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_COUNTERPOINTS];
	unsigned n = 0;

	for (size_t i = section->first; i < section->end;)
		if (r->md->lines[i].item && !r->md->lines[i].quoted)
			read_counterpoint(r, section, &i, ++n);
		else
			i++;
	if (!n && (!r->s->prefix || section->ended))
		REPORT(r, RULE_COUNTERPOINT_NONE, section->line, "there is no counterpoint: each is a list item with Addresses, Claim and Support");
}

/* -- the novel argument ---------------------------------------------------------------------------------------------------------- */

static void
judge_novelty(struct reading *r, size_t off, size_t end)
{
	struct wordprint print;
	enum novelty novelty = NOVELTY_NEW;

	wordprint_make_claim(&print, text_at(r, off), end - off);
	for (const struct turn *t = r->state->last; t && novelty == NOVELTY_NEW; t = t->before)
		for (size_t i = 0; i < t->n_claims && novelty == NOVELTY_NEW; i++) {
			novelty = wordprint_compare(&print, &t->claims[i].print, r->ctx->terms->novelty_threshold);
			if (novelty != NOVELTY_NEW)
				REPORT(r, RULE_NOVEL_REPEAT, r->sections[SECTION_NOVEL].line, "the novel argument %s the %s of turn %u",
					novelty == NOVELTY_EQUAL ? "repeats" : "is nearly a copy of", t->claims[i].what, t->number);
		}
	wordprint_free(&print);
}

struct novel {
	struct supports supports;
	bool supported;       /* `Support:` was met */
	bool begun;
	size_t off, end;      /* what it claims */
};

static void
read_novel_line(struct novel *n, const struct md_line *l)
{
	size_t rest = l->off;
	enum label label = label_read(n->supports.r, l, &rest);

	if (label == LABEL_SUPPORT) {
		n->supported = true;
		supports_begin(&n->supports, l, rest);
	} else if (n->supported && n->supports.reading) {
		supports_read_line(&n->supports, l);
	} else if (!n->supported) {
		if (!n->begun)
			n->off = label == LABEL_CLAIM ? rest : l->off;
		n->begun = true;
		n->end = line_end(l);
	}
}

/* Prose may have a colon anywhere: what was meant as the label ends in one, or begins a paragraph behind the first. */
static void
judge_unsupported(struct reading *r, const struct section *section, bool supported)
{
	struct attempts all = supported ? (struct attempts){ .n = 0 } : find_attempts(r, section->first, section->end), a = { .n = 0 };
	struct differs d;

	for (unsigned i = 0; i < all.n; i++)
		if (field_ends(all.v[i].s, all.v[i].len, "Support") || (i && all.v[i].begins))
			a.v[a.n++] = all.v[i];
	d = reading_differs(r, &a, "Support");
	REPORT(r, RULE_NOVEL_SUPPORT, section->line, "the novel argument has no %ssupport%s", supported ? "valid " : "", d.s);
}

static void
read_novel(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_NOVEL];
	bool finished = !r->s->prefix || section->ended;
	struct novel n = { .supports = { .r = r, .quiet = !finished } };

	for (size_t i = section->first; i < section->end; i++)
		read_novel_line(&n, &r->md->lines[i]);
	supports_end(&n.supports);
	if (n.begun && !is_blank(text_at(r, n.off), n.end - n.off))
		keep(r, "novel argument", n.off, n.end);
	else if (n.supported && finished)
		REPORT(r, RULE_SECTION_EMPTY, section->line, "the novel argument states nothing before its support");
	if (!finished)
		return;
	if (!n.supports.good && !n.supports.unsure)
		judge_unsupported(r, section, n.supported);
	if (n.begun && r->state && !is_unsure(r, n.off, n.end))
		judge_novelty(r, n.off, n.end);
}

/* -- unresolved items ------------------------------------------------------------------------------------------------------------ */

enum flag { FLAG_NONE, FLAG_BLOCKING, FLAG_OPEN };

/* Without the white space and punctuation behind it. */
static struct reader
without_stops(struct reader r)
{
	char last;
	size_t n;

	r = without_white(r);
	while (left(&r) && (n = ascii_form_before(r.s, r.end, &last)) && last && strchr(".,;!", last))
		r = without_white((struct reader){ r.s, r.end - n });
	return r;
}

/* Where the flag begins that this ends in; NULL: in another, or none. White space may stand inside its brackets. */
static const char *
flag_begins(const struct reader *r, const char *flag)
{
	struct reader at = *r;
	size_t last = strlen(flag) - 1;

	for (size_t i = last + 1; i-- > 0;) {
		char c;
		size_t n;

		if (i == 0 || i + 1 == last)
			at.end = without_white((struct reader){ r->s, at.end }).end;
		n = left(&at) ? ascii_form_before(at.s, at.end, &c) : 0;
		if (!n || tolower((unsigned char)c) != flag[i])
			return NULL;
		at.end -= n;
	}
	return at.end;
}

/* How an item ends; *len is cut to what stands before. */
static enum flag
read_flag(const char *s, size_t *len)
{
	static const struct {
		const char *text;
		enum flag flag;
	} flags[] = { { "(blocking)", FLAG_BLOCKING }, { "(non-blocking)", FLAG_OPEN } };
	struct reader item = without_stops((struct reader){ s, s + *len });

	*len = left(&item);
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
		struct reader flag = { flag_begins(&item, flags[i].text), item.end };

		if (!flag.s)
			continue;
		*len = (size_t)(flag.s - s);
		return flags[i].flag;
	}
	return FLAG_NONE;
}

/* An opening (Ps) or closing (Pe) bracket of any shape. */
static bool
skip_bracket(struct reader *r, utf8proc_category_t category)
{
	if (!left(r) || utf8proc_category(char_at(r->s, r->end)) != category)
		return false;
	r->s += char_bytes(r->s, r->end);
	return true;
}

/* In any case and width, whatever nobody sees between the letters. */
static bool
skip_letters(struct reader *r, const char *word)
{
	struct reader at = *r;

	for (; *word; word++) {
		char c;
		size_t n;

		while (left(&at) && is_unseen_mark(char_at(at.s, at.end)))
			at.s += char_bytes(at.s, at.end);
		n = left(&at) ? ascii_form(at.s, at.end, &c) : 0;
		if (!n || tolower((unsigned char)c) != *word)
			return false;
		at.s += n;
	}
	*r = at;
	return true;
}

/* What a reader takes for a flag, whatever its brackets and the space in it. */
static bool
skip_flag(struct reader *r)
{
	struct reader at = *r;

	if (!skip_bracket(&at, UTF8PROC_CATEGORY_PS))
		return false;
	skip_white(&at);
	if (skip_letters(&at, "non")) {
		skip_white(&at);
		skip_char(&at, '-');
		skip_white(&at);
	}
	if (!skip_letters(&at, "blocking"))
		return false;
	skip_white(&at);
	if (!skip_bracket(&at, UTF8PROC_CATEGORY_PE))
		return false;
	*r = at;
	return true;
}

/* How many flags stand in it; *first is where the first does. */
static unsigned
count_flags(struct reader text, const char **first)
{
	unsigned n = 0;

	while (left(&text)) {
		const char *at = text.s;

		if (!skip_flag(&text))
			text.s += char_bytes(text.s, text.end);
		else if (!n++)
			*first = at;
	}
	return n;
}

/* Is "none" all that an item says? */
static bool
says_none(const char *s, size_t len)
{
	static const char *const words[] = { "", "none", "no", "nothing", "na", "n a", "none left", "nothing left" };
	char *folded = text_fold_words(s, len);
	bool none = false;

	for (size_t i = 0; i < sizeof words / sizeof words[0] && !none; i++)
		none = !strcmp(folded, words[i]);
	free(folded);
	return none;
}

struct item {
	const struct md_line *first;
	size_t own, end; /* where its own first paragraph, and all of it, end */
};

#define ONE_FLAG "an item has exactly one flag, at its end: `(blocking)` or `(non-blocking)`"

/* What hides what an item says, or whether it blocks. `said` is what stands before its flag. */
static void
judge_form(struct reading *r, const struct item *item, struct reader said, enum flag flag)
{
	struct reader all = { said.s, text_at(r, item->end) };
	const char *first = NULL;

	if (count_flags(all, &first) > 1)
		REPORT(r, RULE_UNRESOLVED_FLAG, item->first->line, "\"%s\" has two flags: " ONE_FLAG,
			quote_at(all.s, left(&all), (size_t)(first - all.s)).s);
	else if (flag == FLAG_NONE)
		REPORT(r, RULE_UNRESOLVED_FLAG, item->first->line, "\"%s\" ends neither in `(blocking)` nor in `(non-blocking)`",
			quote_end(said.s, left(&said)).s);
	else if (is_blank(said.s, left(&said)))
		REPORT(r, RULE_UNRESOLVED_FLAG, item->first->line, "the item says nothing before its flag");
}

static void
judge_item(struct reading *r, const struct item *item, bool finished)
{
	const char *s = text_at(r, item->first->off);
	size_t len = item->own - item->first->off;
	enum flag flag = read_flag(s, &len);

	if (flag == FLAG_NONE) {
		len = item->end - item->first->off;
		flag = read_flag(s, &len);
	}
	r->blocking += flag == FLAG_BLOCKING;
	r->open += flag == FLAG_OPEN && (r->stance != STANCE_ACCEPTING || !says_none(s, len));
	if (finished && !is_unsure(r, item->first->off, item->end))
		judge_form(r, item, (struct reader){ s, s + len }, flag);
}

/* Do two lines belong to one item: of the list, or, where there is no list, of the paragraph? */
static bool
is_same_item(const struct md_line *first, const struct md_line *l)
{
	return first->item ? l->item == first->item : !l->item && !l->block_start;
}

static void
read_item(struct reading *r, const struct section *section, size_t *i)
{
	struct item item = { .first = &r->md->lines[*i] };
	bool own = true;

	for (; *i < section->end; ++*i) {
		const struct md_line *l = &r->md->lines[*i];
		if (l != item.first && !is_same_item(item.first, l))
			break;
		own = own && (l == item.first || !l->block_start);
		item.end = line_end(l);
		if (own)
			item.own = item.end;
	}
	judge_item(r, &item, item.first->item ? is_finished(r, section, item.first->item) : !r->s->prefix || section->ended);
}

/* Where there is a list, a flag outside it would be taken for one that counts. */
static void
judge_beside(struct reading *r, const struct section *section)
{
	for (size_t i = section->first; i < section->end; i++) {
		const struct md_line *l = &r->md->lines[i];
		struct reader text = { text_at(r, l->off), text_at(r, line_end(l)) };
		const char *first;

		if (!l->item && count_flags(text, &first))
			REPORT(r, RULE_UNRESOLVED_FLAG, l->line, "\"%s\" has a flag, and stands beside the items: make it one of the list; " ONE_FLAG,
				quote_at(text.s, left(&text), (size_t)(first - text.s)).s);
	}
}

static void
read_unresolved(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_UNRESOLVED];
	bool list = false;

	for (size_t i = section->first; i < section->end; i++)
		list = list || r->md->lines[i].item;
	for (size_t i = section->first; i < section->end;) {
		const struct md_line *l = &r->md->lines[i];
		if (list ? l->item > 0 : !is_blank(text_at(r, l->off), l->len))
			read_item(r, section, &i);
		else
			i++;
	}
	if (list && (!r->s->prefix || section->ended))
		judge_beside(r, section);
}

/* -- the support of a new stance ------------------------------------------------------------------------------------------------- */

static void
read_revision(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_REVISION];
	struct supports supports = { .r = r, .quiet = r->s->prefix && !section->ended, .may_say_none = true, .reading = true };

	for (size_t i = section->first; i < section->end; i++) {
		const struct md_line *l = &r->md->lines[i];
		size_t rest;
		if (label_read(r, l, &rest) == LABEL_SUPPORT)
			supports_begin(&supports, l, rest);
		else if (supports.reading)
			supports_read_line(&supports, l);
	}
	supports_end(&supports);
	r->revisions = supports.good;
	r->revisions_unsure = supports.unsure;
}

static void
keep_position(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_POSITION];

	if (section->first < section->end)
		keep(r, "position", r->md->lines[section->first].off, line_end(&r->md->lines[section->end - 1]));
}

/* A `Limitation: …` somewhere in the turn. */
bool
points_has_limitation(const struct reading *r)
{
	for (size_t i = r->start.index + 1; i < r->md->n; i++) {
		const struct md_line *l = &r->md->lines[i];
		size_t rest;
		if (label_read(r, l, &rest) == LABEL_LIMITATION && !is_blank(text_at(r, rest), line_end(l) - rest))
			return true;
	}
	return false;
}

void
points_read(struct reading *r)
{
	static void (*const read[SECTIONS])(struct reading *r) = {
		[SECTION_POSITION] = keep_position,
		[SECTION_COUNTERPOINTS] = read_counterpoints,
		[SECTION_NOVEL] = read_novel,
		[SECTION_UNRESOLVED] = read_unresolved,
		[SECTION_REVISION] = read_revision,
	};

	for (enum section_id id = 0; id < SECTIONS; id++)
		if (read[id] && r->sections[id].line)
			read[id](r);
}
