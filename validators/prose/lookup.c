/*
 * A text is read paragraph by paragraph, and each word that looks like a path is held against what stands round it.
 * What could be no citation is taken for none: a refusal of an honest one is worse than a mention that is missed.
 */
#include "validators/prose/lookup.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include "validators/prose/cite_inner.h"
#include "validators/prose/evidence_path.h"
#include "validators/prose/field.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/reader.h"
#include "validators/text/words.h"

/* The reader of one text. */
struct finder {
	struct lookups *out;
	const struct lookup_terms *terms;
	const struct md *md;
	const char *where;
	int line0;
	bool entries; /* items are entries of the `Support:` before them */
	struct quotations quotations;
};

static void
lookup_free(struct lookup *l)
{
	free(l->path);
	free(l->other);
	free(l->where);
	free(l->quote);
}

void
lookups_free(struct lookups *l)
{
	for (size_t i = 0; i < l->n; i++)
		lookup_free(&l->v[i]);
	free(l->v);
	*l = (struct lookups){.n = 0};
}

/* -- paths -- */

/* What begins the path of an address that was written without its scheme: no directory is called so. */
static const char *const domains[] = {"com", "org", "net", "io", "dev", "edu", "gov", "ai", "app", "info", "co", "uk",
	"de", "fr", "jp", "cn", "eu", "ch", "at", "nl", "ru", "br", "in", "us", NULL};

static bool
begins_with_host(const char *s, size_t len)
{
	const char *slash = memchr(s, '/', len), *dot;
	struct cite_word domain;

	if (!slash || !(dot = memrchr(s, '.', (size_t)(slash - s))) || dot == s)
		return false;
	domain = (struct cite_word){.s = dot + 1, .len = (size_t)(slash - dot - 1)};
	return word_in(&domain, domains);
}

/* Files of this duel, which stand in its own directory. */
static bool
is_of_duel(const struct lookup_terms *t, const char *s, size_t len)
{
	static const char *const names[] = {"debate.md", "source.md", "turns/", "participants/", "arguments/"};
	struct reader r = {s, s + len};

	while (skip_text(&r, "./"))
		;
	if (t->duel && *t->duel && skip_text(&r, t->duel) && !skip_text(&r, "/"))
		r.s = s;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct reader at = r;

		if (skip_text(&at, names[i]) && (!left(&at) || at.s[-1] == '/'))
			return true;
	}
	return file_is_source(t->source, t->duel, s, len);
}

/* Could it be a file beneath the root: no pattern, no place in another program's words, no home directory? */
static bool
is_plain_path(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (strchr("*${}<>~\\:|", s[i]) || !s[i])
			return false;
	return len && !memmem(s, len, "...", 3) && !begins_with_host(s, len);
}

/* Where the path ends in a word: before a line or an anchor. */
static size_t
path_bytes(const char *s, size_t len)
{
	for (size_t i = 1; i < len; i++) {
		struct reader at = {s + i, s + len};
		unsigned digit;

		if (s[i] == '#')
			return i;
		if (!skip_char(&at, ':'))
			continue;
		skip_text(&at, "L");
		if (skip_digit(&at, &digit))
			return i;
	}
	return len;
}

/* Without what its beginning says of where it is. */
static char *
path_beneath(const struct lookup_terms *t, const char *s, size_t len)
{
	size_t n = strlen(t->root);

	while (n > 1 && t->root[n - 1] == '/')
		n--;
	if (len > n && !memcmp(s, t->root, n) && s[n] == '/' && n > 1) {
		for (; len > n + 1 && s[n] == '/'; s++, len--)
			;
		s += n;
		len -= n;
	}
	for (; len > 2 && !memcmp(s, "./", 2); s += 2, len -= 2)
		;
	return mem_copy(s, len);
}

const char *
lookup_path_hidden(const char *path)
{
	for (const char *s = path; *s; s += strcspn(s, "/")) {
		size_t len;

		s += strspn(s, "/");
		len = strcspn(s, "/");
		if (*s == '.' && !(len == 1 || (len == 2 && s[1] == '.')))
			return "a name in it begins with a dot";
	}
	return NULL;
}

/* -- lines -- */

struct lines {
	unsigned first, last;
};

/* 12, 12-20, L12-L20, and 12:5, of which the second is a column. Nothing that goes on as a word is a line. */
static bool
skip_lines(struct reader *r, struct lines *lines)
{
	struct reader at = *r, more;
	unsigned column;

	if (!skip_text(&at, "L"))
		skip_text(&at, "l");
	if (!skip_number(&at, &lines->first) || (left(&at) && (isalpha((unsigned char)*at.s) || *at.s == '_')))
		return false;
	lines->last = lines->first;
	*r = at;
	more = at;
	if (skip_char(&more, '-') || skip_text(&more, "–") || skip_text(&more, "—") || skip_text(&more, "～")) {
		skip_text(&more, "L");
		if (skip_number(&more, &lines->last))
			*r = more;
		else
			lines->last = lines->first;
	} else if (skip_char(&more, ':') && skip_number(&more, &column)) {
		*r = more;
	}
	return true;
}

#define LINES_MAX 16

/* What stands behind a path: `:12,20-30`, `#L12`, or an anchor that is stepped over. How many. */
static size_t
read_lines(struct reader *r, struct lines v[LINES_MAX])
{
	struct reader at = *r;
	size_t n = 0;

	if (skip_text(&at, "#")) {
		if (left(&at) && *at.s == 'L' && skip_lines(&at, &v[0])) {
			*r = at;
			return 1;
		}
		while (at.s < at.end && !white_bytes(at.s, at.end) && !strchr("`)]\"", *at.s))
			at.s++;
		*r = at;
		return 0;
	}
	if (!skip_char(&at, ':'))
		return 0;
	while (n < LINES_MAX && skip_lines(&at, &v[n])) {
		n++;
		*r = at;
		if (!skip_text(&at, ","))
			break;
	}
	return n;
}

/* -- what stands behind -- */

static void
skip_closing(struct reader *r)
{
	while (skip_char(r, ')') || skip_char(r, ']') || skip_text(r, "`") || skip_text(r, "*"))
		;
}

/* (removed), (new) */
static bool
is_set_aside(struct reader r)
{
	skip_text(&r, "`");
	skip_white(&r);
	return skip_char(&r, '(') && (skip_white(&r), skip_word(&r, "removed") || skip_word(&r, "new")) &&
		(skip_white(&r), skip_char(&r, ')'));
}

/* The quotation directly behind a citation; in an entry a comma or a dash may stand between, too. Without a line it has
 * to be a colon, but in an entry. */
static char *
quote_behind(struct finder *f, struct reader r, bool has_line, bool entry)
{
	const char *from, *to;
	bool colon, alone;

	skip_closing(&r);
	skip_white(&r);
	colon = skip_char(&r, ':');
	if (!colon && entry && !skip_char(&r, ','))
		skip_dash(&r, &alone);
	skip_white(&r);
	if (!colon && (has_line || entry))
		skip_char(&r, '(');
	if (!(colon || has_line || entry) || !quotation_read(&f->quotations, r.s, r.end, &from, &to))
		return NULL;
	return mem_copy(from, (size_t)(to - from));
}

/* -- citations -- */

/* Where a word stands. */
struct place {
	int line;
	bool entry;	 /* one begins with it */
	const char *end; /* of its paragraph */
};

static void
add(struct finder *f, struct lookup l)
{
	struct lookups *out = f->out;

	if (out->n == LOOKUPS_MAX) {
		out->more++;
		lookup_free(&l);
		return;
	}
	if (out->n == out->room)
		out->v = mem_resize(out->v, out->room = out->room ? 2 * out->room : 8, sizeof *out->v);
	out->v[out->n++] = l;
}

/* A path at s, with the lines behind it and what stands behind those: a citation for each of the lines, or one. `code`:
 * as a whole it is code. Of a link's address, `rest` is what stands behind the link. */
static void
take_path(struct finder *f, const char *s, size_t len, struct reader behind, const struct reader *rest,
	struct place place, bool code)
{
	struct lines v[LINES_MAX];
	size_t n = read_lines(&behind, v);
	bool entry = place.entry;
	char *quote;

	if (rest)
		behind = *rest;
	if (is_set_aside(behind) || !is_plain_path(s, len) || is_of_duel(f->terms, s, len))
		return;
	if (f->out->n == LOOKUPS_MAX) {
		f->out->more += n ? n : entry || !code;
		return;
	}
	quote = quote_behind(f, behind, n > 0, entry);
	if (!n && !quote && !entry && code)
		return;
	for (size_t i = 0; i < (n ? n : 1); i++)
		add(f,
			(struct lookup){.path = path_beneath(f->terms, s, len),
				.where = f->where ? mem_strdup(f->where) : NULL,
				.line = place.line,
				.has_lines = n > 0,
				.first = n ? v[i].first : 0,
				.last = n ? v[i].last : 0,
				.quote = i || !quote ? NULL : mem_strdup(quote),
				.mention = !n && !quote && !entry});
	free(quote);
}

/* Does it look like a path, with the line that stands behind it, or at the beginning of an entry? */
static bool
looks(const char *s, size_t len, const char *end, bool entry)
{
	struct reader behind = {s + len, end};
	struct lines v[LINES_MAX];
	char *with_line;
	bool is;

	if (cite_path_looks(s, len))
		return true;
	if (!(entry && !memchr(s, '/', len)) && !read_lines(&behind, v))
		return false;
	with_line = mem_format("%.*s:1", (int)len, s);
	is = cite_path_looks(with_line, strlen(with_line));
	free(with_line);
	return is;
}

/* A link to a file: what it says, where that is a path, else its address. */
static void
take_link(struct finder *f, const struct md_span *link, struct place place)
{
	const char *s = f->md->text + link->off;
	struct reader rest = {s + link->len, place.end};
	size_t len = path_bytes(s, link->len), n;
	char *url;

	if (looks(s, len, s + link->len, place.entry)) {
		take_path(f, s, len, (struct reader){s + len, place.end}, NULL, place, false);
		return;
	}
	url = mem_copy(link->url, link->url_len);
	n = file_decode_url(url, link->url_len);
	len = path_bytes(url, n);
	take_path(f, url, len, (struct reader){url + len, url + n}, &rest, place, false);
	free(url);
}

static void
take_word(struct finder *f, const struct cite_word *w, struct place place)
{
	const struct md_span *span = md_span_at(f->md, (size_t)(w->s - f->md->text));
	bool code = w->kind == WORD_CODE;
	size_t len = path_bytes(w->s, w->len);

	if (w->kind == WORD_URL || evidence_is_url(w->s, w->len) || (code && memchr(w->s, ' ', w->len)))
		return;
	if (w->kind == WORD_PATH && span)
		take_link(f, span, place);
	else if (looks(w->s, len, place.end, place.entry))
		take_path(f, w->s, len, (struct reader){w->s + len, place.end}, NULL, place, code);
}

/* -- entries -- */

/* Behind the mark of an item that CommonMark takes for text. */
static bool
skip_item_mark(struct reader *r)
{
	struct reader at = *r;
	unsigned number;

	skip_white(&at);
	if (left(&at) > 1 && strchr("-*+", *at.s) && isspace((unsigned char)at.s[1]))
		at.s++;
	else if (!skip_number(&at, &number) || !(skip_text(&at, ".") || skip_text(&at, ")")) || !skip_white(&at))
		return false;
	*r = at;
	return true;
}

static bool
skip_labels(struct reader *r, bool *support)
{
	static const char *const labels[] = {"Support", "Evidence", "File", "Source"};
	bool any = false, more = true;

	*support = false;
	while (more) {
		more = false;
		for (size_t i = 0; i < sizeof labels / sizeof labels[0] && !more; i++) {
			more = field_skip(r, labels[i]);
			*support = *support || (more && !i);
		}
		any = any || more;
	}
	return any;
}

/* Where the entry begins that this line is; NULL: it is none. */
static const char *
entry_of(struct finder *f, const struct md_line *l)
{
	struct reader r = {f->md->text + l->off, f->md->text + l->off + l->len};
	bool item = skip_item_mark(&r) || l->item_start, support, labelled;

	skip_white(&r);
	labelled = skip_labels(&r, &support);
	if (support)
		f->entries = true;
	else if (l->block_start && !item && !labelled)
		f->entries = false;
	if (!labelled && !(f->entries && item))
		return NULL;
	skip_white(&r);
	return r.s < r.end ? r.s : NULL;
}

/* -- the text -- */

/* Lines i .. n of one paragraph, or a heading. */
static void
read_block(struct finder *f, size_t i, size_t n)
{
	const struct md_line *lines = f->md->lines;
	const char *text = f->md->text, *end = text + lines[n - 1].off + lines[n - 1].len;
	struct cite_words words;
	size_t at = i;
	bool heading = lines[i].kind == MD_HEADING;
	const char *entry = heading ? NULL : entry_of(f, &lines[i]);

	cite_words_read(&words, f->md, lines[i].off, lines[n - 1].off + lines[n - 1].len);
	for (size_t k = 0; k < words.n; k++) {
		const struct cite_word *w = &words.v[k];
		struct place place = {.end = end};
		size_t had = f->out->n;

		while (at + 1 < n && w->s >= text + lines[at + 1].off)
			entry = entry_of(f, &lines[++at]);
		place.line = f->line0 + (f->where ? 0 : lines[at].line);
		place.entry = entry && w->s >= entry;
		take_word(f, w, place);
		if (place.entry)
			entry = NULL;
		if (heading && f->out->n > had && f->out->v[had].mention)
			lookup_free(&f->out->v[--f->out->n]);
	}
	quotations_end(&f->quotations);
	free(words.v);
}

static void
read_text(struct finder *f)
{
	const struct md *md = f->md;

	for (size_t i = 0, n; i < md->n; i = n) {
		const struct md_line *l = &md->lines[i];

		n = i + 1;
		if (l->kind == MD_HEADING || l->kind == MD_BREAK || l->kind == MD_HTML)
			f->entries = false;
		if (l->quoted || (l->kind != MD_TEXT && l->kind != MD_HEADING))
			continue;
		while (l->kind == MD_TEXT && n < md->n && md->lines[n].kind == MD_TEXT && !md->lines[n].block_start)
			n++;
		read_block(f, i, n);
	}
}

/* A name alone may be that of a file which the same text cites by its path. */
static void
find_others(struct lookups *l, size_t from)
{
	for (size_t i = from; i < l->n; i++) {
		size_t len = strlen(l->v[i].path);

		for (size_t k = 0; k < l->n && !l->v[i].other; k++) {
			const char *path = l->v[k].path;
			size_t n = strlen(path);

			if (n > len && path[n - len - 1] == '/' && !strcmp(path + n - len, l->v[i].path))
				l->v[i].other = mem_strdup(path);
		}
	}
}

void
lookups_find(struct lookups *out, const struct lookup_terms *t, const struct md *md, int line0)
{
	struct finder f = {.out = out, .terms = t, .md = md, .line0 = line0};

	assert(t->root && *t->root == '/');
	read_text(&f);
	find_others(out, 0);
}

void
lookups_find_in(struct lookups *out, const struct lookup_terms *t, const char *text, size_t len, const char *where,
	int line, bool entry)
{
	static const char label[] = "Source: ";
	char *labelled = mem_format("%s%.*s", entry ? label : "", (int)len, text);
	struct md md;
	struct finder f = {.out = out, .terms = t, .md = &md, .where = where, .line0 = line};

	assert(where && t->root && *t->root == '/');
	md_parse(&md, labelled, strlen(labelled));
	read_text(&f);
	md_free(&md);
	free(labelled);
	find_others(out, 0);
}
