/*
 * Behind the source's name stand `:12` or `:12-20` and `#heading`, one or more, with punctuation or an `and` between.
 * Further on in the entry the source may be named again, with more of them; `#heading` may stand alone; and there may
 * be excerpts in quotes.
 *
 * A heading's text has no end of its own (`plan.md#Rollout plan: "…"`), so what follows `#` is held against the source
 * at every place where it could end, the longest first.
 */
#include "validators/prose/evidence_file.h"

#include <stdio.h>
#include <stdlib.h>
#include "validators/prose/quoting.h"
#include "validators/text/quotation.h"
#include "validators/text/quote.h"
#include "validators/text/words.h"
#include "validators/text/writing.h"

/* -- headings and lines -- */

/* What a reference names, and the first thing of it that is not there. */
struct named {
	unsigned count;
	char *sentence;
	bool missing;
	unsigned room; /* so many places may still be looked up */
	bool full;     /* and there was one more */
	struct quotations quotations;
	struct file_names names;
	const char *behind; /* of the last reference, its places and their excerpts; NULL: none yet */
	bool excerpt;       /* that is one */
	/* What is quoted elsewhere in the explanation, and is not in the source; s NULL: nothing. */
	struct reader aside;
};

/* Places that what a counterpoint addresses may name: the rest is not read. */
#define PLACES_ADDRESSED (4 * SOURCE_HEADING_PLACES)

static bool
is_over(const struct named *named)
{
	return named->missing || named->full;
}

/* One more place is named, as costly as `places` lines: may it be looked up? */
static bool
count_place(struct named *named, unsigned places)
{
	named->full = named->room < places;
	named->room -= named->full ? 0 : places;
	named->count++;
	return !named->full;
}

static void
miss(struct named *named, const char *what, const char *s, size_t len)
{
	if (!named->missing)
		snprintf(
			named->sentence, EVIDENCE_SENTENCE_BYTES, "the source has no %s \"%s\"", what, quote(s, len).s);
	named->missing = true;
}

/* 12, 12-20, also as GitHub links them: L12, L12-L20. */
static bool
skip_lines(struct reader *r, unsigned *first, unsigned *last)
{
	struct reader at = *r;

	skip_text(&at, "L");
	if (!skip_number(&at, first))
		return false;
	*last = *first;
	*r = at;
	if (!skip_char(&at, '-') && !skip_text(&at, "–"))
		return true;
	skip_text(&at, "L");
	if (skip_number(&at, last))
		*r = at;
	return true;
}

static bool
name_lines(const struct evidence *ev, struct reader *r, struct named *named)
{
	struct reader at = *r;
	unsigned first, last;
	size_t lines = source_index_lines(ev->index);

	if (!skip_lines(&at, &first, &last))
		return false;
	if (count_place(named, 1) && (first < 1 || last < first || last > lines))
		miss(named, first == last ? "line" : "lines", r->s, (size_t)(at.s - r->s));
	*r = at;
	return true;
}

/* Bytes of a heading's text that are looked at, and places in them where it may end: every one is a look-up. */
#define HEADING_BYTES 256
#define HEADING_ENDS 16

/* Could a heading's text end before s[i]? A space ends one only where it is written as one word. */
static bool
may_end_heading(const char *s, size_t i, size_t len, bool first_word)
{
	if (isspace((unsigned char)s[i]))
		return first_word || s[i] == '\n' || (i + 1 < len && (s[i + 1] == '-' || s[i + 1] == '('));
	if ((unsigned char)s[i] < 0x80)
		return strchr("\":;,.()?!`#", s[i]);
	return (unsigned char)s[i] >= 0xc0 && char_parts_words(s + i, s + len);
}

size_t
file_match_heading(const struct evidence *ev, const char *s, size_t len)
{
	size_t ends[HEADING_ENDS + 1], n = 0;
	bool first_word = true;

	if (len > HEADING_BYTES)
		len = HEADING_BYTES;
	for (size_t i = 1; i < len && n < HEADING_ENDS; i++) {
		if (may_end_heading(s, i, len, first_word))
			ends[n++] = i;
		first_word = first_word && !isspace((unsigned char)s[i]);
	}
	if (len)
		ends[n++] = len;
	while (n)
		if (source_index_heading(ev->index, s, ends[--n]))
			return ends[n];
	return 0;
}

/* Told is what stands before a quotation. */
static void
miss_heading(struct named *named, struct reader at)
{
	const char *end = at.s;

	while (end < at.end && !quotation_mark(end, (size_t)(at.end - end)))
		end++;
	at = without_white((struct reader){ at.s, end });
	while ((end = ends_in_char(&at, ':')))
		at = without_white((struct reader){ at.s, end });
	miss(named, "heading", at.s, left(&at));
}

static void
name_heading(const struct evidence *ev, struct reader *r, struct named *named)
{
	struct reader at = *r;
	size_t len;

	if (!count_place(named, SOURCE_HEADING_PLACES))
		return;
	while (skip_char(&at, '#'))
		;
	skip_white(&at);
	len = file_match_heading(ev, at.s, left(&at));
	if (!len && skip_char(r, '#') && name_lines(ev, r, named))
		return;
	if (!len)
		miss_heading(named, at);
	r->s = at.s + len;
}

/* `:12`, `:L12` */
static bool
begins_lines(const struct reader *r)
{
	struct reader at = *r;
	unsigned digit;

	return skip_char(&at, ':') && (skip_text(&at, "L"), skip_digit(&at, &digit));
}

/* Between one place and the next. */
static void
skip_between(struct reader *r)
{
	static const char *const words[] = { "and ", "or ", "& " };
	bool white = false;

	while (r->s < r->end && !begins_lines(r)) {
		bool word = false;
		char c;
		size_t n;

		for (size_t i = 0; white && !word && i < sizeof words / sizeof words[0]; i++)
			word = skip_word(r, words[i]);
		white = word || skip_white(r);
		if (white)
			continue;
		n = ascii_form(r->s, r->end, &c);
		if (!n || !c || !strchr(",;:()[]`", c))
			return;
		r->s += n;
	}
}

/* The places that are named here, behind the name or another place. */
static void
name_places(const struct evidence *ev, struct reader *r, struct named *named)
{
	struct reader at = *r;

	while (!is_over(named)) {
		skip_between(&at);
		if (begins_lines(&at)) {
			skip_char(&at, ':');
			name_lines(ev, &at, named);
		} else if (skip_char(&(struct reader){ at.s, at.end }, '#')) {
			name_heading(ev, &at, named);
		} else {
			return;
		}
		*r = at;
	}
}

/* -- excerpts -- */

/* So much of a source tells what it is written in. */
#define WRITING_BYTES 16384

/* Directly behind a reference, or another excerpt, a quotation is an excerpt; not so in brackets behind one, or in
 * a script that the source has no letter of: it says what that means. */
static bool
is_direct(const struct evidence *ev, const struct named *named, const char *s, struct reader words)
{
	const struct source *source = ev->source;
	struct reader between = {named->behind, s}, text = {source->text, source->text};
	char c;

	if (!named->behind || !quoting_leads(between))
		return false;
	between = without_white(between);
	if (left(&between) && ascii_form_before(between.s, between.end, &c) && c == '(' && named->excerpt)
		return false;
	text.end += source->len < WRITING_BYTES ? source->len : WRITING_BYTES;
	return text_has_writing(text, text_writing(words));
}

/* Step over the quotation that begins at `s`; NULL where none does. In the words that explain a reference it may be
 * anybody's, and names a place only where it is one of the source's. */
static const char *
next_excerpt(struct evidence *ev, const char *s, const char *end, struct named *named)
{
	struct reader words;
	const char *behind = quotation_read(&named->quotations, s, end, &words.s, &words.end);

	if (!behind)
		return NULL;
	if (ev->reading.bytes > SOURCE_READ_BYTES ||
		source_index_excerpt(ev->index, words.s, left(&words), &ev->reading)) {
		named->count++;
		named->excerpt = true;
		named->behind = behind;
	} else if (is_direct(ev, named, s, words)) {
		named->count++;
		miss(named, "such words as", words.s, left(&words));
	} else if (!named->aside.s) {
		named->aside = words;
	}
	return behind;
}

/* -- the whole entry -- */

/* Does the word go on behind this character: `src/plan.md` is no mention of plan.md, nor `C#` one of a heading? Where a
 * script has no spaces between words a name may follow at once. */
static bool
is_in_word(const char *s, const char *end)
{
	if ((unsigned char)*s < 0x80)
		return isalnum((unsigned char)*s) || strchr("_-/.%~@#", *s);
	return !char_parts_words(s, end) && !char_is_dense(s, end);
}

/* A link's address names places in the source, or it is about something else, and so is what it says: false. */
static bool
name_link(struct evidence *ev, const struct md_span *link, struct named *named)
{
	char *url;
	struct file file;
	bool source = file_read_url(ev, link, &url, &file) && file.is_source;

	if (source)
		name_places(ev, &file.rest, named);
	free(url);
	return source;
}

/* Is the source named here, where a word begins? No word looks far for the end of a name. */
static bool
read_mention(const struct evidence *ev, const struct reader *r, struct named *named, struct file *file)
{
	size_t reach = strlen(ev->source->path) + FILE_NAME_MORE_BYTES;
	const char *next = file_names_next(&named->names, ev, r);
	struct reader near = *r;

	if (!next || (size_t)(next - r->s) > reach)
		return false;
	if (left(&near) > reach)
		near.end = near.s + reach;
	if (!file_read(ev, &near, file) || !file->is_source)
		return false;
	file->rest.end = r->end;
	return true;
}

/* At the beginning of a word. Moves past what it found there and says true. */
static bool
name_word(struct evidence *ev, const struct md *md, struct reader *r, struct named *named)
{
	const struct md_span *span = md_span_at(md, (size_t)(r->s - md->text));
	struct reader at;
	struct file file;

	if (span && span->kind == MD_SPAN_LINK && span->len && !link_is_own(span)) {
		if (!name_link(ev, span, named)) {
			r->s += span->len;
			return true;
		}
		named->behind = r->s + span->len;
		named->excerpt = false;
	}
	if (read_mention(ev, r, named, &file)) {
		*r = file.rest;
		name_places(ev, r, named);
		named->behind = r->s;
		named->excerpt = false;
		return true;
	}
	if (span && span->kind == MD_SPAN_CODE && span->len) {
		r->s += span->len;
		return true;
	}
	at = *r;
	if (!skip_char(&at, '#') || !left(&at) || !(isalpha((unsigned char)*at.s) || (unsigned char)*at.s >= 0x80))
		return false;
	name_heading(ev, r, named);
	return true;
}

static void
name_all(struct evidence *ev, const struct md *md, const struct reader *entry, struct named *named)
{
	struct reader r = *entry;
	bool begins = true;

	while (r.s < r.end && !is_over(named)) {
		const char *behind;
		if (begins && name_word(ev, md, &r, named))
			continue;
		behind = next_excerpt(ev, r.s, r.end, named);
		begins = behind || !is_in_word(r.s, r.end);
		r.s = behind ? behind : r.s + char_bytes(r.s, r.end);
		if (behind)
			name_places(ev, &r, named);
		if (behind && r.s > behind)
			named->behind = r.s;
	}
}

static enum support
judge_source(
	struct evidence *ev, const struct md *md, const struct file *file, const struct reader *entry, char *sentence)
{
	struct named named = { .sentence = sentence, .room = SOURCE_PLACES - ev->reading.places };

	name_all(ev, md, entry, &named);
	quotations_end(&named.quotations);
	ev->reading.places = SOURCE_PLACES - named.room;
	if (ev->reading.bytes > SOURCE_READ_BYTES || named.full) {
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES, "more %s than can be looked up in the source: %s fewer",
			named.full ? "headings and lines are named" : "excerpts are quoted",
			named.full ? "name" : "quote");
		return SUPPORT_SOURCE;
	}
	if (!named.count && named.aside.s) {
		named.count++;
		miss(&named, "such words as", named.aside.s, left(&named.aside));
	}
	if (named.count)
		return named.missing ? SUPPORT_SOURCE : SUPPORT_GOOD;
	snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
		"\"%s\" names nothing in the source: add a heading (%s#anchor), a line (%s:12) or an excerpt in "
		"quotation marks",
		quote(file->name, file->len).s, quote(ev->source->name, strlen(ev->source->name)).s,
		quote(ev->source->name, strlen(ev->source->name)).s);
	return SUPPORT_SOURCE;
}

enum support
file_judge(struct evidence *ev, const struct md *md, const struct file *file, const struct reader *entry,
	char sentence[EVIDENCE_SENTENCE_BYTES])
{
	if (file->is_source)
		return judge_source(ev, md, file, entry, sentence);
	if (ev->looked_up)
		return SUPPORT_GOOD;
	if (ev->source)
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
			"\"%s\" is another file than the source, which is cited as \"%s\", and was not looked into",
			quote(file->name, file->len).s, quote(ev->source->name, strlen(ev->source->name)).s);
	else
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
			"\"%s\" is another file than the source and was not looked into",
			quote(file->name, file->len).s);
	return SUPPORT_FILE;
}

bool
file_parts_are_there(const struct evidence *ev, const struct file *file)
{
	char sentence[EVIDENCE_SENTENCE_BYTES];
	struct named named = { .sentence = sentence, .room = PLACES_ADDRESSED };
	struct reader rest = file->rest;

	name_places(ev, &rest, &named);
	return !named.missing;
}
