/*
 * Doors: how what a program does to a file becomes one decision (files.md, "debate.md", rules 1–4).
 *
 *     write ──► stage ──► is it the first, and a whole text? ──yes──► decide
 *     flush by the opener, fsync, last close, with something staged ──► decide
 *     decide: judge ──► commit, and begin anew, or refuse: the door is dead
 *     a writer ended by a signal, the end of the mount ──► drop, and refuse
 *
 * Whoever does something to a door is in its duel meanwhile (but for a rehearsal, which changes nothing), and so is
 * alone with both; it leaves while what a path names is read (errand.h), and then decides anew. Permission is asked at
 * each of these steps and, for good, at the moment of commit.
 */
#include "fs/intake/door_inner.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <utlist.h>
#include "validators/text/mem.h"

/* The gate, the row and the seat of a file (enum door_file); seat 0: it is no seat's. */
struct place {
	const struct gate *gate;
	int row;
	unsigned seat;
};

static struct place
place_of(const struct duel *d, int file)
{
	struct place p = {.row = ROW_DEBATE};
	int above = file > DOOR_CHAIR_CHECK ? DOOR_CHAIR_CHECK
		: file > DOOR_DESK_DRAFT ? DOOR_DESK_DRAFT
		: file > DOOR_DESK ? DOOR_DESK : file;
	p.seat = (unsigned)(file - above);
	p.gate = above == DOOR_CHAIR_CHECK ? &intake_chair_check
		: above == DOOR_DESK_DRAFT ? &intake_desk_draft
		: above == DOOR_DESK ? &intake_desk
		: file == DOOR_DEBATE ? &intake_record
		: file == DOOR_CONFIG ? &intake_config
		: file == DOOR_DRAFT ? &intake_draft : &intake_own;
	if (p.gate == &intake_own)
		p.row = ROW_OWN + file - DOOR_OWN;
	assert(p.seat <= d->fold->n_seats);
	assert(p.row == ROW_DEBATE || format_row_at(d->fold->format, (size_t)(p.row - ROW_OWN)));
	return p;
}

/* Count what is staged against its uid. */
static void
door_count(struct door *w)
{
	duels_usage(w->d->duels, w->who.uid)->staged += (int64_t)w->stage.len - (int64_t)w->counted;
	w->counted = w->stage.len;
}

void
door_clear(struct door *w)
{
	stage_free(&w->stage);
	w->took = 0;
	door_count(w);
}

size_t
door_limit(const struct door *w, bool rewriting, size_t base_len)
{
	size_t turn = 2 * (size_t)w->d->fold->terms.max_turn_bytes + STAGE_SLACK_BYTES;
	return (w->gate->limit ? w->gate->limit : turn) + (rewriting ? w->gate->bases * base_len : 0);
}

int
door_refuse(struct door *w, int err, struct findings *findings)
{
	assert(err < 0);
	return refuse_turn(w->d, w->seat, w->lease, &w->who, w->name, err, findings);
}

int
door_refuse_rule(struct door *w, const struct rule *rule, const char *sentence)
{
	struct findings fs = {0};
	findings_add(&fs, rule, 0, "%s", sentence);
	return w->gate->refuse(w, -rule->err, &fs);
}

int
door_too_big(struct door *w)
{
	char *text = mem_format("this is larger than any turn that could be taken: max_turn_bytes is %lld",
		(long long)w->d->fold->terms.max_turn_bytes);
	int err = door_refuse_rule(w, &refusals[REFUSAL_LIMIT_TURN], w->gate->too_big ? w->gate->too_big : text);
	free(text);
	return err;
}

/* Would this, put in place of that file, change nothing? Then it wants no floor. */
bool
door_same(struct duel *d, int file, const struct caller *who, const char *bytes, size_t len)
{
	assert(duels_is_locked(d->duels));
	struct place p = place_of(d, file);
	return p.gate->same && p.gate->same(d, who, p.row, bytes, len);
}

int
door_open(struct duel *d, int file, const struct caller *who, bool truncate, struct door **out)
{
	assert(duels_is_locked(d->duels));
	assert(d->live && out);
	struct place p = place_of(d, file);
	const struct gate *gate = p.gate;
	struct door *w = mem_calloc(1, sizeof *w);
	*w = (struct door){.d = d,
		.gate = gate,
		.who = *who,
		.row = p.row,
		.seat = p.seat,
		.stage = {.truncated = truncate, .rewriting = truncate}};
	w->path = w->seat ? chair_path(d->fold, w->seat, gate->name) : NULL;
	w->name = w->path ? w->path : gate->name ? gate->name : d->fold->format->rows[p.row - ROW_OWN].name;
	bool floor = gate->kind & GATE_FLOOR && !duel_is_closed(d);
	if (!w->seat)
		w->seat = floor ? d->fold->lease.holder : intake_late_seat(w, NULL);
	w->lease = floor ? d->fold->lease.number : 0;
	int err = intake_may(w, MAY_OPEN, 0);
	if (err) {
		free(w->path);
		free(w);
		return err;
	}
	caller_copy(&w->who, who);
	if (truncate && gate->begun)
		gate->begun(w);
	duels_usage(d->duels, who->uid)->doors++;
	utstring_init(&w->base_text);
	DL_APPEND(*duel_doors(d), w);
	duel_hold(d);
	*out = w;
	return 0;
}

static void
door_free(struct door *w)
{
	struct duel *d = w->d;
	assert(d->holds);
	door_clear(w);
	duels_usage(d->duels, w->who.uid)->doors--;
	DL_DELETE(*duel_doors(d), w);
	utstring_done(&w->base_text);
	source_copy_free(&w->source);
	free(w->root);
	free(w->root_rights);
	caller_clear(&w->who);
	free(w->path);
	free(w);
	duel_drop(d);
}

bool
door_is_undecided(const struct door *w)
{
	return w->stage.written && !w->dead;
}

bool
doors_undecided(const struct duel *d, uint64_t lease)
{
	assert(duels_is_locked(d->duels));
	assert(lease);
	const struct door *w;
	DL_FOREACH(*duel_doors(d), w)
		if (w->gate->kind & GATE_HANDS && w->lease == lease && door_is_undecided(w))
			return true;
	return false;
}

/* What is refused leaves nothing, and is refused again from then on. */
static int
finish(struct door *w, bool write, int err)
{
	assert(duels_is_locked(w->d->duels));
	if (err && !w->dead && (write || w->stage.written)) {
		w->dead = err;
		door_clear(w);
	}
	duel_leave(w->d);
	return err;
}

static int
stage(struct door *w, const char *bytes, size_t len, uint64_t offset, bool append)
{
	const char *base = "";
	size_t base_len = 0;
	/* Behind a front that is always as it is now every write is an append, whatever its offset. */
	bool behind = w->gate->kind == GATE_RECORD && w->d->fold->format->front && !w->stage.rewriting;
	append = append || behind;
	if (!append || w->stage.rewriting)
		w->gate->base(w, &base, &base_len);
	bool copies = !append && !w->stage.rewriting; /* the accepted bytes come along */
	int err = w->dead ? w->dead : intake_may(w, MAY_STAGE, len + (copies ? base_len : 0));
	if (err)
		return err;
	size_t limit = door_limit(w, w->stage.rewriting || !append, base_len);
	if (!stage_write(&w->stage, bytes, len, offset, append, base, base_len, limit))
		return door_too_big(w);
	door_count(w);
	return w->gate->written(w);
}

int
door_write(struct door *w, const char *bytes, size_t len, uint64_t offset, bool append)
{
	assert(bytes || !len);
	duel_enter(w->d);
	return finish(w, true, stage(w, bytes, len, offset, append));
}

bool
door_takes_whole(struct door *w)
{
	const char *base;
	size_t base_len;
	if (w->stage.appended)
		return false;
	w->gate->base(w, &base, &base_len);
	if (w->gate->kind & GATE_DESKS)
		base_len = 0; /* no text follows what stands there */
	if (!stage_is_one_text(&w->stage, !(w->gate->kind & GATE_DRAFTS), base, base_len))
		return false;
	w->stage.len = w->stage.covered; /* what stood behind it is to be gone */
	w->took = stage_lines(w->stage.bytes, w->stage.len) + (w->stage.bytes[w->stage.len - 1] != '\n');
	return true;
}

int
door_decide(struct door *w)
{
	if (!door_is_undecided(w))
		return w->dead;
	duel_enter(w->d);
	return finish(w, false, door_is_undecided(w) ? w->gate->decide(w) : w->dead);
}

/* Dropping what nobody decided on. */

static bool
changes_nothing(struct door *w)
{
	if (!w->gate->candidate)
		return false;
	struct candidate c = w->gate->candidate(w);
	bool nothing = c.kind == CANDIDATE_NOTHING;
	candidate_free(&c);
	return nothing;
}

/* Only what is handed in has a seat to remember it by, an entry, and a reader after the next mount. */
int
door_refuse_dropped(struct door *w, int signal)
{
	const struct rule *rule = &refusals[REFUSAL_STORE_STOPPED];
	char *why = !signal ? mem_strdup("the mount ended")
		: mem_format("whoever wrote this was ended by signal %d (%s)", signal, strsignal(signal));
	char *text = mem_format("%s before it was closed or synced: nothing of it was recorded, write it again", why);
	int err = w->gate->kind & GATE_HANDS ? door_refuse_rule(w, rule, text)
					     : refuse_rule(w->d, w->seat, &w->who, w->name, rule, "%s", text);
	free(text);
	free(why);
	return err;
}

int
door_cut(struct door *w, int signal)
{
	if (!door_is_undecided(w))
		return w->dead;
	duel_enter(w->d);
	if (door_is_undecided(w)) {
		bool told = !changes_nothing(w) && (signal || w->gate->kind & GATE_HANDS);
		int err = told ? door_refuse_dropped(w, signal) : 0;
		door_clear(w);
		w->dead = err;
	}
	return finish(w, false, w->dead);
}

int
door_close(struct door *w)
{
	int err = door_decide(w);
	door_free(w);
	return err;
}

void
door_stop(struct door *w)
{
	door_cut(w, 0);
	door_free(w);
}

static int
truncate_to(struct door *w, uint64_t size)
{
	const char *base;
	size_t base_len;
	w->gate->base(w, &base, &base_len);
	size_t limit = door_limit(w, true, base_len);
	if (!w->dead && size > limit)
		return door_too_big(w);
	size_t grown = size > w->stage.len ? size - w->stage.len : 0;
	if (!w->stage.rewriting && base_len > grown)
		grown = base_len;
	int err = w->dead ? w->dead : intake_may(w, MAY_STAGE, grown);
	if (err)
		return err;
	if (!stage_truncate(&w->stage, size, base, base_len, limit))
		return door_too_big(w);
	door_count(w);
	return 0;
}

int
door_truncate(struct door *w, uint64_t size)
{
	duel_enter(w->d);
	int err = truncate_to(w, size);
	duel_leave(w->d);
	return err;
}
