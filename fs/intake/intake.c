/*
 * Intakes: how what a program does to a file becomes one decision.
 *
 *     write ──► stage ──► the first, no append, and a whole text (stage.h)? ──yes──► decide; what a shell redirects is
 *                         refused here, and accepted only below
 *     flush by the opener, fsync, last close, with something staged ──► decide
 *     decide: judge ──► commit, and begin anew, or refuse: the intake is dead
 *     a writer ended by a signal, the end of the mount ──► drop, and refuse
 *
 * A thread that works on an intake has entered its duel, and so is alone with both. It leaves while files that a text
 * cites, or a source, are read (background.h); if the debate, the holder or the staged bytes changed meanwhile, it
 * judges anew. Permission (may.c) is asked at the open, at each decision, and at a write that is not decided on; at the
 * commit, the time is looked at.
 */
#include "fs/intake/intake_inner.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <utlist.h>
#include "fs/duels/scratch.h"
#include "validators/text/mem.h"

static const struct intake_type *const types[] = {
	[INTAKE_FILE_DEBATE / INTAKE_FILES] = &intake_record,
	[INTAKE_FILE_CONFIG / INTAKE_FILES] = &intake_config,
	[INTAKE_FILE_DRAFT / INTAKE_FILES] = &intake_draft,
	[INTAKE_FILE_DESK / INTAKE_FILES] = &intake_desk,
	[INTAKE_FILE_DESK_DRAFT / INTAKE_FILES] = &intake_desk_draft,
	[INTAKE_FILE_SEAT_CHECK / INTAKE_FILES] = &intake_seat_check,
};

/* Count what is staged against its uid. */
static void
intake_count(struct intake *w)
{
	w->usage->staged += (int64_t)w->stage.len - (int64_t)w->counted;
	w->counted = w->stage.len;
}

void
intake_clear(struct intake *w)
{
	stage_free(&w->stage);
	w->took = 0;
	intake_count(w);
}

/* Bytes that may be staged: CRLF may double a text of newlines. */
static size_t
limit_of(const struct intake *w, bool rewriting, size_t base_len)
{
	size_t turn = 2 * (size_t)w->d->fold->terms.max_turn_bytes + STAGE_SLACK_BYTES;
	return (w->type->limit ? w->type->limit : turn) + (rewriting ? w->type->bases * base_len : 0);
}

int
intake_refuse(struct intake *w, int err, struct findings *findings)
{
	assert(err < 0);
	return refuse_turn(w->d, w->seat, w->lease, &w->who, w->name, err, findings);
}

int
intake_refuse_rule(struct intake *w, const struct rule *rule, const char *sentence)
{
	struct findings fs = {0};
	findings_add(&fs, rule, 0, "%s", sentence);
	return w->type->refuse(w, -rule->err, &fs);
}

/* More was written than the file takes. */
static int
refuse_size(struct intake *w)
{
	char *text = mem_format("this is larger than any turn that could be taken: max_turn_bytes is %lld",
		(long long)w->d->fold->terms.max_turn_bytes);
	int err = intake_refuse_rule(w, &refusals[REFUSAL_LIMIT_TURN], w->type->too_big ? w->type->too_big : text);
	free(text);
	return err;
}

/* Has its uid room for so many more bytes? 0, or refused. */
static int
check_staged(struct intake *w, size_t more)
{
	if (w->usage->staged + (int64_t)more <= w->d->duels->given.config.limits.staged_bytes_per_uid)
		return 0;
	return intake_refuse_rule(w, &refusals[REFUSAL_LIMIT_STAGED],
		"too much is staged in open files of this uid; close some");
}

int
intake_open(struct duel *d, int file, const struct caller *who, bool truncate, struct intake **out)
{
	assert(duels_is_locked(d->duels));
	assert(d->live && out);
	const struct intake_type *type = types[file / INTAKE_FILES];
	struct intake *w = mem_calloc(1, sizeof *w);
	*w = (struct intake){.d = d,
		.type = type,
		.who = *who,
		.usage = duels_usage(d->duels, who->uid),
		.seat = (unsigned)file % INTAKE_FILES,
		.stage = {.truncated = truncate, .rewriting = truncate}};
	assert(w->seat <= d->fold->n_seats);
	w->path = w->seat ? seat_path(d->fold, w->seat, type->name) : NULL;
	w->name = w->path ? w->path : type->name;
	bool floor = type->kind == INTAKE_RECORD && !duel_is_closed(d);
	if (floor)
		w->seat = d->fold->lease.holder;
	w->lease = floor ? d->fold->lease.number : 0;
	int err = intake_may(w, MAY_OPEN);
	if (err) {
		free(w->path);
		free(w);
		return err;
	}
	if (truncate && type == &intake_seat_check)
		seat_check_keep(d->fold, w->seat, NULL); /* the verdict on another text is not that of this one */
	w->usage->intakes++;
	utstring_init(&w->base_text);
	DL_APPEND(d->live->intakes, w);
	duel_hold(d);
	*out = w;
	return 0;
}

bool
intake_is_undecided(const struct intake *w)
{
	return w->stage.written && !w->dead;
}

bool
intakes_undecided(const struct duel *d, uint64_t lease)
{
	assert(duels_is_locked(d->duels));
	assert(lease);
	const struct intake *w;
	DL_FOREACH(d->live->intakes, w)
		if (w->type->kind & INTAKE_HANDS && w->lease == lease && intake_is_undecided(w))
			return true;
	return false;
}

/* The end of a request: a refused text leaves nothing, and is refused again from then on; the duel is left. */
static int
finish_request(struct intake *w, bool write, int err)
{
	assert(duels_is_locked(w->d->duels));
	if (err && !w->dead && (write || w->stage.written)) {
		w->dead = err;
		intake_clear(w);
	}
	duel_leave(w->d);
	return err;
}

/* Anew where the duel has moved on meanwhile, or more was written. */
static int
decide_staged(struct intake *w)
{
	int err = -EAGAIN;
	while (err == -EAGAIN && intake_is_undecided(w))
		err = w->type->decide(w);
	return err == -EAGAIN ? w->dead : err;
}

int
intake_write(struct intake *w, const char *bytes, size_t len, uint64_t offset, bool append)
{
	const char *base = "";
	size_t base_len = 0;
	assert(bytes || !len);
	w->used = true;
	duel_enter(w->d);
	/* A front is rendered anew all the time, so offsets behind it mean nothing: every write there appends. */
	bool behind = w->type->kind == INTAKE_RECORD && w->d->fold->format->front && !w->stage.rewriting;
	append = append || behind;
	if (!append || w->stage.rewriting)
		w->type->base(w, &base, &base_len);
	bool copies = !append && !w->stage.rewriting; /* the accepted bytes come along */
	int err = w->dead ? w->dead : check_staged(w, len + (copies ? base_len : 0));
	if (err)
		return finish_request(w, true, err);
	size_t limit = limit_of(w, w->stage.rewriting || !append, base_len);
	if (!stage_write(&w->stage, bytes, len, offset, append, base, base_len, limit))
		return finish_request(w, true, refuse_size(w));
	intake_count(w);
	if (w->type->written)
		return finish_request(w, true, w->type->written(w));
	/* Was the first write the whole text? Then it is decided on there and then. At a desk it replaces what stands
	 * there, so that nothing needs to match before it. A builtin of a shell may write all but the last line first,
	 * and hears nothing of its close: it is told of a refusal, what is accepted waits, and so does a rehearsal,
	 * whose verdict is read. */
	size_t before = w->type->kind & INTAKE_DESKS ? 0 : base_len;
	bool unread = append || (w->redirected && w->type->kind == INTAKE_SEAT_CHECK);
	if (!unread && stage_is_one_text(&w->stage, !(w->type->kind & INTAKE_DRAFTS), base, before)) {
		w->stage.len = w->stage.covered; /* what stood behind it is to be gone */
		w->took = stage_lines(w->stage.bytes, w->stage.len) + (w->stage.bytes[w->stage.len - 1] != '\n');
		w->waits = w->redirected && !(w->type->kind & INTAKE_DRAFTS);
		err = decide_staged(w);
		w->waits = false;
		w->took = intake_is_undecided(w) ? 0 : w->took;
		return finish_request(w, true, err);
	}
	/* The text that was handed in may be written again at its desk, whoever moves; of a scratch text the first
	 * write alone is looked at. */
	bool later = w->type->kind & INTAKE_DRAFTS || (w->type->kind == INTAKE_DESK && desk_may_be_same(w));
	return finish_request(w, true, later ? 0 : intake_may(w, MAY_WRITE));
}

bool
intake_is_unused(const struct intake *w)
{
	return !w->used;
}

void
intake_redirect(struct intake *w)
{
	w->redirected = true;
}

int
intake_decide(struct intake *w)
{
	if (!intake_is_undecided(w))
		return w->dead;
	duel_enter(w->d);
	return finish_request(w, false, decide_staged(w));
}

/* Dropping what nobody decided on. */

/* Only what is handed in has a seat to remember it by, an entry, and a reader after the next mount. */
int
intake_refuse_dropped(struct intake *w, int signal)
{
	const struct rule *rule = &refusals[REFUSAL_STORE_STOPPED];
	char *why = !signal ? mem_strdup("the mount ended")
		: mem_format("whoever wrote this was ended by signal %d (%s)", signal, strsignal(signal));
	char *text = mem_format("%s before it was closed or synced: nothing of it was recorded, write it again", why);
	int err = w->type->kind & INTAKE_HANDS ? intake_refuse_rule(w, rule, text)
					     : refuse_rule(w->d, w->seat, &w->who, w->name, rule, "%s", text);
	free(text);
	free(why);
	return err;
}

int
intake_cut(struct intake *w, int signal)
{
	if (!intake_is_undecided(w))
		return w->dead;
	duel_enter(w->d);
	if (intake_is_undecided(w)) {
		struct intake_text c = {.kind = INTAKE_TEXT_TEXT};
		if (w->type->text)
			c = w->type->text(w);
		bool told = c.kind != INTAKE_TEXT_NOTHING && (signal || w->type->kind & INTAKE_HANDS);
		intake_text_free(&c);
		int err = told ? intake_refuse_dropped(w, signal) : 0;
		intake_clear(w);
		w->dead = err;
	}
	return finish_request(w, false, w->dead);
}

int
intake_close(struct intake *w, bool closed)
{
	struct duel *d = w->d;
	int err = closed ? intake_decide(w) : intake_cut(w, 0);
	assert(d->holds);
	intake_clear(w);
	w->usage->intakes--;
	DL_DELETE(d->live->intakes, w);
	utstring_done(&w->base_text);
	source_copy_free(&w->source);
	free(w->root);
	free(w->root_rights);
	free(w->path);
	free(w);
	duel_drop(d);
	return err;
}

int
intake_truncate(struct intake *w, uint64_t size)
{
	const char *base;
	size_t base_len;
	duel_enter(w->d);
	w->type->base(w, &base, &base_len);
	size_t limit = limit_of(w, true, base_len);
	size_t grown = size > w->stage.len ? size - w->stage.len : 0;
	if (!w->stage.rewriting && base_len > grown)
		grown = base_len;
	int err = w->dead ? w->dead : size > limit ? refuse_size(w) : check_staged(w, grown);
	if (!err && !stage_truncate(&w->stage, size, base, base_len, limit))
		err = refuse_size(w);
	intake_count(w);
	duel_leave(w->d);
	return err;
}

/* A scratch file that is renamed over a written file. */

int
intake_replace(struct scratch *s, int file, const struct caller *who)
{
	struct duel *d = s->duel;
	struct intake *w = NULL;
	const char *base;
	size_t base_len;
	assert(duels_is_locked(d->duels));
	assert(s->name && !s->taken);
	scratch_hold(s);
	duel_hold(d);
	bool same = false; /* bytes that change nothing, written anew as the whole record, want no floor */
	if (file == INTAKE_FILE_DEBATE) {
		struct intake anew = {.d = d, .stage = {.bytes = s->bytes, .len = s->len, .rewriting = true}};
		struct intake_text c = intake_record.text(&anew);
		same = c.kind == INTAKE_TEXT_NOTHING;
		intake_text_free(&c);
	}
	int err = same ? 0 : intake_open(d, file, who, true, &w);
	if (w) {
		w->type->base(w, &base, &base_len);
		if (s->len > limit_of(w, true, base_len)) { /* before it is copied */
			duel_enter(d);
			err = refuse_size(w);
			duel_leave(d);
		} else {
			s->taken = true; /* bytes that are written to it from here on would be in neither */
			w->stage.written = true; /* nothing, put in place of something, is a change, too */
			err = intake_write(w, s->bytes, s->len, 0, false);
			if (!err)
				err = intake_decide(w);
			s->taken = false;
		}
		intake_close(w, true);
	}
	if (!err) {
		s->taken = true;
		scratch_unlink(s);
	}
	duel_drop(d);
	scratch_drop(s);
	return err;
}
