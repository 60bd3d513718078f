#include "validators/kit/reserved.h"
#include "validators/kit/reserved_inner.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

/* How each begins, in any case, and what stands further on in it: of what formats write, too (record.h). */
static const struct {
	const char *begins, *holds;
} own_lines[] = {
	{ RECORD_PEER_TIMEOUT, "" },
	{ RECORD_ROUND, RECORD_FAILED },
	{ RECORD_MAKER, "" },
	{ RECORD_POINTS, "" },
	{ RECORD_TURN_OF, RECORD_SILENT },
	{ RECORD_INVALIDATED, "" },
	{ RECORD_TIME_UP, "" },
};
/* The headings of texts. */
static const struct {
	const char *word;
	bool counted; /* a number stands behind it */
	bool named;   /* and who speaks, as what: ` — NAME (HARNESS / MODEL)` */
} own_headings[] = {
	{ RECORD_TURN_HEADING, true, true },
	{ RECORD_ROUND_HEADING, true, true },
	{ RECORD_CLOSING_HEADING, false, true },
	{ RECORD_CONCLUSION_HEADING, false, false },
	{ RECORD_SUMMARY_HEADING, true, false },
	{ RECORD_VERDICT_HEADING, false, false },
};

/* A word with or without the space behind it. */
static bool
skip_beginning(struct reader *r, const char *word)
{
	size_t len = strlen(word);

	if (len && word[len - 1] == ' ')
		len--;
	if (left(r) < len || strncasecmp(r->s, word, len))
		return false;
	r->s += len;
	return true;
}

static bool
begins_as_own(struct reader r)
{
	for (size_t i = 0; i < sizeof own_lines / sizeof own_lines[0]; i++) {
		struct reader at = r;

		if (skip_beginning(&at, own_lines[i].begins) &&
			memmem(at.s, left(&at), own_lines[i].holds, strlen(own_lines[i].holds)))
			return true;
	}
	return false;
}

/* `d` stands for a digit; a space for one, or a `T`; others for themselves. */
static bool
skip_like(struct reader *r, const char *pattern)
{
	size_t n = strlen(pattern);

	if (left(r) < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		char c = r->s[i];

		if (pattern[i] == 'd' ? !isdigit((unsigned char)c) :
				pattern[i] == ' ' ? !strchr("Tt ", c) :
						    c != pattern[i])
			return false;
	}
	r->s += n;
	return true;
}

/* A date and a time of day, and what may stand behind them: parts of a second, a zone, punctuation and marks. */
static bool
is_time(struct reader r)
{
	static const char *const zones[] = { "Z", "UTC", "GMT", "+dd:dd", "-dd:dd", "+dddd", "-dddd" };

	if (!skip_like(&r, "dddd-dd-dd dd:dd"))
		return false;
	skip_like(&r, ":dd");
	if (skip_text(&r, "."))
		while (left(&r) && isdigit((unsigned char)*r.s))
			r.s++;
	skip_white(&r);
	for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++)
		if (skip_word(&r, zones[i]) || skip_like(&r, zones[i]))
			break;
	while (left(&r) && (strchr(".,;:!?)]}*_~'\"", *r.s) || isspace((unsigned char)*r.s)))
		r.s++;
	return !left(&r);
}

#define TIME_DIGITS strlen("202611201300")

/* It ends in a time, whatever comma or space stands before that. */
#define TIME_BYTES 64
static bool
ends_in_time(struct reader r)
{
	const char *from = left(&r) > TIME_BYTES ? r.end - TIME_BYTES : r.s;

	for (const char *s = from; s < r.end; s++)
		if (isdigit((unsigned char)*s) && (s == r.s || !isalnum((unsigned char)s[-1])) &&
			is_time((struct reader){ s, r.end }))
			return true;
	return false;
}

/* Past the marks of quotes and lists. */
static struct reader
behind_marks(struct reader r)
{
	const char *from;

	do {
		unsigned number;
		struct reader item;

		from = r.s;
		skip_white(&r);
		item = r;
		if (left(&r) && strchr(">-*+#", *r.s))
			r.s++;
		else if (skip_number(&item, &number) && (skip_text(&item, ".") || skip_text(&item, ")")))
			r = item;
	} while (r.s > from);
	return r;
}

/* Bytes of a tag of HTML. */
static size_t
tag_bytes(const char *s, const char *end)
{
	const char *close;

	if (*s != '<' || end - s < 3 || !(isalpha((unsigned char)s[1]) || s[1] == '/'))
		return 0;
	close = memchr(s, '>', (size_t)(end - s));
	return close ? (size_t)(close + 1 - s) : 0;
}

/* As it looks: in ASCII where it stands for that, white space as one space, and without tags and marks that nobody
 * sees. malloc'd. */
static char *
seen_form(struct reader r)
{
	char *seen = mem_check(malloc(left(&r) + 1)), *to = seen;
	int32_t cp;

	for (size_t n; left(&r); r.s += n) {
		if ((n = tag_bytes(r.s, r.end)))
			continue;
		if ((n = white_bytes(r.s, r.end))) {
			cp = char_at(r.s, r.end);
			if (!is_unseen_mark(cp) && (to == seen || to[-1] != ' '))
				*to++ = ' ';
		} else if ((n = ascii_form(r.s, r.end, to))) {
			to++;
		} else {
			n = char_bytes(r.s, r.end);
			memcpy(to, r.s, n);
			to += n;
		}
	}
	*to = '\0';
	return seen;
}

static bool
is_own_line(struct reader seen)
{
	return begins_as_own(behind_marks(seen)) && ends_in_time(seen);
}

/* `(HARNESS / MODEL)`, and behind it no more than one word of a stance. */
static bool
is_identity(struct reader r)
{
	const char *open = memchr(r.s, '(', left(&r)), *close = open ? memchr(open, ')', (size_t)(r.end - open)) : NULL;
	struct reader rest;

	if (!close || !memchr(open, '/', (size_t)(close - open)))
		return false;
	rest = without_white((struct reader){ close + 1, r.end });
	if (left(&rest) && !skip_dash(&rest, &(bool){ false }))
		return false;
	skip_white(&rest);
	return !memchr(rest.s, ' ', left(&rest));
}

/* `Turn 5 — bob (codex / gpt-5) — CONVERGING`; behind marks of a heading that are none, its beginning does. */
static bool
is_own_heading(struct reader seen, bool is_heading)
{
	struct reader r = behind_marks(seen);
	bool marked = is_heading || memchr(seen.s, '#', (size_t)(r.s - seen.s));

	while (left(&r) && strchr("*_", *r.s))
		r.s++;
	for (size_t i = 0; i < sizeof own_headings / sizeof own_headings[0]; i++) {
		struct reader at = r;
		unsigned number;

		if (!skip_word(&at, own_headings[i].word) || (left(&at) && isalnum((unsigned char)*at.s)))
			continue;
		skip_white(&at);
		if (own_headings[i].counted && !skip_number(&at, &number))
			continue;
		if (!own_headings[i].named)
			return marked && !is_heading && (own_headings[i].counted || !left(&at));
		skip_white(&at);
		return skip_dash(&at, &(bool){ false }) && ((marked && !is_heading) || is_identity(at));
	}
	return false;
}

bool
reserved_says(const char *words, size_t len)
{
	char *seen = seen_form((struct reader){ words, words + len });
	bool own = is_own_line(without_white((struct reader){ seen, seen + strlen(seen) }));

	free(seen);
	return own;
}

/* Most texts have no bracket, and are not read for more. */
static bool
may_define_links(const char *text, size_t len)
{
	const char *bracket = memchr(text, '[', len);

	return bracket && memmem(bracket, (size_t)(text + len - bracket), "]:", strlen("]:"));
}

/* Is there anything that may be one? Most texts have nothing, and need not be read for this: no line that ends in
 * digits, no heading's marks or a harness and a model further on, no HTML. */
static bool
has_candidates(const char *text, size_t len)
{
	static const char *const marks[] = { "#", "＃", "/", "／" };
	const char *end = text + len, *newline;

	if (memchr(text, '<', len) || may_define_links(text, len))
		return true;
	for (const char *s = text; s < end; s = newline + 1) {
		unsigned digits = 0;
		const char *from;

		newline = memchr(s, '\n', (size_t)(end - s));
		newline = newline ? newline : end;
		for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
			if (memmem(s, (size_t)(newline - s), marks[i], strlen(marks[i])))
				return true;
		from = newline - s > TIME_BYTES ? newline - TIME_BYTES : s;
		while (from < newline && ((unsigned char)*from & 0xc0) == 0x80)
			from++;
		for (char c; from < newline; from += char_bytes(from, newline))
			digits += ascii_form(from, newline, &c) && isdigit((unsigned char)c);
		if (digits >= TIME_DIGITS)
			return true;
	}
	return false;
}

static bool
is_in_code(const struct md *md, const struct md_line *line)
{
	const struct md_span *span = md_span_round(md, line->off);

	return line->kind == MD_CODE || (span && span->kind == MD_SPAN_CODE);
}

/* `heading`: Markdown makes one of it. */
static void
judge_line(struct reader line, bool heading, bool quoted, int at, struct findings *out)
{
	char *form = seen_form(line);
	struct reader seen = without_white((struct reader){ form, form + strlen(form) });

	if (is_own_line(seen))
		findings_add(out, &text_rules[TEXT_RESERVED], at,
			"this reads as a line of the filesystem's own: begin it with other words, leave out the time "
			"at its end, or write it in backticks");
	else if (!quoted && is_own_heading(seen, heading))
		findings_add(out, &text_rules[TEXT_RESERVED], at,
			"this reads as the heading of another text of the record: begin it with other words, or write "
			"it in backticks");
	free(form);
}

/* Bytes at `s`, eight or none, that are all blanks, or ASCII behind `<`: letters, mostly. */
static size_t
plain_bytes(const char *s, const char *end)
{
	const uint64_t each = UINT64_MAX / 0xff, high = each << 7;
	uint64_t bytes, other;

	if (end - s < (ptrdiff_t)sizeof bytes)
		return 0;
	memcpy(&bytes, s, sizeof bytes);
	if (bytes & high)
		return 0;
	/* No sum of two bytes under 0x80 goes over into the next. */
	other = (bytes + each * (0x7f - ' ')) & ~(bytes + each * (0x7f - '<')) & high;
	return other ? 0 : sizeof bytes;
}

/* Has the line what one of them must have, whatever its form: that of a heading or of an identity, the digits of a
 * time, or a tag, which its form is without? Most lines have nothing. */
static bool
may_be_own(const char *s, const char *end)
{
	unsigned digits = 0;
	char c;

	for (size_t n; s < end; s += n) {
		n = plain_bytes(s, end);
		if (n)
			continue;
		n = ascii_form(s, end, &c);
		if (n && (c == '#' || c == '/' || c == '<'))
			return true;
		digits += n && c >= '0' && c <= '9';
		n = n ? n : char_bytes(s, end);
	}
	return digits >= TIME_DIGITS;
}

/* The headings of level 1 and 2 are the format's to judge. */
static void
judge_lines(const struct md *md, int line0, struct findings *out)
{
	for (size_t i = 0; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];
		bool heading = l->kind == MD_HEADING;

		struct reader line = { md->text + l->off, md->text + l->off + l->len };

		if ((heading || may_be_own(line.s, line.end)) && !is_in_code(md, l) && l->kind != MD_HTML)
			judge_line(line, heading, l->quoted || (heading && l->level <= 2), l->line + line0, out);
	}
}

static bool
begins_heading(struct reader r)
{
	return skip_word(&r, "<h") && left(&r) > 1 && *r.s >= '1' && *r.s <= '6' && !isalnum((unsigned char)r.s[1]);
}

/* What it says to nobody who sees the page, and what makes a heading without its marks. */
static void
judge_html(const struct md_html *html, int line0, struct findings *out)
{
	const char *end = html->s + html->len, *newline;
	int line = html->line + line0;
	bool closes = true; /* a `-->` may still follow */

	for (const char *s = html->s; s < end; s++) {
		struct reader hidden = { s, end };
		const char *close = NULL;

		line += *s == '\n';
		if (s == html->s || *s == '\n') {
			newline = memchr(s + 1, '\n', (size_t)(end - s - 1));
			judge_line((struct reader){ s, newline ? newline : end }, false, false, line, out);
		}
		if (closes && skip_text(&hidden, "<!--")) {
			close = memmem(hidden.s, left(&hidden), "-->", strlen("-->"));
			closes = close;
		}
		if (begins_heading((struct reader){ s, end }))
			findings_add(out, &text_rules[TEXT_RESERVED], line,
				"a heading in HTML reads as one of the record's own: write it with the marks of "
				"Markdown, or in backticks");
		if (!close)
			continue;
		if (!is_blank(hidden.s, (size_t)(close - hidden.s)))
			findings_add(out, &text_rules[TEXT_RESERVED], line,
				"whoever reads the page does not see what an HTML comment says: say it in the text, or "
				"leave it out");
		for (; s < close; s++)
			line += s > html->s && *s == '\n';
	}
}

/* An object of JSON is no Markdown. */
static bool
is_json(const char *text, size_t len)
{
	struct reader r = { text, text + len };

	skip_white(&r);
	return left(&r) && *r.s == '{';
}

void
reserved_judge(
	const char *text, size_t len, int line0, bool prefix, const struct md_kept *kept, struct findings *out)
{
	const char *newline = prefix && len ? memrchr(text, '\n', len) : NULL;
	struct md own;
	const struct md *md;

	if (prefix)
		len = newline ? (size_t)(newline + 1 - text) : 0;
	if (!has_candidates(text, len))
		return;
	if (!(md = md_kept_of(kept, text, len))) {
		md_parse(&own, text, len);
		md = &own;
	}
	judge_lines(md, line0, out);
	for (size_t i = 0; i < md->n_html && !is_json(text, len); i++)
		judge_html(&md->html[i], line0, out);
	if (!prefix && may_define_links(text, len) && !is_json(text, len))
		reserved_judge_links(text, len, line0, md, out);
	if (md == &own)
		md_free(&own);
}
