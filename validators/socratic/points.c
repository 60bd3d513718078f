/*
 * What stands in the sections: counterpoints with their supports, the novel argument, the support of a new stance.
 *
 * Fields are lines that begin with a label, wherever they stand in their item; what follows, up to the next label,
 * belongs to them.
 */
#include "validators/socratic/reading.h"

#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

/* clang-format off */
static const struct section_row rows[SECTIONS] = {
	[SECTION_POSITION]      = { .title = "Position", .prose = true, .blank = HAND_IN_PLACE "\n" },
	[SECTION_COUNTERPOINTS] = { .title = "Counterpoints",
		.blank = "- Addresses: " HAND_IN_PLACE "\n  Claim: " HAND_IN_PLACE "\n  Support:\n"
			"    - " HAND_IN_PLACE "\n" },
	[SECTION_AGREEMENTS]    = { .title = "Agreements", .prose = true, .blank = "- " HAND_IN_PLACE "\n" },
	[SECTION_NOVEL]         = { .title = "Novel Argument", .prose = true,
		.blank = HAND_IN_PLACE "\n\nSupport:\n    - " HAND_IN_PLACE "\n" },
	[SECTION_UNRESOLVED]    = { .title = "Unresolved Items",
		.blank = "- " HAND_IN_PLACE " (blocking|non-blocking)\n" },
	[SECTION_REVISION]      = { .title = "Stance Revision Support", .optional = true,
		.blank = "- none (the stance is unchanged)\n" },
	[SECTION_CONSENSUS]     = { .title = "Consensus", .optional = true, .prose = true,
		.blank = "none (who accepts states here what both would sign)\n" },
};

static const char *const labels[] = { "Addresses", "Claim", "Support", "Accepts", NULL };

const struct outline socratic_outline = { .of = "a turn", .rows = rows, .n = SECTIONS, .labels = labels,
	.one = &socratic_rules[RULE_TURN_ONE], .missing = &socratic_rules[RULE_SECTION_MISSING],
	.empty = &socratic_rules[RULE_SECTION_EMPTY], .order = &socratic_rules[RULE_SECTION_ORDER],
	.twice = &socratic_rules[RULE_SECTION_TWICE], .unknown = &socratic_rules[RULE_SECTION_UNKNOWN] };
/* clang-format on */

static void
keep(struct reading *r, const char *what, size_t off, size_t end)
{
	if (r->n_said == r->said_room)
		r->said = mem_resize(r->said, r->said_room = r->said_room ? 2 * r->said_room : 8, sizeof *r->said);
	r->said[r->n_said++] = (struct said){ .what = what, .off = off, .len = end - off };
}

/* Lines with no label of the format's that look as if they were meant to have one; behind `Support:` stand entries. */
static struct attempts
find_attempts(const struct reading *r, size_t first, size_t end)
{
	struct attempts a = { .n = 0 };

	for (size_t i = first; i < end && r->h.out->n < LIMIT_FINDINGS; i++) {
		const struct md_line *l = &r->h.md.lines[i];
		size_t bullet = skip_bullet(text_at(r, l->off), l->len), rest;
		enum label label = label_read(r, l, &rest);

		if (label == LABEL_SUPPORT)
			break;
		if (l->kind == MD_TEXT && !l->quoted && label == LABEL_NONE)
			attempts_add(&a, text_at(r, l->off + bullet), l->len - bullet, l->line, l->block_start);
	}
	return a;
}

/* What a labelled line says, up to the next label. */
struct value {
	int line; /* 0: it is not there */
	size_t off, end;
};

struct counterpoint {
	const char *ordinal; /* "first " */
	size_t first, end;   /* md.lines[first .. end) */
	struct value addresses, claim;
	bool claimed; /* some claim says something */
	struct supports supports;
};

static void
judge_addresses(struct reading *r, const struct counterpoint *c)
{
	struct reader what = without_white(
		(struct reader){ text_at(r, c->addresses.off), text_at(r, c->addresses.end) });
	const char *s = what.s;
	size_t len = left(&what);
	unsigned turn;
	bool names_turn = evidence_turn(s, len, &turn);

	if (outline_is_unsure(&r->h, c->addresses.off, c->addresses.end))
		return;
	if (is_blank(s, len))
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, c->addresses.line,
			"the %scounterpoint does not say what it addresses: %s", c->ordinal,
			r->ev.source ? "`Turn M`, a heading of the source, or `Source`" :
				       "`Turn M`, or what of the topic");
	else if (names_turn && (turn < 1 || turn >= r->number))
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, c->addresses.line,
			"the %scounterpoint addresses turn %u, which is not before this one", c->ordinal, turn);
	else if (!names_turn && !item_id_read(s, s + len, &(unsigned){ 0 }) && r->ev.source &&
		!evidence_names_part(&r->ev, s, len))
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, c->addresses.line,
			"the %scounterpoint addresses \"%s\", which is neither `Turn M`, an open item (`U-1`), a heading of "
			"the source, nor `Source`",
			c->ordinal, quote(s, len).s);
}

/* What is missing of a counterpoint, in the order in which it is written. */
static void
judge_missing(struct reading *r, const struct counterpoint *c)
{
	const struct supports *su = &c->supports;
	int line = r->h.md.lines[c->first].line;
	struct attempts a = { .n = 0 };
	struct differs d;

	if (!c->addresses.line || !c->claim.line || !su->begun)
		a = find_attempts(r, c->first, c->end);
	if (!c->addresses.line) {
		d = outline_differs(&r->h, &a, "Addresses");
		REPORT(r, RULE_COUNTERPOINT_ADDRESSES, line, "the %scounterpoint has no line `Addresses: …`%s",
			c->ordinal, d.s);
	}
	if (!c->claimed) {
		d = c->claim.line ? (struct differs){ "" } : outline_differs(&r->h, &a, "Claim");
		REPORT(r, RULE_COUNTERPOINT_CLAIM, c->claim.line ? c->claim.line : line,
			"the %scounterpoint states no claim: a line `Claim: …`%s", c->ordinal, d.s);
	}
	if (!su->good && !su->unsure) {
		d = su->begun ? (struct differs){ "" } : outline_differs(&r->h, &a, "Support");
		REPORT(r, RULE_COUNTERPOINT_SUPPORT, line, "the %scounterpoint has no %ssupport%s", c->ordinal,
			su->reading ? "valid " : "", d.s);
	}
}

void
points_judge_thin(struct reading *r, const char *what, int line, const char *s, size_t len, size_t least)
{
	size_t words;

	if (!hearing_has(&r->h, &socratic_rules[RULE_SECTION_THIN]) || !r->h.ctx)
		return;
	words = wordcount_telling(s, len, least);
	if (words && words < least && words < (least = wordcount_least(s, len, least)))
		REPORT(r, RULE_SECTION_THIN, line, "%s \"%s\" has %zu word%s: %zu or more say what could be argued with%s",
			what, quote(s, len).s, words, words == 1 ? "" : "s", least,
			wordcount(s, len) >= least ? ", and the same one over and over says no more" : "");
}

#define THIN_POSITION 12
#define THIN_CLAIM 4
#define THIN_NOVEL 8

static void
end_claim(struct reading *r, struct counterpoint *c, enum label field)
{
	if (field != LABEL_CLAIM || is_blank(text_at(r, c->claim.off), c->claim.end - c->claim.off))
		return;
	keep(r, "claim", c->claim.off, c->claim.end);
	points_judge_thin(r, "the claim", c->claim.line, text_at(r, c->claim.off), c->claim.end - c->claim.off,
		THIN_CLAIM);
	c->claimed = true;
}

/* A list item: c->first and c->end. */
static void
read_counterpoint(struct reading *r, struct counterpoint *c)
{
	enum label field = LABEL_NONE; /* the one that lines belong to now */

	for (size_t i = c->first, rest = 0; i < c->end; i++) {
		const struct md_line *l = &r->h.md.lines[i];
		enum label label = label_read(r, l, &rest);
		struct value value = { l->line, rest, line_end(l) };

		if (label == LABEL_NONE || label == LABEL_LIMITATION) {
			if (field == LABEL_CLAIM)
				c->claim.end = line_end(l);
			else if (field == LABEL_SUPPORT && c->supports.reading)
				supports_read_line(&c->supports, l);
			continue;
		}
		end_claim(r, c, field);
		field = label;
		if (label == LABEL_SUPPORT)
			supports_begin(&c->supports, l, rest);
		else if (label == LABEL_CLAIM)
			c->claim = value;
		else if (!c->addresses.line)
			c->addresses = value;
	}
	end_claim(r, c, field);
	supports_end(&c->supports);
	r->supported += c->supports.good > 0;
}

static void
read_counterpoints(struct reading *r)
{
	static const char *const ordinals[] = { "first ", "second ", "third ", "fourth ", "fifth ", "sixth ",
		"seventh ", "eighth ", "ninth ", "tenth " };
	const struct section *section = &r->sections[SECTION_COUNTERPOINTS];
	const struct md_line *lines = r->h.md.lines;
	size_t n = 0;

	for (size_t i = section->first, end; i < section->end && !findings_full(r->h.out); i = end) {
		struct counterpoint c = { .first = i,
			.ordinal = n < sizeof ordinals / sizeof ordinals[0] ? ordinals[n] : "" };
		bool over = item_is_over(&r->h, section, lines[i].item);

		end = i + 1;
		if (!lines[i].item || lines[i].quoted)
			continue;
		while (end < section->end && lines[end].item == lines[i].item)
			end++;
		c.end = end;
		c.supports = (struct supports){ .r = r, .quiet = !over };
		read_counterpoint(r, &c);
		if (over && c.addresses.line) {
			open_read_addressed(r,
				(struct reader){ text_at(r, c.addresses.off), text_at(r, c.addresses.end) },
				c.addresses.line);
			judge_addresses(r, &c);
		}
		if (over)
			judge_missing(r, &c);
		n++;
	}
	if (!n && section_is_over(&r->h, section))
		REPORT(r, RULE_COUNTERPOINT_NONE, section->line,
			"there is no counterpoint: each is a list item with Addresses, Claim and Support");
}

static void
judge_novelty(struct reading *r, size_t off, size_t end)
{
	struct wordprint print;
	enum novelty novelty = NOVELTY_NEW;

	wordprint_make_claim(&print, text_at(r, off), end - off);
	for (const struct turn *t = state_last(r->h.state); t && novelty == NOVELTY_NEW; t = turn_before(t))
		for (size_t i = 0; i < t->heard->n_said && novelty == NOVELTY_NEW; i++) {
			novelty = wordprint_compare(
				&print, &heard_prints(t->heard)[i], r->h.ctx->terms->novelty_threshold);
			if (novelty != NOVELTY_NEW)
				REPORT(r, RULE_NOVEL_REPEAT, r->sections[SECTION_NOVEL].line,
					"the novel argument %s the %s of turn %u",
					novelty == NOVELTY_EQUAL ? "repeats" : "is nearly a copy of", t->heard->said[i].what,
					t->piece.number);
		}
	wordprint_free(&print);
}

/* Prose may have a colon anywhere: what was meant as the label ends in one, or begins a paragraph behind the first. */
static void
judge_unsupported(struct reading *r, const struct section *section, bool begun)
{
	struct attempts all = { .n = 0 }, a = { .n = 0 };
	struct differs d;

	if (!begun)
		all = find_attempts(r, section->first, section->end);
	for (unsigned i = 0; i < all.n; i++)
		if (field_ends(all.v[i].s, all.v[i].len, "Support") || (i && all.v[i].begins))
			a.v[a.n++] = all.v[i];
	d = outline_differs(&r->h, &a, "Support");
	REPORT(r, RULE_NOVEL_SUPPORT, section->line, "the novel argument has no %ssupport%s", begun ? "valid " : "",
		d.s);
}

/* Nobody who accepts is made to say something new. */
static bool
says_none(const char *s, size_t len)
{
	char *folded = text_fold_words(s, len);
	bool none = !strcmp(folded, "none");

	free(folded);
	return none;
}

static void
read_novel(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_NOVEL];
	bool over = section_is_over(&r->h, section);
	struct supports su = { .r = r, .quiet = !over };
	struct value claim = { .line = 0 };

	for (size_t i = section->first; i < section->end; i++) {
		const struct md_line *l = &r->h.md.lines[i];
		size_t rest = l->off;
		enum label label = label_read(r, l, &rest);

		if (label == LABEL_SUPPORT) {
			supports_begin(&su, l, rest);
		} else if (su.begun) {
			if (su.reading)
				supports_read_line(&su, l);
		} else {
			if (!claim.line)
				claim = (struct value){ .line = l->line, .off = label == LABEL_CLAIM ? rest : l->off };
			claim.end = line_end(l);
		}
	}
	supports_end(&su);
	if (claim.line && !su.begun && r->stance == STANCE_ACCEPTING &&
		says_none(text_at(r, claim.off), claim.end - claim.off))
		return;
	if (claim.line)
		points_judge_thin(r, "the novel argument", section->line, text_at(r, claim.off),
			claim.end - claim.off, THIN_NOVEL);
	if (claim.line && !is_blank(text_at(r, claim.off), claim.end - claim.off))
		keep(r, "novel argument", claim.off, claim.end);
	else if (su.begun && over)
		REPORT(r, RULE_SECTION_EMPTY, section->line, "the novel argument states nothing before its support");
	if (over && !su.good && !su.unsure)
		judge_unsupported(r, section, su.begun);
	if (over && claim.line && r->h.state && !outline_is_unsure(&r->h, claim.off, claim.end))
		judge_novelty(r, claim.off, claim.end);
}

static void
read_revision(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_REVISION];
	struct supports su = {
		.r = r, .quiet = !section_is_over(&r->h, section), .may_say_none = true, .reading = true
	};

	for (size_t i = section->first, rest = 0; i < section->end; i++) {
		const struct md_line *l = &r->h.md.lines[i];

		if (label_read(r, l, &rest) == LABEL_SUPPORT)
			supports_begin(&su, l, rest);
		else if (su.reading)
			supports_read_line(&su, l);
	}
	supports_end(&su);
	r->revisions = su.good;
	r->revisions_unsure = su.unsure;
}

static void
read_position(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_POSITION];
	const struct md_line *lines = r->h.md.lines;
	size_t off, end;

	if (section->first == section->end)
		return;
	off = lines[section->first].off;
	end = line_end(&lines[section->end - 1]);
	keep(r, "position", off, end);
	points_judge_thin(r, "the position", section->line, text_at(r, off), end - off, THIN_POSITION);
}

bool
points_has_limitation(const struct reading *r)
{
	for (size_t i = r->h.opening.index + 1, rest = 0; i < r->h.md.n; i++) {
		const struct md_line *l = &r->h.md.lines[i];

		if (label_read(r, l, &rest) == LABEL_LIMITATION && !is_blank(text_at(r, rest), line_end(l) - rest))
			return true;
	}
	return false;
}

void
points_read(struct reading *r)
{
	static void (*const read[SECTIONS])(struct reading *r) = {
		[SECTION_POSITION] = read_position,
		[SECTION_COUNTERPOINTS] = read_counterpoints,
		[SECTION_AGREEMENTS] = open_read_agreements,
		[SECTION_NOVEL] = read_novel,
		[SECTION_UNRESOLVED] = unresolved_read,
		[SECTION_REVISION] = read_revision,
		[SECTION_CONSENSUS] = consensus_read,
	};

	outline_read(&r->h, &socratic_outline, r->sections);
	for (enum section_id id = 0; id < SECTIONS; id++)
		if (read[id] && r->sections[id].line)
			read[id](r);
}
