/* quality-summary.md: whether the graph is stable, and the central questions. */
#include "validators/adversarial/kb_inner.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "validators/kit/phrase_texts.h"
#include "validators/text/mem.h"

TEXT_FILE(adversarial_stable_txt);
TEXT_FILE(adversarial_unstable_txt);
TEXT_FILE(adversarial_negation_txt);

/* clang-format off */
const struct text_row kb_texts[KB_TEXTS] = {
	[KB_TEXT_STABLE] = PHRASE_TEXT_ROW(KB_PHRASES_STABLE, "adversarial/stable.txt", adversarial_stable_txt),
	[KB_TEXT_UNSTABLE] = PHRASE_TEXT_ROW(KB_PHRASES_UNSTABLE, "adversarial/unstable.txt", adversarial_unstable_txt),
	[KB_TEXT_NEGATION] = PHRASE_TEXT_ROW(PHRASES_NEGATION, "adversarial/negation.txt", adversarial_negation_txt),
};
/* clang-format on */

struct phrases *
kb_phrases_new(const struct text *const *texts)
{
	return phrase_texts_read(kb_texts, texts, KB_TEXTS);
}

/* Append a line, with its clauses parted for wording_read. A colon behind a few words is that of a label: `Status:
 * stable`. */
static void
add_clauses(UT_string *out, const char *s, size_t len)
{
	size_t from = 0, words = 0;

	for (size_t i = 0; i <= len; i++) {
		bool end = i + 1 >= len || isspace((unsigned char)s[i + 1]);
		bool stop = i < len && end && strchr(".,;:!?", s[i]);

		words += i < len && s[i] == ' ';
		if (!stop && i < len)
			continue;
		utstring_bincpy(out, s + from, i - from);
		if (stop && (s[i] != ':' || words > 3))
			utstring_printf(out, " %c", PHRASE_BREAK);
		utstring_printf(out, " ");
		from = i + 1;
		words = 0;
	}
}

/* What the paragraph says that ends before this line, and is read no more. */
static void
judge_paragraph(UT_string *paragraph, const struct phrases *phrases, int line, int *said, int *denied)
{
	struct wording w;

	if (!utstring_len(paragraph))
		return;
	wording_read(&w, phrases, utstring_body(paragraph), utstring_len(paragraph));
	if (!*said && wording_says(&w, KB_PHRASES_STABLE))
		*said = line;
	if (!*denied && (w.negated >> KB_PHRASES_STABLE & 1 || wording_says(&w, KB_PHRASES_UNSTABLE)))
		*denied = line;
	utstring_clear(paragraph);
}

void
kb_judge_stable(const struct doc *d, const struct phrases *phrases, struct findings *out)
{
	int said = 0, denied = 0, from = 0;
	UT_string paragraph;
	struct lines l;
	struct line line;

	utstring_init(&paragraph);
	lines_start(&l, d->text, d->len);
	while (line_next(&l, &line)) {
		if (line.level || line.item || line.blank)
			judge_paragraph(&paragraph, phrases, from, &said, &denied);
		if (line.blank || line.code)
			continue;
		if (!utstring_len(&paragraph))
			from = line.number;
		add_clauses(&paragraph, d->text + line.words, line.n_words);
		if (line.level)
			judge_paragraph(&paragraph, phrases, from, &said, &denied);
	}
	judge_paragraph(&paragraph, phrases, from, &said, &denied);
	utstring_done(&paragraph);
	if (denied)
		findings_add(out, &kb_rules[KB_RULE_UNSTABLE], denied,
			"here it says that the graph is not stable: finish the base, or set stable = true");
	else if (!said)
		findings_add(out, &kb_rules[KB_RULE_UNSTABLE], 0,
			"it does not say that the graph is stable (\"the graph is stable\"): finish the base, or set "
			"stable = true");
}

/* -- central questions -------------------------------------------------------------------------------------------- */

#define QUESTION_ERROR(out, line, ...) findings_add(out, &kb_rules[KB_RULE_QUESTION], line, __VA_ARGS__)

/* The words of the first line, without the arguments that it ends in, and what introduces them. */
static const char *
question_text(struct doc *d, const struct line *line)
{
	size_t off = line->words, len = line->n_words;
	const char *s = d->text;
	unsigned number;

	for (size_t at = off; at < off + len; at++)
		if (argument_id_read(s + at, s + off + len, &number)) {
			len = at > off ? at - off : len;
			break;
		}
	while (len && strchr(" \t([{*_`-:,", s[off + len - 1]))
		len--;
	while (len > 3 && !memcmp(s + off + len - 3, "—", 3))
		len -= 3;
	while (len && strchr("*_ \t", s[off]))
		off++, len--;
	text_trim(s, &off, &len);
	return doc_piece(d, off, len);
}

static void
end_question(struct doc *d, struct doc_item *q, size_t begin, size_t end, struct findings *out)
{
	if (!q)
		return;
	doc_add_arguments(d, q, begin, end - begin, q->line);
	if (!q->n_mentions)
		QUESTION_ERROR(
			out, q->line, "the question names no argument that stands for it, as (arg-001, arg-014)");
}

/* Where the questions stand: behind the first heading that says so, and up to the next of its level. */
static bool
find_questions(const struct doc *d, struct lines *l, struct line *heading)
{
	static const char words[] = "central question";

	lines_start(l, d->text, d->len);
	while (line_next(l, heading))
		for (size_t i = 0; heading->level && i + strlen(words) <= heading->n_words; i++)
			if (!strncasecmp(d->text + heading->words + i, words, strlen(words)))
				return true;
	return false;
}

/* How questions stand there: under headings of this level; 0: as list items, with at most *indent blanks before them.
 */
static unsigned
question_level(struct lines l, const struct line *heading, unsigned *indent)
{
	unsigned level = 0;
	bool items = false;
	struct line line;

	while (line_next(&l, &line) && (!line.level || line.level > heading->level)) {
		if (line.level && (!level || line.level < level))
			level = line.level;
		if (line.item && !items)
			*indent = line.indent + 1;
		items |= line.item;
	}
	return level;
}

void
kb_read_questions(struct doc *d, struct findings *out)
{
	struct lines l;
	struct line heading, line;
	struct doc_item *q = NULL;
	size_t begin = 0, end;
	unsigned level, indent = 0;

	if (!find_questions(d, &l, &heading)) {
		QUESTION_ERROR(out, 0, "there is no heading with \"central question\" in it");
		return;
	}
	level = question_level(l, &heading, &indent);
	d->items = mem_calloc(KB_QUESTIONS_MAX, sizeof *d->items);
	for (end = l.at; line_next(&l, &line) && (!line.level || line.level > heading.level); end = l.at) {
		if (level ? line.level != level : !line.item || line.indent > indent)
			continue;
		end_question(d, q, begin, line.off, out);
		q = NULL;
		if (d->n_items == KB_QUESTIONS_MAX) {
			QUESTION_ERROR(out, line.number, "there are at most %d central questions", KB_QUESTIONS_MAX);
			return;
		}
		q = &d->items[d->n_items++];
		*q = (struct doc_item){.number = (unsigned)d->n_items,
			.line = line.number,
			.mention = d->n_mentions,
			.text = question_text(d, &line)};
		begin = line.off;
	}
	end_question(d, q, begin, end < d->len ? end : d->len, out);
	if (!d->n_items)
		QUESTION_ERROR(
			out, heading.number, "under this heading stands no question, as a list item or a heading");
}
