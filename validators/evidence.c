/*
 * An entry is read from its left end. What it begins with decides its kind; only a reference to the source is read on: behind the
 * file's name a `:12` or `:12-20`, a `#heading`, and anywhere behind it excerpts in quotes.
 *
 * A heading's text has no end of its own (`plan.md#Rollout plan: "…"`), so what follows `#` is held against the source at every place
 * where it could end, the longest first.
 */
#include "validators/evidence.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "validators/mem.h"
#include "validators/quote.h"

/* A slice of text that is being read. */
struct reader {
	const char *s, *end;
};

static size_t
left(const struct reader *r)
{
	return (size_t)(r->end - r->s);
}

static void
skip_white(struct reader *r)
{
	while (r->s < r->end && isspace((unsigned char)*r->s))
		r->s++;
}

static bool
skip_text(struct reader *r, const char *text)
{
	size_t len = strlen(text);

	if (left(r) < len || memcmp(r->s, text, len))
		return false;
	r->s += len;
	return true;
}

static bool
skip_word(struct reader *r, const char *word)
{
	size_t len = strlen(word);

	if (left(r) < len || strncasecmp(r->s, word, len))
		return false;
	r->s += len;
	return true;
}

/* `word`, white space, a colon. */
static bool
skip_label(struct reader *r, const char *word)
{
	struct reader at = *r;

	if (!skip_word(&at, word))
		return false;
	skip_white(&at);
	if (!skip_text(&at, ":"))
		return false;
	skip_white(&at);
	*r = at;
	return true;
}

/* A number, UINT_MAX where it is too big; false where there is none. */
static bool
skip_number(struct reader *r, unsigned *number)
{
	const char *from = r->s;
	unsigned n = 0;

	for (; r->s < r->end && isdigit((unsigned char)*r->s); r->s++)
		n = n > UINT_MAX / 16 ? UINT_MAX / 16 + 1 : n * 10 + (unsigned)(*r->s - '0');
	*number = n > UINT_MAX / 16 ? UINT_MAX : n;
	return r->s > from;
}

/* -- URLs, turns, principles ----------------------------------------------------------------------------------------------------- */

static bool
is_url(const char *s, size_t len)
{
	struct reader r = { s, s + len };

	if (!skip_word(&r, "https://") && !skip_word(&r, "http://"))
		return false;
	return r.s < r.end && (isalnum((unsigned char)*r.s) || *r.s == '[' || (unsigned char)*r.s >= 0x80);
}

bool
evidence_turn(const char *s, size_t len, unsigned *turn)
{
	struct reader r = { s, s + len };

	if (!skip_word(&r, "turn") || r.s == r.end || !isspace((unsigned char)*r.s))
		return false;
	skip_white(&r);
	return skip_number(&r, turn) && (r.s == r.end || !isalnum((unsigned char)*r.s));
}

static bool
is_principle(const struct reader *entry)
{
	struct reader r = *entry;

	return skip_label(&r, "principle") && r.s < r.end;
}

static enum support
judge_turn(const struct evidence *ev, unsigned turn, char *sentence)
{
	if (turn >= 1 && turn < ev->turn)
		return SUPPORT_GOOD;
	if (ev->turn <= 1)
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES, "the support cites a turn, and there is none before this one");
	else
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES, "the support cites turn %u, and only turns 1 to %u are there", turn, ev->turn - 1);
	return SUPPORT_TURN;
}

/* -- a file's name --------------------------------------------------------------------------------------------------------------- */

/* `[…](#turn-2)`: the place is in this document, and what the link says counts. */
static bool
is_own_anchor(const struct md_span *span)
{
	return span->url_len && *span->url == '#';
}

struct file {
	const char *name;
	size_t len;
	bool is_source;
	struct reader rest; /* where parts of it may be named */
};

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

static bool
read_name(const struct evidence *ev, const struct reader *r, struct file *file)
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

/* The longest beginning of `s` that is a heading: its length, or 0. */
static size_t
match_heading(const struct evidence *ev, const char *s, size_t len)
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
	len = match_heading(ev, at.s, left(&at));
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
		if (ev->read_bytes < EVIDENCE_READ_BYTES &&
			!source_index_excerpt(ev->index, from, (size_t)(to - from), &ev->read_bytes))
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
	if (ev->read_bytes >= EVIDENCE_READ_BYTES) {
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

static enum support
judge_file(struct evidence *ev, const struct file *file, const struct reader *entry, char *sentence)
{
	if (file->is_source)
		return judge_source(ev, file, entry, sentence);
	snprintf(sentence, EVIDENCE_SENTENCE_BYTES, "\"%s\" is another file than the source and was not looked into",
		quote(file->name, file->len).s);
	return SUPPORT_FILE;
}

/* -- entries --------------------------------------------------------------------------------------------------------------------- */

/* %41 is A. In place; what is no such escape stays. */
static size_t
decode_url(char *s, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned byte;
		if (s[i] == '%' && i + 2 < len && isxdigit((unsigned char)s[i + 1]) && isxdigit((unsigned char)s[i + 2]) &&
			sscanf((char[]){ s[i + 1], s[i + 2], '\0' }, "%x", &byte) == 1) {
			s[n++] = (char)byte;
			i += 2;
		} else {
			s[n++] = s[i];
		}
	}
	return n;
}

/* A Markdown link to a file: its parts are named in the address, in what the link says (`[plan.md:12](plan.md)`), or behind it. */
static enum support
judge_link(struct evidence *ev, const struct md_span *link, const struct reader *entry, char *sentence)
{
	char *url = mem_copy(link->url, link->url_len);
	struct reader r = { url, url + decode_url(url, link->url_len) };
	struct file file, said;
	enum support support = SUPPORT_KIND;

	skip_text(&r, "file://");
	if (read_name(ev, &r, &file)) {
		bool names_place = left(&file.rest) > 0;
		if (!names_place && file.is_source && read_name(ev, entry, &said) && said.is_source)
			file.rest = said.rest;
		support = judge_file(ev, &file, entry, sentence);
	}
	free(url);
	return support;
}

static struct reader
entry_reader(const struct md *md, size_t off, size_t len)
{
	struct reader r = { md->text + off, md->text + off + len };

	skip_white(&r);
	return r;
}

static const struct md_span *
link_at(const struct md *md, const struct reader *r)
{
	const struct md_span *span = md_span_at(md, (size_t)(r->s - md->text));

	return span && span->kind == MD_SPAN_LINK && !is_own_anchor(span) ? span : NULL;
}

static enum support
judge_kind(const struct reader *entry, char *sentence)
{
	snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
		"a support is a URL, a file reference, `Turn M` or `Principle: …`, and this one begins with \"%s\"",
		quote(entry->s, left(entry)).s);
	return SUPPORT_KIND;
}

enum support
evidence_read(struct evidence *ev, const struct md *md, size_t off, size_t len, char sentence[EVIDENCE_SENTENCE_BYTES])
{
	struct reader entry = entry_reader(md, off, len), r = entry;
	const struct md_span *link;
	struct file file;
	unsigned turn;
	enum support support;

	if (is_url(r.s, left(&r)) || is_principle(&r))
		return SUPPORT_GOOD;
	if (evidence_turn(r.s, left(&r), &turn))
		return judge_turn(ev, turn, sentence);
	if (!skip_label(&r, "file"))
		skip_label(&r, "source");
	link = link_at(md, &r);
	if (link && is_url(link->url, link->url_len))
		return SUPPORT_GOOD;
	if (link)
		support = judge_link(ev, link, &r, sentence);
	else
		support = read_name(ev, &r, &file) ? judge_file(ev, &file, &r, sentence) : SUPPORT_KIND;
	return support == SUPPORT_KIND ? judge_kind(&entry, sentence) : support;
}

bool
evidence_begins(const struct evidence *ev, const struct md *md, size_t off, size_t len)
{
	struct reader r = entry_reader(md, off, len);
	struct file file;
	unsigned turn;

	if (is_url(r.s, left(&r)) || is_principle(&r) || evidence_turn(r.s, left(&r), &turn) || link_at(md, &r))
		return true;
	if (!skip_label(&r, "file"))
		skip_label(&r, "source");
	return read_name(ev, &r, &file);
}

bool
evidence_names_part(const struct evidence *ev, const char *s, size_t len)
{
	struct reader r = { s, s + len };
	struct file file;

	skip_white(&r);
	if (skip_word(&r, "source") && (r.s == r.end || !isalnum((unsigned char)*r.s)))
		return true;
	r.s = s;
	skip_white(&r);
	if (read_name(ev, &r, &file)) {
		char sentence[EVIDENCE_SENTENCE_BYTES];
		struct named named = { .sentence = sentence };
		if (!file.is_source)
			return false;
		name_places(ev, file.rest, &named);
		return !named.missing;
	}
	while (skip_text(&r, "#") || skip_text(&r, "§") || skip_text(&r, "\"") || skip_text(&r, "“") || skip_text(&r, " "))
		;
	return match_heading(ev, r.s, left(&r)) > 0;
}
