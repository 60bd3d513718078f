/* A duel's README.md: its rules, and what may be done now. */
#include "fs/duel/guide_inner.h"

#include <string.h>

/* Who stands in a command where nobody has joined yet. */
#define SOME_HARNESS "shell"
#define SOME_MODEL "human"
static const struct actor somebody = {0, "alice", SOME_HARNESS, SOME_MODEL};
static const struct actor somebody_else = {0, "bob", SOME_HARNESS, SOME_MODEL};

/* Who moves next, or would. */
static struct actor
mover(const struct guide_facts *f)
{
	return guide_actor(f, guide_mover(f), somebody);
}

static void
put_file_command(const struct guide_facts *f, const char *file, UT_string *out)
{
	guide_put_cat(out, f->mountpoint, f->ctx->name, file);
}

static void
duel_head(const struct guide_facts *f, UT_string *out)
{
	utstring_printf(out, "# Duel `%s`: %s\n\n", f->ctx->name, f->ctx->terms->topic);
	utstring_printf(out, "A debate of the format `%s`; every append to `debate.md` is held against its rules, and what breaks one is refused, changes\n"
		"nothing, and is explained in `last_error`. The mount's own `README.md`, one directory up, shows a whole duel by example.\n",
		f->format->name);
}

static void
now_closed(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "The duel is closed: ");
	guide_put_outcome(f, out);
	guide_put(out, " Its record is read-only for good.\n");
	guide_sh_begin(out);
	put_file_command(f, "debate.md", out);
	put_file_command(f, "status", out);
	guide_sh_end(out);
}

static void
now_join(const struct guide_facts *f, UT_string *out)
{
	const struct seat *first = guide_seat(f, 1);
	const struct actor *a = first && !strcmp(first->name, somebody.name) ? &somebody_else : &somebody;

	if (first)
		utstring_printf(out, "%s has joined and waits for %s.", first->name, format_missing(f->format, f->fold, f->ctx));
	else
		guide_put(out, "Nobody has joined yet; until then whoever made the duel may still change `config.toml`.");
	utstring_printf(out, " Join, with your own name, harness and model in place of\n`%s`, `" SOME_HARNESS "` and `" SOME_MODEL "`:\n", a->name);
	guide_sh_begin(out);
	guide_put_join(f, a, out);
	guide_sh_end(out);
	if (!first)
		return;
	utstring_printf(out, "\nIf nobody comes: once `wait_until` of `status` has passed, %s may claim the floor with `for=timeout`.\n",
		first->name);
}

static void
now_claim(const struct guide_facts *f, UT_string *out)
{
	struct actor a = mover(f);

	if (guide_seat(f, f->next_seat))
		utstring_printf(out, "The floor is free and it is %s's move:\n", a.name);
	else
		guide_put(out, "The floor is free, and any participant may claim it:\n");
	guide_sh_begin(out);
	guide_put_verb(f, "claim", &a, "", out);
	guide_sh_end(out);
}

static void
now_held(const struct guide_facts *f, const char *task, UT_string *out)
{
	struct actor a = guide_actor(f, f->ctx->holder, somebody);

	utstring_printf(out, "%s has the floor%s. Everyone else waits until it is released or runs out; `cat lock` shows the seconds left.\n", a.name,
		task);
	guide_sh_begin(out);
	put_file_command(f, "lock", out);
	guide_sh_end(out);
	guide_put(out, "\nThe holder gets the full time again with `refresh`, and gives the floor up with `release`:\n");
	guide_sh_begin(out);
	guide_put_verb(f, "refresh", &a, "", out);
	guide_put_verb(f, "release", &a, "", out);
	guide_sh_end(out);
}

static void
duel_now(const struct guide_facts *f, UT_string *out)
{
	bool held = f->ctx->holder != 0;

	utstring_printf(out, "\n## Now\n\nState `%s`, next step `%s`, %u", f->state, next_step_names[f->next], f->turns);
	if (f->ctx->terms->max_turns)
		utstring_printf(out, " of at most %lld", (long long)f->ctx->terms->max_turns);
	guide_put(out, " turns.\n\n");
	if (f->next == NEXT_CLOSED)
		now_closed(f, out);
	else if (held && f->next == NEXT_UPDATE_MARKDOWN)
		now_held(f, " and is to conclude, see below", out);
	else if (held && f->next == NEXT_COMPOSE_TURN)
		now_held(f, " and is to write a turn, see below", out);
	else if (held)
		now_held(f, " and has spoken: it is to release it, or to conclude where that is earned", out);
	else if (format_missing(f->format, f->fold, f->ctx))
		now_join(f, out);
	else
		now_claim(f, out);
}

static void
duel_participants(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "\n## Participants\n\n");
	if (!f->ctx->n_seats)
		guide_put(out, "Nobody yet.\n");
	for (unsigned i = 0; i < f->ctx->n_seats; i++) {
		const struct seat *s = f->ctx->seats[i];

		utstring_printf(out, "- %s (%s / %s), uid %u%s\n", s->name, s->harness, s->model, s->uid,
			f->ctx->holder == s->number ? ", has the floor" : "");
	}
	utstring_printf(out, "\nThis format begins with %u participants and has seats for %u. Only the uid that joined under a name acts under it.\n"
		"What each should do now is in `participants/NAME/next`.\n", f->format->seats_begin, f->format->seats_max);
}

/* How a text is handed in: by example, which works as printed where it would be taken now. */
static void
duel_hand_in(const struct guide_facts *f, const struct hand_in *h, UT_string *out)
{
	struct actor a = guide_actor(f, guide_mover(f), guide_newcomer);
	bool works = a.seat && h->when(f->fold, f->ctx, a.seat) >= HAND_IN_OPEN;
	UT_string text;

	utstring_init(&text);
	guide_put_text(f, h->example, a.seat, &text);
	utstring_printf(out, "\n## %s\n\nWith the floor claimed, its shape is this, headings and titles as they must stand. Keep the draft outside the\n"
		"mount.\n\n```%s\n", h->title, works ? "sh" : "text");
	guide_put_draft(out, utstring_body(&text));
	guide_put_check(out, f->mountpoint, f->ctx->name);
	guide_put_hand_in(out, f->mountpoint, f->ctx->name, format_row_name(f->format, h->row));
	if (!h->closes)
		guide_put_verb(f, "release", &a, "", out);
	guide_sh_end(out);
	utstring_printf(out, "\n%s", h->how);
	utstring_done(&text);
}

static void
duel_hand_ins(const struct guide_facts *f, UT_string *out)
{
	unsigned seat = guide_mover(f);

	for (const struct hand_in *h = f->format->hand_ins; h < f->format->hand_ins + f->format->n_hand_ins; h++)
		if (h->when(f->fold, f->ctx, seat) > HAND_IN_OVER)
			duel_hand_in(f, h, out);
}

/* How to wait, and where one text for a whole move is. */
static void
duel_moving(const struct guide_facts *f, UT_string *out)
{
	struct actor a = mover(f);

	guide_put(out, "\n## Your move\n\n`prompt.md` tells whoever moves next all that the move needs, the record included; `template.md` is the blank of\n"
		"what is to be handed in. A participant waits for its move with one read, which returns when it may move, or when\n"
		"there is nothing to wait for:\n");
	guide_sh_begin(out);
	guide_put_wait(out, f->mountpoint, f->ctx->name, a.name);
	guide_sh_end(out);
	guide_put(out, "\nWhere that prints nothing, or a `next_step` that begins with `wait`, run it again. In a shell without a time\nlimit:\n");
	guide_sh_begin(out);
	guide_put_wait_loop(out, f->mountpoint, f->ctx->name, a.name);
	guide_sh_end(out);
}

static void
duel_refused(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "\n## When something was refused\n\nNothing was changed. The reasons, newest first, each with its rule and its line:\n");
	guide_sh_begin(out);
	put_file_command(f, "last_error", out);
	guide_sh_end(out);
	guide_put(out, "\nAfter a refused append the first `release` fails with EINVAL, so that nobody misses it; mend the turn and append it again, or add\n"
		"`force=yes`.\n");
}

void
guide_duel(const struct guide_facts *f, UT_string *out)
{
	bool open = f->next != NEXT_CLOSED;

	duel_head(f, out);
	duel_now(f, out);
	duel_participants(f, out);
	guide_put_terms(f, out);
	if (open) {
		duel_moving(f, out);
		duel_hand_ins(f, out);
		guide_put_endings(f, out);
	}
	guide_put_rules(f, out);
	if (open)
		duel_refused(f, out);
}
