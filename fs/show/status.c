/*
 * A duel's live state: `status` and `status.json` from one table of keys, `lock`, a participant's
 * seat, and the mount's own `status`.
 *
 * Some keys have their place among the common ones, but are there only where the format has them. Values that run with
 * the clock are written in a fixed width (sink.h), so that a file's size depends on nothing but the duel's version.
 */
#include <stdio.h>

#include "fs/duels/live.h"
#include "fs/show/show.h"
#include "fs/util/sink.h"
#include "validators/kit/debate.h"
#include "validators/text/mem.h"

/* Digits of the widest running number: 86400 seconds. */
#define RUNNING_DIGITS 6
#define WARNINGS_SHOWN 32
/* A value, as it is written; and of them, for the words that end a list that is cut. */
#define STATUS_VALUE_BYTES (4 << 10)
#define MORE_BYTES 64
#define ARCHIVE_FAILED                                                                                                 \
	"the record could not be written to the archive: the daemon's log says why, and the next mount tries it again"

struct view {
	struct duel *d;
	struct fold *fold;
	struct context ctx;
	unsigned seat; /* whose; 0: the whole duel */
};

static json_t *
time_value(int64_t ms)
{
	char text[RECORD_TIME_BYTES];
	return json_string(record_time(ms, text));
}

static int64_t
left_seconds(const struct view *w)
{
	return lease_left_seconds(&w->fold->lease, w->ctx.clock_ms);
}

/* How long to wait before trying again: never longer than the lease in the way still runs. */
static int64_t
retry_seconds(const struct view *w)
{
	int64_t left = left_seconds(w), retry = w->fold->rules.retry_after_seconds;
	if (duel_is_closed(w->d))
		return 0;
	return left && left < retry ? left : retry;
}

static enum next_step
next_of(const struct view *w, unsigned seat)
{
	return w->fold->damage ? NEXT_CLOSED : format_next(w->fold->state, &w->ctx, seat);
}

/* "" while it is open. */
static const char *
closed_by(const struct view *w)
{
	if (!duel_is_closed(w->d))
		return "";
	if (w->fold->by_maker && !w->fold->damage)
		return "maker";
	return w->fold->damage || !w->fold->closed_by ? "duelfs" : context_seat_name(&w->ctx, w->fold->closed_by);
}

static json_t *
sha256_value(const struct view *w)
{
	unsigned char sum[crypto_hash_sha256_BYTES];
	char hex[2 * sizeof sum + 1];
	record_sha256(w->fold, sum);
	return json_string(sodium_bin2hex(hex, sizeof hex, sum, sizeof sum));
}

/* The UTC time of a moment of the clock; 0: never. */
static int64_t
clock_to_ms(const struct view *w, int64_t clock_ms)
{
	return clock_ms ? w->ctx.now_ms + clock_ms - w->ctx.clock_ms : 0;
}

static int64_t
wait_until_ms(const struct view *w)
{
	return clock_to_ms(w, duel_is_closed(w->d) ? 0 : format_wait_until(w->fold->state, &w->ctx));
}

/* The move whose clock ends first. */
static int64_t
move_ms(const struct view *w, bool end)
{
	struct move m;
	if (w->fold->damage || !move_first(w->fold->state, &w->ctx, &m))
		return 0;
	return end ? clock_to_ms(w, m.ends_clock_ms) : m.due_ms;
}

/* As many of the texts of a list as a value has room for; then, how many more there are. Takes the list. */
static json_t *
shorten_list(json_t *list)
{
	json_t *shown = json_array(), *item;
	size_t n = json_array_size(list), i;
	UT_string text;
	utstring_init(&text);
	utstring_reserve(&text, STATUS_VALUE_BYTES);
	json_array_foreach(list, i, item) {
		sink_print(item, &text);
		if (utstring_len(&text) + i + 1 > STATUS_VALUE_BYTES - MORE_BYTES)
			break;
		json_array_append(shown, item);
	}
	utstring_done(&text);
	if (i < n)
		json_array_append_new(shown, json_sprintf("… and %zu more", n - i));
	json_decref(list);
	return shown;
}

static json_t *
warnings_value(const struct view *w)
{
	json_t *list = format_warnings(w->fold->state);
	while (json_array_size(list) > WARNINGS_SHOWN)
		json_array_remove(list, WARNINGS_SHOWN);
	if (w->d->owed == OWED_FAILED)
		json_array_insert_new(list, 0, json_string(ARCHIVE_FAILED));
	return shorten_list(list);
}

/* The seats, in the order they joined. */
static json_t *
seats_value(const struct view *w)
{
	json_t *list = json_array();
	for (unsigned i = 0; i < w->fold->n_seats; i++)
		json_array_append_new(list, json_string(w->fold->seats[i]->name));
	return list;
}

/* The keys, in order. KEY(name, width of a number that runs with the clock, value), which is not there where the value
 * is NULL; OWN: the format's, where it has one. `as_of`: up to then nothing that another host accepted is missing. */
#define KEYS(KEY, OWN)                                                                                                 \
	KEY(duel, 0, json_string(w->d->name))                                                                          \
	KEY(id, 0, json_string(w->fold->id))                                                                           \
	KEY(format, 0, json_string(w->fold->format->name))                                                             \
	KEY(state, 0, json_string(fold_state_name(w->fold)))                                                           \
	KEY(next_step, 0, json_string(next_steps[next_of(w, 0)].name))                                                 \
	KEY(next_participant, 0,                                                                                       \
		json_string(w->fold->damage                                                                            \
				? ""                                                                                   \
				: context_seat_name(&w->ctx, format_next_seat(w->fold->state, &w->ctx))))              \
	KEY(topic, 0, json_string(w->fold->topic))                                                                     \
	KEY(topic_slug, 0, json_string(w->fold->slug))                                                                 \
	KEY(source, 0, json_string(w->fold->source ? w->fold->source->path : ""))                                      \
	KEY(participants, 0, json_integer(w->fold->n_seats))                                                           \
	KEY(turns, 0, json_integer(debate_pieces(w->fold->state)))                                                     \
	OWN(max_turns)                                                                                                 \
	KEY(lock_owner, 0, json_string(context_seat_name(&w->ctx, w->fold->lease.holder)))                             \
	KEY(lease, 0, json_integer(w->fold->lease.holder ? (json_int_t)w->fold->lease.number : 0))                     \
	KEY(lease_expires_at, 0, time_value(w->fold->lease.holder ? w->fold->lease.expires_ms : 0))                    \
	KEY(lease_seconds_left, RUNNING_DIGITS, json_integer(left_seconds(w)))                                         \
	KEY(retry_after_seconds, RUNNING_DIGITS, json_integer(retry_seconds(w)))                                       \
	KEY(wait_until, 0, time_value(wait_until_ms(w)))                                                               \
	KEY(move_due_at, 0, time_value(move_ms(w, false)))                                                             \
	KEY(move_ends_at, 0, time_value(move_ms(w, true)))                                                             \
	OWN(candidate_convergence)                                                                                     \
	KEY(quotations_found, 0, json_integer(debate_quotations(w->fold->state, &(unsigned){0})))                      \
	KEY(model_families, 0, json_integer(debate_model_families(w->fold->state, &(struct reader){0})))               \
	KEY(outcome, 0, json_string(w->fold->damage ? "INVALIDATED" : debate_outcome(w->fold->state)))                 \
	KEY(reason, 0, json_string(w->fold->damage ? w->fold->damage : debate_reason(w->fold->state)))                 \
	KEY(closed_by, 0, json_string(closed_by(w)))                                                                   \
	KEY(warnings, 0, warnings_value(w))                                                                            \
	KEY(created_at, 0, time_value(w->d->created_ms))                                                               \
	KEY(updated_at, 0, time_value(w->fold->changed_ms))                                                            \
	KEY(closed_at, 0, time_value(w->fold->closed_ms))                                                              \
	KEY(archive, 0, json_string(w->d->live->archive ?: ""))                                                        \
	KEY(as_of, 0, w->d->duels->as_of_ms ? time_value(w->d->duels->as_of_ms) : NULL)                                \
	KEY(events, 0, json_integer((json_int_t)w->fold->n_events))                                                    \
	KEY(record_bytes, 0, json_integer((json_int_t)duel_record_len(w->d)))                                          \
	KEY(record_sha256, 0, sha256_value(w))                                                                         \
	KEY(seats, 0, seats_value(w))

#define VALUE(name, width, expression) \
	static json_t *value_##name(const struct view *w) \
	{ \
		return expression; \
	}
#define NO_VALUE(name)
KEYS(VALUE, NO_VALUE)

struct key {
	const char *name;
	json_t *(*value)(const struct view *w); /* NULL: the format's, where it has one */
	int width; /* of a number that runs with the clock */
};

/* clang-format off */
#define ROW(name, width, expression) {#name, value_##name, width},
#define OWN_ROW(name) {#name, NULL, 0},
static const struct key keys[] = { KEYS(ROW, OWN_ROW) };
/* clang-format on */

static void
put_format_row(const struct view *w, const struct status_row *row, struct sink *s)
{
	json_t *value = row->value(w->fold->state);
	sink_put(s, row->key, json_is_array(value) ? shorten_list(value) : value, 0);
}

/* The common keys, and in their places the format's that stand among them; then all others of the format's. */
static void
show_status(const struct view *w, struct sink *s)
{
	const struct status_row *own = w->fold->format->status, *row;
	const struct key *k, *end = keys + sizeof keys / sizeof *keys;
	for (k = keys; k < end; k++) {
		json_t *value = k->value ? k->value(w) : NULL;
		if (value)
			sink_put(s, k->name, value, k->width);
		for (row = own; !k->value && row && row->key; row++)
			if (!strcmp(row->key, k->name))
				put_format_row(w, row, s);
	}
	for (row = own; row && row->key; row++) {
		for (k = keys; k < end && strcmp(row->key, k->name);)
			k++;
		if (k == end)
			put_format_row(w, row, s);
	}
}

static struct view
view_of(struct duel *d, unsigned seat)
{
	struct view w = {.d = d, .fold = d->fold, .seat = seat};
	fold_context(d->fold, &w.ctx);
	return w;
}

/* Read far more often than it changes: kept until the version or what runs with the clock is another. */
void
render_status_toml(struct duel *d, unsigned sub, UT_string *out)
{
	struct view w = view_of(d, sub);
	struct status_cache *c = &d->live->status;
	int64_t left = left_seconds(&w), retry = retry_seconds(&w), as_of = d->duels->as_of_ms / 1000;
	if (c->version != d->fold->version || c->left != left || c->retry != retry || c->as_of != as_of) {
		utstring_clear(&c->text);
		show_status(&w, &(struct sink){.toml = &c->text});
		c->version = d->fold->version;
		c->left = left;
		c->retry = retry;
		c->as_of = as_of;
	}
	utstring_bincpy(out, utstring_body(&c->text), utstring_len(&c->text));
}

void
render_status_json(struct duel *d, unsigned sub, UT_string *out)
{
	struct view w = view_of(d, sub);
	struct sink s = {.json = json_object()};
	show_status(&w, &s);
	sink_end(&s, out);
	json_decref(s.json);
}

void
render_lock(struct duel *d, unsigned sub, UT_string *out)
{
	struct view w = view_of(d, sub);
	const struct lease *l = &w.fold->lease;
	struct sink s = {.toml = out};
	sink_put(&s, "owner", json_string(context_seat_name(&w.ctx, l->holder)), 0);
	sink_put(&s, "lease", json_integer(l->holder ? (json_int_t)l->number : 0), 0);
	sink_put(&s, "claimed_at", time_value(l->holder ? l->claimed_ms : 0), 0);
	sink_put(&s, "expires_at", time_value(l->holder ? l->expires_ms : 0), 0);
	sink_put(&s, "seconds_left", json_integer(left_seconds(&w)), RUNNING_DIGITS);
	sink_put(&s, "retry_after_seconds", json_integer(retry_seconds(&w)), RUNNING_DIGITS);
}

/* Why a claim of the view's seat would be refused now; "" where it would not. */
static char *
waits_for(const struct view *w)
{
	const struct lease *l = &w->fold->lease;
	enum next_step next = next_of(w, w->seat);
	if (duel_is_closed(w->d))
		return mem_strdup("");
	if (l->holder == w->seat)
		return mem_strdup(next_steps[next].waits ? "you have the floor, and nothing is due: release it" : "");
	if (l->holder)
		return mem_format("\"%s\" has the floor", context_seat_name(&w->ctx, l->holder));
	if (next == NEXT_NAME_SPEAKER || next == NEXT_COMPOSE_TURN) /* texts are sealed, and need no floor */
		return mem_strdup("");
	struct fault f = format_floor(w->fold->state, &w->ctx, w->seat, false, NULL);
	return f.rule ? f.sentence : mem_strdup("");
}

char *
seat_waits_for(struct duel *d, unsigned seat)
{
	struct view w = view_of(d, seat);
	return waits_for(&w);
}

char *
duel_goes_on(struct duel *d, bool waits)
{
	struct view w = view_of(d, 0);
	int64_t end = move_ms(&w, true), wait = waits ? 0 : wait_until_ms(&w);
	char text[RECORD_TIME_BYTES];
	return mem_strdup(record_time(wait && (!end || wait < end) ? wait : end, text));
}

/* The rules that its last text was refused for, each once, where nothing was accepted since; "": there are none. */
static json_t *
refused_value(const struct view *w)
{
	const struct refused *r = refused_last(w->fold, w->seat, false);
	UT_string ids;
	utstring_init(&ids);
	for (size_t i = 0; r && i < r->findings.n; i++) {
		const struct rule *rule = r->findings.v[i].rule;
		bool said = rule->severity == SEVERITY_WARNING;
		for (size_t k = 0; k < i && !said; k++)
			said = r->findings.v[k].rule == rule;
		if (!said)
			utstring_printf(&ids, "%s%s", utstring_len(&ids) ? ", " : "", rule->id);
	}
	json_t *value = json_string(utstring_body(&ids));
	utstring_done(&ids);
	return value;
}

/* The file beside `status` that a text goes to, which takes the floor and gives it back. */
#define SEAT_TURN "turn.md"

void
render_seat_status(struct duel *d, unsigned sub, UT_string *out)
{
	struct view w = view_of(d, sub);
	const struct seat *p = w.fold->seats[sub - 1];
	struct sink s = {.toml = out};
	char *why = waits_for(&w);
	enum next_step next = next_of(&w, sub);
	bool may_move = !*why && next != NEXT_CLOSED && !next_steps[next].waits;
	bool takes_text = may_move && next != NEXT_NAME_SPEAKER;
	sink_put(&s, "name", json_string(p->name), 0);
	sink_put(&s, "role", json_string(p->role), 0);
	sink_put(&s, "harness", json_string(p->harness), 0);
	sink_put(&s, "model", json_string(p->model), 0);
	sink_put(&s, "next_step", json_string(next_steps[next].name), 0);
	sink_put(&s, "hand_in", json_string(takes_text ? SEAT_TURN : ""), 0);
	sink_put(&s, "waits_for", json_string(why), 0);
	sink_put(&s, "move_ends_at", time_value(may_move ? move_ms(&w, true) : 0), 0);
	sink_put(&s, "refused", refused_value(&w), 0);
	sink_put(&s, "texts", json_integer(refused_taken(w.fold, sub)), 0);
	free(why);
}

void
render_mount_status(struct duels *r, UT_string *out)
{
	struct sink s = {.toml = out};
	const struct duels_options *given = &r->given;
	sink_put(&s, "version", json_string(given->version), 0);
	sink_put(&s, "pid", json_integer(given->pid), 0);
	sink_put(&s, "started_at", time_value(r->started_ms), 0);
	sink_put(&s, "uptime_seconds", json_integer((duels_clock_ms(r) - r->started_clock_ms) / 1000), 12);
	sink_put(&s, "store", json_string(given->store_dir), 0);
	sink_put(&s, "config", json_string(given->config.path), 0);
	sink_put(&s, "archive", json_string(r->archive ?: ""), 0);
	sink_put(&s, "store_failed", json_boolean(r->broken), 0);
	if (given->database)
		sink_put(&s, "database", json_string(given->database), 0);
	if (given->store->shared) {
		sink_put(&s, "store_state", json_string(r->cut_off ? "cut off" : "in step"), 0);
		sink_put(&s, "as_of", time_value(r->as_of_ms), 0);
		sink_put(&s, "read_only", json_boolean(given->store->read_only), 0);
		sink_put(&s, "lost_entries", json_integer((json_int_t)r->lost_entries), 0);
	}
	sink_put(&s, "duels", json_integer((json_int_t)r->n_duels), 0);
	utstring_printf(out, "\n[states]\n");
	for (const struct state_count *c = r->states; c; c = c->next)
		sink_put(&s, c->name, json_integer(c->n), 0);
}
