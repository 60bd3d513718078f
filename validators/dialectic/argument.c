/*
 * One reading serves a new hand-in and one from the log: it takes what it understands and reports the rest. Only the reports make
 * the difference: a new hand-in with an error is refused, an old one keeps what it says.
 */
#include "validators/dialectic/argument.h"

#include <limits.h>
#include <string.h>
#include "validators/dialectic/place.h"
#include "validators/dialectic/render.h"
#include "validators/kit/reserved.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

/* -- texts ----------------------------------------------------------------------------------------------------------------------- */

void
words_judge(const struct place *p, const char *s, enum dialectic_rule rule, bool strict)
{
	const struct word_limit *limit = word_limit_find(rule);
	size_t n = wordcount(s, strlen(s));

	if (n > limit->most || n < limit->least)
		place_report(p, strict ? &limit->strict : &dialectic_rules[rule], "this has %zu word%s, and %s%s", n, n == 1 ? "" : "s",
			dialectic_rules[rule].gloss, has_dense_letters(s, strlen(s)) ? "; " DENSE_LETTERS_COUNT : "");
}

/* A text of an object: which key, where it is kept, whether it may be left out, and how many words it may have. */
struct text_key {
	const char *key;
	size_t offset;
	bool optional;
	enum dialectic_rule words; /* DIALECTIC_RULES: as many as one likes */
};

/* clang-format off */
static const struct text_key argument_texts[] = {
	{ "title",     offsetof(struct argument, title),     .words = RULE_WORDS_TITLE },
	{ "claim",     offsetof(struct argument, claim),     .words = RULE_WORDS_CLAIM },
	{ "warrant",   offsetof(struct argument, warrant),   .words = RULE_WORDS_WARRANT },
	{ "backing",   offsetof(struct argument, backing),   .words = RULE_WORDS_BACKING, .optional = true },
	{ "qualifier", offsetof(struct argument, qualifier), .words = RULE_WORDS_QUALIFIER, .optional = true },
};

static const struct text_key ground_texts[] = {
	{ "source",    offsetof(struct ground, source),      .words = DIALECTIC_RULES },
	{ "content",   offsetof(struct ground, content),     .words = RULE_WORDS_GROUND },
	{ "relevance", offsetof(struct ground, relevance),   .words = RULE_WORDS_RELEVANCE },
};
/* clang-format on */

static void
read_texts(const struct place *p, const struct text_key *rows, size_t n, void *object, bool strict)
{
	for (size_t i = 0; i < n; i++) {
		struct place at = rows[i].optional ? place_optional(p, rows[i].key) : place_key(p, rows[i].key);
		const char *s = place_text(&at);

		if (!rows[i].optional)
			place_exists(&at);
		if (!s)
			continue;
		memcpy((char *)object + rows[i].offset, &(char *){ mem_strdup(s) }, sizeof(char *));
		if (rows[i].words != DIALECTIC_RULES)
			words_judge(&at, s, rows[i].words, strict);
	}
}

#define READ_TEXTS(p, rows, object, strict) read_texts(p, rows, sizeof(rows) / sizeof(rows)[0], object, strict)
#define WARN_UNKNOWN(p, known) place_warn_unknown(p, known, sizeof(known) / sizeof(known)[0])

/* -- grounds --------------------------------------------------------------------------------------------------------------------- */

static void
read_ground(const struct place *p, struct ground *ground, bool strict)
{
	static const char *const known[] = { "source", "content", "relevance" };
	struct place content = place_key(p, "content");

	if (!place_is_object(p))
		return;
	WARN_UNKNOWN(p, known);
	READ_TEXTS(p, ground_texts, ground, strict);
	if (ground->content && reserved_says(ground->content, strlen(ground->content)))
		place_report(&content, &text_rules[TEXT_RESERVED], "this, quoted in the record, would read as a line of the filesystem's own");
}

static void
read_grounds(const struct place *argument, struct argument *a, bool strict)
{
	struct place p = place_key(argument, "grounds");
	size_t n = place_items(&p);

	if (place_exists(&p) && json_is_array(p.value) && (n < 1 || n > GROUNDS_MAX))
		place_report(&p, RULE(GROUND_COUNT), n ? "there are more than %d grounds" : "there are no grounds",
			GROUNDS_MAX);
	for (size_t i = 0; i < n && i < GROUNDS_MAX; i++) {
		struct place item = place_item(&p, i);
		read_ground(&item, &a->grounds[a->n_grounds++], strict);
	}
}

/* -- attacks and defences -------------------------------------------------------------------------------------------------------- */

/* NULL, or why `id` cannot be the target. */
static const char *
target_fault(const struct argument *a, const struct link_kind_row *kind, struct argument_id id)
{
	if (id.exchange == a->id.exchange)
		return "this is no argument of an earlier exchange";
	if (id.exchange > a->id.exchange)
		return "there is no such argument";
	if (kind->own != (id.side == a->id.side))
		return kind->own ? "this is the opponent's argument: only one's own are defended" :
			"this is one's own argument: only the opponent's are attacked";
	return NULL;
}

static bool
is_said_already(const struct argument *a, const struct link *link)
{
	for (const struct link *l = a->links[LINK_ATTACK]; l < link; l++)
		if (argument_id_equal(l->target, link->target) && l->type == link->type)
			return true;
	return false;
}

/* False where there is none; no exchange has the number that it has then. */
static bool
read_target(const struct place *p, struct argument *a, enum link_kind kind, struct link *link)
{
	struct place at = place_key(p, "target_id");
	const char *s = place_text(&at), *fault;

	link->target.exchange = UINT_MAX;
	if (!place_exists(&at) || !s)
		return false;
	fault = argument_id_parse(s, strlen(s), &link->target) ? target_fault(a, &link_kinds[kind], link->target) :
		"there is no such argument: an id is such as prop_000a or opp_001";
	if (fault) {
		place_report(&at, &dialectic_rules[link_kinds[kind].target], "%s", fault);
		link->target.exchange = UINT_MAX;
	}
	return !fault;
}

static void
report_type(const struct place *p, enum link_kind kind)
{
	UT_string names;

	utstring_init(&names);
	for (enum link_type type = link_kinds[kind].first; type <= link_kinds[kind].last; type++)
		utstring_printf(&names, "%s%s", utstring_len(&names) ? ", " : "", link_type_names[type]);
	place_report(p, &dialectic_rules[link_kinds[kind].type], "there is no such type; there are %s", utstring_body(&names));
	utstring_done(&names);
}

static bool
read_type(const struct place *p, enum link_kind kind, struct link *link)
{
	struct place at = place_key(p, link_kinds[kind].type_key);
	const char *s = place_text(&at);

	link->type = link_kinds[kind].first;
	if (!place_exists(&at) || !s)
		return false;
	if (link_type_find(kind, s) == LINK_TYPES) {
		report_type(&at, kind);
		return false;
	}
	link->type = link_type_find(kind, s);
	return true;
}

static void
read_link(const struct place *p, struct argument *a, enum link_kind kind, struct link *link, bool strict)
{
	const char *const known[] = { "target_id", link_kinds[kind].type_key, "content" };
	struct place content = place_key(p, "content");
	const char *s;
	bool targeted, typed;

	if (!place_is_object(p))
		return;
	WARN_UNKNOWN(p, known);
	targeted = read_target(p, a, kind, link);
	typed = read_type(p, kind, link);
	if (kind == LINK_ATTACK && targeted && typed && is_said_already(a, link))
		place_report(p, RULE(ATTACK_TWICE), "this argument is attacked in this way already");
	s = place_text(&content);
	if (!place_exists(&content) || !s)
		return;
	link->content = mem_strdup(s);
	words_judge(&content, s, link_kinds[kind].words, strict);
}

static void
read_links(const struct place *argument, struct argument *a, enum link_kind kind, bool strict)
{
	struct place p = place_optional(argument, link_kinds[kind].key);
	unsigned most = a->id.exchange ? link_kinds[kind].most : 0;
	size_t n = place_items(&p);

	if (n > most)
		place_report(&p, &dialectic_rules[link_kinds[kind].count],
			most ? "there are more than %u of them" : "exchange 0 has none of them", most);
	for (size_t i = 0; i < n && i < most; i++) {
		struct place item = place_item(&p, i);
		read_link(&item, a, kind, &a->links[kind][a->n_links[kind]++], strict);
	}
}

/* -- arguments ------------------------------------------------------------------------------------------------------------------- */

static void
read_argument(const struct place *p, struct argument *a, bool strict)
{
	static const char *const known[] = { "title", "claim", "grounds", "warrant", "backing", "qualifier", "attacks", "defends" };

	if (!place_is_object(p))
		return;
	WARN_UNKNOWN(p, known);
	READ_TEXTS(p, argument_texts, a, strict);
	if (a->title)
		label_wrap(&a->label, a->title);
	read_grounds(p, a, strict);
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		read_links(p, a, kind, strict);
}

/* Is the hand-in of the shape that the exchange wants? */
static bool
judge_shape(const struct place *p, unsigned exchange)
{
	size_t n = json_array_size(p->value);

	if (!exchange && json_is_array(p->value) && n != OPENING_ARGUMENTS)
		place_report(p, RULE(HANDIN_COUNT), "there are not exactly %d arguments in the array", OPENING_ARGUMENTS);
	else if (!exchange && json_is_object(p->value))
		place_report(p, RULE(HANDIN_COUNT), "this is an object, exchange 0 takes an array of %d arguments", OPENING_ARGUMENTS);
	else if (!exchange)
		return place_items(p) == OPENING_ARGUMENTS;
	else if (json_is_array(p->value))
		place_report(p, RULE(HANDIN_COUNT), "this is an array, exchange %u takes one argument as an object", exchange);
	else
		return place_is_object(p);
	return false;
}

static struct handin *
read_handin(const struct place *p, enum side side, unsigned exchange, bool strict)
{
	struct handin *h;

	if (!judge_shape(p, exchange))
		return NULL;
	h = mem_calloc(1, sizeof *h);
	atomic_init(&h->refs, 1);
	h->side = side;
	h->exchange = exchange;
	h->n = exchange_arguments(exchange);
	handin_digest(p->value, h->digest);
	for (unsigned i = 0; i < h->n; i++) {
		struct place item = exchange ? *p : place_item(p, i);

		h->arguments[i].id = (struct argument_id){ .side = side, .exchange = exchange, .letter = i };
		read_argument(&item, &h->arguments[i], strict);
	}
	return h;
}

static void
keep_words(struct handin *h)
{
	UT_string words;

	utstring_init(&words);
	for (unsigned i = 0; i < h->n; i++) {
		struct argument *a = &h->arguments[i];

		utstring_clear(&words);
		render_argument_words(a, &words);
		a->words_len = utstring_len(&words);
		a->words = mem_copy(utstring_body(&words), a->words_len);
	}
	utstring_done(&words);
}

struct handin *
handin_read(const json_t *value, enum side side, unsigned exchange, bool strict, struct findings *out)
{
	struct place root = place_root(value, out);
	struct handin *h = read_handin(&root, side, exchange, strict);

	if (h && !findings_first_error(out)) {
		h->warnings = warnings_of(out, &h->n_warnings);
		keep_words(h);
		return h;
	}
	handin_drop(h);
	return NULL;
}

/* -- in the log ------------------------------------------------------------------------------------------------------------------ */

/* Everything that must be there is there: what shows it need not ask. */
static bool
is_whole(const struct argument *a)
{
	bool whole = a->title && a->claim && a->warrant && a->n_grounds;

	for (unsigned i = 0; i < a->n_grounds; i++)
		whole = whole && a->grounds[i].source && a->grounds[i].content && a->grounds[i].relevance;
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++)
			whole = whole && a->links[kind][i].content && a->links[kind][i].target.exchange < a->id.exchange;
	return whole;
}

static bool
restore_side(const json_t *data, enum side *side)
{
	const char *name = json_string_value(json_object_get(data, "side"));

	for (*side = 0; *side < SIDES; ++*side)
		if (name && !strcmp(dialectic_sides[*side].name, name))
			return true;
	return false;
}

struct handin *
handin_restore(const json_t *value, const json_t *data)
{
	struct place root = place_root(value, NULL);
	const json_t *exchange = json_object_get(data, "exchange");
	struct handin *h = NULL;
	enum side side;
	bool whole;

	if (restore_side(data, &side) && json_is_integer(exchange))
		h = read_handin(&root, side, (unsigned)json_integer_value(exchange), false);
	whole = h != NULL;
	for (unsigned i = 0; whole && i < h->n; i++)
		whole = is_whole(&h->arguments[i]);
	if (whole) {
		h->warnings = warnings_restore(json_object_get(data, "warnings"), &h->n_warnings);
		keep_words(h);
		return h;
	}
	handin_drop(h);
	return NULL;
}
