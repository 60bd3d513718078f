/*
 * An entry is read from its left end: what it begins with decides its kind.
 */
#include "validators/prose/evidence.h"

#include <stdio.h>
#include <stdlib.h>
#include "validators/prose/evidence_file.h"
#include "validators/prose/field.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/quote.h"
#include "validators/text/wordcount.h"

/* `word`, white space, a colon, and not the two slashes of an address. */
static bool
skip_label(struct reader *r, const char *word)
{
	struct reader at = *r;

	if (!field_may_begin(&at, word) || !field_skip(&at, word) ||
		(left(&at) >= 2 && at.s[0] == '/' && at.s[1] == '/'))
		return false;
	*r = at;
	return true;
}

/* -- URLs, turns, principles -- */

bool
evidence_is_url(const char *s, size_t len)
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

	if (!skip_word(&r, "turn") || !skip_white(&r))
		return false;
	return skip_number(&r, turn) && (r.s == r.end || !isalnum((unsigned char)*r.s));
}

static bool
is_principle(const struct reader *entry)
{
	struct reader r = *entry;

	return skip_label(&r, "principle") && r.s < r.end;
}

static enum support
judge_principle(const struct reader *entry, char *sentence)
{
	struct reader r = *entry;

	skip_label(&r, "principle");
	if (!is_blank(r.s, left(&r)))
		return SUPPORT_GOOD;
	snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
		"the support names no principle: no letter or digit stands behind \"%s\"",
		quote(entry->s, left(entry)).s);
	return SUPPORT_KIND;
}

static enum support
judge_turn(const struct evidence *ev, unsigned turn, char *sentence)
{
	if (turn >= 1 && turn < ev->turn)
		return SUPPORT_GOOD;
	if (ev->turn <= 1)
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
			"the support cites a turn, and there is none before this one");
	else
		snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
			"the support cites turn %u, and only turns 1 to %u are there", turn, ev->turn - 1);
	return SUPPORT_TURN;
}

/* -- entries -- */

/* A Markdown link to a file: its parts are named in the address, in what the link says (`[plan.md:12](plan.md)`), or
 * behind it. */
static enum support
judge_link(struct evidence *ev, const struct md *md, const struct md_span *link, const struct reader *entry,
	char *sentence)
{
	char *url;
	struct file file;
	enum support support =
		file_read_url(ev, link, &url, &file) ? file_judge(ev, md, &file, entry, sentence) : SUPPORT_KIND;

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

	return span && span->kind == MD_SPAN_LINK && !link_is_own(span) ? span : NULL;
}

static enum support
judge_kind(const struct evidence *ev, const struct reader *entry, char *sentence)
{
	struct quote name =
		ev->source ? quote(ev->source->name, strlen(ev->source->name)) : quote("notes.md", strlen("notes.md"));

	snprintf(sentence, EVIDENCE_SENTENCE_BYTES,
		"a support is a URL, a file reference (`%s:12`), `Turn M` or `Principle: …`, and this one begins with "
		"\"%s\"",
		name.s, quote(entry->s, left(entry)).s);
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

	if (evidence_is_url(r.s, left(&r)))
		return SUPPORT_GOOD;
	if (is_principle(&r))
		return judge_principle(&r, sentence);
	if (evidence_turn(r.s, left(&r), &turn))
		return judge_turn(ev, turn, sentence);
	if (!skip_label(&r, "file"))
		skip_label(&r, "source");
	link = link_at(md, &r);
	if (link && evidence_is_url(link->url, link->url_len))
		return SUPPORT_GOOD;
	if (link)
		support = judge_link(ev, md, link, &r, sentence);
	else
		support = file_read(ev, &r, &file) ? file_judge(ev, md, &file, &r, sentence) : SUPPORT_KIND;
	return support == SUPPORT_KIND ? judge_kind(ev, &entry, sentence) : support;
}

bool
evidence_begins(const struct evidence *ev, const struct md *md, size_t off, size_t len)
{
	struct reader r = entry_reader(md, off, len);
	struct file file;
	unsigned turn;

	if (evidence_is_url(r.s, left(&r)) || is_principle(&r) || evidence_turn(r.s, left(&r), &turn) ||
		link_at(md, &r))
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
	if (file_read(ev, &r, &file))
		return file.is_source && file_parts_are_there(ev, &file);
	if (skip_word(&r, "source") && (r.s == r.end || !isalnum((unsigned char)*r.s)))
		return true;
	r.s = s;
	for (size_t n = 1; n;) {
		n = quotation_mark(r.s, left(&r));
		r.s += n;
		n += skip_white(&r) || skip_char(&r, '#') || skip_text(&r, "§");
	}
	return file_match_heading(ev, r.s, left(&r)) > 0;
}
