#include "validators/socratic/told.h"

#include "validators/kit/template.h"
#include "validators/socratic/state.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

TEXT_FILE(socratic_turn_md);
TEXT_FILE(socratic_conclusion_md);

/* Turns that are for breadth: each side's first. */
#define BROAD_TURNS SOCRATIC_SEATS

struct told {
	const struct fstate *state;
	const struct context *ctx;
	unsigned number, max;
	const struct turn *offered; /* the other side's latest statement, or NULL */
};

/* The last that this side takes where the two go on in turns. */
static unsigned
last_turn(const struct told *t)
{
	return t->number > t->max ? t->number : t->max - (t->max - t->number) % SOCRATIC_SEATS;
}

#define NUMBER(name, value) \
	static void put_##name(void *arg, const char *word, UT_string *out) \
	{ \
		const struct told *t = arg; \
		(void)word; \
		utstring_printf(out, "%u", value); \
	}
#define FLAG(name, value) \
	static bool is_##name(void *arg, const char *word) \
	{ \
		const struct told *t = arg; \
		(void)word; \
		return value; \
	}
NUMBER(number, t->number)
NUMBER(max_turns, t->max)
NUMBER(last_turn, last_turn(t))
FLAG(first, t->number == 1)
FLAG(broad, t->number <= BROAD_TURNS)
FLAG(last, t->number == last_turn(t))
FLAG(final, t->number >= t->max)

/* Each open item, in its own words. */
static void
put_open(void *arg, const char *word, UT_string *out)
{
	const struct told *t = arg;
	const struct item *item;

	(void)word;
	for (size_t i = 0; (item = items_at(t->state->items, i)); i++) {
		if (item->state != ITEM_BLOCKING)
			continue;
		utstring_printf(out, "- U-%u (turn %u): ", item->id, item->turn);
		item_put(out, item);
		utstring_printf(out, "\n");
	}
}

/* What the turn before was warned of as too short, a list: of each `[RULE] SENTENCE` the sentence. How many. */
static size_t
put_thin_warnings(const struct told *t, UT_string *out)
{
	const struct turn *last = state_last(t->state);
	const char *id = socratic_rules[RULE_SECTION_THIN].id;
	size_t len = strlen(id), n = 0;

	for (size_t i = 0; last && i < last->piece.n_warnings; i++) {
		const char *warning = last->piece.warnings[i];

		if (strncmp(warning, "[", 1) || strncmp(warning + 1, id, len) || strncmp(warning + 1 + len, "] ", 2))
			continue;
		n++;
		if (!out)
			continue;
		utstring_printf(out, "- turn %u: ", last->piece.number);
		md_escape(out, warning + len + 3);
		utstring_printf(out, "\n");
	}
	return n;
}

static void
put_thin(void *arg, const char *word, UT_string *out)
{
	(void)word;
	put_thin_warnings(arg, out);
}

/* Of all points together, and of each: what is left of a prompt of 24 KiB beside rules and blank is the record's. */
#define UNANSWERED_BYTES 3072
#define UNANSWERED_MOST_BYTES 240
#define UNANSWERED_LEAST_BYTES 40
#define UNANSWERED_FRAME_BYTES 32 /* turn and name */

/* So that each is there, the words of many are cut shorter; where even that is too much, how many there are more. */
static void
put_unanswered(void *arg, const char *word, UT_string *out)
{
	const struct told *t = arg;
	size_t n = 0, at = 0, bytes, shown = 0, from = utstring_len(out);
	const struct point *p;

	(void)word;
	while (raised_unanswered(t->state->raised, &at))
		n++;
	bytes = UNANSWERED_BYTES / (n ? n : 1);
	bytes = bytes > UNANSWERED_MOST_BYTES ? UNANSWERED_MOST_BYTES : bytes;
	if (bytes < UNANSWERED_LEAST_BYTES + UNANSWERED_FRAME_BYTES)
		bytes = UNANSWERED_LEAST_BYTES;
	else
		bytes -= UNANSWERED_FRAME_BYTES;
	at = 0;
	for (; utstring_len(out) - from < UNANSWERED_BYTES && (p = raised_unanswered(t->state->raised, &at)); shown++) {
		utstring_printf(out, "- turn %u, %s: ", p->turn, context_seat_name(t->ctx, p->seat));
		item_put_words(out, p->words, bytes);
		utstring_printf(out, "\n");
	}
	n += raised_beyond(t->state->raised);
	if (n > shown)
		utstring_printf(out, "- and %zu more, in the turns themselves\n", n - shown);
}
NUMBER(spoken, fstate_pieces(t->state))
FLAG(has_unanswered, raised_unanswered(t->state->raised, &(size_t){0}) || raised_beyond(t->state->raised))
FLAG(has_open, items_blocking(t->state->items))
FLAG(has_thin, put_thin_warnings(t, NULL))
FLAG(offered, t->offered)
NUMBER(offered_turn, t->offered ? t->offered->piece.number : 0)

static const struct template_name names[] = {
	{.name = "number", .put = put_number, .about = "the number of the turn"},
	{.name = "max_turns", .put = put_max_turns, .about = "how many turns there are at most"},
	{.name = "last_turn", .put = put_last_turn, .about = "the last turn of the one who is asked"},
	{.name = "open", .kind = TEMPLATE_BLOCK, .put = put_open, .about = "each blocking item that is open, a list"},
	{.name = "has_open", .kind = TEMPLATE_FLAG, .is = is_has_open, .about = "there is one"},
	{.name = "thin", .kind = TEMPLATE_BLOCK, .put = put_thin,
		.about = "what the turn before says in so few words that it can hardly be answered, a list"},
	{.name = "has_thin", .kind = TEMPLATE_FLAG, .is = is_has_thin, .about = "there is such a thing"},
	{.name = "offered", .kind = TEMPLATE_FLAG, .is = is_offered, .about = "the other side has stated a Consensus"},
	{.name = "offered_turn", .put = put_offered_turn, .about = "the turn with that statement"},
	{.name = "first", .kind = TEMPLATE_FLAG, .is = is_first, .about = "it is turn 1"},
	{.name = "broad", .kind = TEMPLATE_FLAG, .is = is_broad, .about = "it is the first of either side"},
	{.name = "last", .kind = TEMPLATE_FLAG, .is = is_last, .about = "it is the last of the one who is asked"},
	{.name = "final", .kind = TEMPLATE_FLAG, .is = is_final, .about = "it is the last of all"},
};
static const struct template_name conclusion_names[] = {
	{.name = "unanswered", .kind = TEMPLATE_BLOCK, .put = put_unanswered,
		.about = "each point that the other side neither answered nor granted, as far as can be told, a list"},
	{.name = "spoken", .put = put_spoken, .about = "the number of the last turn, which nobody could answer"},
	{.name = "has_unanswered", .kind = TEMPLATE_FLAG, .is = is_has_unanswered, .about = "there is one"},
};
static const struct template_form turn_form = {.names = names, .n = sizeof names / sizeof *names};
static const struct template_form conclusion_form = {
	.names = conclusion_names, .n = sizeof conclusion_names / sizeof *conclusion_names};

const struct text_row socratic_texts[SOCRATIC_TEXTS] = {
	[SOCRATIC_TEXT_TURN] = TEMPLATE_ROW("socratic/turn.md", socratic_turn_md, &turn_form),
	[SOCRATIC_TEXT_CONCLUSION] = TEMPLATE_ROW("socratic/conclusion.md", socratic_conclusion_md, &conclusion_form),
};

void
turn_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	struct told t = {.state = state,
		.ctx = ctx,
		.number = fstate_pieces(state) + 1,
		.max = (unsigned)ctx->terms->max_turns,
		.offered = seat ? state_statement_of(state, SOCRATIC_SEATS + 1 - seat) : NULL};

	template_render_text(&socratic_texts[SOCRATIC_TEXT_TURN],
		ctx->texts ? ctx->texts[SOCRATIC_TEXT_TURN] : NULL, &t, out);
}

void
conclusion_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	struct told t = {.state = state, .ctx = ctx};

	(void)seat;
	template_render_text(&socratic_texts[SOCRATIC_TEXT_CONCLUSION],
		ctx->texts ? ctx->texts[SOCRATIC_TEXT_CONCLUSION] : NULL, &t, out);
}
