#include "validators/kit/reserved.h"

#include <string.h>
#include <strings.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* How each begins, in any case, and what stands further on in it. A format that writes another kind of line has a row
 * here. */
static const struct {
	const char *begins, *holds;
} own_lines[] = {
	{ "Peer timeout:", "" },
	{ "Round ", " failed (" },
	{ "Maker:", "" },
	{ "Points of round ", "" },
	{ "Invalidated by ", "" },
	{ "Time is up:", "" },
};

static bool
begins_as_own(struct reader r)
{
	for (size_t i = 0; i < sizeof own_lines / sizeof own_lines[0]; i++) {
		struct reader at = r;

		if (skip_word(&at, own_lines[i].begins) &&
			memmem(at.s, left(&at), own_lines[i].holds, strlen(own_lines[i].holds)))
			return true;
	}
	return false;
}

/* `d` stands for a digit; other letters for themselves in any case. */
static bool
is_like(const char *s, size_t len, const char *pattern)
{
	if (len != strlen(pattern))
		return false;
	for (size_t i = 0; i < len; i++)
		if (pattern[i] == 'd' ? !isdigit((unsigned char)s[i]) : toupper((unsigned char)s[i]) != pattern[i])
			return false;
	return true;
}

/* It ends in a time of RFC 3339 in UTC, whatever comma or space stands before that. */
static bool
ends_in_time(struct reader r)
{
	static const char *const zones[] = { "Z", "+00:00", "-00:00" }, *const time = "dddd-dd-ddTdd:dd:dd";
	const char *from;
	bool zoned = false;

	for (size_t i = 0; i < sizeof zones / sizeof zones[0] && !zoned; i++) {
		size_t n = strlen(zones[i]);

		zoned = left(&r) > n && is_like(r.end - n, n, zones[i]);
		r.end -= zoned ? n : 0;
	}
	for (from = r.end; from > r.s && isdigit((unsigned char)from[-1]);)
		from--;
	if (from > r.s && from[-1] == '.')
		r.end = from - 1;
	from = r.end - (left(&r) < strlen(time) ? left(&r) : strlen(time));
	return zoned && is_like(from, (size_t)(r.end - from), time) &&
		(from == r.s || !isalnum((unsigned char)from[-1]));
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

/* As it looks: in ASCII where it stands for that, white space as one space, and without marks that nobody sees.
 * malloc'd. */
static char *
seen_form(struct reader r)
{
	char *seen = mem_check(malloc(left(&r) + 1)), *to = seen;
	int32_t cp;

	for (size_t n; left(&r); r.s += n) {
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

/* *marked: it stands behind a list or quote mark of its own. */
static bool
is_own(struct reader line, bool *marked)
{
	char *seen = seen_form(line);
	struct reader all = without_white((struct reader){ seen, seen + strlen(seen) }), r = behind_marks(all);
	bool own = begins_as_own(r) && ends_in_time(r);

	*marked = r.s > all.s;
	free(seen);
	return own;
}

bool
reserved_says(const char *words, size_t len)
{
	bool marked;

	return is_own((struct reader){ words, words + len }, &marked);
}

/* May a line end in a time, as it is written: behind it may stand what closes emphasis, a link or a tag? */
static bool
may_end_in_time(struct reader line)
{
	char last;

	line = without_white(line);
	return left(&line) && ascii_form_before(line.s, line.end, &last) && strchr("Zz0;*_~)>]`\\", last);
}

/* Is there a line that may be one? Most texts have none, and need not be read for this. A line goes on with the quote
 * or the item before it up to a blank one. */
static bool
has_candidates(const char *text, size_t len)
{
	const char *end = text + len, *newline;
	bool behind = false;

	for (const char *s = text; s < end; s = newline + 1) {
		struct reader line = { s, newline = memchr(s, '\n', (size_t)(end - s)) }, r;

		line.end = newline = newline ? newline : end;
		r = line;
		skip_white(&r);
		behind = left(&r) && (behind || strchr(">-*+&\\.)0123456789", *r.s) || (unsigned char)*r.s >= 0x80);
		if (behind && may_end_in_time(r))
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

static void
judge_lines(const struct md *md, int line0, struct findings *out)
{
	for (size_t i = 0; i < md->n; i++) {
		const struct md_line *line = &md->lines[i];
		const char *s = md->text + line->off;
		bool marked;

		if (!is_in_code(md, line) && is_own((struct reader){ s, s + line->len }, &marked) &&
			(line->quoted || line->item_start || marked))
			findings_add(out, &text_rules[TEXT_RESERVED], line->line + line0,
				"this reads as a line of the filesystem's own: take off the mark before it or the time "
				"at its end, or write it in backticks");
	}
}

void
reserved_judge(const char *text, size_t len, int line0, bool prefix, struct findings *out)
{
	const char *newline = prefix && len ? memrchr(text, '\n', len) : NULL;
	struct md md;

	if (prefix)
		len = newline ? (size_t)(newline + 1 - text) : 0;
	if (!has_candidates(text, len))
		return;
	md_parse(&md, text, len);
	judge_lines(&md, line0, out);
	md_free(&md);
}
