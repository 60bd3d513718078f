#include "validators/kit/refs.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "validators/text/chars.h"

const char ref_path[] = "PATH";

static const bool word_chars[256] = {
	['0' ... '9'] = true, ['A' ... 'Z'] = true, ['_'] = true, ['a' ... 'z'] = true};

static inline bool
is_word_char(char c)
{
	return word_chars[(unsigned char)c];
}

/* A dense letter may stand right before a reference. */
static bool
is_word_at(const char *s, const char *end)
{
	return (unsigned char)*s < 0x80 ? is_word_char(*s) : char_of_word(s, end);
}

static inline bool
is_path_at(const char *s, const char *end)
{
	return is_word_at(s, end) || *s == '+' || *s == '-' || *s == '.' || *s == '/' || *s == '@' || *s == '~';
}

/* A word ends here; a full stop or a hyphen goes on where a letter or digit is behind it. */
static bool
may_end(struct reader r)
{
	if (r.s == r.end)
		return true;
	if (is_word_char(*r.s))
		return false;
	return !strchr(".-", *r.s) || r.s + 1 == r.end || !is_word_char(r.s[1]);
}

static bool
skip_form(struct reader *r, const char *form, struct ref *ref)
{
	unsigned numbers = 0;

	for (; *form; form++) {
		if (*form == '#') {
			while (form[1] == '#')
				form++;
			if (!skip_number(r, &ref->number[numbers++]))
				return false;
		} else if (*form == '@') {
			if (r->s < r->end && *r->s >= 'a' && *r->s <= 'z')
				ref->letter = *r->s++;
		} else if (*form == ' ') {
			if (!skip_white(r))
				return false;
		} else if (r->s < r->end && *r->s == *form) {
			r->s++;
		} else if (isalpha((unsigned char)*form) || *form == '_' || !skip_char(r, *form)) {
			return false;
		}
	}
	return true;
}

/* `12` or `12-20`. */
static bool
skip_lines(struct reader *r, struct ref *ref)
{
	struct reader at;

	if (!skip_number(r, &ref->from))
		return false;
	ref->to = ref->from;
	at = *r;
	if (skip_text(&at, "–") || skip_char(&at, '-')) {
		skip_char(&at, 'L');
		if (skip_number(&at, &ref->to) && ref->to >= ref->from && ref->to <= REF_LINES_MOST)
			*r = at;
		else
			ref->to = ref->from;
	}
	if (!ref->from || ref->from > REF_LINES_MOST) /* no text has such a line, nor the last */
		ref->from = ref->to = REF_LINES_MOST;
	return true;
}

/* The place in a file: `:12`, `:12-20`, `#L12`, `#heading`; or nothing. */
static void
skip_place(struct reader *r, struct ref *ref)
{
	struct reader at = *r;

	if (skip_char(&at, ':') && skip_lines(&at, ref)) {
		*r = at;
	} else if (at = *r, skip_text(&at, "#")) {
		struct reader anchor = at;

		if (skip_char(&at, 'L') && skip_lines(&at, ref) && may_end(at)) {
			*r = at;
			return;
		}
		ref->from = ref->to = 0;
		at = anchor; /* as GitHub makes it of a heading */
		for (size_t n; at.s < at.end; at.s += n) {
			n = char_bytes(at.s, at.end);
			if (n == 1 ? !is_word_char(*at.s) && *at.s != '-' : char_parts_words(at.s, at.end))
				break;
		}
		ref->anchor = reader_of(anchor.s, at.s);
		if (at.s > anchor.s)
			*r = at;
	}
}

/* A name with an extension, and with a slash in it or a line behind it. A URL is none. It begins where its run of
 * characters does, so that each run is read once. */
static bool
skip_path(const char *before, struct reader *r, struct ref *ref)
{
	const char *from = r->s, *slash, *dot;

	if (from > before && is_path_at(char_before(before, from), from))
		return false;
	while (r->s < r->end && is_path_at(r->s, r->end))
		r->s += char_bytes(r->s, r->end);
	while (r->s > from && strchr(".-", r->s[-1]))
		r->s--;
	if (r->s - from < 3 || (len_of(r) > 2 && !memcmp(r->s, "://", 3)) || *from == '-' || !memcmp(from, "//", 2))
		return false;
	slash = memchr(from, '/', (size_t)(r->s - from));
	dot = memrchr(from, '.', (size_t)(r->s - from));
	if (!dot || dot + 1 == r->s || !isalpha((unsigned char)dot[1]))
		return false;
	skip_place(r, ref);
	return slash || ref->from;
}

bool
ref_read(const struct ref_kind *kinds, const char *source, const char *before, struct reader *r, struct ref *ref)
{
	if (r->s == r->end || *r->s == ' ')
		return false;
	if (r->s > before) {
		const char *last = (unsigned char)r->s[-1] < 0x80 ? r->s - 1 : char_before(before, r->s);

		if (is_word_at(last, r->s) || *last == '-' || *last == '/' || *last == '.' || *last == '#' ||
			*last == '@')
			return false;
	}
	for (const struct ref_kind *kind = kinds; kind && kind->form; kind++) {
		bool path = kind->form == REF_PATH, is_source = kind->flags & REF_SOURCE;
		struct reader at = *r;

		/* Nearly all there is begins none, and is passed at once. */
		if (!path && *r->s != *kind->form &&
			!(is_source && (*r->s == *REF_SOURCE_FILE || (source && *r->s == *source))))
			continue;
		*ref = (struct ref){.kind = kind};
		bool named = is_source && source && (skip_text(&at, source) || skip_text(&at, REF_SOURCE_FILE));

		if (!named && !(path ? skip_path(before, &at, ref) : skip_form(&at, kind->form, ref)))
			continue;
		if (is_source)
			skip_place(&at, ref);
		if (!may_end(at))
			continue;
		ref->text = reader_of(r->s, at.s);
		*r = at;
		return true;
	}
	return false;
}

struct ref_scan
ref_scan_of(const struct ref_kind *kinds, const char *source, const char *s, const char *end)
{
	struct ref_scan scan = {.rare = {s, end, {0}}, .words = 2};

	for (const struct ref_kind *kind = kinds; kind && kind->form; kind++)
		if (kind->flags & REF_SOURCE)
			scan.first = *kind->form;
	for (const char *white = source; white && (white = strchr(white, ' ')); white++)
		scan.words++;
	return scan;
}

const char *
refs_pass(struct ref_scan *scan, const char *s, const char *end)
{
	if (!scan->at || scan->at < s) {
		const char *near, *last = scan->rare.end;

		/* Prose seldom has a number, a full stop with a letter behind it as each path has one, a mark of a
		 * quotation or of code, a letter that is no ASCII, or the word for the source. */
		while ((near = rare_next(&scan->rare)) < last)
			if (near >= s && (isdigit((unsigned char)*near) || *near == '"' || *near == '`' ||
				*near == scan->first || (unsigned char)*near >= 0x80 ||
				(*near == '.' && near + 1 < last && isalpha((unsigned char)near[1]))))
				break;
		scan->at = near;
		/* For `Turn 3` the word, too, which stands before the number. */
		for (unsigned word = 0; near < last && word < scan->words; word++) {
			while (word && near > s && is_white_ascii(near[-1]))
				near--;
			while (near > s && !is_white_ascii(near[-1]))
				near--;
		}
		scan->near = near;
	}
	return scan->near < s ? s : scan->near < end ? scan->near : end;
}

bool
ref_next(const struct ref_kind *kinds, const char *source, const char *before, struct reader *r, struct ref *ref)
{
	struct ref_scan scan = ref_scan_of(kinds, source, r->s, r->end);

	while (r->s = refs_pass(&scan, r->s, r->end), r->s < r->end) {
		const char *from = r->s;

		if (ref_read(kinds, source, before, r, ref))
			return true;
		/* A word is passed whole, so that a long one is not read once from each of its letters. */
		r->s += char_bytes(r->s, r->end);
		if (is_word_char(*from))
			while (r->s < r->end && is_word_char(*r->s))
				r->s++;
	}
	return false;
}

size_t
refs_only(const struct ref_kind *kinds, const char *source, struct reader value, struct ref *first)
{
	size_t n = 0;

	for (value = without_white(value);;) {
		struct ref ref;

		skip_emphasis(&value);
		if (!ref_read(kinds, source, value.s, &value, &ref))
			return 0;
		if (!n++)
			*first = ref;
		skip_emphasis(&value);
		skip_white(&value);
		if (!skip_char(&value, ','))
			break;
		skip_white(&value);
	}
	skip_char(&value, '.');
	skip_emphasis(&value);
	return value.s == value.end ? n : 0;
}

bool
ref_equal(const struct ref *a, const struct ref *b)
{
	return a->kind == b->kind && !memcmp(a->number, b->number, sizeof a->number) && a->letter == b->letter &&
	       a->from == b->from && a->to == b->to && len_of(&a->anchor) == len_of(&b->anchor) &&
	       (!len_of(&a->anchor) || !memcmp(a->anchor.s, b->anchor.s, len_of(&a->anchor))) &&
	       (a->kind->form != REF_PATH ||
		       (len_of(&a->text) == len_of(&b->text) && !memcmp(a->text.s, b->text.s, len_of(&a->text))));
}

struct printed_id
printed_id(const struct ref *id)
{
	struct printed_id text;
	char *s = text.s, *end = s + sizeof text.s;
	unsigned numbers = 0;

	for (const char *form = id->kind->form; *form && s + 1 < end; form++) {
		int least = (int)strspn(form, "#");

		if (least) {
			s += snprintf(s, (size_t)(end - s), "%0*u", least, id->number[numbers++]);
			form += least - 1;
		} else if (*form != '@') {
			*s++ = *form;
		} else if (id->letter) {
			*s++ = id->letter;
		}
	}
	assert(s < end);
	*s = '\0';
	return text;
}
