#include "validators/rounds/sentences.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/words.h"

/* -- point ids -- */

/* No id begins behind these, unless it is one that has just ended. */
static bool
joins(const char *text, size_t off, size_t at)
{
	const char *last;

	if (at == off)
		return false;
	last = char_before(text + off, text + at);
	if ((unsigned char)*last >= 0x80)
		return !char_parts_words(last, text + at) && !char_is_dense(last, text + at);
	return isalnum((unsigned char)*last) || strchr("_-./#@", *last);
}

static bool
in_code(const struct md *md, size_t off)
{
	const struct md_span *span = md_span_round(md, off);

	return span && span->kind == MD_SPAN_CODE;
}

static void
name_add(struct rounds_reading *r, struct rounds_name name)
{
	/* Doubled whenever the number is a power of two. */
	if (!(r->n_names & (r->n_names - 1)))
		r->names = mem_resize(r->names, r->n_names ? 2 * r->n_names : 1, sizeof *r->names);
	r->names[r->n_names++] = name;
}

static void
names_read(struct rounds_reading *r, size_t off, size_t end, size_t citation)
{
	const char *text = r->md->text, *behind = NULL;

	for (size_t at = off; at < end; at++) {
		struct rounds_name name = { .off = at };
		size_t len;
		int letter;

		while (citation < r->citations.n && r->citations.v[citation].off + r->citations.v[citation].len <= at)
			citation++;
		if (citation < r->citations.n && r->citations.v[citation].off <= at &&
			r->citations.v[citation].kind <= CITED_URL) {
			at = r->citations.v[citation].off + r->citations.v[citation].len - 1;
			continue;
		}
		letter = text[at] | 0x20;
		if ((letter != 'c' && letter != 'd') || (joins(text, off, at) && text + at - 1 != behind))
			continue;
		len = point_id_read(text + at, text + end, &name.letter, &name.round, &name.n);
		if (!len || in_code(r->md, at))
			continue;
		if (at + len < end && (isalnum((unsigned char)text[at + len]) || text[at + len] == '_' ||
			(text[at + len] == '.' && at + len + 1 < end && isdigit((unsigned char)text[at + len + 1]))))
			continue;
		name_add(r, name);
		at += len - 1;
		behind = text[at + 1] == '/' ? text + at + 1 : NULL;
	}
}

/* -- where a sentence ends -- */

static bool
is_abbreviation(const char *text, size_t off, size_t dot)
{
	static const char *const abbreviations[] = {
		"e.g", "i.e", "cf", "vs", "approx", "dr", "mr", "mrs", "prof", "fig", "pp", "al"};
	size_t from = dot;

	while (from > off && !isspace((unsigned char)text[from - 1]) && text[from - 1] != '(')
		from--;
	for (size_t i = 0; i < sizeof abbreviations / sizeof abbreviations[0]; i++)
		if (strlen(abbreviations[i]) == dot - from && !strncasecmp(text + from, abbreviations[i], dot - from))
			return true;
	return false;
}

/* Quotation marks and brackets that close behind a sentence. */
static size_t
skip_closing(const char *text, size_t at, size_t end)
{
	for (;;) {
		char c = '\0';
		size_t n = at < end ? ascii_form(text + at, text + end, &c) : 0;

		if (!n || !c || !strchr(")]'*_", c))
			n = quotation_mark(text + at, end - at);
		if (!n && end - at >= 3 && !memcmp(text + at, "’", 3))
			n = 3;
		if (!n)
			return at;
		at += n;
	}
}

/* Bytes of a mark that ends sentences; *c is it, or what it stands for. One that is not ASCII needs no space behind it.
 */
static size_t
stop_bytes(const char *text, size_t at, size_t end, char *c)
{
	size_t n = at < end ? ascii_form(text + at, text + end, c) : 0;

	return n && *c && strchr(".!?", *c) ? n : 0;
}

/* The mark at `at`: where the sentence ends behind it; 0: it does not. */
static size_t
sentence_end(const char *text, size_t off, size_t at, size_t end)
{
	bool dot = true, wide = false;
	size_t behind = at, next;
	char c;

	for (size_t n; (n = stop_bytes(text, behind, end, &c)); behind += n) {
		dot = dot && c == '.';
		wide = wide || n > 1;
	}
	next = behind = skip_closing(text, behind, end);
	while (next < end && isspace((unsigned char)text[next]))
		next++;
	if (next == end || wide)
		return behind;
	if (next == behind || (dot && (islower((unsigned char)text[next]) || is_abbreviation(text, off, at))))
		return 0;
	return behind;
}

/* -- wording -- */

/* A sentence as phrases are sought in it, at most three times as long. */
struct prose {
	char *s;
	size_t len;
};

static void
put_mark(struct prose *p, char mark)
{
	p->s[p->len++] = ' ';
	p->s[p->len++] = mark;
	p->s[p->len++] = ' ';
}

/* The end of what is quoted from `at` on, the closing mark included; 0: nothing is. */
static size_t
quoted_end(struct quotations *quotations, const char *text, size_t at, size_t end)
{
	const char *from, *to, *behind = quotation_read(quotations, text + at, text + end, &from, &to);

	return behind ? (size_t)(behind - text) : 0;
}

/* Bytes of a mark that parts clauses. */
static size_t
break_bytes(const char *text, size_t off, size_t at, size_t end)
{
	char c;
	size_t n = ascii_form(text + at, text + end, &c);

	if (n && (c == ';' || c == ':'))
		return n;
	if (end - at >= 3 && (!memcmp(text + at, "—", 3) || !memcmp(text + at, "–", 3)))
		return 3;
	return text[at] == '-' && at > off && text[at - 1] == ' ' && at + 1 < end && text[at + 1] == ' ';
}

/* Bytes of a comma, or a bracket that opens, as prose has them: no number's, no call's. */
static size_t
pause_bytes(const char *text, size_t off, size_t at, size_t end)
{
	char c;
	size_t n = ascii_form(text + at, text + end, &c);

	if (!n || (c != ',' && c != '(') || n > 1)
		return n && (c == ',' || c == '(') ? n : 0;
	if (c == ',')
		return at + 1 < end && isspace((unsigned char)text[at + 1]);
	return at > off && isspace((unsigned char)text[at - 1]);
}

/* What of a sentence is no prose comes next. */
struct others {
	const struct rounds_reading *r;
	struct run citations, names;
	size_t span;
};

/* What is no prose and begins here: its end; 0: nothing. */
static size_t
skip_other(struct others *o, size_t at, size_t end, char *mark)
{
	const struct rounds_reading *r = o->r;
	const struct citation *c;
	unsigned round, n;
	char letter;

	*mark = PHRASE_CODE;
	for (; o->citations.n && r->citations.v[o->citations.first].off < at; o->citations.n--)
		o->citations.first++;
	c = o->citations.n ? &r->citations.v[o->citations.first] : NULL;
	if (c && c->off == at && c->kind <= CITED_URL)
		return at + c->len;
	for (; o->names.n && r->names[o->names.first].off < at; o->names.n--)
		o->names.first++;
	if (o->names.n && r->names[o->names.first].off == at) {
		*mark = PHRASE_ID;
		return at + point_id_read(r->md->text + at, r->md->text + end, &letter, &round, &n);
	}
	for (; o->span < r->md->n_spans && r->md->spans[o->span].off <= at; o->span++)
		if (r->md->spans[o->span].off == at && r->md->spans[o->span].kind == MD_SPAN_CODE &&
			r->md->spans[o->span].len)
			return at + r->md->spans[o->span].len;
	return 0;
}

static void
read_wording(struct rounds_reading *r, struct rounds_sentence *s, const struct phrases *phrases)
{
	const char *text = r->md->text;
	size_t end = s->off + s->len, quote = 0;
	struct prose p = { .s = mem_check(malloc(3 * s->len + 1)) };
	struct others others = {
		.r = r, .citations = s->citations, .names = s->names, .span = md_span_from(r->md, s->off)};
	struct quotations quotations = { .unclosed = { false } };

	for (size_t at = s->off, to; at < end; at = to) {
		char mark;

		if ((to = skip_other(&others, at, end, &mark))) {
			if (at >= quote)
				put_mark(&p, mark);
			to = to > end ? end : to;
		} else if (at < quote) {
			to = at + 1;
		} else if ((quote = quoted_end(&quotations, text, at, end))) {
			put_mark(&p, PHRASE_CODE);
			to = at + 1;
		} else if ((to = break_bytes(text, s->off, at, end))) {
			put_mark(&p, PHRASE_BREAK);
			to += at;
		} else if ((to = pause_bytes(text, s->off, at, end))) {
			put_mark(&p, PHRASE_PAUSE);
			to += at;
		} else {
			p.s[p.len++] = text[at];
			to = at + 1;
		}
	}
	wording_read_told(&s->wording, &r->tongues, phrases, p.s, p.len);
	quotations_end(&quotations);
	free(p.s);
}

/* -- a run of prose -- */

/* How many of a list lie before `end`, from its first on. */
static size_t
citations_until(const struct rounds_reading *r, size_t first, size_t end)
{
	size_t n = first;

	while (n < r->citations.n && r->citations.v[n].off < end)
		n++;
	return n - first;
}

static size_t
names_until(const struct rounds_reading *r, size_t first, size_t end)
{
	size_t n = first;

	while (n < r->n_names && r->names[n].off < end)
		n++;
	return n - first;
}

static struct rounds_sentence *
sentence_add(struct rounds_reading *r)
{
	if (!(r->n_sentences & (r->n_sentences - 1)))
		r->sentences = mem_resize(r->sentences, r->n_sentences ? 2 * r->n_sentences : 1, sizeof *r->sentences);
	return &r->sentences[r->n_sentences++];
}

/* Where the sentence that begins at `off` ends. */
static size_t
find_end(const struct rounds_reading *r, size_t off, size_t end, size_t citation)
{
	for (size_t at = off, to, n; at < end; at++) {
		char c;

		while (citation < r->citations.n && r->citations.v[citation].off < at)
			citation++;
		if (citation < r->citations.n && r->citations.v[citation].off == at) {
			at += r->citations.v[citation].len - 1;
			continue;
		}
		if (!(n = stop_bytes(r->md->text, at, end, &c)))
			continue;
		if ((to = sentence_end(r->md->text, off, at, end)))
			return to;
		for (size_t more; (more = stop_bytes(r->md->text, at + n, end, &c)); n += more)
			;
		at += n - 1;
	}
	return end;
}

void
sentences_read(
	struct rounds_reading *r, const struct phrases *phrases, size_t off, size_t end, size_t line, size_t citation)
{
	const struct md *md = r->md;
	size_t name = r->n_names, to;

	names_read(r, off, end, citation);
	for (;; off = to) {
		struct rounds_sentence *s;

		while (off < end && isspace((unsigned char)md->text[off]))
			off++;
		if (off >= end)
			return;
		to = find_end(r, off, end, citation);
		while (line + 1 < md->n && md->lines[line + 1].off <= off)
			line++;
		s = sentence_add(r);
		*s = (struct rounds_sentence){
			.off = off, .len = to - off, .line = md->lines[line].line, .block = r->n_blocks};
		while (s->len && isspace((unsigned char)md->text[off + s->len - 1]))
			s->len--;
		s->citations = (struct run){ citation, citations_until(r, citation, to) };
		s->names = (struct run){ name, names_until(r, name, to) };
		citation += s->citations.n;
		name += s->names.n;
		read_wording(r, s, phrases);
	}
}
