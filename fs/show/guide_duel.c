/* A duel's README.md: its rules, and what may be done now. */
#include "fs/show/guide_inner.h"

#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"

/* Who stands in a command where nobody has joined yet. */
static const struct actor somebody = {0, "alice", "shell", "human"};
static const char *const names[] = {"alice", "bob", "carol"};
static const char *const harnesses[] = {"shell", "editor"};

/* The files that texts are handed in to: "`debate.md`" and the format's own. */
static void
put_gated(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "`debate.md`");
	for (size_t i = 0; i < f->format->n_rows; i++) {
		const struct format_row *r = &f->format->rows[i];
		if (r->gated)
			utstring_printf(out, " or `%s`", r->name);
	}
}

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
	utstring_printf(out, "A debate of the format `%s`; every append to ", f->format->name);
	put_gated(f, out);
	guide_put(out, " is held against its rules, and what breaks one is refused, changes\n"
		"nothing, and is explained in `last_error`. The mount's own `README.md`, one directory up, tells of all formats, of tools and of errnos.\n"
		ANY_LANGUAGE "\n");
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

static bool
has_joined(const struct guide_facts *f, const char *name)
{
	for (unsigned i = 0; i < f->ctx->n_seats; i++)
		if (!strcmp(f->ctx->seats[i]->name, name))
			return true;
	return false;
}

/* Would the format let this one in, in the role that the command takes? */
static bool
may_join(const struct guide_facts *f, const struct actor *a)
{
	const char *role = guide_free_role(f);
	char *sentence = NULL;
	bool refused = f->format->join && f->format->join(f->fold, f->ctx,
		&(struct join_ask){ .name = a->name, .harness = a->harness, .model = a->model, .role = role ? role : "" }, &sentence);

	free(sentence);
	return !refused;
}

/* Whose name nobody has yet, with a harness that the format takes beside those that are there. */
static struct actor
newcomer(const struct guide_facts *f)
{
	struct actor a = somebody;

	for (size_t i = 0; has_joined(f, a.name) && i < sizeof names / sizeof names[0]; i++)
		a.name = names[i];
	for (size_t i = 0; !may_join(f, &a) && i < sizeof harnesses / sizeof harnesses[0]; i++)
		a.harness = harnesses[i];
	return a;
}

static void
now_join(const struct guide_facts *f, UT_string *out)
{
	const struct seat *first = guide_seat(f, 1);
	struct actor a = newcomer(f);

	if (first) {
		unsigned n = guide_put_names(f, NULL, " and ", out);

		utstring_printf(out, n > 1 ? " have joined and wait for %s." : " has joined and waits for %s.", guide_missing(f));
	} else
		guide_put(out, "Nobody has joined yet; until then whoever made the duel may still change `config.toml`.");
	utstring_printf(out, " Join, with your own name, harness and model in place of\n`%s`, `%s` and `%s`:\n", a.name, a.harness,
		a.model);
	guide_sh_begin(out);
	guide_put_join(f, &a, out);
	guide_sh_end(out);
	if (!first || !format_wait_until(f->format, f->fold, f->ctx))
		return;
	utstring_printf(out, "\nIf nobody comes: once `wait_until` of `status` has passed, %s may claim the floor with `for=timeout`.\n",
		first->name);
}

/* Where several roles may move, in any order. */
static void
put_movers(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "The floor is free, and ");
	guide_put_names(f, guide_is_due, " or ", out);
	guide_put(out, " may claim it:\n");
}

static void
now_claim(const struct guide_facts *f, UT_string *out)
{
	struct actor a = mover(f);

	if (guide_seat(f, f->next_seat))
		utstring_printf(out, "The floor is free and it is %s's move:\n", a.name);
	else if (f->format->roles && guide_is_due(f, a.seat))
		put_movers(f, out);
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
now_composes(const struct guide_facts *f, UT_string *out)
{
	const struct hand_in *h = hand_in_next(f->format, f->fold, f->ctx, f->ctx->holder);
	const char *name = h ? h->name : "text";
	char *task = mem_format(" and is to write %s %s, see below", guide_article(name), name);

	now_held(f, task, out);
	free(task);
}

static void
duel_now(const struct guide_facts *f, UT_string *out)
{
	bool held = f->ctx->holder != 0;

	utstring_printf(out, "\n## Now\n\nState `%s`, next step `%s`, %u", f->state, next_step_names[f->next], f->turns);
	if (guide_max_turns(f))
		utstring_printf(out, " of at most %lld", (long long)guide_max_turns(f));
	guide_put(out, " turns.\n\n");
	if (next_step_ended[f->next])
		now_closed(f, out);
	else if (held && f->next == NEXT_UPDATE_MARKDOWN)
		now_held(f, " and is to conclude, see below", out);
	else if (held && f->next == NEXT_COMPOSE_TURN)
		now_composes(f, out);
	else if (held)
		now_held(f, " and has spoken: it is to release it, or to conclude where that is earned", out);
	else if (guide_missing(f))
		now_join(f, out);
	else
		now_claim(f, out);
}

static void
put_free_roles(const struct guide_facts *f, UT_string *out)
{
	for (const char *const *role = f->format->roles; role && *role; role++)
		if (!guide_is_taken(f, *role))
			utstring_printf(out, "- `%s`: nobody yet; whoever joins with `role=%s`\n", *role, *role);
}

/* What the format shows of its own. */
static void
duel_files(const struct guide_facts *f, UT_string *out)
{
	if (f->format->n_rows)
		guide_put(out, "\n## Files of this format\n\n");
	for (size_t i = 0; i < f->format->n_rows; i++) {
		const struct format_row *r = &f->format->rows[i];
		utstring_printf(out, "- `%s%s`: %s\n", r->name, r->many ? "/" : "", r->about);
	}
}

static void
duel_participants(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "\n## Participants\n\n");
	if (!f->ctx->n_seats)
		guide_put(out, "Nobody yet.\n");
	for (unsigned i = 0; i < f->ctx->n_seats; i++) {
		const struct seat *s = f->ctx->seats[i];

		guide_put(out, "- ");
		if (*s->role)
			utstring_printf(out, "`%s`: ", s->role);
		utstring_printf(out, "%s (%s / %s), uid %u%s\n", s->name, s->harness, s->model, s->uid,
			f->ctx->holder == s->number ? ", has the floor" : "");
	}
	if (!next_step_ended[f->next])
		put_free_roles(f, out);
	utstring_printf(out, "\nThis format begins with %u participants and has seats for %u. No other user can act under a name than\n"
		"the one that joined it; what keeps apart agents of one user is a token (`token=new` at the join), and nothing else.\n"
		"What each should do now is in `participants/NAME/next`, and what was accepted in `debate.md`, piece by piece in\n"
		"`turns/NNN-NAME.md`.\n", f->format->seats_begin, f->format->seats_max);
}

/* Who hands such a text in: whose move it is, and in a format with roles whoever is nearest to it. */
static unsigned
writer(const struct guide_facts *f, const struct hand_in *h)
{
	unsigned nearest = guide_mover(f);

	for (unsigned seat = 0; f->format->roles && seat <= f->ctx->n_seats; seat++)
		if (h->when(f->fold, f->ctx, seat) > h->when(f->fold, f->ctx, nearest))
			nearest = seat;
	return nearest;
}

/* What of an example stands as it is. */
static const char *
fixed_parts(const char *example)
{
	return guide_is_json(example) ? "keys" : "headings and titles";
}

/* How a text is handed in: by example, which works as printed where it would be taken now. `floor`: it has to be claimed for that. */
static void
duel_hand_in(const struct guide_facts *f, const struct hand_in *h, bool floor, UT_string *out)
{
	struct actor a = guide_actor(f, writer(f, h), guide_newcomer);
	bool works = a.seat && h->when(f->fold, f->ctx, a.seat) >= HAND_IN_OPEN;
	bool rehearsed = guide_can_rehearse(f, h, a.seat);
	UT_string text, bare;

	utstring_init(&text);
	utstring_init(&bare);
	guide_put_text(f, h->example, a.seat, &text);
	h->example(f->fold, f->ctx, a.seat, &bare);
	utstring_printf(out, "\n## %s\n\n%s, its shape is this, %s as they must stand. Keep the draft outside the\n"
		"mount.\n\n```%s\n", h->title, floor ? "With the floor claimed" : "Without the floor", fixed_parts(utstring_body(&bare)),
		works ? "sh" : "text");
	utstring_done(&bare);
	guide_put_draft(out, utstring_body(&text));
	if (rehearsed)
		guide_put_check(out, f->mountpoint, f->ctx->name);
	guide_put_hand_in(out, f->mountpoint, f->ctx->name, format_row_name(f->format, h->row));
	if (floor && !hand_in_closes(h, f->fold, f->ctx))
		guide_put_verb(f, "release", &a, "", out);
	guide_sh_end(out);
	utstring_printf(out, "\n%s%s", rehearsed ? "" : CANNOT_REHEARSE, h->how);
	utstring_done(&text);
}

static void
duel_hand_ins(const struct guide_facts *f, UT_string *out)
{
	for (size_t i = 0; i < f->format->n_hand_ins; i++) {
		const struct hand_in *h = &f->format->hand_ins[i];
		unsigned seat = writer(f, h);
		enum hand_in_when when = h->when(f->fold, f->ctx, seat);

		if (when == HAND_IN_LATER && seat != guide_mover(f))
			utstring_printf(out, "\n## %s\n\nIts time has not come yet; it is for others than whoever moves next. %s", h->title, h->how);
		else if (when > HAND_IN_OVER)
			duel_hand_in(f, h, true, out);
	}
}

/* What is taken although the duel is closed. */
static void
duel_hand_ins_after(const struct guide_facts *f, UT_string *out)
{
	for (size_t i = 0; i < f->format->n_hand_ins; i++) {
		const struct hand_in *h = &f->format->hand_ins[i];
		if (guide_after_close(f, h))
			duel_hand_in(f, h, false, out);
	}
}

/* How to wait, and where one text for a whole move is. */
static void
duel_moving(const struct guide_facts *f, UT_string *out)
{
	struct actor a = mover(f);

	guide_put(out, "\n## Your move\n\n`prompt.md` tells whoever moves next all that the move needs, the record included; `template.md` is the blank of\n"
		"what is to be handed in, and `participants/NAME/prompt.md` tells NAME alone, also while it has to wait. A participant\n"
		"waits for its move with one read, which returns when it may move, or when there is nothing to wait for; `ls` does not list\n"
		"`wait`, and it is there all the same:\n");
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
	utstring_printf(out, "\nAfter a text that was handed in was refused the first `release` fails with EINVAL, so that nobody misses it; mend the %s and append\n"
		"it again, or add `force=yes`. A write that failed as it opened the file handed in nothing, and no `release` fails for it.\n", guide_text_word(f->format));
}

void
guide_duel(const struct guide_facts *f, UT_string *out)
{
	bool open = !next_step_ended[f->next];

	duel_head(f, out);
	duel_now(f, out);
	duel_participants(f, out);
	duel_files(f, out);
	guide_put_terms(f, out);
	if (open) {
		duel_moving(f, out);
		duel_hand_ins(f, out);
		guide_put_endings(f, out);
	} else {
		duel_hand_ins_after(f, out);
	}
	guide_put_rules(f, out);
	if (open)
		duel_refused(f, out);
}
