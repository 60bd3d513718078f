/*
 * Behind the source's name stand a `:12` or `:12-20` and a `#heading`, and anywhere behind it excerpts in quotes.
 *
 * A heading's text has no end of its own (`plan.md#Rollout plan: "…"`), so what follows `#` is held against the source at every place
 * where it could end, the longest first.
 */
#include "validators/evidence_file.h"

#include <stdio.h>
#include "validators/quote.h"

/* -- its name -------------------------------------------------------------------------------------------------------------------- */

/* May a file's name end before `s`? */
static bool
ends_name(const char *s, const char *end)
{
	return s == end || (!isalnum((unsigned char)*s) && *s != '_' && *s != '-' && *s != '/' && (unsigned char)*s < 0x80 &&
		!(*s == '.' && s + 1 < end && isalnum((unsigned char)s[1]))) || !strncmp(s, "—", 3) || !strncmp(s, "“", 3);
}

/* The whole name as it was set: it may hold spaces. */
static size_t
whole_name(const struct reader *r, const char *name)
{
	size_t len = strlen(name);

	return len && left(r) >= len && !memcmp(r->s, name, len) && ends_name(r->s + len, r->end) ? len : 0;
}

/* `docs/plan.md` for `/srv/docs/plan.md`; `./` in front says nothing. */
static bool
ends_path(const char *path, const char *s, size_t len)
{
	size_t path_len = strlen(path);

	while (len > 2 && !memcmp(s, "./", 2)) {
		s += 2;
		len -= 2;
	}
	return len <= path_len && !memcmp(path + path_len - len, s, len) &&
		(len == path_len || *s == '/' || path[path_len - len - 1] == '/');
}

/* `name.ext`: the extension begins with a letter. `e.g.` is none, nor is an address with a scheme. */
static bool
has_extension(const char *s, size_t len)
{
	const char *dot = memrchr(s, '.', len), *slash = memrchr(s, '/', len);
	size_t ext = dot ? (size_t)(s + len - dot - 1) : 0;

	if (!dot || dot == s || memchr(s, ':', len) || (slash && slash + 1 >= dot) || ext < 1 || ext > 12 || !isalpha((unsigned char)dot[1]))
		return false;
	for (size_t i = 1; i <= ext; i++)
		if (!isalnum((unsigned char)dot[i]))
			return false;
	return true;
}

/* One word, up to what may name a part of the file. */
static size_t
word_len(const struct reader *r)
{
	const char *s = r->s;
	size_t len;

	while (s < r->end && !isspace((unsigned char)*s) && *s != '#' && *s != '"' && *s != '`' &&
		!(*s == ':' && (s + 1 == r->end || isdigit((unsigned char)s[1]) || isspace((unsigned char)s[1]))))
		s++;
	len = (size_t)(s - r->s);
	while (len && strchr(",;:!?)]'", r->s[len - 1]))
		len--;
	/* The end of a sentence, unless it is `e.g.` */
	if (len > 4 && r->s[len - 1] == '.' && r->s[len - 3] != '.')
		len--;
	return len;
}

bool
file_read(const struct evidence *ev, const struct reader *r, struct file *file)
{
	const struct source *source = ev->source;
	size_t len = 0;

	if (source && !(len = whole_name(r, source->path)))
		len = whole_name(r, source->name);
	file->is_source = len > 0;
	if (!len) {
		len = word_len(r);
		if (!has_extension(r->s, len))
			return false;
		file->is_source = source && ends_path(source->path, r->s, len);
	}
	file->name = r->s;
	file->len = len;
	file->rest = (struct reader){ r->s + len, r->end };
	return true;
}

/* -- what it names in the source ------------------------------------------------------------------------------------------------- */

/* Quotation marks that open an excerpt, and what may close it. */
enum { QUOTES = 3 };

static const struct quotes {
	const char *open, *close, *close_too;
} quotes[QUOTES] = {
	{ "\"", "\"", NULL },
	{ "“", "”", NULL },
	{ "„", "“", "”" },
};

/* What a reference names, and the first thing of it that is not there. */
struct named {
	unsigned count;
	char *sentence;
	bool missing;
	bool unclosed[QUOTES]; /* quotation marks of this kind that nothing closes: not to be sought again */
};

/* Places that one reference may name: the rest is not read. */
#define PLACES_MAX 4

static void
miss(struct named *named, const char *what, const char *s, size_t len)
{
	if (!named->missing)
		snprintf(named->sentence, EVIDENCE_SENTENCE_BYTES, "the source has no %s \"%s\"", what, quote(s, len).s);
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
	if (!skip_text(&at, "-") && !skip_text(&at, "–"))
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
	named->count++;
	if (first < 1 || last < first || last > lines)
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
	return strchr("\":;,.()?!`#", s[i]) || !strncmp(s + i, "—", 3) || !strncmp(s + i, "–", 3) || !strncmp(s + i, "“", 3);
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

static bool
name_heading(const struct evidence *ev, struct reader *r, struct named *named)
{
	struct reader at = *r;
	size_t len;

	while (skip_text(&at, "#"))
		;
	skip_white(&at);
	len = file_match_heading(ev, at.s, left(&at));
	if (!len && *r->s == '#' && name_lines(ev, &(struct reader){ r->s + 1, r->end }, named))
		return true;
	named->count++;
	if (!len) {
		const char *end = memchr(at.s, '"', left(&at));
		end = end ? end : at.end;
		while (end > at.s && (isspace((unsigned char)end[-1]) || end[-1] == ':'))
			end--;
		miss(named, "heading", at.s, (size_t)(end - at.s));
	}
	r->s = at.s + len;
	return true;
}

/* `:12`, `#heading`, with punctuation between. */
static void
name_places(const struct evidence *ev, struct reader r, struct named *named)
{
	while (named->count < PLACES_MAX && !named->missing) {
		struct reader at = r;

		if (skip_text(&at, ":") && at.s < at.end && (isdigit((unsigned char)*at.s) || *at.s == 'L') && name_lines(ev, &at, named)) {
			r = at;
			continue;
		}
		while (r.s < r.end && (isspace((unsigned char)*r.s) || strchr(",;:()[]`", *r.s)))
			r.s++;
		if (r.s == r.end || *r.s != '#' || !name_heading(ev, &r, named))
			return;
	}
}

/* The end of what quotes[i] opened before `s`, or NULL. */
static const char *
find_close(const struct quotes *q, const char *s, const char *end, size_t *close_len)
{
	const char *p = memmem(s, (size_t)(end - s), q->close, strlen(q->close));

	*close_len = strlen(q->close);
	if (!p && q->close_too) {
		p = memmem(s, (size_t)(end - s), q->close_too, strlen(q->close_too));
		*close_len = strlen(q->close_too);
	}
	return p;
}

/* Step over the quotation that begins at `s`; NULL where none does. */
static const char *
next_excerpt(struct evidence *ev, const char *s, const char *end, struct named *named)
{
	for (size_t i = 0; i < QUOTES; i++) {
		size_t open = strlen(quotes[i].open), close;
		const char *from = s + open, *to;

		if (named->unclosed[i] || (size_t)(end - s) < open || memcmp(s, quotes[i].open, open))
			continue;
		to = find_close(&quotes[i], from, end, &close);
		if (!to) {
			named->unclosed[i] = true;
			continue;
		}
		named->count++;
		if (ev->reading.bytes <= SOURCE_READ_BYTES && !source_index_excerpt(ev->index, from, (size_t)(to - from), &ev->reading))
			miss(named, "such words as", from, (size_t)(to - from));
		return to + close;
	}
	return NULL;
}

static void
name_excerpts(struct evidence *ev, const struct reader *r, struct named *named)
{
	for (const char *s = r->s, *next; s < r->end; s = next ? next : s + 1)
		next = *s == '"' || (unsigned char)*s == 0xe2 ? next_excerpt(ev, s, r->end, named) : NULL;
}

static enum support
judge_source(struct evidence *ev, const struct file *file, const struct reader *entry, char *sentence)
{
	struct named named = { .sentence = sentence };

	name_places(ev, file->rest, &named);
	/* Behind a link's address the entry goes on with what the link says. */
	name_excerpts(ev, file->rest.end == entry->end ? &file->rest : entry, &named);
	if (ev->reading.bytes > SOURCE_READ_BYTES) {
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES, "more excerpts are quoted than can be looked up in the source: quote fewer");
		return SUPPORT_SOURCE;
	}
	if (named.count)
		return named.missing ? SUPPORT_SOURCE : SUPPORT_GOOD;
	snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
		"\"%s\" names nothing in the source: add a heading (%s#anchor), a line (%s:12) or an excerpt in double quotes",
		quote(file->name, file->len).s, quote(ev->source->name, strlen(ev->source->name)).s,
		quote(ev->source->name, strlen(ev->source->name)).s);
	return SUPPORT_SOURCE;
}

enum support
file_judge(struct evidence *ev, const struct file *file, const struct reader *entry, char sentence[EVIDENCE_SENTENCE_BYTES])
{
	if (file->is_source)
		return judge_source(ev, file, entry, sentence);
	snprintf(sentence, EVIDENCE_SENTENCE_BYTES, "\"%s\" is another file than the source and was not looked into",
		quote(file->name, file->len).s);
	return SUPPORT_FILE;
}

bool
file_parts_are_there(const struct evidence *ev, const struct file *file)
{
	char sentence[EVIDENCE_SENTENCE_BYTES];
	struct named named = { .sentence = sentence };

	name_places(ev, file->rest, &named);
	return !named.missing;
}
