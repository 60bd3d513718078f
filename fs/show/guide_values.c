/*
 * The texts about a duel: what their placeholders, conditions and lists stand for. A row a name at the end, and its
 * function above it.
 */
#include "fs/show/guide_inner.h"

#include <errno.h>
#include <string.h>
#include "validators/kit/independence.h"
#include "validators/kit/shown.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wide.h"

TEXT_FILE(guide_mount_md);
TEXT_FILE(guide_duel_md);
TEXT_FILE(guide_taking_part_md);
TEXT_FILE(guide_prompt_md);
TEXT_FILE(guide_move_md);
TEXT_FILE(guide_closed_md);
TEXT_FILE(guide_hand_in_md);
TEXT_FILE(guide_terms_md);
TEXT_FILE(guide_endings_md);
TEXT_FILE(guide_rules_md);
TEXT_FILE(guide_due_md);
TEXT_FILE(guide_ask_md);

#define VALUE(name, statement) \
	static void put_##name(void *arg, const char *word, UT_string *out) \
	{ \
		struct guide *g = arg; \
		(void)g, (void)word; \
		statement; \
	}
#define STRING(name, value) VALUE(name, guide_put(out, value))
#define NUMBER(name, value) VALUE(name, utstring_printf(out, "%lld", (long long)(value)))
/* Of a text that is handed in, where one is looked at. */
#define HAND_IN(name, statement) VALUE(name, if (g->h) statement)
#define FLAG(name, value) \
	static bool is_##name(void *arg, const char *word) \
	{ \
		const struct guide *g = arg; \
		(void)g, (void)word; \
		return value; \
	}
#define LIST(name) static bool at_##name(void *arg, size_t i)

/* Without the newline that it ends in: the template has that. */
static void
put_chomped(UT_string *out, const char *text)
{
	size_t len = strlen(text);

	utstring_bincpy(out, text, len && text[len - 1] == '\n' ? len - 1 : len);
}

/* The duel as it is. */

STRING(mountpoint, g->f->mountpoint)
STRING(duel, g->f->ctx->name)
STRING(topic, g->f->ctx->terms->topic)
STRING(format, g->f->format->name)
STRING(format_about, g->f->format->about)
STRING(state, g->f->state)
STRING(next_step, next_step_names[g->f->next])
NUMBER(turns, g->f->turns)
VALUE(names,
	guide_put_names(g->f, !strcmp(word, "or") ? guide_is_due : NULL, !strcmp(word, "or") ? " or " : " and ", out))
STRING(missing, guide_missing(g->f) ? guide_missing(g->f) : "")
STRING(first, g->f->ctx->n_seats ? g->f->ctx->seats[0]->name : "")
NUMBER(seats_begin, g->f->format->seats_begin)
NUMBER(seats_max, g->f->format->seats_max)
FLAG(closed, next_step_ended[g->f->next])
FLAG(held, g->f->ctx->holder != 0)
FLAG(next, !strcmp(next_step_names[g->f->next], word))
FLAG(joined, g->f->ctx->n_seats != 0)
FLAG(several, g->f->ctx->n_seats > 1)
FLAG(runs_out, g->f->ctx->n_seats && format_wait_until(g->f->format, g->f->fold, g->f->ctx))
FLAG(their_move, guide_seat(g->f, g->f->next_seat))
FLAG(open_to_all, !g->f->next_seat && !g->f->ctx->holder)
FLAG(any_role, g->f->format->roles && guide_is_due(g->f, g->who.seat))
FLAG(has_roles, g->f->format->roles)
FLAG(has_files, g->f->format->n_rows)
/* Of its own: those that every move has by its debate's rules are told by has_clock. */
FLAG(has_deadline, g->f->format->deadline && (!g->f->format->expire || g->f->format->clock))

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

/* The files that texts are handed in to: "`debate.md`" and the format's own. */
static void
put_files(void *arg, const char *word, UT_string *out)
{
	const struct format *format = ((struct guide *)arg)->f->format;

	(void)word;
	guide_put(out, "`debate.md`");
	for (size_t i = 0; i < format->n_rows; i++)
		if (format->rows[i].gated)
			utstring_printf(out, " or `%s`", format->rows[i].name);
}

/* Its terms. */

static bool
shows_status(const struct format *format, const char *key)
{
	for (size_t i = 0; i < format->n_status; i++)
		if (!strcmp(format->status[i].key, key))
			return true;
	return false;
}

/* The terms have a number of turns for every duel: it counts where the format shows it. */
VALUE(max_turns, if (shows_status(g->f->format, "max_turns") && g->f->ctx->terms->max_turns)
	utstring_printf(out, "%lld", (long long)g->f->ctx->terms->max_turns))
NUMBER(max_turn_bytes, g->f->ctx->terms->max_turn_bytes)
NUMBER(lease_seconds, g->f->ctx->terms->lease_seconds)
NUMBER(wait_seconds, g->f->ctx->terms->wait_seconds)
NUMBER(move_seconds, g->f->ctx->terms->move_seconds)
FLAG(has_clock, g->f->format->expire && !g->f->format->clock && g->f->ctx->terms->move_seconds)
NUMBER(retry_after_seconds, g->f->ctx->terms->retry_after_seconds)
FLAG(is_waited_for, g->f->format->wait_until)
FLAG(require_token, g->f->require_token)
FLAG(token, guide_wants_token(g->f, g->who.seat))
STRING(source, g->f->ctx->source ? g->f->ctx->source->path : "")
STRING(source_name, g->f->ctx->source ? g->f->ctx->source->name : "")
STRING(folder, g->f->ctx->folder ? g->f->ctx->folder->path : "")
FLAG(wants_folder, g->f->format->folder && !g->f->ctx->folder)
VALUE(folder_about, if (g->f->ctx->folder && g->f->format->folder->tell)
	g->f->format->folder->tell(g->f->ctx->folder, out))
NUMBER(source_bytes, g->f->ctx->source ? g->f->ctx->source->len : 0)

/* Of a prompt that has to leave room for the newest turn: a source that is named can be read. */
static bool
is_shows_source(void *arg, const char *word)
{
	const struct guide *g = arg;
	const struct source *s = g->f->ctx->source;
	unsigned turns = g->f->turns;
	size_t newest = turns && !g->f->format->brief ? fstate_turn(g->f->fold, turns - 1).len : 0;

	(void)word;
	return s && (g->unaided || (s->len <= PROMPT_SOURCE_BYTES &&
		s->len + newest <= PROMPT_BYTES - PROMPT_RULES_BYTES));
}

VALUE(source_text, if (g->f->ctx->source) md_fence(out, "markdown", g->f->ctx->source->text, g->f->ctx->source->len))

/* Are files that a text cites looked up? */
static void
put_looked_up(void *arg, const char *word, UT_string *out)
{
	const struct terms *t = ((struct guide *)arg)->f->ctx->terms;

	(void)word;
	if (!t->evidence_root && ((struct guide *)arg)->f->format->short_prompts)
		return;
	if (!t->evidence_root) {
		utstring_printf(out, "Files that a text cites are not looked up: nobody checks what it says of them.");
		return;
	}
	utstring_printf(out, "Files that a text cites are looked up beneath `");
	text_escape(out, t->evidence_root, strlen(t->evidence_root), LIMIT_VALUE_BYTES);
	utstring_printf(out, "` when it is handed in: a path, a line (`src/main.c:12`) or a quotation directly behind "
			     "it that is not there is refused; `path (removed)` and `path (new)` are not looked for.");
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
	bool found = false;

	for (const struct rule *r = lookup_rules; r < lookup_rules + LOOKUP_RULES && !found; r++) {
		char *id = mem_format(": [%s] ", r->id);
		found = strstr(text, id);
		free(id);
	}
	if (!found)
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
	if (g->f->format->warnings)
		g->f->format->warnings(g->f->fold, meet_warning, &u);
	for (size_t i = u.n > UNSEEN_SHOWN ? u.n - UNSEEN_SHOWN : 0; i < u.n; i++) {
		utstring_printf(out, "- ");
		md_escape_paragraph(out, u.shown[i % UNSEEN_SHOWN]);
		utstring_printf(out, "\n");
	}
	for (size_t i = 0; i < UNSEEN_SHOWN; i++)
		free(u.shown[i]);
}

static bool
is_has_unseen(void *arg, const char *word)
{
	UT_string list;
	bool has;

	utstring_init(&list);
	put_unseen(arg, word, &list);
	has = utstring_len(&list);
	utstring_done(&list);
	return has;
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
VALUE(uid, if (guide_seat(g->f, g->who.seat)) utstring_printf(out, "%u", guide_seat(g->f, g->who.seat)->uid))
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

VALUE(wait_path, put_chair(arg, "wait", out))
VALUE(verb, guide_put_verb(g->f, word, &g->who, "", out))
/* How a line to `lock` begins: the verb, and who says it. */
VALUE(line, (utstring_printf(out, "%s ", word), guide_quote_verb(out, g->who.name)))
VALUE(name_speaker, guide_put_verb(g->f, "next", &g->who, " to=NAME asks=\"…\"", out))
VALUE(join, guide_put_join(g->f, &g->who, out))
VALUE(moves, guide_put_moves(out))
LIST(seat) { return look_at_seat(arg, guide_seat(((struct guide *)arg)->f, (unsigned)i + 1)); }
LIST(first_seat) { return look_at_seat(arg, i ? NULL : guide_seat(((struct guide *)arg)->f, 1)); }

LIST(mover)
{
	struct guide *g = arg;

	g->who = i ? g->asked : guide_actor(g->f, guide_mover(g->f), guide_somebody);
	return !i;
}

/* Whoever has the floor, where that is not the one who is asked. */
LIST(other_holder)
{
	struct guide *g = arg;

	return look_at_seat(g, i || g->f->ctx->holder == g->asked.seat ? NULL : guide_seat(g->f, g->f->ctx->holder));
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
when_of(const struct guide *g, const struct hand_in *h, unsigned seat)
{
	return h->when(g->f->fold, g->f->ctx, seat);
}

/* Who hands such a text in: whose move it is, and in a format with roles whoever is nearest to it. */
static unsigned
writer(const struct guide *g, const struct hand_in *h)
{
	unsigned nearest = guide_mover(g->f);

	for (unsigned seat = 0; g->f->format->roles && seat <= g->f->ctx->n_seats; seat++)
		if (when_of(g, h, seat) > when_of(g, h, nearest))
			nearest = seat;
	return nearest;
}

/* "a" or "an". */
VALUE(article, guide_put(out, strchr("aeiou", *(g->what ? g->what->name : "text")) ? "an" : "a"))
STRING(task, g->what ? g->what->name : "text")
HAND_IN(title, guide_put(out, g->h->title))
HAND_IN(how, put_chomped(out, g->h->how))
VALUE(advice, if (g->h && g->h->told) g->h->told(g->f->fold, g->f->ctx, g->who.seat, out))
FLAG(has_advice, g->h && g->h->told)
HAND_IN(label, g->h->label(g->f->fold, g->f->ctx, g->who.seat, out))
HAND_IN(text_path, guide_put_path(out, g->f->mountpoint, g->f->ctx->name, format_row_name(g->f->format, g->h->row)))
FLAG(later, g->h && !next_step_ended[g->f->next] && when_of(g, g->h, g->who.seat) == HAND_IN_LATER &&
	g->who.seat != guide_mover(g->f))
FLAG(works, g->h && g->who.seat && when_of(g, g->h, g->who.seat) >= HAND_IN_OPEN)
FLAG(open, g->h && when_of(g, g->h, g->who.seat) == HAND_IN_OPEN)
FLAG(closes, g->h && hand_in_closes(g->h, g->f->fold, g->f->ctx))
/* A file with a front of its own is never what somebody wrote: it is appended to. */
FLAG(may_rewrite, g->h && g->h->row == ROW_DEBATE && !g->f->format->front)

static void
put_text(void *arg, const char *word, UT_string *out)
{
	const struct guide *g = arg;
	UT_string text;

	(void)word;
	if (!g->h)
		return;
	utstring_init(&text);
	guide_put_example(g->f, g->h, g->who.seat, &text);
	put_chomped(out, utstring_body(&text));
	utstring_done(&text);
}

static bool
is_json(const char *text)
{
	return *text == '{' || *text == '[';
}

/* What of an example stands as it is. */
static void
put_fixed(void *arg, const char *word, UT_string *out)
{
	const struct guide *g = arg;
	UT_string text;

	(void)word;
	utstring_init(&text);
	if (g->h)
		g->h->example(g->f->fold, g->f->ctx, g->who.seat, &text);
	guide_put(out, is_json(utstring_body(&text)) ? "keys" : "headings and titles");
	utstring_done(&text);
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
	if (!g->unaided && g->f->format->short_prompts)
		guide_put_token(g->f, g->who.seat, &text);
	if (g->unaided || g->f->format->short_prompts)
		g->h->blank(g->f->fold, g->f->ctx, g->who.seat, &text);
	else
		guide_put_blank(g->f, g->h, g->who.seat, &text);
	md_fence(out, is_json(utstring_body(&text)) ? "json" : "markdown", utstring_body(&text), utstring_len(&text));
	utstring_done(&text);
}

/* The i-th that `which` holds of, from now on; where there is none, what is asked for. */
static bool
look_at_hand_in(struct guide *g, size_t i, bool (*which)(const struct guide *g, const struct hand_in *h))
{
	const struct format *format = g->f->format;

	for (g->h = format->hand_ins; g->h < format->hand_ins + format->n_hand_ins; g->h++)
		if (which(g, g->h) && !i--)
			return true;
	g->h = g->what;
	g->who = g->asked;
	return false;
}

/* While the duel is open, what may be handed in now, and whatever else; afterwards, what still is. */
static bool
is_of_readme(const struct guide *g, const struct hand_in *h)
{
	return next_step_ended[g->f->next] ? guide_after_close(g->f, h) : when_of(g, h, writer(g, h)) > HAND_IN_LATER;
}

static bool
is_of_later(const struct guide *g, const struct hand_in *h)
{
	return !next_step_ended[g->f->next] && when_of(g, h, writer(g, h)) == HAND_IN_LATER;
}

LIST(hand_in)
{
	struct guide *g = arg;

	if (!look_at_hand_in(g, i, is_of_readme))
		return false;
	g->who = guide_actor(g->f, writer(g, g->h), guide_newcomer);
	return true;
}

LIST(later_hand_in) { return look_at_hand_in(arg, i, is_of_later); }

/* What else this one may hand in now. */
static bool
is_other(const struct guide *g, const struct hand_in *h)
{
	return h != g->what && when_of(g, h, g->asked.seat) > HAND_IN_LATER;
}

LIST(other) { return look_at_hand_in(arg, i, is_other); }

/* Is it still taken, although the duel is closed: of whom the text is for, or (0) of anybody? */
static bool
is_wanted_text(const struct guide *g, const struct hand_in *h)
{
	unsigned whose = next_step_ended[g->f->next] ? guide_after_close(g->f, h) : 0;

	return guide_seat(g->f, whose) && (!g->asked.seat || g->asked.seat == whose);
}

LIST(wanted_text)
{
	struct guide *g = arg;

	g->steps = 0;
	return look_at_hand_in(g, i, is_wanted_text) &&
		look_at_seat(g, guide_seat(g->f, guide_after_close(g->f, g->h)));
}

/* What whoever a prompt is for is to do. */

/* Nothing is asked of it any more. */
FLAG(over, next_step_ended[g->f->next] && !g->what)
/* Its time has not come, whoever has the floor. */
FLAG(waits,
	g->alone && (!g->what || (!is_wanted_text(g, g->what) && when_of(g, g->what, g->asked.seat) < HAND_IN_OPEN)))
/* It has spoken, and may end the debate now: what it is shown then is no task, and the next move is the others'. */
FLAG(rests,
	g->what && g->asked.seat && g->asked.seat == g->f->ctx->holder &&
		hand_in_closes(g->what, g->f->fold, g->f->ctx) && when_of(g, g->what, g->asked.seat) == HAND_IN_OPEN)
FLAG(asked, g->what)
FLAG(told, g->what || is_waits(arg, ""))
/* A line to `lock` is all that is asked of it. */
FLAG(to_name,
	g->asked.seat && g->f->format->next(g->f->fold, g->f->ctx, g->asked.seat) == NEXT_NAME_SPEAKER)
FLAG(acts, g->what && !is_waits(arg, "") && !is_to_name(arg, ""))
FLAG(gives_up, is_waits(arg, "") || is_rests(arg, ""))
/* Somebody else comes first. */
FLAG(must_wait,
	!is_to_name(arg, "") && !is_has_floor(arg, "") && (is_waits(arg, "") || !g->asked.seat || g->f->ctx->holder))
FLAG(seated, g->asked.seat != 0)
FLAG(alone, g->alone)
FLAG(unaided, g->unaided)
NUMBER(step, ++g->steps)
STRING(waits_for, g->prompt ? g->prompt->waits_for : "")
STRING(move_ends, g->prompt && g->prompt->move_ends ? g->prompt->move_ends : "")
FLAG(ends_with_it, g->prompt && g->prompt->ends_with_it)
FLAG(has_brief, g->f->format->brief)
FLAG(maker_said, g->f->said && *g->f->said)
STRING(maker_lines, g->f->said)

/* Bytes that may follow the record in a prompt: its last line, and the blank. */
static size_t
room_behind(const struct guide *g)
{
	UT_string blank;
	size_t len;

	utstring_init(&blank);
	put_blank((void *)g, "", &blank);
	len = utstring_len(&blank);
	utstring_done(&blank);
	return len + PROMPT_FRAME_BYTES;
}

/* Bytes of what stands behind `out` in a prompt that are left for what was said; `behind` of them come after that. */
static size_t
room_left(const struct guide *g, const UT_string *out, size_t behind)
{
	size_t used = utstring_len(out) + behind;

	if (g->unaided)
		return SHOWN_ALL;
	return used < PROMPT_BYTES ? PROMPT_BYTES - used : 0;
}

static void
brief_with_warnings(const struct guide *g, UT_string *out)
{
	UT_string warnings;

	if (!g->f->format->brief)
		return;
	utstring_init(&warnings);
	if (!g->f->format->short_prompts)
		independence_put(g->f->format, g->f->ctx, &warnings);
	g->f->format->brief(
		g->f->fold, g->f->ctx, g->asked.seat, room_left(g, out, room_behind(g) + utstring_len(&warnings)), out);
	utstring_concat(out, &warnings);
	utstring_done(&warnings);
}

VALUE(brief, brief_with_warnings(g, out))

static bool
is_has_cautions(void *arg, const char *word)
{
	const struct guide *g = arg;
	UT_string s;

	(void)word;
	utstring_init(&s);
	if (g->f->format->cautions)
		g->f->format->cautions(g->f->fold, g->f->ctx, g->asked.seat, &s);
	bool any = utstring_len(&s) > 0;
	utstring_done(&s);
	return any;
}

VALUE(cautions, g->f->format->cautions(g->f->fold, g->f->ctx, g->asked.seat, out))

static bool
is_wanted(void *arg, const char *word)
{
	struct guide g = *(struct guide *)arg;

	(void)word;
	return look_at_hand_in(&g, 0, is_wanted_text);
}

FLAG(refused, g->prompt && *g->prompt->refusal && (!next_step_ended[g->f->next] || is_wanted(arg, "")))
VALUE(refusal, if (g->prompt) md_fence(out, "text", g->prompt->refusal, strlen(g->prompt->refusal)))

/* Where the record is shown from, so that the prompt stays within PROMPT_BYTES: all of it, or as many of its last turns
 * as fit, the newest in any case. *left_out: so many turns are before. */
static size_t
record_from(const struct guide *g, const UT_string *out, size_t *left_out)
{
	const struct prompt_facts *p = g->prompt;
	size_t room = room_left(g, out, room_behind(g)), n = g->f->turns, from, end = p->record_len;
	size_t *bytes = mem_calloc(n, sizeof *bytes);

	*left_out = 0;
	for (size_t i = n; i--;) {
		from = fstate_turn(g->f->fold, (unsigned)i).offset;
		bytes[i] = end - from;
		end = from;
	}
	from = 0;
	if (n && p->record_len > room) {
		*left_out = shown_from(bytes, n, room);
		from = fstate_turn(g->f->fold, (unsigned)*left_out).offset;
	}
	free(bytes);
	return from;
}

static void
put_turn_file(void *arg, size_t i, UT_string *out)
{
	const struct guide *g = arg;
	struct turn_slice t = fstate_turn(g->f->fold, (unsigned)i);

	utstring_printf(out, "turns/%03u-%s.md", t.number, guide_seat(g->f, t.seat)->name);
}

static void
put_record(void *arg, const char *word, UT_string *out)
{
	const struct guide *g = arg;
	const struct prompt_facts *p = g->prompt;
	struct md_marks unknown = {0};
	size_t left_out;

	(void)word;
	if (!p)
		return;
	size_t from = record_from(g, out, &left_out);
	shown_put_left_out(out, "turns", left_out, put_turn_file, arg);
	if (from) {
		md_fence(out, "markdown", p->record + from, p->record_len - from);
		return;
	}
	size_t length = md_fence_length(p->marks ? p->marks : &unknown, p->record, p->record_len);
	md_fence_open(out, "markdown", length);
	utstring_bincpy(out, p->record, p->record_len);
	md_fence_close(out, length, p->record_len && p->record[p->record_len - 1] != '\n');
}

/* The format's files, endings and rules. */

VALUE(file, utstring_printf(out, "%s%s", g->row->name, g->row->many || g->row->tree ? "/" : ""))
STRING(about, g->row->about)
STRING(ending, g->ending->name)
STRING(earned, g->ending->earned)
STRING(rule, g->rule->id)
STRING(gloss, g->rule->gloss)
VALUE(severity, if (g->rule->severity == SEVERITY_WARNING) guide_put(out, "W"); else
	utstring_printf(out, "E %s", strerrorname_np(g->rule->err)))
/* "turn" where that is what is handed in, else "text". */
STRING(text_word, g->f->format->n_hand_ins && !strcmp(g->f->format->hand_ins[0].name, "turn") ? "turn" : "text")

/* Does the format have such rules: "novel."? */
static bool
is_has_rules(void *arg, const char *word)
{
	const struct format *format = ((struct guide *)arg)->f->format;

	for (size_t i = 0; i < format->n_rules; i++)
		if (!strncmp(format->rules[i].id, word, strlen(word)))
			return true;
	return false;
}

LIST(file)
{
	struct guide *g = arg;

	if (i < g->f->format->n_rows)
		g->row = &g->f->format->rows[i];
	return i < g->f->format->n_rows;
}

LIST(ending)
{
	struct guide *g = arg;

	if (i < g->f->format->n_endings)
		g->ending = &g->f->format->endings[i];
	return i < g->f->format->n_endings;
}

/* The format's, in the form that these terms give them, and those of all texts that it does not have itself; NULL: no
 * more. */
static const struct rule *
rule_at(const struct format *format, const struct terms *terms, size_t i)
{
	if (i < format->n_rules) {
		const struct rule *own = &format->rules[i];
		return own->strict && format->strict && format->strict(terms) ? own->strict : own;
	}
	i -= format->n_rules;
	for (const struct rule *r = text_rules; r < text_rules + TEXT_RULES; r++) {
		bool overridden = false;
		for (size_t k = 0; k < format->n_rules; k++)
			overridden |= !strcmp(format->rules[k].id, r->id);
		if (!overridden && !i--)
			return r;
	}
	return NULL;
}

static bool
is_of_every_text(const struct rule *r)
{
	return r >= text_rules && r < text_rules + TEXT_RULES;
}

/* Could what this one hands in now break it? What holds for every text is told once, in README.md. */
static bool
is_due_rule(const struct guide *g, const struct rule *r)
{
	return g->h && !is_of_every_text(r) &&
		hand_in_may_break(g->f->format, g->f->fold, g->f->ctx, g->who.seat, g->h, r);
}

/* No prompt tells it. */
static bool
is_form_rule(const struct guide *g, const struct rule *r)
{
	(void)g;
	return is_of_every_text(r) || (r->needs & NEEDS_CHANGE);
}

static bool
look_at_rule(struct guide *g, size_t i, bool (*which)(const struct guide *g, const struct rule *r))
{
	const struct rule *r;

	for (size_t k = 0; (r = rule_at(g->f->format, g->f->ctx->terms, k)); k++)
		if (which(g, r) && !i--) {
			g->rule = r;
			return true;
		}
	return false;
}

LIST(due_rule) { return look_at_rule(arg, i, is_due_rule); }
LIST(form_rule) { return look_at_rule(arg, i, is_form_rule); }
FLAG(warned, g->rule->severity == SEVERITY_WARNING)
FLAG(has_due_rules, look_at_rule(&(struct guide){.f = g->f, .who = g->who, .h = g->h}, 0, is_due_rule))

/* The others, by their ids: what they ask is told by the prompt of the text that they are about. */
static void
put_told_rules(void *arg, const char *word, UT_string *out)
{
	const struct guide *g = arg;
	const struct rule *r;
	const char *before = "";

	(void)word;
	for (size_t i = 0; (r = rule_at(g->f->format, g->f->ctx->terms, i)); i++) {
		if (is_form_rule(g, r))
			continue;
		utstring_printf(out, "%s`%s`", before, r->id);
		if (r->severity == SEVERITY_WARNING)
			guide_put(out, " (W)");
		else if (r->err != EINVAL)
			utstring_printf(out, " (%s)", strerrorname_np(r->err));
		before = ", ";
	}
}

/* Texts that stand in others. */
VALUE(handing_in, guide_render(GUIDE_HAND_IN, g, out))
VALUE(terms, guide_render(GUIDE_TERMS, g, out))
VALUE(endings, guide_render(GUIDE_ENDINGS, g, out))
VALUE(rules, guide_render(GUIDE_RULES, g, out))
VALUE(due, guide_render(GUIDE_DUE, g, out))

/* clang-format off */
#define WORD(value) {.name = #value, .put = put_##value}
#define WORD_OF(value) {.name = #value, .worded = true, .put = put_##value}
#define BLOCK(value) {.name = #value, .kind = TEMPLATE_BLOCK, .put = put_##value}
#define IS(value) {.name = #value, .kind = TEMPLATE_FLAG, .is = is_##value}
#define IS_OF(value) {.name = #value, .kind = TEMPLATE_FLAG, .worded = true, .is = is_##value}
#define EACH(value) {.name = #value, .kind = TEMPLATE_LIST, .at = at_##value}

static const struct template_name names[] = {
	WORD(mountpoint), WORD(duel), WORD(topic), WORD(format), WORD(format_about), WORD(state), WORD(next_step),
	WORD(turns), WORD_OF(names), WORD(missing), WORD(first), WORD(seats_begin), WORD(seats_max), WORD(outcome),
	WORD(files),
	IS(closed), IS(over), IS(held), IS_OF(next), IS(joined), IS(several), IS(runs_out), IS(their_move),
	IS(open_to_all), IS(any_role), IS(has_roles), IS(has_files), IS(has_deadline), IS(has_clock),
	WORD(max_turns), WORD(max_turn_bytes), WORD(lease_seconds), WORD(wait_seconds),
	WORD(move_seconds), WORD(retry_after_seconds), WORD(format_terms),
	WORD(looked_up), IS(has_unseen), BLOCK(unseen), WORD(source), WORD(source_name), WORD(source_bytes),
	WORD(folder), WORD(folder_about), IS(wants_folder),
	BLOCK(source_text), IS(is_waited_for), IS(require_token), IS(token), IS(shows_source),
	EACH(seat), EACH(first_seat), EACH(mover), EACH(other_holder), EACH(free_role),
	WORD(name), WORD(harness), WORD(model), WORD(role), WORD(uid), IS(has_floor), WORD_OF(path), WORD_OF(chair),
	WORD_OF(verb), WORD_OF(line), WORD(name_speaker), WORD(join), WORD(moves), WORD(wait_path),
	EACH(hand_in), EACH(later_hand_in), EACH(other), EACH(wanted_text),
	WORD(article), WORD(task), WORD(title), WORD(how), WORD(label), WORD(text_path), WORD(text),
	WORD(fixed), BLOCK(blank), BLOCK(advice), IS(has_advice),
	IS(later), IS(works), IS(open), IS(closes), IS(may_rewrite),
	IS(waits), IS(rests), IS(asked), IS(told), IS(acts), IS(gives_up), IS(to_name), IS(must_wait),
	IS(seated),
	IS(alone), IS(unaided), IS(has_brief), IS(wanted), IS(refused), WORD(step), WORD(waits_for),
	WORD(move_ends), IS(ends_with_it),
	IS(has_cautions), BLOCK(cautions), IS(maker_said), BLOCK(maker_lines),
	BLOCK(brief), BLOCK(refusal), BLOCK(record),
	EACH(file), WORD(file), WORD(about), EACH(ending), WORD(ending), WORD(earned), EACH(due_rule),
	EACH(form_rule), WORD(rule), WORD(gloss), WORD(severity), IS(warned), IS(has_due_rules),
	WORD(told_rules), WORD(text_word), IS_OF(has_rules),
	/* No text stands in itself: those that stand in others have only the names before these. */
	BLOCK(handing_in), BLOCK(terms), BLOCK(endings), BLOCK(rules), BLOCK(due),
};
#define NAMES (sizeof names / sizeof *names)
static const struct template_form of_part = {.names = names, .n = NAMES - 5};
static const struct template_form of_due = {.names = names, .n = NAMES - 1};
static const struct template_form of_whole = {.names = names, .n = NAMES};

const struct text_row guide_texts[GUIDE_TEXTS] = {
	[GUIDE_MOUNT]   = TEMPLATE_ROW("guide/mount.md", guide_mount_md, &guide_mount_form),
	[GUIDE_DUEL]    = TEMPLATE_ROW("guide/duel.md", guide_duel_md, &of_whole),
	[GUIDE_PART]    = TEMPLATE_ROW("guide/taking-part.md", guide_taking_part_md, &of_whole),
	[GUIDE_PROMPT]  = TEMPLATE_ROW("guide/prompt.md", guide_prompt_md, &of_whole),
	[GUIDE_MOVE]    = TEMPLATE_ROW("guide/move.md", guide_move_md, &of_whole),
	[GUIDE_CLOSED]  = TEMPLATE_ROW("guide/closed.md", guide_closed_md, &of_whole),
	[GUIDE_HAND_IN] = TEMPLATE_ROW("guide/hand-in.md", guide_hand_in_md, &of_part),
	[GUIDE_TERMS]   = TEMPLATE_ROW("guide/terms.md", guide_terms_md, &of_part),
	[GUIDE_ENDINGS] = TEMPLATE_ROW("guide/endings.md", guide_endings_md, &of_part),
	[GUIDE_DUE]     = TEMPLATE_ROW("guide/due.md", guide_due_md, &of_due),
	[GUIDE_ASK]     = TEMPLATE_ROW("guide/ask.md", guide_ask_md, &of_whole),
	[GUIDE_RULES]   = TEMPLATE_ROW("guide/rules.md", guide_rules_md, &of_part),
};
/* clang-format on */

struct guide
guide_about(const struct guide_facts *f, struct actor who, const struct hand_in *what)
{
	static const struct format_row no_row = {.name = "", .about = ""};
	static const struct ending no_ending = {.name = "", .earned = ""};

	return (struct guide){.f = f,
		.asked = who,
		.who = who,
		.what = what,
		.h = what,
		.row = &no_row,
		.ending = &no_ending,
		.rule = text_rules};
}

void
guide_render(enum guide_text text, struct guide *g, UT_string *out)
{
	template_render_text(&guide_texts[text], texts_made(guide_texts, GUIDE_TEXTS)[text], g, out);
}
