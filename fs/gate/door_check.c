/*
 * The gated `check`, the duel's and each chair's: a rehearsal. What is written is the draft of a turn, as an append to
 * the record would be, and gets the verdict that an append would get now, but for the floor; nothing is recorded and
 * nothing becomes an event.
 *
 * At a chair it is of that seat. At the duel's, whose draft it is, and of what, only its text can say: the seat that it
 * names, else the one of the writer's uid that could hand in such a text (author.h), and the file is that of its kind.
 * Where it cannot be told it is refused, with the faults that it has whosever it is.
 *
 * The verdict says whom it judged. It stays in the door, for a reader of the same open file, and is kept for `cat
 * check` (rehearsed.c; of a chair chair.c). Where one user acts as two sides whose texts are sealed, nothing is kept of
 * what is rehearsed at the duel's: neither is to see that the other did.
 */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "fs/gate/candidate.h"
#include "fs/gate/door_inner.h"
#include "fs/gate/judging.h"
#include "fs/util/errnos.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* The verdict. */

/* A rehearsal begins: the verdict on another text must not be taken for its own. */
static bool
is_secret(const struct door *w)
{
	return w->gate->kind == GATE_CHECK && fold_sealed_seats(w->d->fold, w->who.uid) > 1;
}

static void
check_begun(struct door *w)
{
	if (!is_secret(w) && *duel_rehearsal_of(w->d, &w->who))
		rehearsal_keep(w->d->fold, &w->who, "");
}

static void
chair_check_begun(struct door *w)
{
	chair_check_keep(w->d->fold, w->seat, &w->who, NULL, NULL);
}

const char *
door_rehearsal(const struct door *w)
{
	return w->rehearsal.text;
}

/* A good draft may still have to wait: whose the floor is, where it is not this seat's. */
static void
put_floor(const struct duel *d, unsigned seat, UT_string *out)
{
	const struct seat *holder = duel_seat(d, d->fold->lease.holder);
	if (duel_is_closed(d) || (holder && holder->number == seat))
		return;
	if (holder)
		utstring_printf(out, "; the floor is %s's", holder->name);
	else
		utstring_printf(out, "; the floor is free");
}

/* For whoever reads it there. Takes `ids`. */
static void
keep_for_readers(struct door *w, const char *text, char *ids)
{
	if (w->gate->kind == GATE_CHAIR_CHECK) {
		chair_check_keep(w->d->fold, w->seat, &w->who, mem_strdup(text), ids);
		return;
	}
	registry_number_uid(w->d->registry, w->who.uid);
	if (!is_secret(w))
		rehearsal_keep(w->d->fold, &w->who, text);
	free(ids);
}

/* For last_error; whose it was may be told by what is sealed alone. Takes the findings. */
static int
keep_refusal(struct door *w, unsigned seat, int err, struct findings *findings)
{
	if (seat || !fold_sealed_seats(w->d->fold, w->who.uid))
		return refuse_keep(w->d, seat, &w->who, w->name, err, findings);
	findings_free(findings);
	return err;
}

/* "check: ok (turn 2 of bob, 834 bytes; the floor is free)"; `whose` may be "". Takes the findings. */
static int
keep_verdict(struct door *w, unsigned seat, const char *whose, int err, struct findings *findings)
{
	assert(err <= 0);
	const char *name = w->gate->name;
	UT_string text, ids, last;
	utstring_init(&text);
	utstring_init(&ids);
	utstring_init(&last);
	findings_print_told(findings, name, &text);
	findings_print_ids(findings, name, &ids);
	utstring_printf(&last, "%s: %s", name, err ? errno_name(err) : "ok");
	if (*whose) {
		utstring_printf(&last, " (%s, %zu bytes", whose, w->stage.len);
		if (!err)
			put_floor(w->d, seat, &last);
		utstring_printf(&last, ")");
	}
	utstring_printf(&text, "%s\n", utstring_body(&last));
	utstring_printf(&ids, "%s\n", utstring_body(&last));
	utstring_done(&last);
	keep_for_readers(w, utstring_body(&text), utstring_body(&ids));
	free(w->rehearsal.text);
	w->rehearsal.text = utstring_body(&text);
	w->rehearsal.err = err;
	w->rehearsal.changes = w->stage.changes;
	if (err)
		return keep_refusal(w, seat, err, findings);
	findings_free(findings);
	return 0;
}

/* What is refused without being judged, or whatever a judgement said. */
static int
refuse_for(struct door *w, unsigned seat, const char *whose, const struct rule *rule, const char *sentence)
{
	struct findings fs = {0};
	findings_add(&fs, rule, 0, "%s", sentence);
	return keep_verdict(w, seat, whose, -rule->err, &fs);
}

static int
check_refuse(struct door *w, int err, struct findings *findings)
{
	return keep_verdict(w, w->gate->kind == GATE_CHAIR_CHECK ? w->seat : 0, "", err, findings);
}

/* A draft replaces nothing. */
static void
check_base(struct door *w, const char **bytes, size_t *len)
{
	(void)w;
	*bytes = "";
	*len = 0;
}

/* The judgement. */

static void
end_rehearsal(struct door_op *op, int err)
{
	op->door->flush_refused = err && op->kind != DOOR_WRITE;
	door_finish(op, err);
}

static const char token_wanted[] =
	"this seat has a token: the draft's first line must be <!-- token: SECRET -->, and it must be the "
	"right one";

static int
verdict_of(struct door *w, struct judging *j, const char *whose)
{
	struct findings *fs = &j->verdict.findings;
	uint64_t could = j->author.seat ? seat_bit(j->author.seat) : j->author.could;
	if (could && !(could & ~j->ask.unproven))
		return refuse_for(w, j->author.seat, whose, &refusals[REFUSAL_LEASE_TOKEN], token_wanted);
	struct findings full = {0};
	if (!drafts_fit(j->d, &j->verdict))
		findings_add(&full, &refusals[REFUSAL_LIMIT_RECORD], 0, "%s", RECORD_FULL);
	findings_errors_first(fs, &full);
	findings_free(&full);
	int err = findings_errno(fs);
	/* What is a beginning only, and good so far, has none. */
	return err || !j->prefix ? keep_verdict(w, j->author.seat, whose, err, fs) : 0;
}

static void
rehearsed(struct judging *j)
{
	assert(j->ask.may);
	struct door_op *op = j->arg;
	UT_string whose;
	utstring_init(&whose);
	author_print(&j->author, j->state, &j->ctx, &whose);
	int err = verdict_of(op->door, j, utstring_body(&whose));
	utstring_done(&whose);
	judging_free(j);
	end_rehearsal(op, err);
}

/* A token line is that of the seat that it proves, and is taken off. 0, or -EAGAIN: it is not there whole yet. */
static int
take_token(struct door *w, struct judging *j, struct candidate *c)
{
	const char *why;
	uint64_t proven = candidate_proves(w->d, j->ask.may, c);
	if (proven)
		j->ask.may = j->ask.own = proven;
	j->ask.unproven = candidate_wants(w->d) & ~proven;
	uint64_t free = j->ask.own & ~j->ask.unproven;
	int err = candidate_token(w->d, seat_first(free ? free : j->ask.own), c, &why);
	if (err == -EACCES)
		candidate_unsign(c); /* what proves nothing is not to be quoted either */
	return err == -EACCES ? 0 : err;
}

/* Whose it may be. */
static void
set_ask(const struct door *w, struct author_ask *ask)
{
	if (w->gate->kind == GATE_CHAIR_CHECK)
		ask->may = ask->own = seat_bit(w->seat);
	else
		ask->may = gate_seats_of(w->d, w->who.uid, &ask->own);
}

/* Once the duel is closed a text can only be what is taken all the same. */
static void
set_late(struct door *w, struct judging *j)
{
	unsigned seat = duel_is_closed(w->d) ? gate_late_seat(w, &j->row) : 0;
	if (!seat)
		return;
	j->as = seat;
	j->ask.own = seat_bit(seat);
}

static void
rehearse(struct door_op *op, bool whole)
{
	struct door *w = op->door;
	struct candidate c = candidate_of_text(w->stage.bytes, w->stage.len);
	struct judging *j = mem_calloc(1, sizeof *j);
	assert(w->gate->kind & GATE_CHECKS);
	*j = (struct judging){.d = w->d, .uid = w->who.uid, .row = ROW_DEBATE, .prefix = !whole, .then = rehearsed,
		.arg = op};
	set_ask(w, &j->ask);
	set_late(w, j);
	int err = take_token(w, j, &c);
	bool nothing = err || (whole ? candidate_empty(w->d->fold->format, c.text, c.len) : !c.len);
	j->text = c.text;
	j->len = c.len;
	j->line0 = c.line0;
	strcpy(j->came, c.came);
	j->whole = !nothing && (whole || c.text[c.len - 1] == '\n');
	if (!nothing) {
		judging_run(j);
		return;
	}
	judging_free(j);
	end_rehearsal(op, whole ? door_refuse_rule(w, &text_rules[TEXT_BLANK], NO_TEXT) : 0);
}

/*
 * A draft that one process wrote at once is judged there and then: agents hear nothing later. What a shell redirects
 * goes on: its group and a held descriptor write from others than the opener, and its builtins write all but the last
 * line first, which looks whole, too.
 */
static void
check_written(struct door_op *op)
{
	struct door *w = op->door;
	bool whole = op->by_opener && !w->redirected && stage_looks_whole(&w->stage, 0);
	if (door_may_judge(w, w->stage.len) || whole)
		rehearse(op, whole);
	else
		door_finish(op, 0);
}

static void
check_decide(struct door_op *op)
{
	struct door *w = op->door;
	if (w->rehearsal.text && w->rehearsal.changes == w->stage.changes)
		door_finish(op, w->rehearsal.err);
	else
		rehearse(op, true);
}

const struct gate gate_check = {
	.kind = GATE_CHECK,
	.name = "check",
	.base = check_base,
	.refuse = check_refuse,
	.begun = check_begun,
	.written = check_written,
	.decide = check_decide,
};

const struct gate gate_chair_check = {
	.kind = GATE_CHAIR_CHECK,
	.name = "check",
	.base = check_base,
	.refuse = check_refuse,
	.begun = chair_check_begun,
	.written = check_written,
	.decide = check_decide,
};
