#include "validators/rounds/reading.h"

#include <ctype.h>
#include <stdlib.h>
#include "validators/rounds/sentences.h"
#include "validators/rounds/weigh.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

struct builder {
	struct rounds_reading *r;
	const struct phrases *phrases;
};

static const struct md_line *
line_at(const struct rounds_reading *r, size_t i)
{
	return &r->md->lines[i];
}

static size_t
line_end(const struct md_line *l)
{
	return l->off + l->len;
}

static bool
is_prose(const struct md_line *l)
{
	return !l->quoted && (l->kind == MD_TEXT || l->kind == MD_HEADING);
}

/* The line behind the run of prose that begins with line i: lines of one paragraph, or one heading. */
static size_t
prose_end(const struct rounds_reading *r, size_t i)
{
	const struct md_line *first = line_at(r, i);

	for (i++; i < r->md->n && first->kind == MD_TEXT; i++) {
		const struct md_line *l = line_at(r, i);
		if (l->kind != MD_TEXT || l->block_start || l->quoted != first->quoted)
			break;
	}
	return i;
}

static struct rounds_block *
block_add(struct rounds_reading *r, struct rounds_block block)
{
	if (!(r->n_blocks & (r->n_blocks - 1)))
		r->blocks = mem_resize(r->blocks, r->n_blocks ? 2 * r->n_blocks : 1, sizeof *r->blocks);
	r->blocks[r->n_blocks++] = block;
	return &r->blocks[r->n_blocks - 1];
}

static bool
has_words(const struct rounds_reading *r, const struct rounds_block *b)
{
	for (size_t i = b->sentences.first; i < b->sentences.first + b->sentences.n; i++)
		if (r->sentences[i].wording.words)
			return true;
	return false;
}

/* What the lines first to end - 1 hold; a block is made of it unless nothing is there. */
static void
read_block(struct builder *b, enum rounds_block_kind kind, size_t first, size_t end)
{
	struct rounds_reading *r = b->r;
	const struct md_line *l = line_at(r, first);
	struct rounds_block block = {.kind = kind,
		.line = l->line,
		.off = l->off,
		.len = line_end(line_at(r, end - 1)) - l->off,
		.level = kind == BLOCK_HEADING ? l->level : 0,
		.title = kind == BLOCK_HEADING || (l->bold && end == first + 1),
		.sentences.first = r->n_sentences,
		.citations.first = r->citations.n};

	for (size_t i = first; i < end;) {
		size_t citation = r->citations.n, next = i + 1;

		l = line_at(r, i);
		if (!l->quoted && l->kind == MD_CODE)
			citations_add_code(&r->citations, r->md, l);
		if (is_prose(l)) {
			next = prose_end(r, i);
			citations_find(&r->citations, r->md, l->off, line_end(line_at(r, next - 1)));
			sentences_read(r, b->phrases, l->off, line_end(line_at(r, next - 1)), i, citation);
		}
		i = next;
	}
	block.sentences.n = r->n_sentences - block.sentences.first;
	block.citations.n = r->citations.n - block.citations.first;
	if (!block.sentences.n && !block.citations.n)
		return;
	block.wordless = !has_words(r, &block);
	if ((kind == BLOCK_ITEM || (kind == BLOCK_HEADING && block.level == 3)) &&
		(!block.wordless || block.citations.n))
		block.point = ++r->n_points;
	block_add(r, block);
}

static void
read_blocks(struct builder *b, size_t first)
{
	const struct md *md = b->r->md;

	for (size_t i = first, end; i < md->n; i = end) {
		const struct md_line *l = &md->lines[i];

		end = i + 1;
		if (l->item) {
			while (end < md->n && md->lines[end].item == l->item)
				end++;
			read_block(b, BLOCK_ITEM, i, end);
		} else if (l->quoted) {
			continue;
		} else if (l->kind == MD_TEXT) {
			end = prose_end(b->r, i);
			read_block(b, BLOCK_PARAGRAPH, i, end);
		} else if (l->kind == MD_HEADING) {
			read_block(b, BLOCK_HEADING, i, end);
		} else if (l->kind == MD_CODE) {
			read_block(b, BLOCK_CODE, i, end);
		}
	}
}

/* -- claims -- */

static bool
ends_in(const struct rounds_reading *r, size_t off, size_t len, char mark)
{
	struct reader at = { r->md->text + off, r->md->text + off + len };

	while (left(&at)) {
		const char *last = char_before(at.s, at.end);
		char c;

		if (!quotation_mark(last, (size_t)(at.end - last)) &&
			!(ascii_form(last, at.end, &c) && c && strchr(")]'*_ \n", c)))
			break;
		at.end = last;
	}
	return ends_in_char(&at, mark) != NULL;
}

/* Is anything said that is no question? */
static bool
asserts(const struct rounds_reading *r, const struct rounds_block *b)
{
	for (size_t i = b->sentences.first; i < b->sentences.first + b->sentences.n; i++) {
		const struct rounds_sentence *s = &r->sentences[i];
		if (s->wording.words && !ends_in(r, s->off, s->len, '?'))
			return true;
	}
	return false;
}

static bool
has_brackets(const struct rounds_reading *r, const struct rounds_block *b)
{
	return memchr(r->md->text + b->off, '[', b->len) || memchr(r->md->text + b->off, ']', b->len);
}

const struct citation *
rounds_best_citation(const struct rounds_reading *r, struct run citations)
{
	const struct citation *first = citations.n ? &r->citations.v[citations.first] : NULL;

	for (size_t i = citations.first; i < citations.first + citations.n; i++)
		if (!r->citations.v[i].lack)
			return &r->citations.v[i];
	return first;
}

bool
rounds_counts(const struct rounds_reading *r, struct run citations)
{
	const struct citation *best = rounds_best_citation(r, citations);

	return best && !best->lack;
}

/* Has the list that begins with block i evidence? Of a text that goes on, more items may follow. */
static bool
list_counts(const struct rounds_reading *r, size_t i, bool prefix)
{
	size_t end = i;

	while (end < r->n_blocks && r->blocks[end].kind == BLOCK_ITEM)
		if (rounds_counts(r, r->blocks[end++].citations))
			return true;
	return prefix && end + 1 >= r->n_blocks && end > i;
}

/*
 * A block of a text that goes on is finished once two others have begun behind it: the last line may turn out to be
 * anything, a fence or more of the block before it, but no more than that. A definition of a link may still come and
 * change what brackets say.
 */
static void
judge_block(struct rounds_reading *r, size_t i, bool prefix)
{
	struct rounds_block *b = &r->blocks[i];
	const struct rounds_block *next = i + 1 < r->n_blocks ? b + 1 : NULL;
	bool code_behind = next && next->kind == BLOCK_CODE;

	b->opens_list = b->kind == BLOCK_PARAGRAPH && next && (code_behind || next->kind == BLOCK_ITEM) &&
		ends_in(r, b->off, b->len, ':');
	b->supported = rounds_counts(r, b->citations) || (code_behind && next->citations.n) ||
		(b->kind == BLOCK_PARAGRAPH && list_counts(r, i + 1, prefix));
	b->claim =
		(b->kind == BLOCK_ITEM || (b->kind == BLOCK_PARAGRAPH && !b->title && !b->opens_list)) && asserts(r, b);
	b->finished = !prefix || (i + 2 < r->n_blocks && !has_brackets(r, b));
}

void
rounds_reading_make(
	struct rounds_reading *r, const struct md *md, size_t first, const struct phrases *phrases, bool prefix)
{
	struct builder b = { .r = r, .phrases = phrases };

	*r = (struct rounds_reading){ .md = md };
	read_blocks(&b, first);
	r->language = phrases_language(phrases, &r->tongues);
	citations_weigh(r, phrases, prefix);
	for (size_t i = 0; i < r->n_blocks; i++)
		judge_block(r, i, prefix);
}

void
rounds_reading_free(struct rounds_reading *r)
{
	free(r->blocks);
	free(r->sentences);
	free(r->names);
	citations_free(&r->citations);
	*r = (struct rounds_reading){ .md = NULL };
}

const struct rounds_sentence *
rounds_lead(const struct rounds_reading *r)
{
	for (size_t i = 0; i < r->n_sentences; i++)
		if (r->sentences[i].wording.words && !r->blocks[r->sentences[i].block].title)
			return &r->sentences[i];
	return NULL;
}

char *
rounds_text(const struct rounds_reading *r, size_t off, size_t len)
{
	return text_fold_space(r->md->text + off, len);
}

/* With more backticks than stand in it. */
static void
put_code(UT_string *out, const char *s, size_t len)
{
	size_t most = 0;

	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	for (size_t i = 0, run = 0; i < len; i++) {
		run = s[i] == '`' ? run + 1 : 0;
		most = run > most ? run : most;
	}
	for (size_t i = 0; i <= most; i++)
		utstring_bincpy(out, "`", 1);
	utstring_printf(out, most ? " %.*s " : "%.*s", (int)len, s);
	for (size_t i = 0; i <= most; i++)
		utstring_bincpy(out, "`", 1);
}

static void
put_line(const struct md *md, const struct md_line *l, size_t from, size_t to, UT_string *out)
{
	if (l->kind == MD_CODE) {
		put_code(out, md->text + from, to - from);
		return;
	}
	for (size_t i = md_span_from(md, from); i < md->n_spans && md->spans[i].off + md->spans[i].len <= to; i++) {
		const struct md_span *span = &md->spans[i];

		if (span->kind != MD_SPAN_CODE || span->off < from)
			continue;
		utstring_bincpy(out, md->text + from, span->off - from);
		put_code(out, md->text + span->off, span->len);
		from = span->off + span->len;
	}
	utstring_bincpy(out, md->text + from, to - from);
}

char *
rounds_text_marked(const struct rounds_reading *r, size_t off, size_t len)
{
	UT_string marked;
	char *text;

	utstring_init(&marked);
	for (size_t i = 0; i < r->md->n; i++) {
		const struct md_line *l = line_at(r, i);
		size_t from = l->off > off ? l->off : off, to = line_end(l) < off + len ? line_end(l) : off + len;

		if (from >= to)
			continue;
		put_line(r->md, l, from, to, &marked);
		utstring_bincpy(&marked, "\n", 1);
	}
	text = text_fold_space(utstring_body(&marked), utstring_len(&marked));
	utstring_done(&marked);
	return text;
}
