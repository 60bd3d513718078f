#include "validators/prose/evidence_path.h"

#include <stdio.h>
#include <stdlib.h>
#include "validators/text/mem.h"
#include "validators/text/words.h"

/* As the duel's directory shows the source. */
#define SOURCE_COPY "source.md"

/* -- paths -- */

/*
 * In place: empty parts and `.` are left out, `..` takes the part before it along, and one that has none before it is
 * left out as well: from where such a path goes up nobody knows. The new length.
 */
static size_t
path_normalise(char *path, size_t len)
{
	bool absolute = len && *path == '/';
	size_t n = 0;

	for (size_t i = 0, from; i < len; i++) {
		for (from = i; i < len && path[i] != '/'; i++)
			;
		if (i == from || (i == from + 1 && path[from] == '.'))
			continue;
		if (i == from + 2 && path[from] == '.' && path[from + 1] == '.') {
			while (n && path[--n] != '/')
				;
			continue;
		}
		if (n || absolute)
			path[n++] = '/';
		memmove(path + n, path + from, i - from);
		n += i - from;
	}
	path[n] = '\0';
	return n;
}

/* `docs/plan.md` for `/srv/docs/plan.md`. */
static bool
ends_path(const char *path, size_t path_len, const char *s, size_t len)
{
	return len && len <= path_len && !memcmp(path + path_len - len, s, len) &&
		(len == path_len || *s == '/' || path[path_len - len - 1] == '/');
}

/* `source.md` alone, or in the directory of this duel. */
static bool
is_copy(const struct evidence *ev, const char *path, size_t len)
{
	bool named = ev->duel && *ev->duel;
	char *shown = mem_format("%s/" SOURCE_COPY, named ? ev->duel : "");
	bool copy = !strcmp(path, SOURCE_COPY) || (named && ends_path(path, len, shown, strlen(shown)));

	free(shown);
	return copy;
}

/* Most files are told by their last part. */
static bool
may_be_source(const struct evidence *ev, const char *s, size_t len)
{
	const char *slash = memrchr(s, '/', len), *name = slash ? slash + 1 : s;
	size_t name_len = (size_t)(s + len - name);

	return (name_len == strlen(ev->source->name) && !memcmp(name, ev->source->name, name_len)) ||
		(name_len == sizeof SOURCE_COPY - 1 && !memcmp(name, SOURCE_COPY, name_len));
}

bool
file_is_source(const struct evidence *ev, const char *s, size_t len)
{
	char *cited, *path;
	bool source;

	if (!ev->source || !may_be_source(ev, s, len))
		return false;
	cited = mem_copy(s, len);
	len = path_normalise(cited, len);
	path = mem_strdup(ev->source->path);
	source = ends_path(path, path_normalise(path, strlen(path)), cited, len) || is_copy(ev, cited, len);
	free(cited);
	free(path);
	return source;
}

/* -- names -- */

/* May a file's name end before `s`? Where a script has no spaces between words, the text goes on at once. */
static bool
ends_name(const char *s, const char *end)
{
	if (s == end)
		return true;
	if ((unsigned char)*s >= 0x80)
		return char_parts_words(s, end) || char_is_dense(s, end);
	return !isalnum((unsigned char)*s) && *s != '_' && *s != '-' && *s != '/' &&
		!(*s == '.' && s + 1 < end && isalnum((unsigned char)s[1]));
}

/* The whole name as it was set: it may hold spaces. */
static size_t
whole_name(const struct reader *r, const char *name)
{
	size_t len = strlen(name);

	return len && left(r) >= len && !memcmp(r->s, name, len) && ends_name(r->s + len, r->end) ? len : 0;
}

/* The source's own name, alone or behind a path, which holds no spaces then. */
static size_t
source_name(const struct evidence *ev, const struct reader *r)
{
	struct reader at = *r;

	for (;;) {
		size_t len = whole_name(&at, ev->source->name);
		if (len && (at.s == r->s || file_is_source(ev, r->s, (size_t)(at.s + len - r->s))))
			return (size_t)(at.s + len - r->s);
		while (at.s < at.end && *at.s != '/' && !isspace((unsigned char)*at.s) && !strchr("#\"`", *at.s))
			at.s++;
		if (!skip_text(&at, "/"))
			return 0;
	}
}

const char *
file_names_next(struct file_names *names, const struct evidence *ev, const struct reader *r)
{
	const char *const sought[] = { ev->source->name, SOURCE_COPY }, *nearest = NULL;

	for (size_t i = 0; i < 2; i++) {
		if (!names->v[i].looked || (names->v[i].next && names->v[i].next < r->s))
			names->v[i].next = memmem(r->s, left(r), sought[i], strlen(sought[i]));
		names->v[i].looked = true;
		if (names->v[i].next && (!nearest || names->v[i].next < nearest))
			nearest = names->v[i].next;
	}
	return nearest;
}

/* `name.ext`: the extension begins with a letter. `e.g.` is none, nor is an address with a scheme. */
static bool
has_extension(const char *s, size_t len)
{
	const char *dot = memrchr(s, '.', len), *slash = memrchr(s, '/', len);
	size_t ext = dot ? (size_t)(s + len - dot - 1) : 0;

	if (!dot || dot == s || memchr(s, ':', len) || (slash && slash + 1 >= dot) || ext < 1 || ext > 12 ||
		!isalpha((unsigned char)dot[1]))
		return false;
	for (size_t i = 1; i <= ext; i++)
		if (!isalnum((unsigned char)dot[i]))
			return false;
	return true;
}

/* Behind an extension of ASCII a dense letter is the text that goes on: `notes.md第三节`. */
static bool
follows_extension(const char *name, const char *s, const char *end)
{
	const char *dot = memrchr(name, '.', (size_t)(s - name));

	return dot && dot + 1 < s && has_extension(name, (size_t)(s - name)) && char_is_dense(s, end);
}

/* One word, up to what may name a part of the file. */
static size_t
word_len(const struct reader *r)
{
	const char *s = r->s;
	size_t len;

	while (s < r->end && !isspace((unsigned char)*s) && *s != '#' && *s != '"' && *s != '`' &&
		!(*s == ':' && (s + 1 == r->end || isdigit((unsigned char)s[1]) || isspace((unsigned char)s[1]))) &&
		!((unsigned char)*s >= 0xc0 && (char_parts_words(s, r->end) || follows_extension(r->s, s, r->end))))
		s++;
	len = (size_t)(s - r->s);
	while (len && strchr(",;:!?)]'", r->s[len - 1]))
		len--;
	/* The end of a sentence, unless it is `e.g.` */
	if (len > 4 && r->s[len - 1] == '.' && r->s[len - 3] != '.')
		len--;
	return len;
}

/* `file://`, and the one host that is this one. */
static void
skip_scheme(struct reader *r)
{
	struct reader at;

	if (!skip_word(r, "file://"))
		return;
	at = *r;
	if (skip_word(&at, "localhost") && at.s < at.end && *at.s == '/')
		*r = at;
}

bool
file_read(const struct evidence *ev, const struct reader *from, struct file *file)
{
	struct reader r = *from;
	size_t len = 0;

	skip_scheme(&r);
	if (ev->source && !(len = whole_name(&r, ev->source->path)))
		len = source_name(ev, &r);
	file->is_source = len > 0;
	if (!len) {
		len = word_len(&r);
		if (!has_extension(r.s, len))
			return false;
		file->is_source = file_is_source(ev, r.s, len);
	}
	file->name = r.s;
	file->len = len;
	file->rest = (struct reader){ r.s + len, r.end };
	return true;
}

size_t
file_decode_url(char *s, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned byte;
		if (s[i] == '%' && i + 2 < len && isxdigit((unsigned char)s[i + 1]) &&
			isxdigit((unsigned char)s[i + 2]) &&
			sscanf((char[]){s[i + 1], s[i + 2], '\0'}, "%x", &byte) == 1) {
			s[n++] = (char)byte;
			i += 2;
		} else {
			s[n++] = s[i];
		}
	}
	return n;
}

bool
file_read_url(const struct evidence *ev, const struct md_span *link, char **url, struct file *file)
{
	struct reader r;

	*url = mem_copy(link->url, link->url_len);
	r = (struct reader){ *url, *url + file_decode_url(*url, link->url_len) };
	return file_read(ev, &r, file);
}
