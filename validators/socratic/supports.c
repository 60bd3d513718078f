/*
 * Labels (`Addresses:`, `Claim:`, `Support:`) and the entries of support.
 *
 * Entries are list items, or lines that begin with a bullet (a list that is indented by four spaces under a bare
 * `Support:` is no list to CommonMark, but the same paragraph going on), or bare lines. In a list, a line that is not
 * an item goes on with the entry before it, and so does a bare line that begins no entry.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

static const struct label_row {
	const char *word;
	enum label label;
} label_rows[] = {
	{ "Addresses", LABEL_ADDRESSES },
	{ "Claim", LABEL_CLAIM },
	{ "Support", LABEL_SUPPORT },
	{ "Limitation", LABEL_LIMITATION },
	{ "Limitations", LABEL_LIMITATION },
	{ "Critique", LABEL_LIMITATION },
	{ "Caveat", LABEL_LIMITATION },
};

size_t
skip_bullet(const char *s, size_t len)
{
	size_t i = 0, digits = 0;

	while (i < len && isspace((unsigned char)s[i]))
		i++;
	while (i + digits < len && isdigit((unsigned char)s[i + digits]))
		digits++;
	if (i < len && strchr("-*+", s[i]))
		i++;
	else if (digits && i + digits < len && strchr(".)", s[i + digits]))
		i += digits + 1;
	else
		return 0;
	return i == len || isspace((unsigned char)s[i]) ? i : 0;
}

/* A bold label needs no colon. */
enum label
label_read(const struct reading *r, const struct md_line *l, size_t *rest)
{
	struct reader line = line_text(r, l);

	line.s += skip_bullet(line.s, l->len);
	skip_white(&line);
	for (size_t i = 0; l->kind == MD_TEXT && !l->quoted && i < sizeof label_rows / sizeof label_rows[0]; i++) {
		const char *word = label_rows[i].word;
		struct reader at = line;

		if (!field_may_begin(&at, word) ||
			!(field_skip(&at, word) || (l->bold && field_skip_words(&at, word) && !left(&at))))
			continue;
		if (md_span_round(&r->h.md, (size_t)(line.s - r->h.md.text)))
			continue;
		*rest = (size_t)(at.s - r->h.md.text);
		return label_rows[i].label;
	}
	return LABEL_NONE;
}

/* "None", "n/a (no change)", "Unchanged.": what is written where there is nothing to say. Other entries begin
 * otherwise. */
static bool
begins_with_none(const char *s, size_t len)
{
	static const char *const words[] = { "none", "no", "not", "nothing", "na", "n a", "unchanged", "same",
		"first" };
	char *folded = text_fold_words(s, len < 64 ? len : 64);
	bool none = !*folded;

	for (size_t i = 0; i < sizeof words / sizeof words[0] && !none; i++) {
		size_t n = strlen(words[i]);

		none = !strncmp(folded, words[i], n) && (!folded[n] || folded[n] == ' ');
	}
	free(folded);
	return none;
}

/* Words of a principle that says why: "practice makes masters". */
#define THIN_PRINCIPLE 3

static void
judge_reason(const struct supports *su)
{
	struct reader r = { text_at(su->r, su->off), text_at(su->r, su->end) };

	skip_white(&r);
	if (!su->quiet && field_may_begin(&r, "principle") && field_skip(&r, "principle"))
		points_judge_thin(su->r, "the principle", su->line, r.s, left(&r), THIN_PRINCIPLE);
}

void
supports_end(struct supports *su)
{
	static const enum socratic_rule rules[] = {
		[SUPPORT_FILE] = RULE_SUPPORT_FILE,
		[SUPPORT_KIND] = RULE_SUPPORT_KIND,
		[SUPPORT_TURN] = RULE_SUPPORT_TURN,
		[SUPPORT_SOURCE] = RULE_SUPPORT_SOURCE,
	};
	struct reading *r = su->r;
	char sentence[EVIDENCE_SENTENCE_BYTES];
	bool entry = su->entry;
	enum support support;

	su->entry = false;
	if (!entry)
		return;
	if (outline_is_unsure(&r->h, su->off, su->end)) {
		su->unsure = true;
		return;
	}
	if (su->may_say_none && begins_with_none(text_at(r, su->off), su->end - su->off))
		return;
	support = evidence_read(&r->ev, &r->h.md, su->off, su->end - su->off, sentence);
	su->good += support <= SUPPORT_FILE;
	judge_reason(su);
	if (support != SUPPORT_GOOD && !su->quiet)
		REPORT(r, rules[support], su->line, "%s", sentence);
}

static void
begin_entry(struct supports *su, const struct md_line *l, size_t off, bool item)
{
	supports_end(su);
	su->entry = true;
	su->item = item;
	su->looks = !l->item_start;
	su->depth = l->depth;
	su->line = l->line;
	su->off = off;
	su->end = line_end(l);
}

static bool
is_empty(const struct reading *r, size_t off, size_t end)
{
	while (off < end && isspace((unsigned char)*text_at(r, off)))
		off++;
	return off == end;
}

void
supports_begin(struct supports *su, const struct md_line *l, size_t rest)
{
	supports_end(su);
	su->begun = su->reading = true;
	if (!is_empty(su->r, rest, line_end(l)))
		begin_entry(su, l, rest, false);
}

void
supports_read_line(struct supports *su, const struct md_line *l)
{
	struct reading *r = su->r;
	size_t bullet = l->quoted || l->kind != MD_TEXT ? 0 : skip_bullet(text_at(r, l->off), l->len);
	size_t off = l->off + bullet;
	bool deeper = su->entry && su->item && l->depth > su->depth;
	bool begins = bullet || evidence_begins(&r->ev, &r->h.md, l->off, l->len);

	if (is_empty(r, off, line_end(l)) || l->kind == MD_BREAK)
		return;
	if (l->kind == MD_CODE && !su->entry) {
		/* A list behind a blank line that is indented by four spaces. */
		if (!su->quiet)
			REPORT(r, RULE_SUPPORT_KIND, l->line,
				"what stands under `Support:` here is code to Markdown: indent the list by "
				"less than four spaces, or leave no blank line before it");
	} else if (su->entry && l->block_start && !l->item_start && !begins && (su->looks || l->depth < su->depth)) {
		/* A paragraph outside the entries' list, that begins no entry itself, ends them: prose goes on. */
		supports_end(su);
		su->reading = false;
	} else if (bullet || (l->item_start && !deeper)) {
		begin_entry(su, l, off, true);
	} else if (!su->entry || (begins && !su->item)) {
		begin_entry(su, l, off, false);
	} else {
		su->end = line_end(l);
	}
}
