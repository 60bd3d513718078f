/*
 * What is agreed on: the Consensus of a turn, which is a statement that both would sign, or one line that accepts the
 * other's. Only a statement that somebody accepted is a consensus.
 */
#include "validators/socratic/reading.h"

#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

#define STATEMENT_WORDS 4
#define ACCEPTS "Accepts"

/* What a blank has there, or no more than that: `none (…)`. */
static bool
says_none(struct reader said)
{
	said = without_white(said);
	if (!skip_word(&said, "none"))
		return false;
	skip_white(&said);
	return !left(&said) || skip_char(&said, '(') || is_blank(said.s, left(&said));
}

/* From the line behind the title to the end: nothing follows the section. */
static char *
raw_lines(const struct reading *r, const struct section *section)
{
	const char *s = r->h.s.text, *end = s + r->h.s.len;
	struct reader raw;

	for (int line = 0; line < section->line && s < end; line++) {
		const char *newline = memchr(s, '\n', (size_t)(end - s));
		s = newline ? newline + 1 : end;
	}
	raw = without_white((struct reader){ s, end });
	return mem_copy(raw.s, left(&raw));
}

void
consensus_read(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_CONSENSUS];
	struct consensus *c = &r->consensus;
	bool said = false;

	if (section->first == section->end || r->h.s.prefix)
		return;
	for (size_t i = section->first; i < section->end; i++) {
		const struct md_line *l = &r->h.md.lines[i];
		struct reader line = line_text(r, l);

		line.s += skip_bullet(line.s, left(&line));
		if (l->kind == MD_TEXT && !l->quoted && !c->accepts_line && field_skip(&line, ACCEPTS)) {
			c->accepts_line = l->line;
			if (!evidence_turn(line.s, left(&line), &c->accepts))
				c->accepts = 0;
		} else {
			said = said || !is_blank(text_at(r, l->off), l->len);
		}
	}
	c->both = said && c->accepts_line;
	if (c->accepts_line || !said)
		return;
	struct reader all = { text_at(r, r->h.md.lines[section->first].off),
		text_at(r, line_end(&r->h.md.lines[section->end - 1])) };
	if (says_none(all))
		return;
	c->words = wordcount(all.s, left(&all));
	c->plain = text_fold_space(all.s, left(&all));
	c->raw = raw_lines(r, section);
}

void
consensus_free(struct consensus *c)
{
	free(c->plain);
	free(c->raw);
	*c = (struct consensus){ .accepts = 0 };
}

#define REPORT_TEXT(r, at, ...) REPORT(r, RULE_CONSENSUS_TEXT, at, __VA_ARGS__)

/* What to write instead. */
#define OWN_STATEMENT "a statement that both would sign"

/* `Accepts: Turn N`, of a statement that is the other's latest. */
static void
judge_accepts(struct reading *r, const struct turn *latest)
{
	const struct consensus *c = &r->consensus;

	if (latest && c->accepts == latest->piece.number)
		return;
	if (latest)
		REPORT_TEXT(r, c->accepts_line,
			"the statement that can be accepted is the other side's latest: `Accepts: Turn %u`, or write "
			OWN_STATEMENT " instead of the line",
			latest->piece.number);
	else
		REPORT_TEXT(r, c->accepts_line,
			"there is nothing to accept: the other side has stated no Consensus yet; write " OWN_STATEMENT
			" instead of the line");
}

static void
judge_lacking(struct reading *r, const struct turn *latest, int line)
{
	if (latest)
		REPORT_TEXT(r, line,
			"a turn that accepts consensus ends with `**Consensus**` and, under it, the line `Accepts: Turn "
			"%u` where you would sign what that says, or else " OWN_STATEMENT " of your own",
			latest->piece.number);
	else
		REPORT_TEXT(r, line,
			"a turn that accepts consensus ends with `**Consensus**` and, under it, " OWN_STATEMENT
			": the other may accept it with the line `Accepts: Turn %u`",
			r->number);
}

void
consensus_judge(struct reading *r)
{
	const struct consensus *c = &r->consensus;
	const struct section *section = &r->sections[SECTION_CONSENSUS];
	int line = section->line ? section->line : r->h.opening.line;
	const struct turn *latest =
		r->h.s.alone || !r->seat ? NULL : state_statement_of(r->h.state, SOCRATIC_SEATS + 1 - r->seat);

	if (c->both)
		REPORT_TEXT(r, c->accepts_line,
			"the Consensus holds either a statement or the one line `" ACCEPTS ": Turn N`, and not both");
	else if (c->accepts_line && !r->h.s.alone)
		judge_accepts(r, latest);
	else if (c->plain && c->words < STATEMENT_WORDS)
		REPORT_TEXT(r, line, "\"%s\" is no statement that anybody could sign: say in a sentence what is agreed",
			quote(c->plain, strlen(c->plain)).s);
	else if (!c->plain && !c->accepts_line && r->stance == STANCE_ACCEPTING)
		judge_lacking(r, latest, line);
}
