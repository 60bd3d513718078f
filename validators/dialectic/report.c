/*
 * A report is read as Markdown, so that a section in a code block or a quote is none, and what stands in a comment
 * names nothing. Its words are those of the whole file.
 */
#include "validators/dialectic/report.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include "validators/dialectic/quotes.h"
#include "validators/kit/format.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

#define REPORT_WORDS_LEAST 500
#define REPORT_WORDS_MOST 600

static const char *const sections[] = { "The Question", "The Clash", "Turning Points", "The Verdict" };
#define SECTIONS (sizeof sections / sizeof sections[0])

struct report {
	const struct fstate *state;
	const struct md *md;
	int line0;
	struct findings *out;
};

#define REPORT(r, rule, line, ...) findings_add((r)->out, &dialectic_rules[rule], (line) ? (line) + (r)->line0 : 0, \
	__VA_ARGS__)

/* -- sections -- */

static bool
is_heading(const struct md_line *line, unsigned level)
{
	return line->kind == MD_HEADING && line->level == level && !line->quoted && !line->depth;
}

static void
judge_title(const struct report *r)
{
	const struct md *md = r->md;

	if (!md->n || !is_heading(&md->lines[0], 1) || is_blank(md->text + md->lines[0].off, md->lines[0].len))
		REPORT(r, RULE_REPORT_SECTION, md->n ? md->lines[0].line : 0,
			"the first line is a title: `# ` and its text");
	for (size_t i = 1; i < md->n; i++)
		if (is_heading(&md->lines[i], 1))
			REPORT(r, RULE_REPORT_SECTION, md->lines[i].line, "a report has one title");
}

/* SECTIONS where there is none of that title. */
static size_t
section_titled(const char *title, size_t len)
{
	size_t i = 0;

	while (i < SECTIONS && (strlen(sections[i]) != len || strncasecmp(title, sections[i], len)))
		i++;
	return i;
}

void
report_put_blank(UT_string *out)
{
	utstring_printf(out, "# " HAND_IN_PLACE "\n");
	for (size_t i = 0; i < SECTIONS; i++)
		utstring_printf(out, "\n## %s\n\n" HAND_IN_PLACE "\n", sections[i]);
}

static bool
is_empty(const struct md *md, size_t heading)
{
	for (size_t i = heading + 1; i < md->n; i++) {
		const struct md_line *line = &md->lines[i];

		if (is_heading(line, 1) || is_heading(line, 2))
			return true;
		if (line->kind != MD_HEADING && !is_blank(md->text + line->off, line->len))
			return false;
	}
	return true;
}

static void
judge_sections(const struct report *r)
{
	unsigned seen[SECTIONS] = { 0 };
	size_t due = 0;

	for (size_t i = 0; i < r->md->n; i++) {
		const struct md_line *line = &r->md->lines[i];
		size_t section = is_heading(line, 2) ? section_titled(r->md->text + line->off, line->len) : SECTIONS;

		if (section == SECTIONS)
			continue;
		if (seen[section]++)
			REPORT(r, RULE_REPORT_SECTION, line->line, "`## %s` stands twice", sections[section]);
		else if (section < due)
			REPORT(r, RULE_REPORT_SECTION, line->line, "`## %s` stands too late", sections[section]);
		else if (is_empty(r->md, i))
			REPORT(r, RULE_REPORT_SECTION, line->line, "`## %s` is empty", sections[section]);
		due = section > due ? section : due;
	}
	for (size_t i = 0; i < SECTIONS; i++)
		if (!seen[i])
			REPORT(r, RULE_REPORT_SECTION, 0, "`## %s` is missing", sections[i]);
}

static void
judge_places(const struct report *r)
{
	for (size_t i = 0; i < r->md->n; i++) {
		const struct md_line *line = &r->md->lines[i];

		if (line->len == strlen(HAND_IN_PLACE) && !memcmp(r->md->text + line->off, HAND_IN_PLACE, line->len))
			REPORT(r, RULE_REPORT_SECTION, line->line, "this place of the template is not filled in");
	}
}

/* -- ids and totals -- */

static bool
in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The words of letters, digits and underscores; false at the end. */
static bool
take_word(struct reader *r, struct reader *word)
{
	while (r->s < r->end && !in_word(*r->s))
		r->s++;
	word->s = r->s;
	while (r->s < r->end && in_word(*r->s))
		r->s++;
	word->end = r->s;
	return left(word) > 0;
}

/* Is it meant for an argument's id: `prop_` or `opp_`, digits, and at most a letter? */
static bool
is_like_id(struct reader word)
{
	enum side side = 0;

	while (side < SIDES && !skip_text(&word, dialectic_sides[side].abbr))
		side++;
	if (side == SIDES || !skip_text(&word, "_") || !left(&word) || !isdigit((unsigned char)*word.s))
		return false;
	while (left(&word) && isdigit((unsigned char)*word.s))
		word.s++;
	return !left(&word) || (left(&word) == 1 && islower((unsigned char)*word.s));
}

/* What a debate's last argument or exchange is called is told, so that the right one is found. */
static bool
judge_id(const struct report *r, struct reader word, int line)
{
	unsigned last = r->state->exchange ? exchange_first(r->state->exchange) - 1 : 0;
	struct argument_id id;

	if (argument_id_parse(word.s, left(&word), &id) && scoreboard_find(r->state->board, id))
		return true;
	if (is_like_id(word))
		REPORT(r, RULE_REPORT_ARGUMENT, line,
			"there is no argument %.*s in this debate: its arguments go from %s to %s", (int)left(&word),
			word.s, id_text(argument_at(0)).s, id_text(argument_at(last)).s);
	return false;
}

/* "of exchange 7", "Exchange 7": a number of one. What is exchanged for something else has other words before it. */
static bool
names_exchange(struct reader before, struct reader word)
{
	static const char *const words[] = { "in", "of", "from", "by", "after", "before", "during", "until", "since" };

	if ((size_t)left(&word) != strlen("exchange") || strncasecmp(word.s, "exchange", strlen("exchange")))
		return false;
	if (*word.s == 'E')
		return true;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if ((size_t)left(&before) == strlen(words[i]) && !strncasecmp(before.s, words[i], strlen(words[i])))
			return true;
	return false;
}

#define EXCHANGE_DIGITS 4

static void
judge_exchange(const struct report *r, struct reader before, struct reader word, struct reader number, int line)
{
	struct reader digits = number;
	unsigned n;

	if (!names_exchange(before, word) || number.s != word.end + 1 || *word.end != ' ' ||
		left(&number) > EXCHANGE_DIGITS || !skip_number(&digits, &n) || left(&digits) || n < r->state->exchange)
		return;
	REPORT(r, RULE_REPORT_ARGUMENT, line,
		"there is no exchange %u in this debate: they count from 0, and the last is %u", n,
		r->state->exchange ? r->state->exchange - 1 : 0);
}

static void
judge_argument(const struct report *r)
{
	bool named = false;

	for (size_t i = 0; i < r->md->n; i++) {
		const struct md_line *line = &r->md->lines[i];
		const char *s = r->md->text + line->off;
		struct reader text = { s, s + line->len }, word, last = { s, s }, before = { s, s };

		for (; take_word(&text, &word); before = last, last = word) {
			named = judge_id(r, word, line->line) || named;
			judge_exchange(r, before, last, word, line->line);
		}
	}
	if (!named)
		REPORT(r, RULE_REPORT_ARGUMENT, 0, "no argument of this debate is named by its id");
}

/* What parts a number from its sign, or from the word before it: a minus sign is any dash that no word stands
 * before. */
static bool
is_negative(const char *text, const char *number)
{
	return number > text && number[-1] == '-' && (number - 1 == text || !in_word(number[-2]));
}

/* A number of digits and at most one point. The word it begins is `word`; *r is moved behind it. */
static bool
take_number(struct reader *r, struct reader word, double *value)
{
	struct reader fraction = { r->s, r->end };
	char digits[32];
	size_t n;

	if (skip_text(&fraction, ".") && fraction.s < fraction.end && isdigit((unsigned char)*fraction.s)) {
		while (fraction.s < fraction.end && in_word(*fraction.s))
			fraction.s++;
		r->s = word.end = fraction.s;
	}
	n = left(&word);
	if (n >= sizeof digits)
		return false;
	memcpy(digits, word.s, n);
	digits[n] = '\0';
	if (strspn(digits, "0123456789.") != n)
		return false;
	*value = strtod(digits, NULL);
	return true;
}

/* A line with its numbers in ASCII: full-width digits, point and minus; a minus sign, and the dash that is typed for
 * one. malloc'd; *end is its end. */
static char *
plain_numbers(const char *s, size_t len, char **end)
{
	char *line = mem_copy(s, len), *out = line;

	for (size_t at = 0, n; at < len; at += n) {
		int32_t cp = char_at(s + at, s + len);

		n = char_bytes(s + at, s + len);
		if (cp >= 0xff10 && cp <= 0xff19)
			*out++ = (char)('0' + (cp - 0xff10));
		else if (cp == 0xff0e)
			*out++ = '.';
		else if (cp == 0xff0d || cp == 0x2212 || cp == 0x2013)
			*out++ = '-';
		else
			out = mempcpy(out, s + at, n);
	}
	*out = '\0';
	*end = out;
	return line;
}

/*
 * Which total stands with which side is told by sentences alone in which each side that is named has one total behind
 * it, or one before it: "the proposition has 0.6 and the opposition -0.9". Scores of an exchange may be the same
 * numbers, so that only a report which gives each side the other's total so, and nowhere the two in another way, has
 * them the wrong way round.
 */
struct mention {
	bool total;     /* of a side; else its name */
	enum side side;
};

#define SENTENCE_MENTIONS 4

struct totals {
	const struct report *r;
	bool named[SIDES];  /* its total stands somewhere */
	bool right, wrong[SIDES];
	struct mention sentence[SENTENCE_MENTIONS];
	unsigned n;         /* may be more than there is room for */
	bool met[SIDES];    /* totals in this sentence */
};

static void
end_sentence(struct totals *t)
{
	const struct mention *m = t->sentence;
	bool pairs = t->n == 2 || t->n == 4;

	for (unsigned i = 1; i < t->n && pairs; i++)
		pairs = m[i].total != m[i - 1].total;
	if (pairs && t->n == 4)
		pairs = m[0].side != m[2].side && m[1].side != m[3].side;
	for (unsigned i = 0; i < t->n && pairs; i += 2)
		if (m[i].side == m[i + 1].side)
			t->right = true;
		else
			t->wrong[m[i].total ? m[i + 1].side : m[i].side] = true;
	t->right = t->right || (!pairs && t->met[SIDE_PROPOSITION] && t->met[SIDE_OPPOSITION]);
	t->n = 0;
	t->met[SIDE_PROPOSITION] = t->met[SIDE_OPPOSITION] = false;
}

static void
mention(struct totals *t, bool total, enum side side)
{
	if (t->n < SENTENCE_MENTIONS)
		t->sentence[t->n] = (struct mention){ .total = total, .side = side };
	t->n++;
	t->met[side] = t->met[side] || total;
	t->named[side] = t->named[side] || total;
}

/* What a side is called in English, as in the record, and in Chinese. */
static bool
mention_side(struct totals *t, struct reader *r)
{
	static const char *const chinese[SIDES] = { [SIDE_PROPOSITION] = "正方", [SIDE_OPPOSITION] = "反方" };

	for (enum side side = 0; side < SIDES; side++)
		if (skip_word(r, dialectic_sides[side].name) || skip_text(r, chinese[side])) {
			mention(t, false, side);
			return true;
		}
	return false;
}

static bool
skip_stop(struct reader *r)
{
	struct reader at = *r;

	if (!skip_char(&at, '.') && !skip_char(&at, '!') && !skip_char(&at, '?') && !skip_char(&at, ';'))
		return false;
	if ((unsigned char)*r->s < 0x80 && left(&at) && !white_bytes(at.s, at.end))
		return false;
	*r = at;
	return true;
}

static void
read_totals(struct totals *t, const char *s, const char *end)
{
	struct reader text = { s, end }, word;
	double value;

	while (left(&text)) {
		if (skip_stop(&text)) {
			end_sentence(t);
		} else if (mention_side(t, &text)) {
			continue;
		} else if (!in_word(*text.s)) {
			text.s += char_bytes(text.s, text.end);
		} else if (take_word(&text, &word) && take_number(&text, word, &value)) {
			value = is_negative(s, word.s) ? -value : value;
			for (enum side side = 0; side < SIDES; side++)
				if (fabs(value - t->r->state->totals[side].total.value) < 1e-9)
					mention(t, true, side);
		}
	}
}

/* -- the line of totals -- */

#define TOTALS_LABEL "Totals"

void
report_put_totals(const struct fstate *state, UT_string *out)
{
	utstring_printf(out, TOTALS_LABEL ": %s %s, %s %s", dialectic_sides[SIDE_PROPOSITION].name,
		number_text(state->totals[SIDE_PROPOSITION].total).s, dialectic_sides[SIDE_OPPOSITION].name,
		number_text(state->totals[SIDE_OPPOSITION].total).s);
}

/* What counts of such a line: its letters, digits, points and minus signs. In place; returns the end. */
static char *
keep_words(char *s, char *end)
{
	char *out = s;

	for (; s < end; s++)
		if (in_word(*s) || *s == '-' || *s == '.')
			*out++ = (char)tolower((unsigned char)*s);
	*out = '\0';
	return out;
}

/* `Totals: …` is the blank's own line, and stays as it is there, in emphasis or not. */
static void
judge_totals_line(const struct report *r, const struct md_line *line)
{
	struct reader text = { r->md->text + line->off, r->md->text + line->off + line->len };
	char *end, *said, *wanted;
	UT_string right;

	while (left(&text) && (*text.s == '*' || *text.s == '_' || *text.s == ' '))
		text.s++;
	if (!skip_word(&text, TOTALS_LABEL) || !left(&text))
		return;
	while (left(&text) > 1 && (*text.s == '*' || *text.s == '_'))
		text.s++;
	if (!skip_char(&text, ':'))
		return;
	utstring_init(&right);
	report_put_totals(r->state, &right);
	wanted = mem_strdup(utstring_body(&right) + strlen(TOTALS_LABEL ":"));
	keep_words(wanted, wanted + strlen(wanted));
	said = plain_numbers(text.s, (size_t)left(&text), &end);
	end = keep_words(said, end);
	if (end > said && end[-1] == '.')
		*--end = '\0';
	if (strcmp(said, wanted))
		REPORT(r, RULE_REPORT_TOTALS, line->line, "this line stays as it is in the blank: `%s`",
			utstring_body(&right));
	utstring_done(&right);
	free(wanted);
	free(said);
}

static void
judge_totals(const struct report *r)
{
	struct totals t = { .r = r };
	const struct total *totals = r->state->totals;
	const struct md *md = r->md;

	for (size_t i = 0; i < md->n; i++) {
		char *end, *line = plain_numbers(md->text + md->lines[i].off, md->lines[i].len, &end);

		judge_totals_line(r, &md->lines[i]);
		if (md->lines[i].block_start)
			end_sentence(&t);
		read_totals(&t, line, end);
		free(line);
	}
	end_sentence(&t);
	for (enum side side = 0; side < SIDES; side++)
		if (!t.named[side])
			REPORT(r, RULE_REPORT_TOTALS, 0, "the total of the %s, %s, is not named",
				dialectic_sides[side].name, number_text(totals[side].total).s);
	if (t.wrong[SIDE_PROPOSITION] && t.wrong[SIDE_OPPOSITION] && !t.right)
		REPORT(r, RULE_REPORT_TOTALS, 0,
			"each side has the other's total here: the %s's is %s and the %s's is %s",
			dialectic_sides[SIDE_PROPOSITION].name, number_text(totals[SIDE_PROPOSITION].total).s,
			dialectic_sides[SIDE_OPPOSITION].name, number_text(totals[SIDE_OPPOSITION].total).s);
}

/* -- the whole -- */

static void
judge_words(const struct report *r, const char *text, size_t len, bool prefix)
{
	const char *newline = prefix && len ? memrchr(text, '\n', len) : NULL;
	size_t n = wordcount(text, prefix ? (newline ? (size_t)(newline - text) : 0) : len);

	if (n > REPORT_WORDS_MOST || (n < REPORT_WORDS_LEAST && !prefix))
		REPORT(r, RULE_REPORT_WORDS, 0, "the report has %zu words, %d to %d are wanted", n, REPORT_WORDS_LEAST,
			REPORT_WORDS_MOST);
}

void
report_judge(const struct fstate *state, const char *text, size_t len, int line0, bool prefix, struct findings *out)
{
	struct md md;
	struct report r = { .state = state, .md = &md, .line0 = line0, .out = out };

	judge_words(&r, text, len, prefix);
	if (prefix)
		return;
	md_parse(&md, text, len);
	if (md.fault != MD_FINE) {
		findings_add(out, &text_rules[TEXT_NESTING], md.fault_line ? md.fault_line + line0 : 0, "%s",
			md_fault_sentences[md.fault]);
	} else {
		judge_title(&r);
		judge_sections(&r);
		judge_places(&r);
		judge_argument(&r);
		judge_totals(&r);
		said_judge_report(state, &md, line0, out);
	}
	md_free(&md);
}
