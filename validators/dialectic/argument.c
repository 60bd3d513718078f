/*
 * One reading serves a new hand-in and one from the log: it takes what it understands and reports the rest. Only the
 * reports make the difference: a new hand-in with an error is refused, an old one keeps what it says.
 */
#include "validators/dialectic/argument.h"

#include <string.h>
#include "validators/dialectic/render.h"
#include "validators/dialectic/repeat.h"
#include "validators/dialectic/thin.h"
#include "validators/kit/reserved.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* -- rules of its parts -- */

static bool
judge_ground(const struct form_row *row, const struct place *at)
{
	const struct ground *ground = at->object;
	struct place content = place_key(at, "content");

	(void)row;
	if (at->r->out && ground->content && reserved_says(ground->content, strlen(ground->content)))
		place_report(&content, &text_rules[TEXT_RESERVED],
			"this, quoted in the record, would read as a line of the filesystem's own: take off the time "
			"at its end, or let other words stand before it");
	return true;
}

/* NULL, or why `id` cannot be the target. */
static const char *
target_fault(const struct argument *a, bool own, struct argument_id id)
{
	if (id.exchange == a->id.exchange)
		return "this is no argument of an earlier exchange";
	if (id.exchange > a->id.exchange)
		return "there is no such argument";
	if (own != (id.side == a->id.side))
		return own ? "this is the opponent's argument: only one's own are defended" :
			"this is one's own argument: only the opponent's are attacked";
	return NULL;
}

/* A link is an item of a list of an argument's. */
static const struct argument *
argument_round(const struct place *link)
{
	return link->up->up->object;
}

static bool
read_target(const struct form_row *row, const struct place *at)
{
	const struct link_kind_row *kind = row->of;
	struct link *link = at->up->object;
	const char *s = json_string_value(at->value), *fault;

	fault = !argument_id_parse(s, strlen(s), &link->target) ?
		"there is no such argument: an id is such as prop_000a or opp_001" :
		target_fault(argument_round(at->up), kind->own, link->target);
	if (fault)
		place_report(at, &dialectic_rules[kind->target], "%s", fault);
	link->found = !fault;
	return !fault;
}

static bool
is_said_already(const struct argument *a, const struct link *link)
{
	for (const struct link *l = a->links[LINK_ATTACK]; l < link; l++)
		if (l->found && argument_id_equal(l->target, link->target) && l->type == link->type)
			return true;
	return false;
}

static bool
read_type(const struct form_row *row, const struct place *at)
{
	const struct link_kind_row *kind = row->of;
	struct link *link = at->up->object;
	enum link_type type = link_type_find(kind - link_kinds, json_string_value(at->value));
	UT_string names;

	link->type = type == LINK_TYPES ? kind->first : type;
	if (type == LINK_TYPES) {
		utstring_init(&names);
		for (type = kind->first; type <= kind->last; type++)
			utstring_printf(&names, "%s%s", type > kind->first ? ", " : "", link_type_names[type]);
		place_report(at, &dialectic_rules[kind->type], "there is no such type; there are %s",
			utstring_body(&names));
		utstring_done(&names);
		return false;
	}
	if (!kind->own && link->found && is_said_already(argument_round(at->up), link))
		place_report(at->up, RULE(ATTACK_TWICE), "this argument is attacked in this way already");
	return true;
}

/* -- the rows -- */

#define TEXT(type, name) .kind = FORM_TEXT, FORM_MEMBER(struct type, name)
#define WORDS(rule, from, to) .limit = RULE(WORDS_##rule), .least = from, .most = to
#define THIN(least_words) .rule = thin_judge, .of = &(const size_t){ least_words }
#define EXAMPLES(...) .examples = (const char *const[]){ __VA_ARGS__ }
#define OF_LINK(of_kind, reader) .kind = FORM_WORD, .rule = reader, .of = &link_kinds[of_kind]
#define LINKS(of_kind, form, rule, at_most, sentence) .kind = FORM_LIST, .optional = true, .late = true, \
	FORM_ITEMS(struct argument, links[of_kind], &form), .most = at_most, .limit = RULE(rule), .many = sentence

/* clang-format off */
static const struct form_row ground_rows[] = {
	{ "source", TEXT(ground, source), EXAMPLES(
		"Principle: what a claim rests on",
		"Observation: what anyone can see",
		"Document: who wrote what and when") },
	{ "content", TEXT(ground, content), WORDS(GROUND, 0, 100), THIN(4), EXAMPLES(
		"What the source says, in its words or in yours.",
		"What was seen, where, and how often.",
		"The passage that matters.") },
	{ "relevance", TEXT(ground, relevance), WORDS(RELEVANCE, 0, 30), THIN(3), EXAMPLES(
		"Why this carries the claim.",
		"Why what was seen bears on the claim.",
		"Why this passage settles the point.") },
	{ .rule = judge_ground },
};
static const struct form ground_form = FORM(ground_rows, struct ground);

static const struct form_row attack_rows[] = {
	{ "target_id", OF_LINK(LINK_ATTACK, read_target) },
	{ "attack_type", OF_LINK(LINK_ATTACK, read_type) },
	{ "content", TEXT(link, content), WORDS(ATTACK, 0, 75), THIN(4), EXAMPLES(
		"What is wrong with it, and why that matters for the motion.") },
};
static const struct form attack_form = FORM(attack_rows, struct link);

static const struct form_row defence_rows[] = {
	{ "target_id", OF_LINK(LINK_DEFENCE, read_target) },
	{ "defense_type", OF_LINK(LINK_DEFENCE, read_type) },
	{ "content", TEXT(link, content), WORDS(DEFENCE, 0, 75), THIN(4), EXAMPLES(
		"Why it stands after what was said against it.") },
};
static const struct form defence_form = FORM(defence_rows, struct link);

#define ARGUMENT_ROWS \
	{ "title", TEXT(argument, title), WORDS(TITLE, 5, 7), EXAMPLES( \
		"A Title Of Five Words", \
		"Another Reason With Its Title", \
		"The Third Leads Somewhere Else") }, \
	{ "claim", TEXT(argument, claim), WORDS(CLAIM, 0, 25), THIN(3), EXAMPLES( \
		"One sentence that can be true or false, and that decides something about the motion.", \
		"A second claim, which would stand if the first one fell.", \
		"A third claim, about what follows rather than about what is.") }, \
	{ "grounds", FORM_LIST, FORM_ITEMS(struct argument, grounds, &ground_form), .late = true, \
		.least = 1, .most = GROUNDS_MAX, .limit = RULE(GROUND_COUNT), \
		.few = "there are no grounds", .many = "there are more than 3 grounds" }, \
	{ "warrant", TEXT(argument, warrant), WORDS(WARRANT, 0, 50), THIN(3), EXAMPLES( \
		"Why whoever grants the grounds has to grant the claim.", \
		"Why such observations decide such claims.", \
		"Why a document of this kind is to be believed here.") }, \
	{ "backing", TEXT(argument, backing), .optional = true, WORDS(BACKING, 0, 50), THIN(3), EXAMPLES( \
		"What the warrant rests on in its turn.", \
		"How well they did so elsewhere.", \
		"Who relies on it besides.") }, \
	{ "qualifier", TEXT(argument, qualifier), .optional = true, WORDS(QUALIFIER, 0, 10), EXAMPLES( \
		"In most cases", \
		"As far as was seen", \
		"Until it is revised") }

#define NONE_OF_THEM "exchange 0 has none of them"
static const struct form_row opening_rows[] = {
	ARGUMENT_ROWS,
	{ "attacks", LINKS(LINK_ATTACK, attack_form, ATTACK_COUNT, 0, NONE_OF_THEM) },
	{ "defends", LINKS(LINK_DEFENCE, defence_form, DEFENCE_COUNT, 0, NONE_OF_THEM) },
};
const struct form opening_form = FORM(opening_rows, struct argument);

static const struct form_row argument_rows[] = {
	ARGUMENT_ROWS,
	{ "attacks", LINKS(LINK_ATTACK, attack_form, ATTACK_COUNT, 3, "there are more than 3 of them") },
	{ "defends", LINKS(LINK_DEFENCE, defence_form, DEFENCE_COUNT, 2, "there are more than 2 of them") },
};
const struct form argument_form = FORM(argument_rows, struct argument);
/* clang-format on */

/* -- in the graph -- */

/* Of two that draw it at the same time both make it, and one of them gives its own up. */
const struct node_label *
title_label(const struct argument *a)
{
	_Atomic(struct node_label *) *kept = &((struct argument *)a)->label;
	struct node_label *label = atomic_load(kept), *made;

	if (label)
		return label;
	made = mem_calloc(1, sizeof *made);
	label_wrap(made, a->title);
	if (atomic_compare_exchange_strong(kept, &label, made))
		return made;
	label_free(made);
	free(made);
	return label;
}

/* -- a hand-in -- */

struct handin *
handin_hold(struct handin *h)
{
	if (h)
		atomic_fetch_add(&h->refs, 1);
	return h;
}

void
handin_drop(struct handin *h)
{
	if (!h || atomic_fetch_sub(&h->refs, 1) != 1)
		return;
	for (unsigned i = 0; i < h->n; i++) {
		struct argument *a = &h->arguments[i];
		struct node_label *label = atomic_load(&a->label);

		form_free(&argument_form, a);
		free(a->words);
		wordprint_free(&a->print);
		if (label)
			label_free(label);
		free(label);
	}
	strings_free(h->warnings, h->n_warnings);
	free(h);
}

/* Is the hand-in of the shape that the exchange wants? */
static bool
judge_shape(const struct place *p, unsigned exchange)
{
	size_t n = json_array_size(p->value);

	if (!exchange && json_is_array(p->value) && n != OPENING_ARGUMENTS)
		place_report(p, RULE(HANDIN_COUNT), "there are not exactly %d arguments in the array",
			OPENING_ARGUMENTS);
	else if (!exchange && json_is_object(p->value))
		place_report(p, RULE(HANDIN_COUNT), "this is an object, exchange 0 takes an array of %d arguments",
			OPENING_ARGUMENTS);
	else if (!exchange)
		return place_items(p) == OPENING_ARGUMENTS;
	else if (json_is_array(p->value))
		place_report(p, RULE(HANDIN_COUNT), "this is an array, exchange %u takes one argument as an object",
			exchange);
	else
		return place_is_object(p);
	return false;
}

void
handin_wrap_titles(const struct handin *h)
{
	for (unsigned i = 0; i < h->n; i++)
		title_label(&h->arguments[i]);
}

static struct handin *
read_handin(struct reading *r, const json_t *value, enum side side, unsigned exchange)
{
	struct place root = place_root(r, value, NULL);
	struct handin *h;

	if (!judge_shape(&root, exchange))
		return NULL;
	h = mem_calloc(1, sizeof *h);
	atomic_init(&h->refs, 1);
	h->side = side;
	h->exchange = exchange;
	h->n = exchange_arguments(exchange);
	for (unsigned i = 0; i < h->n; i++) {
		struct place item = exchange ? root : place_item(&root, i, NULL);

		item.object = &h->arguments[i];
		h->arguments[i].id = (struct argument_id){ .side = side, .exchange = exchange, .letter = i };
		form_read(exchange ? &argument_form : &opening_form, &item);
	}
	return h;
}

/* What the record shows of arguments that are whole. */
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
handin_read(const json_t *value, const struct handin_ask *ask, struct findings *out)
{
	struct reading r = { .jf = &dialectic_json, .out = out, .strict = ask->strict, .named = ask->open };
	struct handin *h = read_handin(&r, value, ask->side, ask->exchange);

	if (h)
		repeat_judge(h, ask, out);
	if (h && !findings_first_error(out)) {
		h->warnings = warnings_of(out, &h->n_warnings);
		keep_words(h);
		return h;
	}
	handin_drop(h);
	return NULL;
}

/* -- in the log -- */

json_t *
handin_data(const struct handin *h)
{
	return mem_check(json_pack("{s:s, s:i, s:o}", "side", dialectic_sides[h->side].name,
		"exchange", (int)h->exchange, "warnings", strings_json(h->warnings, h->n_warnings)));
}

static bool
has_targets(const struct argument *a)
{
	bool found = true;

	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++)
			found = found && a->links[kind][i].found;
	return found;
}

struct handin *
handin_restore(const json_t *value, const json_t *data)
{
	struct reading r = { .jf = &dialectic_json };
	const json_t *exchange = json_object_get(data, "exchange");
	const char *name = json_string_value(json_object_get(data, "side"));
	struct handin *h = NULL;
	enum side side = 0;
	bool whole;

	while (side < SIDES && (!name || strcmp(dialectic_sides[side].name, name)))
		side++;
	if (side < SIDES && json_is_integer(exchange))
		h = read_handin(&r, value, side, (unsigned)json_integer_value(exchange));
	whole = h && !r.lacking;
	for (unsigned i = 0; whole && i < h->n; i++)
		whole = has_targets(&h->arguments[i]);
	if (whole) {
		h->warnings = strings_take(json_object_get(data, "warnings"), &h->n_warnings);
		keep_words(h);
		for (unsigned i = 0; i < h->n; i++)
			argument_print(&h->arguments[i], &h->arguments[i].print);
		handin_wrap_titles(h); /* a record is read beside the loop: then at once */
		return h;
	}
	handin_drop(h);
	return NULL;
}
