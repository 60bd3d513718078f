/*
 * Does a conclusion stand alone? Whoever reads nothing else does not know what `U-3` is, nor the `C2` of turn 1.
 *
 * Only what the record itself uses as a code is taken for one: an item's id, and a capital or two with a number where a
 * line of a turn begins with them and a colon or dash behind (`F3: …`), or has nothing else behind its label
 * (`Addresses: F3`). So `S3`, `C17` and `B12` are words like others; and so is what stands in the topic.
 *
 * A code has its words where they stand behind it (`U-3: who reads the log`, `C2 (nobody measures)`), or before it with
 * the code in brackets, or where its paragraph says a half of what it was raised with, in any order. Once in a
 * conclusion is enough.
 */
#include "validators/socratic/reading.h"

#include <utf8proc.h>
#include "validators/prose/turn_name.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

#define CODE_LETTERS 2
#define CODE_DIGITS 3
#define CODE_BYTES 16
/* Of one record, and of one conclusion: who has more than that has a language of its own, and was told. */
#define CODES_MAX 128
#define ALONE_TOLD_MAX 8
/* Words that say what a code is. */
#define CODE_WORDS 2
/* Words of an item that names a turn, beside that: fewer point and say nothing. */
#define OWN_WORDS 4
/* What is read on either side of a code. */
#define BESIDE_BYTES 160
/* Paragraphs that are held against a code's words, and against all of them, and how much of each: folding costs. */
#define PARAGRAPHS_MAX 4
#define PARAGRAPHS_OF_ALL 64
#define PARAGRAPH_BYTES 2048

struct code {
	char name[CODE_BYTES]; /* "U-3", "C2": as ASCII where it has such letters */
	char *words;	       /* what it was raised with; NULL: not known */
	unsigned turn;	       /* where; 0: not known */
	int line;	       /* where the conclusion has it first; 0: nowhere */
	unsigned paragraphs;   /* that were looked into */
	bool told;	       /* its words stand there */
};

struct codes {
	struct code v[CODES_MAX];
	unsigned n;
	unsigned paragraphs;
};

static struct code *
find_code(struct codes *codes, const char *name)
{
	for (unsigned i = 0; i < codes->n; i++)
		if (!strcmp(codes->v[i].name, name))
			return &codes->v[i];
	return NULL;
}

static struct code *
add_code(struct codes *codes, const char *name, unsigned turn, char *words)
{
	struct code *code = &codes->v[codes->n];

	if (codes->n == CODES_MAX) {
		free(words);
		return NULL;
	}
	codes->n++;
	*code = (struct code){.turn = turn, .words = words};
	memccpy(code->name, name, '\0', sizeof code->name);
	return code;
}

/* A capital letter, as ASCII where it has such a form; its bytes, or 0. */
static size_t
skip_capital(struct reader *r, char *name)
{
	char c;
	size_t n = left(r) ? ascii_form(r->s, r->end, &c) : 0;

	if (n && isupper((unsigned char)c)) {
		strncat(name, &c, 1);
		r->s += n;
		return n;
	}
	if (!left(r) || (unsigned char)*r->s < 0x80 || n ||
		utf8proc_category(char_at(r->s, r->end)) != UTF8PROC_CATEGORY_LU)
		return 0;
	n = char_bytes(r->s, r->end);
	strncat(name, r->s, n);
	r->s += n;
	return n;
}

static bool
is_word_char(const char *s, const char *end)
{
	return s < end && !char_parts_words(s, end) && !char_is_dense(s, end);
}

/* Does a word of Latin letters go on? What is of another script is an ending: `U-3은`. */
static bool
goes_on(const char *s, const char *end)
{
	static const int32_t last_latin = 0x024f;

	return is_word_char(s, end) && char_at(s, end) <= last_latin;
}

/* `C2`, `F-12`, `U-3`: moves behind it where it stands as a word; its name. */
static bool
skip_code(struct reader *r, char name[CODE_BYTES])
{
	struct reader at = *r;
	unsigned letters = 0, digits = 0, digit;
	bool alone;

	*name = '\0';
	while (letters < CODE_LETTERS && skip_capital(&at, name))
		letters++;
	if (!letters)
		return false;
	if (skip_dash(&at, &alone)) {
		if (alone)
			return false;
		strcat(name, "-");
	}
	while (digits < CODE_DIGITS && skip_digit(&at, &digit)) {
		strncat(name, &"0123456789"[digit], 1);
		digits++;
	}
	if (!digits || goes_on(at.s, at.end) || (left(&at) && strchr("_%", *at.s)))
		return false;
	/* `C2.put`, `A4-sized` are other words. */
	if (left(&at) > 1 && strchr(".-'", *at.s) && is_word_char(at.s + 1, at.end))
		return false;
	*r = at;
	return true;
}

/* The next code of a text, wherever it stands: moves behind it; *begins is where it does. */
static bool
next_code(struct reader *r, char name[CODE_BYTES], const char **begins)
{
	bool inside = false;

	while (left(r)) {
		*begins = r->s;
		if (!inside && skip_code(r, name))
			return true;
		inside = is_word_char(r->s, r->end) || strchr("-._#", *r->s);
		r->s += char_bytes(r->s, r->end);
	}
	return false;
}

static unsigned
id_of(const char *name)
{
	struct reader r = {name, name + strlen(name)};
	unsigned id;

	return item_id_read(r.s, r.end, &id) && !strncmp(name, "U-", 2) ? id : 0;
}

/* -- what the record uses as a code -- */

static void
skip_opening(struct reader *r)
{
	skip_white(r);
	while (skip_char(r, '[') || skip_char(r, '('))
		skip_white(r);
}

static void
skip_label(struct reader *r)
{
	static const char *const labels[] = {"Addresses", "Claim", "Limitation"};

	for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
		if (field_skip(r, labels[i]))
			return;
}

/* A line of a turn that begins with a code: `F3: nobody measures`. */
static void
read_label(struct codes *codes, struct reader line, unsigned turn)
{
	char name[CODE_BYTES];
	struct reader at;
	bool alone, bracket = false;

	line.s += skip_bullet(line.s, left(&line));
	skip_label(&line);
	skip_opening(&line);
	at = line;
	if (!skip_code(&at, name) || id_of(name))
		return;
	while (skip_char(&at, ']') || skip_char(&at, ')'))
		bracket = true;
	line = without_white(at);
	if (left(&line) && !skip_char(&at, ':') && !skip_char(&at, '.') && !skip_separator(&at) &&
		!(skip_dash(&at, &alone) && alone) && !bracket)
		return;
	at = without_white(at);
	struct code *known = find_code(codes, name);
	if (!known)
		add_code(codes, name, turn, left(&at) ? mem_copy(at.s, left(&at)) : NULL);
	else if (!known->words && left(&at))
		known->words = mem_copy(at.s, left(&at));
}

/* In the order of the turns: the first line that has words for a code says what it is. */
static void
read_labels(struct codes *codes, const struct turn *t)
{
	if (!t)
		return;
	read_labels(codes, turn_before(t));
	for (const char *s = t->heard->text, *end = s + t->heard->text_len; s < end;) {
		const char *newline = memchr(s, '\n', (size_t)(end - s)), *stop = newline ? newline : end;
		read_label(codes, (struct reader){s, stop}, t->piece.number);
		s = stop + 1;
	}
}

/* -- whether the conclusion says what it is -- */

/* Words beside codes. */
static size_t
own_words(struct reader text)
{
	size_t words = wordcount(text.s, left(&text));
	const char *begins;
	char name[CODE_BYTES];

	while (next_code(&text, name, &begins)) {
		size_t n = wordcount(begins, (size_t)(text.s - begins));
		words -= n < words ? n : words;
	}
	return words;
}

/* `U-3: who reads the log`, `C2 (nobody measures)`, `C2 = nobody measures`. */
static bool
words_follow(struct reader behind)
{
	bool alone;

	if (left(&behind) > BESIDE_BYTES)
		behind.end = behind.s + BESIDE_BYTES;
	while (skip_char(&behind, ']') || skip_char(&behind, ')'))
		;
	if (!skip_char(&behind, ':') && !skip_char(&behind, '=') && !skip_separator(&behind) &&
		!(skip_dash(&behind, &alone) && alone)) {
		skip_white(&behind);
		if (!skip_char(&behind, '(') && !skip_char(&behind, '=') && !skip_char(&behind, ':'))
			return false;
		for (const char *s = behind.s; s < behind.end; s += char_bytes(s, behind.end))
			if (skip_char(&(struct reader){s, behind.end}, ')')) {
				behind.end = s;
				break;
			}
	}
	return own_words(behind) >= CODE_WORDS;
}

/* `who reads the log (U-3)`: nothing else stands in the brackets. */
static bool
words_precede(struct reader before, struct reader behind)
{
	const char *bracket;

	if (left(&before) > BESIDE_BYTES)
		before.s = before.end - BESIDE_BYTES;
	bracket = ends_in_char(&before, '(');
	bracket = bracket ? bracket : ends_in_char(&before, '[');
	if (!bracket || (!skip_char(&behind, ')') && !skip_char(&behind, ']')))
		return false;
	before.end = bracket;
	return own_words(before) >= CODE_WORDS;
}

/* `As U-3 asks, somebody has to read the log`: of a long paragraph what stands round the code. */
static bool
words_surround(struct codes *codes, struct code *code, struct reader text, const char *begins)
{
	if (!code->words || code->paragraphs == PARAGRAPHS_MAX || codes->paragraphs == PARAGRAPHS_OF_ALL)
		return false;
	code->paragraphs++;
	codes->paragraphs++;
	if ((size_t)(begins - text.s) > PARAGRAPH_BYTES / 2)
		text.s = begins - PARAGRAPH_BYTES / 2;
	if (left(&text) > PARAGRAPH_BYTES)
		text.end = text.s + PARAGRAPH_BYTES;
	return topic_is_half_met(code->words, text.s, left(&text));
}

/* Each code of a paragraph or an item. */
static void
read_passage(struct reading *r, struct codes *codes, struct reader text, int line)
{
	struct reader at = text;
	const char *begins;
	char name[CODE_BYTES];

	while (next_code(&at, name, &begins)) {
		struct code *code = find_code(codes, name);
		unsigned id = id_of(name);

		if (!code && id && (r->h.s.alone || items_find(r->h.state->items, id))) {
			const struct item *item = r->h.s.alone ? NULL : items_find(r->h.state->items, id);
			code = add_code(codes, name, item ? item->turn : 0, item ? mem_strdup(item->words) : NULL);
		}
		if (!code || code->told)
			continue;
		code->line = code->line ? code->line : line;
		code->told = words_follow(at) || words_precede((struct reader){text.s, begins}, at) ||
			words_surround(codes, code, text, begins);
	}
}

/* An item that names a turn, and has hardly a word beside. */
static void
judge_pointer(struct reading *r, struct reader text, int line)
{
	struct reader at = text;
	size_t words = own_words(text);
	unsigned turn, named = 0;

	for (bool inside = false, of_order; left(&at);) {
		size_t n = inside ? 0 : turn_name(at.s, at.end, &turn, &of_order);
		if (n) {
			size_t name_words = wordcount(at.s, n);
			named = named ? named : turn;
			words -= words < name_words ? words : name_words;
			at.s += n;
			continue;
		}
		inside = is_word_char(at.s, at.end);
		at.s += char_bytes(at.s, at.end);
	}
	if (named && words < OWN_WORDS)
		REPORT(r, RULE_CONCLUSION_ALONE, line,
			"\"%s\" says where it stands, and not what: write what turn %u says, for who reads nothing "
			"else",
			quote(text.s, left(&text)).s, named);
}

static void
tell(struct reading *r, const struct code *code)
{
	if (code->words && code->turn)
		REPORT(r, RULE_CONCLUSION_ALONE, code->line,
			"%s stands here without its words: say what it is (turn %u: \"%s\"), for who reads nothing "
			"else",
			code->name, code->turn, quote(code->words, strlen(code->words)).s);
	else
		REPORT(r, RULE_CONCLUSION_ALONE, code->line,
			"%s stands here without its words: say what it is, for who reads nothing else", code->name);
}

/* A list that is none to CommonMark has items too. */
static bool
begins_passage(const struct reading *r, const struct md_line *l)
{
	return l->block_start || l->item_start || skip_bullet(text_at(r, l->off), l->len);
}

void
alone_judge(struct reading *r, struct reader statement)
{
	const struct md *md = &r->h.md;
	const char *topic = r->h.ctx->terms->topic;
	struct codes *codes = mem_calloc(1, sizeof *codes);
	unsigned told = 0;

	if (!r->h.s.alone)
		read_labels(codes, state_last(r->h.state));
	for (size_t i = r->h.opening.index + 1, end; i < md->n; i = end) {
		const struct md_line *l = &md->lines[i];
		struct reader text = line_text(r, l);
		bool item = l->item || skip_bullet(text.s, left(&text));

		for (end = i + 1; end < md->n && !begins_passage(r, &md->lines[end]); end++)
			text.end = text_at(r, line_end(&md->lines[end]));
		if (l->kind == MD_CODE || l->kind == MD_HTML)
			continue;
		read_passage(r, codes, text, l->line);
		if (item && !(text.s >= statement.s && text.s < statement.end))
			judge_pointer(r, without_white(text), l->line);
	}
	for (unsigned i = 0; i < codes->n; i++) {
		const struct code *code = &codes->v[i];
		if (code->line && !code->told && !strstr(topic, code->name) && told++ < ALONE_TOLD_MAX)
			tell(r, code);
	}
	for (unsigned i = 0; i < codes->n; i++)
		free(codes->v[i].words);
	free(codes);
}
