/*
 * Labels (`Addresses:`, `Claim:`, `Support:`) and the entries of support.
 *
 * Entries are list items, or lines that begin with a bullet (a list that is indented by four spaces under a bare `Support:` is no list
 * to CommonMark, but the same paragraph going on), or bare lines. In a list, a line that is not an item goes on with the entry before it,
 * and so does a bare line that begins no entry.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <strings.h>
#include "validators/prose/field.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* -- labels ---------------------------------------------------------------------------------------------------------------------- */

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

/* Most lines are told by their first byte. */
static bool
may_be_label(char c)
{
	switch (c | 0x20) {
	case 'a':
	case 'c':
	case 'l':
	case 's':
	case '*' | 0x20:
	case '_' | 0x20:
		return true;
	default:
		return (unsigned char)c >= 0x80;
	}
}

/* Moves behind the label; a bold one needs no colon. */
static bool
skip_label(struct reader *at, const char *word, bool bold)
{
	return field_may_begin(at, word) && (field_skip(at, word) || (bold && field_skip_words(at, word) && !left(at)));
}

enum label
label_read(const struct reading *r, const struct md_line *l, size_t *rest)
{
	size_t bullet = skip_bullet(text_at(r, l->off), l->len);
	struct reader line = { text_at(r, l->off + bullet), text_at(r, line_end(l)) };

	skip_white(&line);
	if (l->kind != MD_TEXT || l->quoted || !left(&line) || !may_be_label(*line.s))
		return LABEL_NONE;
	for (size_t i = 0; i < sizeof label_rows / sizeof label_rows[0]; i++) {
		struct reader at = line;

		if (!skip_label(&at, label_rows[i].word, l->bold) || md_span_round(r->md, (size_t)(line.s - r->md->text)))
			continue;
		*rest = (size_t)(at.s - r->md->text);
		return label_rows[i].label;
	}
	return LABEL_NONE;
}

/* -- supports -------------------------------------------------------------------------------------------------------------------- */

static enum socratic_rule
support_rule(enum support support)
{
	static const enum socratic_rule rules[] = {
		[SUPPORT_FILE] = RULE_SUPPORT_FILE,
		[SUPPORT_KIND] = RULE_SUPPORT_KIND,
		[SUPPORT_TURN] = RULE_SUPPORT_TURN,
		[SUPPORT_SOURCE] = RULE_SUPPORT_SOURCE,
	};
	return rules[support];
}

/* "None", "n/a (no change)", "Unchanged.": what is written where there is nothing to say. Other entries begin otherwise. */
static bool
begins_with_none(const char *s, size_t len)
{
	static const char *const words[] = { "none", "no", "not", "nothing", "na", "n a", "unchanged", "same", "first" };
	char *folded = text_fold_words(s, len < 64 ? len : 64);
	bool none = !*folded;

	for (size_t i = 0; i < sizeof words / sizeof words[0] && !none; i++) {
		size_t n = strlen(words[i]);
		none = !strncmp(folded, words[i], n) && (!folded[n] || folded[n] == ' ');
	}
	free(folded);
	return none;
}

static void
end_entry(struct supports *su)
{
	char sentence[EVIDENCE_SENTENCE_BYTES];
	enum support support;

	if (!su->entry)
		return;
	su->entry = false;
	if (is_unsure(su->r, su->off, su->end)) {
		su->unsure = true;
		return;
	}
	if (su->may_say_none && begins_with_none(text_at(su->r, su->off), su->end - su->off))
		return;
	support = evidence_read(&su->r->ev, su->r->md, su->off, su->end - su->off, sentence);
	su->good += support <= SUPPORT_FILE;
	if (support != SUPPORT_GOOD && !su->quiet)
		REPORT(su->r, support_rule(support), su->line, "%s", sentence);
}

static void
begin_entry(struct supports *su, const struct md_line *l, size_t off, bool item)
{
	end_entry(su);
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
	for (; off < end; off++)
		if (!isspace((unsigned char)*text_at(r, off)))
			return false;
	return true;
}

void
supports_begin(struct supports *su, const struct md_line *l, size_t rest)
{
	end_entry(su);
	su->begun = su->reading = true;
	if (!is_empty(su->r, rest, line_end(l)))
		begin_entry(su, l, rest, false);
}

/* A paragraph outside the entries' list, that begins no entry itself, ends them: prose goes on. */
static bool
leaves_supports(const struct supports *su, const struct md_line *l, bool begins)
{
	return su->entry && l->block_start && !l->item_start && !begins && (su->looks || l->depth < su->depth);
}

/* A list behind a blank line that is indented by four spaces. */
static void
report_code(const struct supports *su, const struct md_line *l)
{
	if (!su->quiet)
		REPORT(su->r, RULE_SUPPORT_KIND, l->line,
			"what stands under `Support:` here is code to Markdown: indent the list by less than four spaces, or leave no blank line "
			"before it");
}

void
supports_read_line(struct supports *su, const struct md_line *l)
{
	size_t bullet = l->quoted || l->kind != MD_TEXT ? 0 : skip_bullet(text_at(su->r, l->off), l->len);
	size_t off = l->off + bullet;
	bool deeper = su->entry && su->item && l->depth > su->depth;
	bool begins = bullet || evidence_begins(&su->r->ev, su->r->md, l->off, l->len);

	if (is_empty(su->r, off, line_end(l)) || l->kind == MD_BREAK)
		return;
	if (l->kind == MD_CODE && !su->entry) {
		report_code(su, l);
		return;
	}
	if (leaves_supports(su, l, begins)) {
		end_entry(su);
		su->reading = false;
	} else if (bullet || (l->item_start && !deeper)) {
		begin_entry(su, l, off, true);
	} else if (!su->entry || (begins && !su->item)) {
		begin_entry(su, l, off, false);
	} else {
		su->end = line_end(l);
	}
}

void
supports_end(struct supports *su)
{
	end_entry(su);
}
