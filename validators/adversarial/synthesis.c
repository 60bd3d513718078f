/*
 * The synthesis. What the graph and the ledger know stands in it as facts: each is the beginning of a list item
 * ("L-003 (arg-014): refuted"), behind which a person goes on. Facts and items are compared by their words, so that
 * punctuation, marks and case are free; every fact is said once, and no item with an id says anything else.
 */
#include "validators/adversarial/settle.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include "validators/kit/format.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"

/* clang-format off */
enum section { QUESTIONS, CLOSED, DOWNGRADED, BASELESS, SILENCE, SOURCES, FINDINGS, SNAPSHOT, VERDICT, SECTIONS };
static const struct section_row {
	const char *title;
	const char *id;  /* with which a fact of it begins; NULL: with a position's slug, or words */
	const char *not; /* of an id that is in no fact: what it is not */
} rows[SECTIONS] = {
	[QUESTIONS] = { "Central questions", NULL, "held against the weight of the evidence" },
	[CLOSED] = { "Closed claims", "l-", "closed" },
	[DOWNGRADED] = { "Downgraded arguments", "arg-", "lower than it was in the snapshot" },
	[BASELESS] = { "Baseless claims", "arg-", "baseless" },
	[SILENCE] = { "Persistent non-engagement", NULL, "a non-engagement that persists" },
	[SOURCES] = { "Sources added", "kb/", "a source that this debate has added" },
	[FINDINGS] = { "Findings beyond this debate", "turn ", "a turn with a finding" },
	[SNAPSHOT] = { "Snapshot and revisions", NULL, "" },
	[VERDICT] = { "Verdict", "q-", "a central question" },
};
/* clang-format on */

/* Bytes of what somebody said, where a blank shows it. */
#define WORDS_BYTES 300
#define REPORT(j, rule, line, ...) \
	findings_add((j)->out, &synthesis_rules[rule], (line) ? (line) + (j)->line0 : 0, __VA_ARGS__)

/* -- words -- */

/* Dashes, quotes, arrows. */
static bool
is_mark(const char *s, size_t len)
{
	return len > 2 && s[0] == '\xe2' && (s[1] == '\x80' || s[1] == '\x86');
}

static bool
is_letter(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* A bracket that is not for arguments. */
static bool
is_aside(const char *s, size_t len)
{
	return *s == '(' && (len < 5 || strncasecmp(s + 1, "arg-", 4));
}

/* The words of a text, in lower case, a space between two; ids and paths are one. With `stops` a "." stands where a
 * sentence, or a clause behind a colon or a dash, ends. malloc'd. */
static char *
fold(const char *s, size_t len, bool stops)
{
	char *out = mem_calloc(2 * len + 2, 1), *to = out;

	for (size_t i = 0; i < len;) {
		size_t at = i, from = i, end;
		bool stop;

		for (; i < len && !is_mark(s + i, len - i) && (is_letter(s[i]) || strchr("-/._", s[i])); i++)
			;
		for (end = i; from < end && !is_letter(s[from]); from++)
			;
		for (; end > from && !is_letter(s[end - 1]); end--)
			;
		if (end > from && to > out)
			*to++ = ' ';
		stop = i > at && s[i - 1] == '.';
		for (; from < end; from++)
			*to++ = (char)((unsigned char)s[from] < 0x80 ? tolower((unsigned char)s[from]) : s[from]);
		if (i < len && (stop || is_mark(s + i, len - i) || strchr(":;", s[i]) || is_aside(s + i, len - i)) &&
			stops && to > out && to[-1] != '.')
			to = stpcpy(to, " .");
		if (i < len)
			i += is_mark(s + i, len - i) ? 3 : 1;
	}
	return out;
}

static size_t
word_len(const char *words)
{
	return strcspn(words, " ");
}

static const char *
next_word(const char *words)
{
	words += word_len(words);
	return words + (*words == ' ');
}

static const char *
skip_stop(const char *words)
{
	return *words == '.' ? next_word(words) : words;
}

/* Do these words begin with those? */
static bool
begins(const char *words, const char *with)
{
	size_t n = strlen(with);

	return !strncmp(words, with, n) && (!words[n] || words[n] == ' ');
}

/* What somebody said, on one line. malloc'd. */
static char *
short_words(const char *s)
{
	char *line = text_fold_space(s, strlen(s));
	size_t cut = text_cut(line, strlen(line), WORDS_BYTES);

	line[cut] = '\0';
	return line;
}

/* -- facts -- */

struct fact {
	enum section section;
	char *says;  /* as a blank has it */
	char *words; /* folded */
	char *more;  /* behind it in a blank; NULL: nothing */
	bool said;
};

struct facts {
	const struct settle_ask *ask;
	struct settlement *s;
	struct fact *v;
	size_t n, room;
};

/* Takes both. */
static void
add_fact(struct facts *f, enum section section, char *says, char *more)
{
	if (f->n == f->room)
		f->v = mem_resize(f->v, f->room = f->room ? 2 * f->room : 16, sizeof *f->v);
	f->v[f->n++] = (struct fact){section, says, fold(says, strlen(says), false), more, false};
}

static void
add_held(struct facts *f)
{
	for (size_t side = 0; side < kb_positions(f->ask->kb); side++) {
		size_t n;
		const size_t *held = settlement_held(f->s, side, &n);
		UT_string says;

		if (!n)
			continue;
		utstring_init(&says);
		utstring_printf(
			&says, "%s: held against the weight of the evidence", kb_position(f->ask->kb, side)->slug);
		for (size_t i = 0; i < n; i++)
			utstring_printf(&says, "%s%s", i ? ", " : " (", kb_argument(f->ask->kb, held[i])->id);
		utstring_printf(&says, ")");
		add_fact(f, QUESTIONS, utstring_body(&says), NULL);
	}
}

static void
add_claims(struct facts *f)
{
	for (unsigned n = 1; n <= ledger_claims(f->ask->ledger); n++) {
		const struct claim *c = ledger_claim(f->ask->ledger, n);

		if (c->status == CLAIM_CLOSED)
			add_fact(f, CLOSED, mem_format("L-%03u (%s): %s", n, c->argument, closed_as_names[c->as]),
				mem_format("in Turn %u%s: %s", c->closed_in,
					c->final		 ? ", and reaffirmed"
						: c->accepted_by ? ", and accepted"
								 : "",
					c->ruling ? c->ruling : ""));
	}
}

static void
add_arguments(struct facts *f)
{
	const struct kb *was = f->ask->snapshot, *is = f->ask->kb;

	for (size_t i = 0; i < kb_arguments(is); i++) {
		const struct kb_argument *a = kb_argument(is, i);
		size_t row = kb_argument_find(was, a->id, strlen(a->id));

		if (row != KB_NONE && kb_argument(was, row)->status != a->status)
			add_fact(f, DOWNGRADED,
				mem_format("%s: %s → %s", a->id, kb_status_names[kb_argument(was, row)->status],
					kb_status_names[a->status]),
				NULL);
		if (a->status == KB_BASELESS)
			add_fact(f, BASELESS, mem_strdup(a->id), mem_strdup(a->summary));
	}
}

static void
add_ledger(struct facts *f)
{
	const struct ledger *l = f->ask->ledger;

	for (size_t i = 0; i < ledger_deflections(l); i++) {
		const struct deflection *d = ledger_deflection(l, i);

		if (deflection_persists(d))
			add_fact(f, SILENCE,
				mem_format("%s: %s → %s", kb_position(f->ask->kb, d->side)->slug, d->cited,
					d->unaddressed),
				mem_format("called out %zu times", d->n_called));
	}
	for (size_t i = 0; i < ledger_findings(l); i++) {
		unsigned turn;
		const char *words = ledger_finding(l, i, &turn);

		add_fact(f, FINDINGS, mem_format("Turn %u", turn), mem_strdup(words));
	}
}

static void
add_files(struct facts *f)
{
	for (size_t i = 0; i < kb_files(f->ask->kb); i++) {
		const char *path = kb_file_at(f->ask->kb, i).path;

		if (!strncmp(path, "sources/", strlen("sources/")) && kb_file_find(f->ask->snapshot, path) == KB_NONE)
			add_fact(f, SOURCES, mem_format("kb/%s", path), NULL);
	}
	add_fact(f, SNAPSHOT, mem_strdup("Snapshot: kb-snapshot-construction/"), NULL);
	add_fact(f, SNAPSHOT, mem_format("Revisions: %u, in kb/revisions.md", f->ask->revisions), NULL);
}

static void
facts_make(struct facts *f, const struct settle_ask *ask)
{
	*f = (struct facts){.ask = ask, .s = settle(ask)};
	add_held(f);
	add_claims(f);
	add_arguments(f);
	add_ledger(f);
	add_files(f);
}

static void
facts_free(struct facts *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->v[i].says);
		free(f->v[i].words);
		free(f->v[i].more);
	}
	free(f->v);
	settlement_free(f->s);
}

/* -- the blank -- */

static void
put_sides(const struct facts *f, size_t question, bool engaging, UT_string *out)
{
	bool any = false;

	utstring_printf(out, "  - %sengaged by: ", engaging ? "" : "not ");
	for (size_t side = 0; side < kb_positions(f->ask->kb); side++) {
		const struct standing *at = settlement_standing(f->s, question, side);

		if (at->engages != engaging)
			continue;
		utstring_printf(out, "%s%s", any ? ", " : "", kb_position(f->ask->kb, side)->slug);
		for (size_t i = 0; i < at->n_by; i++)
			utstring_printf(out, "%s%s", i ? ", " : " (", kb_argument(f->ask->kb, at->by[i])->id);
		utstring_printf(out, at->n_by ? ")" : "");
		any = true;
	}
	utstring_printf(out, any ? "\n" : "nobody\n");
}

static void
put_verdict(const struct facts *f, size_t question, UT_string *out)
{
	struct question_verdict v = settlement_verdict(f->s, question);

	utstring_printf(out, "- Q-%zu: %s", question + 1, verdict_kind_names[v.kind]);
	for (size_t i = 0; i < v.n_sides; i++)
		utstring_printf(out, "%s%s", i ? ", " : " ", kb_position(f->ask->kb, v.sides[i])->slug);
	utstring_printf(out, "\n");
}

static void
put_facts(const struct facts *f, enum section section, UT_string *out)
{
	bool any = section == QUESTIONS || section == VERDICT;

	for (const struct fact *fact = f->v; fact < f->v + f->n; fact++) {
		char *more = fact->more ? short_words(fact->more) : NULL;

		if (fact->section == section) {
			utstring_printf(out, "- ");
			md_escape(out, fact->says);
			utstring_printf(out, more && *more ? (section == CLOSED ? ", " : ": ") : "");
			md_escape(out, more ? more : "");
			utstring_printf(out, "\n");
			any = true;
		}
		free(more);
	}
	if (!any)
		utstring_printf(out, "None.\n");
}

void
synthesis_blank(const struct settle_ask *ask, const char *heading, UT_string *out)
{
	struct facts f;

	facts_make(&f, ask);
	utstring_printf(out, "%s\n", heading);
	for (enum section section = 0; section < SECTIONS; section++) {
		utstring_printf(out, "\n### %s\n\n", rows[section].title);
		for (size_t q = 0; q < kb_questions(ask->kb) && section == QUESTIONS; q++) {
			char *text = short_words(kb_question(ask->kb, q)->text);

			utstring_printf(out, "- Q-%zu: ", q + 1);
			md_escape(out, text);
			utstring_printf(out, "\n");
			put_sides(&f, q, true, out);
			put_sides(&f, q, false, out);
			free(text);
		}
		for (size_t q = 0; q < kb_questions(ask->kb) && section == VERDICT; q++)
			put_verdict(&f, q, out);
		put_facts(&f, section, out);
	}
	utstring_printf(out, "\n" HAND_IN_PLACE "\n");
	facts_free(&f);
}

/* -- judging -- */

struct judging {
	struct facts f;
	struct md md;
	int line0;
	struct findings *out;
	int at[SECTIONS];	    /* the line of its heading; 0: it is not there */
	bool *questions, *verdicts; /* that were met */
};

/* An item of the list, or a paragraph's line, and what it says. */
struct saying {
	enum section section;
	int line;
	bool item;
	const char *text;
	size_t len;
	char *words;
};

/* The position that a word is the slug of. */
static size_t
side_named(const struct judging *j, const char *word)
{
	const struct kb *kb = j->f.ask->kb;
	size_t side = 0;

	while (side < kb_positions(kb) &&
		(strlen(kb_position(kb, side)->slug) != word_len(word) ||
			strncmp(kb_position(kb, side)->slug, word, word_len(word))))
		side++;
	return side < kb_positions(kb) ? side : KB_NONE;
}

/* "q-12": 11; KB_NONE: it is no question's. */
static size_t
question_named(const struct judging *j, const char *word)
{
	char *end;
	unsigned long n = !strncmp(word, "q-", 2) && isdigit((unsigned char)word[2]) ? strtoul(word + 2, &end, 10) : 0;

	return n && end == word + word_len(word) && n <= kb_questions(j->f.ask->kb) ? n - 1 : KB_NONE;
}

/* The first word of these that a fact of the section begins with; NULL: there is none. */
static const char *
find_key(const struct judging *j, enum section section, const char *words)
{
	const char *id = rows[section].id;

	if (section == SNAPSHOT || (section == QUESTIONS && !begins(next_word(words), "held against")))
		return section == SNAPSHOT && *words ? words : NULL;
	if (!id)
		return side_named(j, words) != KB_NONE ? words : NULL;
	for (; *words; words = next_word(words))
		if (!strncmp(words, id, strlen(id)) &&
			(section == SOURCES || isdigit((unsigned char)words[strlen(id)])))
			return words;
	return NULL;
}

/* How many bytes of these words are the key: "turn 7" are two of them. */
static size_t
key_len(enum section section, const char *key)
{
	return section == FINDINGS ? (size_t)(next_word(key) - key) + word_len(next_word(key)) : word_len(key);
}

static int
by_words(const void *a, const void *b)
{
	const struct fact *x = a, *y = b;

	return x->section != y->section ? (x->section < y->section ? -1 : 1) : strcmp(x->words, y->words);
}

/* The first fact whose words are these or come behind them. */
static struct fact *
find_fact(const struct judging *j, enum section section, const char *words, size_t n)
{
	size_t from = 0, to = j->f.n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		const struct fact *fact = &j->f.v[middle];

		if (fact->section != section ? fact->section < section : strncmp(fact->words, words, n) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return &j->f.v[from];
}

/* Does an item say a fact, that begins with the same words? A paragraph names only what is in one. */
static void
judge_key(struct judging *j, const struct saying *it, const char *key, size_t n)
{
	struct fact *fact = find_fact(j, it->section, key, n), *same = NULL, *said = NULL;
	struct quote quoted = quote(it->text, it->len);

	for (; fact < j->f.v + j->f.n && fact->section == it->section && !strncmp(fact->words, key, n); fact++) {
		if (fact->words[n] && fact->words[n] != ' ')
			continue;
		same = fact;
		if (!it->item || !begins(key, fact->words))
			continue;
		said = fact;
		if (!fact->said)
			break;
	}
	if (said && !said->said)
		said->said = true;
	else if (said)
		REPORT(j, SYNTHESIS_GRAPH, it->line, "\"%s\" stands here again", said->says);
	else if (same && it->item)
		REPORT(j, SYNTHESIS_GRAPH, it->line, "this says \"%s\" by the graph, and not \"%s\"", same->says,
			quoted.s);
	else if (!same && *rows[it->section].not )
		REPORT(j, SYNTHESIS_GRAPH, it->line, "\"%.*s\" is not %s: \"%s\"", (int)(n < 80 ? n : 80), key,
			rows[it->section].not, quoted.s);
}

static void
judge_fact(struct judging *j, const struct saying *it)
{
	for (const char *key = it->words; (key = find_key(j, it->section, key)); key = next_word(key)) {
		judge_key(j, it, key, key_len(it->section, key));
		if (it->item)
			return;
	}
}

/* -- questions -- */

/* Who is named behind "engaged by", and behind "not engaged by". */
struct engaged {
	bool by, not_by;
};

/* Words that may stand in such a list. */
static bool
is_listed(const char *word)
{
	static const char *const words[] = {"and", "nobody", "none", "no", "one", "by"};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strlen(words[i]) == word_len(word) && !strncmp(words[i], word, word_len(word)))
			return true;
	return false;
}

static bool
engages_by(const struct judging *j, size_t question, size_t side, const char *word)
{
	size_t row = kb_argument_find(j->f.ask->kb, word, word_len(word));
	const struct standing *at = settlement_standing(j->f.s, question, side);

	for (size_t i = 0; i < at->n_by; i++)
		if (at->by[i] == row)
			return true;
	return false;
}

/* From behind "engaged by" on. */
static const char *
read_engaged(struct judging *j, const struct saying *it, size_t question, const char *words, bool not_by,
	struct engaged *engaged)
{
	size_t side = KB_NONE;

	for (; *words; words = next_word(words)) {
		size_t named = side_named(j, words);

		if (named != KB_NONE) {
			side = named;
			*(not_by ? &engaged[side].not_by : &engaged[side].by) = true;
		} else if (!strncmp(words, "arg-", 4) && side != KB_NONE) {
			if (!not_by && !engages_by(j, question, side, words))
				REPORT(j, SYNTHESIS_GRAPH, it->line, "%s does not engage Q-%zu by %.*s",
					kb_position(j->f.ask->kb, side)->slug, question + 1, (int)word_len(words),
					words);
		} else if (!is_listed(words)) {
			break;
		}
	}
	return words;
}

static void
judge_question(struct judging *j, const struct saying *it, size_t question)
{
	const struct kb *kb = j->f.ask->kb;
	struct engaged *engaged = mem_calloc(kb_positions(kb), sizeof *engaged);
	char *text = short_words(kb_question(kb, question)->text), *asked = fold(text, strlen(text), true);
	const char *words = skip_stop(next_word(it->words));
	bool not_by = false;

	if (j->questions[question])
		REPORT(j, SYNTHESIS_GRAPH, it->line, "Q-%zu stands here again", question + 1);
	j->questions[question] = true;
	if (*asked && begins(words, asked))
		words += strlen(asked);
	for (words += *words == ' '; *words;) {
		bool list = begins(words, "engaged by");

		if (list)
			words = read_engaged(j, it, question, skip_stop(next_word(next_word(words))), not_by, engaged);
		not_by = !list && begins(words, "not");
		words = list ? words : next_word(words);
	}
	for (size_t side = 0; side < kb_positions(kb); side++) {
		bool engages = settlement_standing(j->f.s, question, side)->engages;

		if (engaged[side].by != engages || engaged[side].not_by == engages)
			REPORT(j, SYNTHESIS_GRAPH, it->line,
				"Q-%zu is %sengaged by %s: `- %sengaged by: …` names it, and the "
				"other does not",
				question + 1, engages ? "" : "not ", kb_position(kb, side)->slug,
				engages ? "" : "not ");
	}
	free(engaged);
	free(text);
	free(asked);
}

/* -- the verdict -- */

/* Which one is meant; VERDICT_KINDS: none is. *words are behind it then. */
static enum verdict_kind
verdict_said(const char **words)
{
	enum verdict_kind kind = 0;

	for (; kind < VERDICT_KINDS; kind++) {
		char *name = fold(verdict_kind_names[kind], strlen(verdict_kind_names[kind]), false);
		bool is = begins(*words, name);

		if (is)
			*words += strlen(name);
		free(name);
		if (is)
			break;
	}
	*words += **words == ' ';
	return kind;
}

static void
tell_unearned(struct judging *j, const struct saying *it, size_t question)
{
	struct question_verdict due = settlement_verdict(j->f.s, question);
	UT_string why;

	utstring_init(&why);
	for (size_t i = 0; i < due.n_sides; i++)
		utstring_printf(&why, "%s%s", i ? ", " : " ", kb_position(j->f.ask->kb, due.sides[i])->slug);
	utstring_printf(&why, "`: ");
	settlement_put_why(j->f.s, question, &why);
	REPORT(j, SYNTHESIS_UNEARNED, it->line, "Q-%zu earns `%s%s", question + 1, verdict_kind_names[due.kind],
		utstring_body(&why));
	utstring_done(&why);
}

static void
judge_verdict(struct judging *j, const struct saying *it)
{
	const char *words = skip_stop(next_word(it->words));
	size_t question = question_named(j, it->words), sides[16], n = 0, side;
	enum verdict_kind kind = verdict_said(&words);
	bool names = kind == VERDICT_BETTER_GROUNDED || kind == VERDICT_ASYMMETRIC;

	if (question == KB_NONE)
		return;
	for (; names && n < 16 &&
		((side = side_named(j, words)) != KB_NONE ||
			(n && (begins(words, "and") || !strncmp(words, "arg-", 4))));
		words = next_word(words))
		if (side != KB_NONE)
			sides[n++] = side;
	if (j->verdicts[question])
		REPORT(j, SYNTHESIS_VERDICT, it->line, "Q-%zu has a verdict already", question + 1);
	else if (kind == VERDICT_KINDS)
		REPORT(j, SYNTHESIS_VERDICT, it->line,
			"this is none of the verdicts: `better-grounded SLUG`, `asymmetric "
			"engagement SLUG`, `both engaged, evidence contested`, `neither engaged`, `not settled by this "
			"corpus`");
	else if (names && (!n || (kind == VERDICT_BETTER_GROUNDED && n > 1)))
		REPORT(j, SYNTHESIS_VERDICT, it->line, "behind `%s` stands %s", verdict_kind_names[kind],
			n ? "one position" : "the slug of a position");
	else if (!settlement_earned(j->f.s, question, &(struct question_verdict){kind, sides, n}))
		tell_unearned(j, it, question);
	j->verdicts[question] = true;
}

/* -- sections -- */

static enum section
section_titled(const char *s, size_t len)
{
	enum section section = 0;

	while (section < SECTIONS && (strlen(rows[section].title) != len || strncasecmp(rows[section].title, s, len)))
		section++;
	return section;
}

static void
judge_saying(struct judging *j, struct saying *it)
{
	if (it->len == strlen(HAND_IN_PLACE) && !memcmp(it->text, HAND_IN_PLACE, it->len)) {
		REPORT(j, SYNTHESIS_SECTION, it->line, "this place of the template is not filled in");
		return;
	}
	/* Lists of positions end where a sentence does. */
	it->words = fold(
		it->text, it->len, it->section == VERDICT || (it->section == QUESTIONS && (*it->text | 0x20) == 'q'));
	if (it->section == VERDICT && it->item)
		judge_verdict(j, it);
	else if (it->section == QUESTIONS && it->item && question_named(j, it->words) != KB_NONE)
		judge_question(j, it, question_named(j, it->words));
	else if (it->section != VERDICT && (it->item || (rows[it->section].id && it->section != FINDINGS)))
		judge_fact(j, it);
	free(it->words);
}

/* Where the item, or the line, ends that line i begins. */
static size_t
saying_end(const struct md *md, size_t i)
{
	size_t end = i + 1;

	while (md->lines[i].item && end < md->n && md->lines[end].item == md->lines[i].item)
		end++;
	return end;
}

static void
begin_section(struct judging *j, const struct md_line *l, enum section *now)
{
	enum section section = section_titled(j->md.text + l->off, l->len);

	if (section == SECTIONS)
		REPORT(j, SYNTHESIS_SECTION, l->line, "\"%s\" is no section of a synthesis",
			quote(j->md.text + l->off, l->len).s);
	else if (j->at[section])
		REPORT(j, SYNTHESIS_SECTION, l->line, "`### %s` stands here again", rows[section].title);
	else if (*now != SECTIONS && section < *now)
		REPORT(j, SYNTHESIS_SECTION, l->line, "`### %s` stands behind `### %s`, and belongs before it",
			rows[section].title, rows[*now].title);
	if (section == SECTIONS || j->at[section])
		return;
	j->at[section] = l->line;
	*now = section;
}

static void
read_sections(struct judging *j)
{
	const struct md *md = &j->md;
	enum section now = SECTIONS;
	bool empty = false;

	for (size_t i = 0, end; i < md->n; i = end) {
		const struct md_line *l = &md->lines[i];

		end = saying_end(md, i);
		if (l->kind == MD_HEADING && l->level <= 3 && !l->quoted && !l->depth) {
			if (empty)
				REPORT(j, SYNTHESIS_SECTION, j->at[now],
					"`### %s` is empty: `None.` where there is nothing", rows[now].title);
			begin_section(j, l, &now);
			empty = now != SECTIONS && j->at[now] == l->line;
		} else if (now != SECTIONS && l->kind != MD_BREAK && l->len) {
			const struct md_line *last = &md->lines[end - 1];

			empty = false;
			judge_saying(j,
				&(struct saying){.section = now,
					.line = l->line,
					.item = l->item && !l->quoted,
					.text = md->text + l->off,
					.len = last->off + last->len - l->off});
		}
	}
	if (empty)
		REPORT(j, SYNTHESIS_SECTION, j->at[now], "`### %s` is empty: `None.` where there is nothing",
			rows[now].title);
}

static void
judge_missing(struct judging *j)
{
	for (enum section section = 0; section < SECTIONS; section++)
		if (!j->at[section])
			REPORT(j, SYNTHESIS_SECTION, 0, "`### %s` is missing", rows[section].title);
	for (size_t q = 0; q < kb_questions(j->f.ask->kb); q++) {
		if (j->at[QUESTIONS] && !j->questions[q])
			REPORT(j, SYNTHESIS_GRAPH, j->at[QUESTIONS], "nothing is said of Q-%zu: `- Q-%zu: …`", q + 1,
				q + 1);
		if (j->at[VERDICT] && !j->verdicts[q])
			REPORT(j, SYNTHESIS_VERDICT, j->at[VERDICT], "Q-%zu has no verdict", q + 1);
	}
	for (const struct fact *fact = j->f.v; fact < j->f.v + j->f.n; fact++)
		if (!fact->said && j->at[fact->section])
			REPORT(j, SYNTHESIS_GRAPH, j->at[fact->section], "`- %s` is missing", fact->says);
}

void
synthesis_judge(const struct settle_ask *ask, const char *text, size_t len, int line0, struct findings *out)
{
	struct judging j = {.line0 = line0, .out = out};

	md_parse(&j.md, text, len);
	if (j.md.fault != MD_FINE) {
		REPORT(&j, SYNTHESIS_SECTION, j.md.fault_line, "%s", md_fault_sentences[j.md.fault]);
		md_free(&j.md);
		return;
	}
	facts_make(&j.f, ask);
	j.questions = mem_calloc(kb_questions(ask->kb), sizeof *j.questions);
	j.verdicts = mem_calloc(kb_questions(ask->kb), sizeof *j.verdicts);
	qsort(j.f.v, j.f.n, sizeof *j.f.v, by_words);
	read_sections(&j);
	judge_missing(&j);
	free(j.questions);
	free(j.verdicts);
	facts_free(&j.f);
	md_free(&j.md);
}
