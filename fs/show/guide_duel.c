/*
 * The texts about a duel: README.md, prompt.md, of all and of one, and template.md of one. Here is who stands in a
 * command, and what they hand in; the values of the templates' placeholders, conditions and lists, a row a name in
 * NAMES; and who is asked for what.
 */
#include "fs/show/guide.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "fs/util/token_line.h"
#include "validators/text/chars.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* The seat that a command names. */
struct actor {
	unsigned seat; /* 0: somebody who has not joined */
	const char *name;
	const char *harness;
	const char *model;
	const char *role; /* "": none, or not yet */
};

/* Seats that nobody has joined, under the names that stand for them in the formats' texts. */
static const struct actor guide_newcomer = {0, "NAME", "HARNESS", "MODEL", ""};
/* The actor of an example for anybody, where nobody has joined. */
static const struct actor guide_somebody = {0, "alice", "shell", "human", ""};

/* The reader for whom a text about a duel is rendered. A template may ask for anything anywhere: what is looked at in a
 * list only is never NULL, and `h` alone may be. */
struct guide {
	const struct guide_facts *f;
	const struct prompt_facts *prompt; /* NULL where no prompt is written */
	struct actor asked;                /* whom the text is for, or who does what it tells of first */
	const struct format_kind *what;        /* what they are asked for, or would be; NULL: nothing */
	/* The current position: in no list, those above. */
	struct actor who;
	const struct format_kind *h;
	const struct format_row *row;
	const struct debate_phase *ending;
};

/* Actors. */

/* The name of the seat, else this stand-in. */
static struct actor
guide_actor(const struct guide_facts *f, unsigned number, struct actor stand_in)
{
	const struct seat *seat = context_seat(f->ctx, number);

	return seat ? (struct actor){seat->number, seat->name, seat->harness, seat->model, seat->role} : stand_in;
}

/* Is there something to hand in now for this seat (0: for whoever joins next)? */
static bool
guide_is_due(const struct guide_facts *f, unsigned seat)
{
	enum hand_in_when when;

	hand_in_next(f->fold, seat, &when);
	return when == HAND_IN_DUE;
}

/* Whose move it is, or, where it may be more than one's, the first of them; else the first that joined; 0: nobody has.
 * A holder that has just spoken does not move: next_seat is the other then. */
static unsigned
guide_mover(const struct guide_facts *f)
{
	if (f->next_seat || f->ctx->holder)
		return f->next_seat ? f->next_seat : f->ctx->holder;
	for (unsigned seat = 1; seat <= f->ctx->n_seats; seat++)
		if (guide_is_due(f, seat))
			return seat;
	return f->ctx->n_seats ? 1 : 0;
}

/* Whom the debate waits for to join, before anything else can happen; NULL: nobody. In a format with roles it may be
 * the move of one that nobody has taken. */
static const char *
guide_missing(const struct guide_facts *f)
{
	const char *missing = format_missing(f->fold);

	if (missing || !f->format->roles || f->ctx->holder || f->ctx->n_seats == format_seats(f->format) ||
		!guide_is_due(f, 0))
		return missing;
	for (unsigned seat = 1; seat <= f->ctx->n_seats; seat++)
		if (!next_steps[format_next(f->fold, f->ctx, seat)].waits)
			return NULL;
	return "somebody who takes a role that is free";
}

/* Does a text of the seat begin with its token? */
static bool
wants_token(const struct guide_facts *f, unsigned seat)
{
	return f->require_token || (seat && f->tokens >> (seat - 1) & 1);
}

/* Has somebody joined with this name, or in this role? NULL: that is not asked. */
static bool
has_joined(const struct guide_facts *f, const char *name, const char *role)
{
	for (unsigned i = 0; i < f->ctx->n_seats; i++) {
		const struct seat *seat = f->ctx->seats[i];

		if ((name && !strcmp(seat->name, name)) || (role && !strcmp(seat->role, role)))
			return true;
	}
	return false;
}

/* A role that somebody may still take, the one that is missing, else the first that is free; NULL: none, or the format
 * has no roles. */
static const char *
guide_free_role(const struct guide_facts *f)
{
	const char *missing = guide_missing(f), *found = NULL;

	for (const struct debate_role *role = f->fold->roles; role && role->name; role++) {
		bool wanted = missing && strstr(missing, role->name);

		if (has_joined(f, NULL, role->name) || (found && !wanted))
			continue;
		found = role->name;
		if (wanted)
			break;
	}
	return found;
}

static void
guide_put_join(const struct guide_facts *f, const struct actor *a, UT_string *out)
{
	const char *role = guide_free_role(f);
	UT_string line;

	utstring_init(&line);
	utstring_printf(&line, "join ");
	guide_quote_verb(&line, a->name);
	utstring_printf(&line, " harness=%s model=%s", a->harness, a->model);
	if (role)
		utstring_printf(&line, " role=%s", role);
	if (wants_token(f, a->seat))
		guide_put(&line, " token=SECRET");
	guide_put_lock(out, f->mountpoint, f->ctx->name, utstring_body(&line));
	utstring_done(&line);
}

/* The blank of such a text, with a line for the token, SECRET in its place, where this seat has one. */
static void
guide_put_blank(const struct guide_facts *f, const struct format_kind *h, unsigned seat, UT_string *out)
{
	if (wants_token(f, seat))
		guide_put(out, TOKEN_LINE_BLANK);
	hand_in_blank(f->fold, seat, h, out);
}

/* Values. */

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
		utstring_printf(out, " by ");
	else if (f->closed_by)
		utstring_printf(out, ", %s ", len && f->in_words ? "in the words of" : "closed by");
	md_escape(out, f->invalidated_by ? f->invalidated_by : f->closed_by ? f->closed_by : "");
	if (len)
		utstring_printf(out, f->invalidated_by || f->closed_by ? ": " : ", ");
	md_escape(out, f->reason);
	bool ends = len && ascii_form_before(f->reason, f->reason + len, &last) && strchr(".!?", last);
	guide_put(out, ends ? "" : ".");
}

/* Its terms. */

static bool
shows_status(const struct format *format, const char *key)
{
	for (const struct status_row *row = format->status; row && row->key; row++)
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
			     "and anywhere a path with a quotation behind it; what is not there is refused, "
			     "and a quotation of one or two words beside a line is told to the other side.");
}

/* The newest of them. */
#define UNSEEN_SHOWN 8

/* Citations so far that were not found, an item each: as `status` has it. */
static void
list_unseen(const struct guide *g, UT_string *out)
{
	json_t *list = format_warnings(g->f->fold);
	size_t i = json_array_size(list);

	while (i--)
		if (!strstr(json_string_value(json_array_get(list, i)), ": [evidence.skipped] "))
			json_array_remove(list, i);
	i = json_array_size(list);
	for (i = i > UNSEEN_SHOWN ? i - UNSEEN_SHOWN : 0; i < json_array_size(list); i++) {
		utstring_printf(out, "- ");
		md_escape_paragraph(out, json_string_value(json_array_get(list, i)));
		utstring_printf(out, "\n");
	}
	json_decref(list);
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
put_seat_path(const struct guide *g, const char *word, UT_string *out)
{
	char *file = mem_format("participants/%s/%s", g->who.name, word);

	guide_put_path(out, g->f->mountpoint, g->f->ctx->name, file);
	free(file);
}

LIST(seat) { return look_at_seat(arg, context_seat(((struct guide *)arg)->f->ctx, (unsigned)i + 1)); }

/* Whose move it is: one's, or that of all who may move at the same time. */
LIST(mover)
{
	struct guide *g = arg;
	unsigned first = guide_mover(g->f), seat = first;

	while (i && ++seat <= g->f->ctx->n_seats)
		i -= !g->f->next_seat && !g->f->ctx->holder && guide_is_due(g->f, seat);
	return look_at_seat(g, context_seat(g->f->ctx, seat));
}

LIST(free_role)
{
	struct guide *g = arg;

	for (const struct debate_role *role = g->f->fold->roles; role && role->name; role++)
		if (!has_joined(g->f, NULL, role->name) && !i--) {
			g->who.role = role->name;
			return true;
		}
	g->who.role = g->asked.role;
	return false;
}

/* A text that is handed in. */

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

	for (g->h = g->f->format->kinds; g->h->kind.name; g->h++)
		if (g->h != g->what && hand_in_when(g->f->fold, g->asked.seat, g->h) > HAND_IN_LATER && !i--)
			return true;
	g->h = g->what;
	return false;
}

/* Its time has not come, whoever has the floor. */
static bool
has_to_wait(const struct guide *g)
{
	return !g->what || hand_in_when(g->f->fold, g->asked.seat, g->what) < HAND_IN_OPEN;
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
	const struct format_row *rows = g->f->format->rows;

	g->row = rows && rows[i].name ? &rows[i] : NULL;
	return g->row;
}

LIST(ending)
{
	struct guide *g = arg;

	for (g->ending = g->f->format->states; g->ending->phase; g->ending++)
		if (g->ending->earned && !i--)
			return true;
	return false;
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
	WORD(next_step, guide_put(out, next_steps[g->f->next].name)) \
	WORD(turns, put_number(out, g->f->turns)) \
	WORD(missing, guide_put(out, guide_missing(g->f) ? guide_missing(g->f) : "")) \
	WORD(outcome, say_outcome(g->f, out)) \
	IS(closed, next_steps[g->f->next].ended) \
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
	WORD(seat_file, put_seat_path(g, word, out)) \
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
	IS(wants_token, wants_token(g->f, g->asked.seat)) \
	WORD(waits_for, guide_put(out, g->prompt ? g->prompt->waits_for : "")) \
	WORD(move_ends, guide_put(out, g->prompt && g->prompt->move_ends ? g->prompt->move_ends : "")) \
	BLOCK(maker_lines, guide_put(out, g->f->said ? g->f->said : "")) \
	BLOCK(brief, g->f->format->brief(g->f->fold, g->asked.seat, out)) \
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

/* `who` is asked for `what`. */
static struct guide
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

/* A duel that has ended, and whose debate has not, is damaged: nothing is taken any more. */
static const struct format_kind *
asked_of(const struct guide_facts *f, unsigned seat)
{
	return next_steps[f->next].ended && !debate_is_closed(f->fold) ? NULL : hand_in_next(f->fold, seat, NULL);
}

/* README.md. */

/* Whose name nobody has yet, with a harness with which the format lets it in, in the role that the command takes. */
static struct actor
choose_newcomer(const struct guide_facts *f)
{
	static const char *const called[] = {"alice", "bob", "carol"};
	static const char *const harnesses[] = {"shell", "editor"};
	const char *role = guide_free_role(f);
	struct actor a = guide_somebody;

	for (size_t i = 0; has_joined(f, a.name, NULL) && i < sizeof called / sizeof *called; i++)
		a.name = called[i];
	for (size_t i = 0; i < sizeof harnesses / sizeof *harnesses; i++) {
		struct seat seat = {.name = a.name, .harness = a.harness, .model = a.model, .role = role ? role : ""};
		struct fault fault = format_join(f->fold, &seat);

		free(fault.sentence);
		if (!fault.rule)
			break;
		a.harness = harnesses[i];
	}
	return a;
}

void
guide_duel(const struct guide_facts *f, UT_string *out)
{
	unsigned late = next_steps[f->next].ended ? f->next_seat : 0, seat = f->ctx->holder ? f->ctx->holder : late;
	struct actor who = !seat && guide_missing(f) ? choose_newcomer(f)
						     : guide_actor(f, seat ? seat : guide_mover(f), guide_somebody);
	struct guide g = guide_about(f, who, late ? asked_of(f, late) : NULL);

	template_render(text_guide_taking_part_md, names, &g, out);
}

/* prompt.md and template.md. */

unsigned
prompt_seat(const struct guide_facts *f)
{
	unsigned seat = guide_mover(f);

	return seat && !f->next_seat && !f->ctx->holder && !guide_is_due(f, seat) && guide_is_due(f, 0) ? 0 : seat;
}

void
prompt_of_seat(const struct prompt_facts *p, unsigned seat, UT_string *out)
{
	const struct format_kind *h = asked_of(p->duel, seat);
	struct guide g = guide_about(p->duel, guide_actor(p->duel, seat, guide_newcomer), h);
	const char *text = next_steps[p->duel->next].ended && !h ? text_guide_closed_md : text_guide_move_md;
	g.prompt = p;
	template_render(text, names, &g, out);
}

void
prompt_template_of_seat(const struct guide_facts *f, unsigned seat, UT_string *out)
{
	const struct format_kind *h = asked_of(f, seat);

	if (h)
		guide_put_blank(f, h, seat, out);
}
