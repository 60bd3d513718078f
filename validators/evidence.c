/*
 * An entry is read from its left end: what it begins with decides its kind.
 */
#include "validators/evidence.h"

#include <stdio.h>
#include "validators/evidence_file.h"
#include "validators/mem.h"
#include "validators/quote.h"

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

/* -- entries --------------------------------------------------------------------------------------------------------------------- */

/* `[…](#turn-2)`: the place is in this document, and what the link says counts. */
static bool
is_own_anchor(const struct md_span *span)
{
	return span->url_len && *span->url == '#';
}

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
	if (file_read(ev, &r, &file)) {
		bool names_place = left(&file.rest) > 0;
		if (!names_place && file.is_source && file_read(ev, entry, &said) && said.is_source)
			file.rest = said.rest;
		support = file_judge(ev, &file, entry, sentence);
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
		support = file_read(ev, &r, &file) ? file_judge(ev, &file, &r, sentence) : SUPPORT_KIND;
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
	return file_read(ev, &r, &file);
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
	if (file_read(ev, &r, &file))
		return file.is_source && file_parts_are_there(ev, &file);
	while (skip_text(&r, "#") || skip_text(&r, "§") || skip_text(&r, "\"") || skip_text(&r, "“") || skip_text(&r, " "))
		;
	return file_match_heading(ev, r.s, left(&r)) > 0;
}
