/*
 * The texts about a duel: what their placeholders, conditions and lists stand for. A row a name in NAMES.
 */
#include "fs/show/guide_inner.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "validators/text/chars.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define LIST(name) static bool at_##name(void *arg, size_t i)

/* How it ended, with one full stop: the outcome, who closed it, and the reason, which may bring its own; whose words it
 * is in, is said. */
static void
say_outcome(const struct guide_facts *f, UT_string *out)
{
	size_t len = strlen(f->reason);
	char last;

	utstring_printf(out, "**%s**", f->outcome);
	if (f->invalidated_by)
		utstring_printf(out, " by %s", f->invalidated_by);
	else if (f->closed_by)
		utstring_printf(out, ", %s %s", len && f->in_words ? "in the words of" : "closed by", f->closed_by);
	if (len)
		utstring_printf(out, "%s %s", f->invalidated_by || f->closed_by ? ":" : ",", f->reason);
	bool ends = len && ascii_form_before(f->reason, f->reason + len, &last) && strchr(".!?", last);
	guide_put(out, ends ? "" : ".");
}

/* Its terms. */

static bool
shows_status(const struct format *format, const char *key)
{
	const struct status_row *row;

	for (size_t i = 0; (row = format_status_at(format, i)); i++)
		if (!strcmp(row->key, key))
			return true;
	return false;
}

static void
put_number(UT_string *out, int64_t n)
{
	utstring_printf(out, "%" PRId64, n);
}

/* How files that a text cites are looked up; nothing where they are not. */
static void
say_looked_up(const struct terms *t, UT_string *out)
{
	if (!t->evidence_root)
		return;
	utstring_printf(out, "Files that a text cites are looked up beneath `");
	text_escape(out, t->evidence_root, strlen(t->evidence_root), LIMIT_VALUE_BYTES);
	utstring_printf(out, "` when it is handed in: below a label a path with a line (`src/main.c:12`), "
			     "and anywhere a path with a quotation behind it; what is not there is refused.");
}

/* The newest of them. */
#define UNSEEN_SHOWN 8

struct unseen {
	char *shown[UNSEEN_SHOWN];
	size_t n;
};

static void
meet_warning(void *arg, const char *text)
{
	struct unseen *u = arg;

	if (!strstr(text, ": [evidence.skipped] "))
		return;
	free(u->shown[u->n % UNSEEN_SHOWN]);
	u->shown[u->n++ % UNSEEN_SHOWN] = mem_strdup(text);
}

/* Citations so far that were not found, an item each: as `status` has it. */
static void
list_unseen(const struct guide *g, UT_string *out)
{
	struct unseen u = {.n = 0};

	format_warnings(g->f->fold, meet_warning, &u);
	for (size_t i = u.n > UNSEEN_SHOWN ? u.n - UNSEEN_SHOWN : 0; i < u.n; i++) {
		utstring_printf(out, "- ");
		md_escape_paragraph(out, u.shown[i % UNSEEN_SHOWN]);
		utstring_printf(out, "\n");
	}
	for (size_t i = 0; i < UNSEEN_SHOWN; i++)
		free(u.shown[i]);
}

static void
say_format_terms(const struct guide_facts *f, UT_string *out)
{
	UT_string terms;

	if (!f->format->terms)
		return;
	utstring_init(&terms);
	f->format->terms(f->ctx->terms, &terms);
	size_t len = utstring_len(&terms); /* without the newline that it ends in: the template has that */
	utstring_bincpy(out, utstring_body(&terms), len && utstring_body(&terms)[len - 1] == '\n' ? len - 1 : len);
	utstring_done(&terms);
}

/* The seat that a command names now. */

/* From now on values are of this one; NULL: of the one that the text is for. Is there one? */
static bool
look_at_seat(struct guide *g, const struct seat *seat)
{
	g->who = seat ? guide_actor(g->f, seat->number, g->asked) : g->asked;
	return seat;
}

/* For a participant's directory. */
static void
put_chair_path(const struct guide *g, const char *word, UT_string *out)
{
	char *file = mem_format("participants/%s/%s", g->who.name, word);

	guide_put_path(out, g->f->mountpoint, g->f->ctx->name, file);
	free(file);
}

LIST(seat) { return look_at_seat(arg, guide_seat(((struct guide *)arg)->f, (unsigned)i + 1)); }

/* Whose move it is: one's, or that of all who may move at the same time. */
LIST(mover)
{
	struct guide *g = arg;
	unsigned first = guide_mover(g->f), seat = first;

	while (i && ++seat <= g->f->ctx->n_seats)
		i -= !g->f->next_seat && !g->f->ctx->holder && guide_is_due(g->f, seat);
	return look_at_seat(g, guide_seat(g->f, seat));
}

LIST(free_role)
{
	struct guide *g = arg;
	bool found = false;

	for (unsigned place = 0; !found && guide_role_at(g->f, place, g->role); place++)
		found = !guide_is_taken(g->f, g->role) && !i--;
	g->who.role = found ? g->role : g->asked.role;
	return found;
}

/* A text that is handed in. */

static enum hand_in_when
when_of(const struct guide *g, const struct format_kind *h, unsigned seat)
{
	return hand_in_when(g->f->fold, seat, h);
}

static void
put_its_blank(const struct guide *g, UT_string *out)
{
	UT_string text;

	if (!g->h)
		return;
	utstring_init(&text);
	guide_put_blank(g->f, g->h, g->who.seat, &text);
	const char *s = utstring_body(&text);
	md_fence(out, *s == '{' || *s == '[' ? "json" : "markdown", s, utstring_len(&text));
	utstring_done(&text);
}

/* The other texts that this one may hand in now. */
LIST(other)
{
	struct guide *g = arg;
	const struct format *format = g->f->format;

	for (size_t k = 0; (g->h = format_kind_at(format, k)); k++)
		if (g->h != g->what && when_of(g, g->h, g->asked.seat) > HAND_IN_LATER && !i--)
			return true;
	g->h = g->what;
	return false;
}

/* Its time has not come, whoever has the floor. */
static bool
has_to_wait(const struct guide *g)
{
	return !g->what || when_of(g, g->what, g->asked.seat) < HAND_IN_OPEN;
}

/* A line to `lock` is all that is asked of it. */
static bool
has_to_name(const struct guide *g)
{
	return g->asked.seat && format_next(g->f->fold, g->f->ctx, g->asked.seat) == NEXT_NAME_SPEAKER;
}

LIST(file)
{
	struct guide *g = arg;

	return (g->row = format_row_at(g->f->format, i));
}

LIST(ending)
{
	struct guide *g = arg;

	return (g->ending = format_ending_at(g->f->format, i));
}

/* The terms have a number of turns for every duel: it counts where the format shows it. Nothing is said of wait_seconds
 * and move_seconds where the format's terms say who is waited for, and how long a move may take. `line`: how a line to
 * `lock` begins: the verb, and who says it. */
/* clang-format off */
#define NAMES(WORD, BLOCK, IS, EACH) \
	WORD(duel, guide_put(out, g->f->ctx->name)) \
	WORD(topic, guide_put(out, g->f->ctx->terms->topic)) \
	WORD(format, guide_put(out, g->f->format->name)) \
	WORD(format_about, guide_put(out, g->f->format->about)) \
	WORD(state, guide_put(out, g->f->state)) \
	WORD(next_step, guide_put(out, next_step_names[g->f->next])) \
	WORD(turns, put_number(out, g->f->turns)) \
	WORD(missing, guide_put(out, guide_missing(g->f) ? guide_missing(g->f) : "")) \
	WORD(outcome, say_outcome(g->f, out)) \
	IS(closed, next_step_ended[g->f->next]) \
	IS(has_roles, g->f->format->roles) \
	WORD(max_turns, if (shows_status(g->f->format, "max_turns") \
		&& g->f->ctx->terms->max_turns) put_number(out, g->f->ctx->terms->max_turns)) \
	WORD(max_turn_bytes, put_number(out, g->f->ctx->terms->max_turn_bytes)) \
	WORD(lease_seconds, put_number(out, g->f->ctx->terms->lease_seconds)) \
	WORD(wait_seconds, if (g->f->format->alone) put_number(out, g->f->ctx->terms->wait_seconds)) \
	WORD(move_seconds, if (!g->f->format->turn_seconds && g->f->ctx->terms->move_seconds) \
		put_number(out, g->f->ctx->terms->move_seconds)) \
	WORD(retry_after_seconds, put_number(out, g->f->ctx->terms->retry_after_seconds)) \
	WORD(format_terms, say_format_terms(g->f, out)) \
	IS(require_token, g->f->require_token) \
	WORD(looked_up, say_looked_up(g->f->ctx->terms, out)) \
	BLOCK(unseen, list_unseen(g, out)) \
	WORD(source, guide_put(out, g->f->ctx->source ? g->f->ctx->source->path : "")) \
	WORD(folder, guide_put(out, g->f->ctx->folder ? g->f->ctx->folder->path : "")) \
	WORD(folder_about, if (g->f->ctx->folder && g->f->format->folder->tell) \
		g->f->format->folder->tell(g->f->ctx->folder, out)) \
	IS(wants_folder, g->f->format->folder && !g->f->ctx->folder) \
	EACH(seat) \
	EACH(mover) \
	EACH(free_role) \
	WORD(name, guide_put(out, g->who.name)) \
	WORD(harness, guide_put(out, g->who.harness)) \
	WORD(model, guide_put(out, g->who.model)) \
	WORD(role, guide_put(out, g->who.role)) \
	IS(has_floor, g->who.seat && g->who.seat == g->f->ctx->holder) \
	WORD(path, guide_put_path(out, g->f->mountpoint, g->f->ctx->name, word)) \
	WORD(chair, put_chair_path(g, word, out)) \
	WORD(line, (utstring_printf(out, "%s ", word), guide_quote_verb(out, g->who.name))) \
	WORD(join, guide_put_join(g->f, &g->who, out)) \
	EACH(other) \
	BLOCK(advice, if (g->h) hand_in_told(g->f->fold, g->who.seat, g->h, out)) \
	WORD(label, if (g->h) hand_in_label(g->f->fold, g->who.seat, g->h, out)) \
	BLOCK(blank, put_its_blank(g, out)) \
	IS(waits, has_to_wait(g)) \
	IS(asked, g->what) \
	IS(to_name, has_to_name(g)) \
	IS(acts, g->what && !has_to_wait(g) && !has_to_name(g)) \
	IS(seated, g->asked.seat != 0) \
	WORD(waits_for, guide_put(out, g->prompt ? g->prompt->waits_for : "")) \
	WORD(move_ends, guide_put(out, g->prompt && g->prompt->move_ends ? g->prompt->move_ends : "")) \
	BLOCK(maker_lines, guide_put(out, g->f->said ? g->f->said : "")) \
	BLOCK(brief, format_brief(g->f->fold, g->asked.seat, out)) \
	BLOCK(cautions, format_cautions(g->f->fold, g->asked.seat, out)) \
	BLOCK(refusal, if (g->prompt && *g->prompt->refusal) \
		md_fence(out, "text", g->prompt->refusal, strlen(g->prompt->refusal))) \
	EACH(file) \
	WORD(file, utstring_printf(out, "%s%s", g->row->name, g->row->many || g->row->tree ? "/" : "")) \
	WORD(about, guide_put(out, g->row->about)) \
	EACH(ending) \
	WORD(ending, guide_put(out, g->ending->outcome)) \
	WORD(earned, guide_put(out, g->ending->earned))
#define AS_PUT(name, statement) TEMPLATE_PUT(put_##name, struct guide, g, statement)
#define AS_FLAG(name, value) TEMPLATE_IS(is_##name, const struct guide, g, value)
#define AS_NONE(name)
NAMES(AS_PUT, AS_PUT, AS_FLAG, AS_NONE)

#define BLOCK_ROW(value, statement) {.name = #value, .kind = TEMPLATE_BLOCK, .put = put_##value},
#define LIST_ROW(value) {.name = #value, .kind = TEMPLATE_LIST, .at = at_##value},
static const struct template_name names[] = {
	NAMES(TEMPLATE_WORD_ROW, BLOCK_ROW, TEMPLATE_FLAG_ROW, LIST_ROW) {.name = NULL}};
/* clang-format on */

struct guide
guide_about(const struct guide_facts *f, struct actor who, const struct format_kind *what)
{
	static const struct format_row no_row = {.name = "", .about = ""};
	static const struct debate_phase no_ending = {.outcome = "", .earned = ""};

	return (struct guide){.f = f,
		.asked = who,
		.who = who,
		.what = what,
		.h = what,
		.row = &no_row,
		.ending = &no_ending};
}

void
guide_render(const char *text, struct guide *g, UT_string *out)
{
	template_render(text, names, g, out);
}
