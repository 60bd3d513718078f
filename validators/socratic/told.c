#include "validators/socratic/told.h"

#include "validators/kit/template.h"
#include "validators/socratic/state.h"

TEXT_FILE(socratic_turn_md);

/* Turns that are for breadth: each side's first. */
#define BROAD_TURNS SOCRATIC_SEATS

struct told {
	unsigned number, max;
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

static const struct template_name names[] = {
	{.name = "number", .put = put_number, .about = "the number of the turn"},
	{.name = "max_turns", .put = put_max_turns, .about = "how many turns there are at most"},
	{.name = "last_turn", .put = put_last_turn, .about = "the last turn of the one who is asked"},
	{.name = "first", .kind = TEMPLATE_FLAG, .is = is_first, .about = "it is turn 1"},
	{.name = "broad", .kind = TEMPLATE_FLAG, .is = is_broad, .about = "it is the first of either side"},
	{.name = "last", .kind = TEMPLATE_FLAG, .is = is_last, .about = "it is the last of the one who is asked"},
	{.name = "final", .kind = TEMPLATE_FLAG, .is = is_final, .about = "it is the last of all"},
};
static const struct template_form turn_form = {.names = names, .n = sizeof names / sizeof *names};

const struct text_row socratic_texts[SOCRATIC_TEXTS] = {
	[SOCRATIC_TEXT_TURN] = TEMPLATE_ROW("socratic/turn.md", socratic_turn_md, &turn_form),
};

void
turn_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	struct told t = {.number = fstate_pieces(state) + 1, .max = (unsigned)ctx->terms->max_turns};

	(void)seat;
	template_render_text(&socratic_texts[SOCRATIC_TEXT_TURN],
		ctx->texts ? ctx->texts[SOCRATIC_TEXT_TURN] : NULL, &t, out);
}
