/*
 * The unresolved items, and whether each of them blocks: what its flag says, at its end.
 *
 * Where there is no list, each paragraph is an item. What a reader would take for a flag, whatever its brackets, may
 * stand nowhere else.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <utf8proc.h>
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

enum flag { FLAG_NONE, FLAG_BLOCKING, FLAG_OPEN };

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

/* How an item ends; it is cut to what stands before, without the white space and punctuation behind that. */
static enum flag
read_flag(struct reader *item)
{
	static const struct {
		const char *text;
		enum flag flag;
	} flags[] = { { "(blocking)", FLAG_BLOCKING }, { "(non-blocking)", FLAG_OPEN } };
	const char *begins;
	char last;
	size_t n;

	item->end = without_white(*item).end;
	while (left(item) && (n = ascii_form_before(item->s, item->end, &last)) && last && strchr(".,;!", last))
		item->end = without_white((struct reader){ item->s, item->end - n }).end;
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if ((begins = flag_begins(item, flags[i].text))) {
			item->end = begins;
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

/* By its number, or as new. */
static void
say_item(struct reading *r, struct reader said, enum flag flag, int line)
{
	static const enum item_as as[] = {
		[FLAG_NONE] = ITEM_AS_NAMED, [FLAG_BLOCKING] = ITEM_AS_BLOCKING, [FLAG_OPEN] = ITEM_AS_OPEN
	};

	said.s += skip_bullet(said.s, left(&said));
	said = without_white(said);
	if (!open_read_item(r, said, as[flag], line) && flag != FLAG_NONE)
		open_add(r, (struct item_said){ .as = as[flag],
				    .off = (size_t)(said.s - r->h.md.text),
				    .len = left(&said),
				    .line = line });
}

#define ONE_FLAG "an item has exactly one flag, at its end: `(blocking)` or `(non-blocking)`"

/* An item: md.lines[first .. end). Its flag stands at the end of its first paragraph, or of all of it. */
static void
read_item(struct reading *r, size_t first, size_t end, bool over)
{
	const struct md_line *lines = r->h.md.lines;
	struct reader all = { text_at(r, lines[first].off), text_at(r, line_end(&lines[end - 1])) }, said = all;
	const char *at = NULL;
	enum flag flag;
	size_t own = first + 1;

	while (own < end && !lines[own].block_start)
		own++;
	said.end = text_at(r, line_end(&lines[own - 1]));
	flag = read_flag(&said);
	if (flag == FLAG_NONE) {
		said.end = all.end;
		flag = read_flag(&said);
	}
	if (over && !says_none(said.s, left(&said)) && !is_blank(said.s, left(&said)))
		say_item(r, said, flag, lines[first].line);
	r->blocking += flag == FLAG_BLOCKING;
	r->open += flag == FLAG_OPEN && (r->stance != STANCE_ACCEPTING || !says_none(said.s, left(&said)));
	if (!over || outline_is_unsure(&r->h, lines[first].off, line_end(&lines[end - 1])))
		return;
	/* What hides what an item says, or whether it blocks. */
	if (count_flags(all, &at) > 1)
		REPORT(r, RULE_UNRESOLVED_FLAG, lines[first].line, "\"%s\" has two flags: " ONE_FLAG,
			quote_at(all.s, left(&all), (size_t)(at - all.s)).s);
	else if (flag == FLAG_NONE)
		REPORT(r, RULE_UNRESOLVED_FLAG, lines[first].line,
			"\"%s\" ends neither in `(blocking)` nor in `(non-blocking)`",
			quote_end(said.s, left(&said)).s);
	else if (is_blank(said.s, left(&said)))
		REPORT(r, RULE_UNRESOLVED_FLAG, lines[first].line, "the item says nothing before its flag");
}

/* Where there is a list, what stands beside it is no item: a flag there would be taken for one that counts, and words
 * for something that is open. What `leads` to the list may say so. */
static void
judge_beside(struct reading *r, const struct section *section, size_t i, bool leads)
{
	const struct md_line *l = &r->h.md.lines[i];
	struct reader text = line_text(r, l);
	bool begins = l->block_start || i == section->first;
	const char *first;

	if (l->item)
		return;
	if (count_flags(text, &first))
		REPORT(r, RULE_UNRESOLVED_FLAG, l->line,
			"\"%s\" has a flag, and stands beside the items: make it one of the "
			"list; " ONE_FLAG,
			quote_at(text.s, left(&text), (size_t)(first - text.s)).s);
	else if (l->kind == MD_TEXT && begins && !l->quoted && !is_blank(text.s, left(&text)) &&
		!(leads && ends_in_char(&text, ':')))
		REPORT(r, RULE_UNRESOLVED_FLAG, l->line,
			"\"%s\" stands beside the items and is none: make it one of the list, or say it in another "
			"section; " ONE_FLAG,
			quote(text.s, left(&text)).s);
}

void
unresolved_read(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_UNRESOLVED];
	const struct md_line *lines = r->h.md.lines;
	bool list = false, over = section_is_over(&r->h, section);

	for (size_t i = section->first; i < section->end; i++)
		list = list || lines[i].item;
	for (size_t i = section->first, end; i < section->end; i = end) {
		unsigned item = lines[i].item;

		end = i + 1;
		if (list ? !item : is_blank(text_at(r, lines[i].off), lines[i].len))
			continue;
		while (end < section->end &&
			(item ? lines[end].item == item : !lines[end].item && !lines[end].block_start))
			end++;
		read_item(r, i, end, item ? item_is_over(&r->h, section, item) : over);
	}
	for (size_t i = section->first; i < section->end && list && over; i++)
		judge_beside(r, section, i, i + 1 < section->end && lines[i + 1].item);
}
