/*
 * The gated `check`: a rehearsal. What is written is the draft of a turn, as an append to the record would be, and gets the verdict that an
 * append would get now, but for the floor; nothing is recorded and nothing becomes an event.
 *
 * Whose draft it is, and of what, only its text can say, and that is the format's to read: it is judged as each seat of the writer's uid (the
 * holder first, then whose move it is), and in a format with several gated files as a text for each of those that this seat could write to
 * now, until one passes; else the verdict with the fewest errors counts, and one about the text before one about whose move it is. Nearly
 * always there is one seat and one file.
 *
 * The verdict stays in the door, for a reader of the same open file, and as the last one of its uid in the duel, for `cat check`.
 */
#include <errno.h>

#include "fs/duel/candidate.h"
#include "fs/duel/door_inner.h"
#include "fs/duel/judging.h"
#include "validators/mem.h"

/* So many uids' last verdicts are kept in a duel; the oldest goes. */
#define REHEARSALS_MAX 32

static bool
seat_of(const struct duel *d, unsigned seat, uid_t uid)
{
	return seat >= 1 && seat <= d->live->n_seats && (!uid || d->live->seats[seat - 1]->uid == uid);
}

static int
check_may_open(struct duel *d, const struct caller *who, const char *name, int row)
{
	(void)row;
	for (unsigned seat = 1; seat <= d->live->n_seats; seat++)
		if (seat_of(d, seat, who->uid))
			return 0;
	return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE],
		"only a participant can rehearse: join first (echo join NAME > lock)");
}

static int
check_refuse(struct door *w, enum refusal rule, const char *sentence)
{
	return refuse_rule(w->d, w->seat, w->who.uid, w->name, &refusals[rule], "%s", sentence);
}

/* Whose text some file still takes from this uid although the duel is closed; 0: nobody's. */
static unsigned
check_late(const struct duel *d, const struct caller *who, int row)
{
	(void)row;
	for (const struct format_row *r = d->live->format->rows; r < d->live->format->rows + d->live->format->n_rows; r++) {
		unsigned seat = r->gated ? gate_own.late(d, who, r->id) : 0;
		if (seat)
			return seat;
	}
	return 0;
}

static int
check_may_write(struct door *w)
{
	return duel_is_closed(w->d) && !check_late(w->d, &w->who, w->row) ? check_refuse(w, REFUSAL_DUEL_CLOSED, RECORD_CLOSED) : 0;
}

/* A draft replaces nothing. */
static void
check_base(struct door *w, const char **bytes, size_t *len)
{
	(void)w;
	*bytes = "";
	*len = 0;
}

static size_t
check_limit(struct door *w, bool rewriting, size_t base_len)
{
	(void)rewriting, (void)base_len;
	return door_turn_limit(w);
}

static int
check_too_big(struct door *w)
{
	return check_refuse(w, REFUSAL_LIMIT_TURN, TURN_TOO_BIG);
}

/* The verdict. */

void
rehearsals_free(struct live *v)
{
	for (unsigned i = 0; i < v->n_rehearsals; i++)
		free(v->rehearsals[i].text);
	free(v->rehearsals);
	v->rehearsals = NULL;
	v->n_rehearsals = 0;
}

/* NULL: this uid has none. */
static struct rehearsal *
rehearsal_of(const struct duel *d, uid_t uid)
{
	const struct live *v = d->live;
	for (unsigned i = 0; i < v->n_rehearsals; i++)
		if (v->rehearsals[i].uid == uid)
			return &v->rehearsals[i];
	return NULL;
}

int64_t
duel_rehearsal(const struct duel *d, uid_t uid, const char **text)
{
	const struct rehearsal *h = rehearsal_of(d, uid);
	*text = h ? h->text : "";
	return h ? h->time_ms : d->created_ms;
}

/* In place of that of whoever rehearsed longest ago, where there are as many as there may be. */
static struct rehearsal *
rehearsal_new(struct duel *d, uid_t uid)
{
	struct live *v = d->live;
	if (!v->rehearsals)
		v->rehearsals = mem_calloc(REHEARSALS_MAX, sizeof *v->rehearsals);
	struct rehearsal *h = v->rehearsals;
	if (v->n_rehearsals < REHEARSALS_MAX)
		h += v->n_rehearsals++;
	else
		for (struct rehearsal *i = h; i < v->rehearsals + v->n_rehearsals; i++)
			if (i->serial < h->serial)
				h = i;
	h->uid = uid;
	h->time_ms = d->created_ms;
	registry_number_uid(d->registry, uid);
	return h;
}

static void
keep_for_uid(struct duel *d, uid_t uid, const char *text)
{
	struct rehearsal *h = rehearsal_of(d, uid);
	if (!h)
		h = rehearsal_new(d, uid);
	int64_t now_ms = registry_moment(d->registry).now_ms;
	free(h->text);
	h->serial = d->live->version;
	h->text = mem_strdup(text);
	h->time_ms = now_ms > h->time_ms ? now_ms : h->time_ms + 1;
}

/* A rehearsal begins: the verdict on another text must not be taken for its own. */
static void
check_begun(struct duel *d, const struct caller *who)
{
	if (!rehearsal_of(d, who->uid))
		return;
	keep_for_uid(d, who->uid, "");
	d->live->version++;
	d->live->quiet++;
}

const char *
door_rehearsal(const struct door *w)
{
	return w->rehearsal.text;
}

/* Takes the findings. */
static int
keep_verdict(struct door *w, unsigned seat, int err, struct findings *findings)
{
	UT_string text;
	utstring_init(&text);
	tokens_mask(w->d, findings);
	findings_print(findings, w->name, &text);
	utstring_printf(&text, "%s: %s\n", w->name, err ? errno_name(err) : "ok");
	keep_for_uid(w->d, w->who.uid, utstring_body(&text));
	free(w->rehearsal.text);
	w->rehearsal.text = utstring_body(&text);
	w->rehearsal.err = err;
	w->rehearsal.changes = w->stage.changes;
	if (err)
		return refuse_keep(w->d, seat, w->who.uid, w->name, err, findings);
	w->d->live->version++;
	w->d->live->quiet++;
	return 0;
}

/* Trying one seat after the other, and for each one file after the other. */

struct rehearsal_try {
	unsigned seat;
	int row;
};

struct rehearsing {
	struct door_op *op;
	bool whole;     /* it is all there */
	bool beginning; /* more may follow */
	struct rehearsal_try *tries;
	unsigned n, at;
	unsigned best; /* seat; 0: none tried */
	int best_err;
	struct findings best_findings;
};

static unsigned
errors_in(const struct findings *fs)
{
	unsigned n = 0;
	for (size_t i = 0; i < fs->n; i++)
		n += fs->v[i].rule->severity != SEVERITY_WARNING;
	return n;
}

/* That it is not this seat's move, or not its kind of text, says nothing of the text's own faults. */
static bool
is_about_text(int err)
{
	return err != -EBUSY && err != -EACCES && err != -EROFS;
}

static bool
is_better(const struct rehearsing *g, int err, const struct findings *findings)
{
	if (!g->best || !err)
		return true;
	if (is_about_text(err) != is_about_text(g->best_err))
		return is_about_text(err);
	return errors_in(findings) < errors_in(&g->best_findings);
}

/* Could this seat hand something in to this file now, if it had the floor? */
static bool
is_open(const struct live *v, const struct context *ctx, unsigned seat, int row)
{
	for (const struct hand_in *h = v->format->hand_ins; h < v->format->hand_ins + v->format->n_hand_ins; h++)
		if (h->row == row && h->when(v->state, ctx, seat) >= HAND_IN_OPEN)
			return true;
	return false;
}

/* Every gated file that is open to this seat; none is: the record, which says why not. */
static void
list_rows(struct rehearsing *g, const struct context *ctx, unsigned seat)
{
	const struct live *v = g->op->door->d->live;
	unsigned before = g->n;
	if (is_open(v, ctx, seat, ROW_DEBATE))
		g->tries[g->n++] = (struct rehearsal_try){seat, ROW_DEBATE};
	for (const struct format_row *r = v->format->rows; r < v->format->rows + v->format->n_rows; r++)
		if (r->gated && is_open(v, ctx, seat, r->id))
			g->tries[g->n++] = (struct rehearsal_try){seat, r->id};
	if (g->n == before)
		g->tries[g->n++] = (struct rehearsal_try){seat, ROW_DEBATE};
}

/* Once the duel is closed: what is taken all the same, from whom. */
static void
list_late(struct rehearsing *g)
{
	const struct door *w = g->op->door;
	const struct format *f = w->d->live->format;
	for (const struct format_row *r = f->rows; r < f->rows + f->n_rows; r++) {
		unsigned seat = r->gated ? gate_own.late(w->d, &w->who, r->id) : 0;
		if (seat)
			g->tries[g->n++] = (struct rehearsal_try){seat, r->id};
	}
}

/* Each seat of the writer's, once: the holder, whose move it is, the others. */
static void
list_seats(struct rehearsing *g)
{
	const struct door *w = g->op->door;
	struct live *v = w->d->live;
	struct context ctx;
	live_context(w->d, &ctx);
	unsigned first[2] = {v->lease.holder, v->format->next_seat(v->state, &ctx)};
	for (unsigned i = 0; i < 2; i++)
		if (seat_of(w->d, first[i], w->who.uid) && (!g->n || g->tries[0].seat != first[i]))
			list_rows(g, &ctx, first[i]);
	for (unsigned seat = 1; seat <= v->n_seats; seat++)
		if (seat_of(w->d, seat, w->who.uid) && seat != first[0] && seat != first[1])
			list_rows(g, &ctx, seat);
}

static void
list_tries(struct rehearsing *g)
{
	const struct live *v = g->op->door->d->live;
	g->tries = mem_calloc((v->n_seats + 1) * (1 + v->format->n_rows), sizeof *g->tries);
	if (duel_is_closed(g->op->door->d))
		list_late(g);
	if (!g->n)
		list_seats(g);
}

static void
end_rehearsal(struct rehearsing *g)
{
	struct door_op *op = g->op;
	struct door *w = op->door;
	int err = g->best_err;
	if (err || !g->beginning)
		err = keep_verdict(w, g->best, err, &g->best_findings);
	w->flush_refused = err && op->kind != DOOR_WRITE;
	findings_free(&g->best_findings);
	free(g->tries);
	free(g);
	door_finish(op, err);
}

static void try_next(struct rehearsing *g);

/* Takes the findings. */
static void
tried(struct rehearsing *g, int err, struct findings *findings)
{
	unsigned seat = g->tries[g->at++].seat;
	if (is_better(g, err, findings)) {
		findings_free(&g->best_findings);
		findings_move(&g->best_findings, findings);
		g->best = seat;
		g->best_err = err;
	} else {
		findings_free(findings);
	}
	if (err && g->at < g->n)
		try_next(g);
	else
		end_rehearsal(g);
}

static void
rehearsed(struct judging *j)
{
	struct rehearsing *g = j->arg;
	struct findings fs = {0};
	int err = findings_errno(&j->verdict.findings);
	bool fits = err || drafts_fit(j->d, &j->verdict);
	findings_move(&fs, &j->verdict.findings);
	judging_free(j);
	if (!fits) {
		findings_add(&fs, &refusals[REFUSAL_LIMIT_RECORD], 0, "%s", RECORD_FULL);
		err = -refusals[REFUSAL_LIMIT_RECORD].err;
	}
	tried(g, err, &fs);
}

static void
try_refused(struct rehearsing *g, enum refusal rule, const char *sentence)
{
	struct findings fs = {0};
	findings_add(&fs, &refusals[rule], 0, "%s", sentence);
	tried(g, -refusals[rule].err, &fs);
}

static void
try_next(struct rehearsing *g)
{
	struct door *w = g->op->door;
	struct candidate c = candidate_of_text(w->stage.bytes, w->stage.len);
	const char *why;
	int err = candidate_token(w->d, g->tries[g->at].seat, &c, &why);
	if (err == -EACCES) {
		try_refused(g, REFUSAL_LEASE_TOKEN, why);
	} else if (g->whole && (err || candidate_blank(c.text, c.len))) {
		try_refused(g, REFUSAL_VALUE_BAD, "there is no turn in it");
	} else if (err || !c.len) {
		struct findings none = {0};
		tried(g, 0, &none); /* too little to say anything */
	} else {
		struct judging *j = mem_calloc(1, sizeof *j);
		*j = (struct judging){.d = w->d, .uid = w->who.uid, .text = c.text, .len = c.len, .row = g->tries[g->at].row, .line0 = c.line0, .as = g->tries[g->at].seat,
			.whole = g->whole || c.text[c.len - 1] == '\n', .prefix = !g->whole, .then = rehearsed, .arg = g};
		strcpy(j->came, c.came);
		c.text = NULL;
		judging_run(j);
	}
	free(c.text);
}

static void
rehearse(struct door_op *op, bool whole)
{
	struct rehearsing *g = mem_calloc(1, sizeof *g);
	*g = (struct rehearsing){.op = op, .whole = whole, .beginning = !whole};
	list_tries(g);
	try_next(g);
}

/*
 * A draft that one process wrote at once is judged there and then: agents hear nothing later. What a shell's group or a held descriptor
 * writes comes from others than the opener, and goes on.
 */
static void
check_written(struct door_op *op)
{
	struct door *w = op->door;
	bool whole = op->by_opener && stage_looks_whole(&w->stage, 0);
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
	.may_open = check_may_open,
	.late = check_late,
	.may_write = check_may_write,
	.base = check_base,
	.limit = check_limit,
	.too_big = check_too_big,
	.begun = check_begun,
	.written = check_written,
	.decide = check_decide,
};
