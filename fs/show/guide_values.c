/*
 * The texts about a duel: what their placeholders, conditions and lists stand for. A row a name at the end, and its
 * function above it.
 */
#include "fs/show/guide_inner.h"

#include <errno.h>
#include <string.h>
#include "validators/text/chars.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

TEXT_FILE(guide_mount_md);
TEXT_FILE(guide_taking_part_md);
TEXT_FILE(guide_move_md);
TEXT_FILE(guide_closed_md);

#define VALUE(name, statement) TEMPLATE_PUT(put_##name, struct guide, g, statement)
#define STRING(name, value) VALUE(name, guide_put(out, value))
#define NUMBER(name, value) VALUE(name, utstring_printf(out, "%lld", (long long)(value)))
/* Of a text that is handed in, where one is looked at. */
#define HAND_IN(name, statement) VALUE(name, if (g->h) statement)
#define FLAG(name, value) TEMPLATE_IS(is_##name, const struct guide, g, value)
#define LIST(name) static bool at_##name(void *arg, size_t i)

/* Without the newline that it ends in: the template has that. */
static void
put_chomped(UT_string *out, const char *text)
{
	size_t len = strlen(text);

	utstring_bincpy(out, text, len && text[len - 1] == '\n' ? len - 1 : len);
}

/* The duel as it is. */

STRING(duel, g->f->ctx->name)
STRING(topic, g->f->ctx->terms->topic)
STRING(format, g->f->format->name)
STRING(format_about, g->f->format->about)
STRING(state, g->f->state)
STRING(next_step, next_step_names[g->f->next])
NUMBER(turns, g->f->turns)
STRING(missing, guide_missing(g->f) ? guide_missing(g->f) : "")
FLAG(closed, next_step_ended[g->f->next])
FLAG(has_roles, g->f->format->roles)

/* How it ended, with one full stop: the outcome, who closed it, and the reason, which may bring its own; whose words it
 * is in, is said. */
static void
put_outcome(void *arg, const char *word, UT_string *out)
{
	const struct guide_facts *f = ((struct guide *)arg)->f;
	size_t len = strlen(f->reason);
	char last;

	(void)word;
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

/* The terms have a number of turns for every duel: it counts where the format shows it. */
VALUE(max_turns, if (shows_status(g->f->format, "max_turns") && g->f->ctx->terms->max_turns)
	utstring_printf(out, "%lld", (long long)g->f->ctx->terms->max_turns))
NUMBER(max_turn_bytes, g->f->ctx->terms->max_turn_bytes)
NUMBER(lease_seconds, g->f->ctx->terms->lease_seconds)
/* Nothing where the format's terms say who is waited for, and how long a move may take. */
VALUE(wait_seconds, if (g->f->format->alone)
	utstring_printf(out, "%lld", (long long)g->f->ctx->terms->wait_seconds))
VALUE(move_seconds, if (!g->f->format->turn_seconds && g->f->ctx->terms->move_seconds)
	utstring_printf(out, "%lld", (long long)g->f->ctx->terms->move_seconds))
NUMBER(retry_after_seconds, g->f->ctx->terms->retry_after_seconds)
FLAG(require_token, g->f->require_token)
STRING(source, g->f->ctx->source ? g->f->ctx->source->path : "")
STRING(folder, g->f->ctx->folder ? g->f->ctx->folder->path : "")
FLAG(wants_folder, g->f->format->folder && !g->f->ctx->folder)
VALUE(folder_about, if (g->f->ctx->folder && g->f->format->folder->tell)
	g->f->format->folder->tell(g->f->ctx->folder, out))

/* How files that a text cites are looked up; nothing where they are not. */
static void
put_looked_up(void *arg, const char *word, UT_string *out)
{
	const struct terms *t = ((struct guide *)arg)->f->ctx->terms;

	(void)word;
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

/* What was cited so far and not seen, an item each: as `status` has it. */
static void
put_unseen(void *arg, const char *word, UT_string *out)
{
	const struct guide *g = arg;
	struct unseen u = {.n = 0};

	(void)word;
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
put_format_terms(void *arg, const char *word, UT_string *out)
{
	const struct guide_facts *f = ((struct guide *)arg)->f;
	UT_string terms;

	(void)word;
	if (!f->format->terms)
		return;
	utstring_init(&terms);
	f->format->terms(f->ctx->terms, &terms);
	put_chomped(out, utstring_body(&terms));
	utstring_done(&terms);
}

/* Who stands in a command now. */

/* From now on values are of this one; NULL: of the one that the text is for. Is there one? */
static bool
look_at_seat(struct guide *g, const struct seat *seat)
{
	g->who = seat ? guide_actor(g->f, seat->number, g->asked) : g->asked;
	return seat;
}

STRING(name, g->who.name)
STRING(harness, g->who.harness)
STRING(model, g->who.model)
STRING(role, g->who.role)
FLAG(has_floor, g->who.seat && g->who.seat == g->f->ctx->holder)
VALUE(path, guide_put_path(out, g->f->mountpoint, g->f->ctx->name, word))

/* Of a participant's directory. */
static void
put_chair(void *arg, const char *word, UT_string *out)
{
	const struct guide *g = arg;
	char *file = mem_format("participants/%s/%s", g->who.name, word);

	guide_put_path(out, g->f->mountpoint, g->f->ctx->name, file);
	free(file);
}

/* How a line to `lock` begins: the verb, and who says it. */
VALUE(line, (utstring_printf(out, "%s ", word), guide_quote_verb(out, g->who.name)))
VALUE(join, guide_put_join(g->f, &g->who, out))
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

VALUE(advice, if (g->h) hand_in_told(g->f->fold, g->who.seat, g->h, out))
HAND_IN(label, hand_in_label(g->f->fold, g->who.seat, g->h, out))

static bool
is_json(const char *text)
{
	return *text == '{' || *text == '[';
}

static void
put_blank(void *arg, const char *word, UT_string *out)
{
	const struct guide *g = arg;
	UT_string text;

	(void)word;
	if (!g->h)
		return;
	utstring_init(&text);
	guide_put_blank(g->f, g->h, g->who.seat, &text);
	md_fence(out, is_json(utstring_body(&text)) ? "json" : "markdown", utstring_body(&text), utstring_len(&text));
	utstring_done(&text);
}

/* What else this one may hand in now. */
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

/* What whoever a prompt is for is to do. */

/* Its time has not come, whoever has the floor. */
FLAG(waits, !g->what || (g->asked.seat && when_of(g, g->what, g->asked.seat) < HAND_IN_OPEN))
FLAG(asked, g->what)
/* A line to `lock` is all that is asked of it. */
FLAG(to_name,
	g->asked.seat && format_next(g->f->fold, g->f->ctx, g->asked.seat) == NEXT_NAME_SPEAKER)
FLAG(acts, g->what && !is_waits(arg, "") && !is_to_name(arg, ""))
FLAG(seated, g->asked.seat != 0)
STRING(waits_for, g->prompt ? g->prompt->waits_for : "")
STRING(move_ends, g->prompt && g->prompt->move_ends ? g->prompt->move_ends : "")
STRING(maker_lines, g->f->said ? g->f->said : "")
VALUE(brief, format_brief(g->f->fold, g->asked.seat, out))
VALUE(cautions, format_cautions(g->f->fold, g->asked.seat, out))
VALUE(refusal, if (g->prompt && *g->prompt->refusal)
	md_fence(out, "text", g->prompt->refusal, strlen(g->prompt->refusal)))

/* The format's files and endings. */

VALUE(file, utstring_printf(out, "%s%s", g->row->name, g->row->many || g->row->tree ? "/" : ""))
STRING(about, g->row->about)
STRING(ending, g->ending->outcome)
STRING(earned, g->ending->earned)

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

/* clang-format off */
#define WORD(value) {.name = #value, .put = put_##value}
#define BLOCK(value) {.name = #value, .kind = TEMPLATE_BLOCK, .put = put_##value}
#define IS(value) {.name = #value, .kind = TEMPLATE_FLAG, .is = is_##value}
#define EACH(value) {.name = #value, .kind = TEMPLATE_LIST, .at = at_##value}

static const struct template_name names[] = {
	WORD(duel), WORD(topic), WORD(format), WORD(format_about), WORD(state), WORD(next_step), WORD(turns),
	WORD(missing), WORD(outcome), IS(closed), IS(has_roles),
	WORD(max_turns), WORD(max_turn_bytes), WORD(lease_seconds), WORD(wait_seconds), WORD(move_seconds),
	WORD(retry_after_seconds), WORD(format_terms), IS(require_token),
	WORD(looked_up), BLOCK(unseen), WORD(source), WORD(folder), WORD(folder_about),
	IS(wants_folder),
	EACH(seat), EACH(mover), EACH(free_role),
	WORD(name), WORD(harness), WORD(model), WORD(role), IS(has_floor), WORD(path), WORD(chair), WORD(line),
	WORD(join),
	EACH(other), BLOCK(advice), WORD(label), BLOCK(blank),
	IS(waits), IS(asked), IS(to_name), IS(acts), IS(seated), WORD(waits_for), WORD(move_ends),
	BLOCK(maker_lines), BLOCK(brief), BLOCK(cautions), BLOCK(refusal),
	EACH(file), WORD(file), WORD(about), EACH(ending), WORD(ending), WORD(earned),
	{.name = NULL},
};
/* clang-format on */

const char *const guide_texts[GUIDE_TEXTS] = {
	[GUIDE_MOUNT] = text_guide_mount_md,
	[GUIDE_PART] = text_guide_taking_part_md,
	[GUIDE_MOVE] = text_guide_move_md,
	[GUIDE_CLOSED] = text_guide_closed_md,
};

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
guide_render(enum guide_text text, struct guide *g, UT_string *out)
{
	template_render(guide_texts[text], names, g, out);
}
