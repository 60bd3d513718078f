/*
 * The gated record: what is staged in a door becomes a submission to the format, and that becomes entries.
 *
 * From staged bytes to a submission: an append is the submission; of a rewrite, what stands behind the accepted bytes. A first line
 * `<!-- token: … -->` proves the seat and is taken off. Blank lines around do not count.
 */
#include <errno.h>
#include <stdio.h>

#include "fs/duel/door_inner.h"
#include "fs/duel/judging.h"
#include "validators/mem.h"
#include "validators/text.h"

/* Beyond a turn's own bytes: separators, a token line, blank lines. */
#define STAGE_SLACK_BYTES 4096
/* A stream of small writes is judged so often that all judgements together read at most this many times its bytes. */
#define JUDGE_BUDGET_TIMES 32
#define JUDGE_BUDGET_BYTES (64 << 10)

enum candidate_kind {
	CANDIDATE_NOTHING, /* nothing to decide: no text, the same bytes, what is already the last turn */
	CANDIDATE_SHORTER, /* a beginning of the accepted bytes */
	CANDIDATE_CHANGED, /* accepted bytes would change */
	CANDIDATE_TEXT,
};

struct candidate {
	enum candidate_kind kind;
	char *text; /* owned; what is new, LF line ends */
	size_t len;
	int line0;
	int changed_line;
};

static int
record_may_open(struct duel *d, const struct caller *who, const char *name)
{
	const struct live *v = d->live;
	const struct seat *holder = v->lease.holder ? v->seats[v->lease.holder - 1] : NULL;
	if (!holder)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "nobody has the floor: claim it first (echo claim NAME > lock)");
	if (who->uid && who->uid != holder->uid)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "\"%s\" has the floor, and uid %u is not its uid",
			holder->name, (unsigned)who->uid);
	return 0;
}

static bool
lease_good(const struct door *w)
{
	const struct lease *l = &w->d->live->lease;
	return l->number == w->lease && lease_held(l, registry_moment(w->d->registry).clock_ms);
}

static int
refuse_lease(struct door *w)
{
	const struct lease *l = &w->d->live->lease;
	char text[160];
	snprintf(text, sizeof text, l->number == w->lease ? "lease %llu is over; nothing was recorded: claim again and write again"
		: "lease %llu was overtaken by lease %llu; nothing was recorded: claim again and write again", (unsigned long long)w->lease,
		(unsigned long long)l->number);
	return door_refuse_rule(w, &refusals[REFUSAL_LEASE_EXPIRED], text);
}

static int
record_may_write(struct door *w)
{
	if (live_closed(w->d))
		return door_refuse_rule(w, &refusals[REFUSAL_DUEL_CLOSED], "this duel is closed; its record is read-only");
	return lease_good(w) ? 0 : refuse_lease(w);
}

static void
record_base(struct door *w, const char **bytes, size_t *len)
{
	duel_record(w->d, bytes, len);
}

static size_t
record_limit(struct door *w, bool rewriting, size_t base_len)
{
	size_t turn = 2 * (size_t)w->d->live->terms.max_turn_bytes + STAGE_SLACK_BYTES; /* CRLF may double a text of newlines */
	return rewriting ? 2 * base_len + turn : turn;
}

static int
record_too_big(struct door *w)
{
	return door_refuse_rule(w, &refusals[REFUSAL_LIMIT_TURN], "this is larger than any turn that could be taken");
}

static bool
record_waits_for_sync(struct door *w)
{
	return w->d->live->lease.piecewise && w->d->live->lease.number == w->lease;
}

/* From staged bytes to a candidate. */

static bool
blank(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (s[i] != '\n' && s[i] != ' ' && s[i] != '\t')
			return false;
	return true;
}

/* Cut blank lines and a leading `---` off both ends: two texts of one turn are equal then. */
static void
trim_turn(const char **s, size_t *len)
{
	while (*len && memchr("\n \t", (*s)[*len - 1], 3))
		--*len;
	while (*len && **s == '\n')
		++*s, --*len;
	if (*len > 4 && !memcmp(*s, "---\n", 4)) {
		*s += 4, *len -= 4;
		while (*len && **s == '\n')
			++*s, --*len;
	}
}

static bool
is_last_turn(struct duel *d, const char *text, size_t len)
{
	unsigned n = duel_turns(d);
	if (!n)
		return false;
	struct turn_slice t = duel_turn(d, n);
	const char *last = utstring_body(&d->live->record) + t.offset;
	size_t last_len = t.len;
	trim_turn(&text, &len);
	trim_turn(&last, &last_len);
	return len == last_len && !memcmp(text, last, len);
}

/* The accepted bytes before the last turn, and then that turn, written in another way: a retry by somebody who never heard the answer. */
static bool
is_retry(struct duel *d, const char *image, size_t len)
{
	unsigned n = duel_turns(d);
	const char *record = utstring_body(&d->live->record);
	if (!n)
		return false;
	size_t before = duel_turn(d, n).offset;
	while (before && (record[before - 1] == '\n' || record[before - 1] == '-'))
		before--;
	before += before ? 1 : 0; /* the newline that ends what stood before */
	return len > before && !memcmp(image, record, before) && is_last_turn(d, image + before, len - before);
}

static void
candidate_of_image(struct door *w, char *image, size_t len, struct candidate *c)
{
	const char *base;
	size_t base_len, at;
	record_base(w, &base, &base_len);
	enum stage_change change = stage_compare(image, len, base, base_len, &at);
	c->kind = change == STAGE_SAME ? CANDIDATE_NOTHING : change == STAGE_APPENDS ? CANDIDATE_TEXT
		: is_retry(w->d, image, len) ? CANDIDATE_NOTHING : change == STAGE_WITHIN ? CANDIDATE_SHORTER : CANDIDATE_CHANGED;
	if (c->kind == CANDIDATE_TEXT) {
		c->line0 = stage_lines(image, base_len);
		c->len = len - base_len;
		c->text = mem_copy(image + base_len, c->len);
		if (blank(c->text, c->len) || is_last_turn(w->d, c->text, c->len))
			c->kind = CANDIDATE_NOTHING;
	} else {
		c->changed_line = 1 + stage_lines(image, at < len ? at : len);
	}
}

static struct candidate
candidate_make(struct door *w, size_t len)
{
	struct candidate c = {0};
	char *copy = mem_copy(w->stage.bytes, len);
	len = text_unix(copy, len);
	if (w->stage.rewriting) {
		candidate_of_image(w, copy, len, &c);
		free(copy);
		return c;
	}
	c.text = copy;
	c.len = len;
	c.kind = len ? CANDIDATE_TEXT : CANDIDATE_NOTHING;
	return c;
}

/* The token line. */

static const char token_begin[] = "<!-- token: ", token_end[] = " -->";

/* The first line that is not blank: where it begins and how long it is; `whole` where its newline is there. */
static const char *
first_line(const struct candidate *c, size_t *len, bool *whole)
{
	const char *s = c->text, *end = c->text + c->len;
	while (s < end && *s == '\n')
		s++;
	const char *newline = memchr(s, '\n', (size_t)(end - s));
	*whole = newline;
	*len = (size_t)((newline ? newline : end) - s);
	return s;
}

static bool
token_good(struct door *w, const char *token, size_t len)
{
	const struct seat_secret *s = &w->d->live->secrets[w->seat - 1];
	unsigned char hash[crypto_generichash_BYTES];
	if (!s->has_token)
		return true;
	live_token_hash(w->d, token, len, hash);
	return !sodium_memcmp(hash, s->hash, sizeof hash);
}

/* Take a token line off the text; what it proves is checked. 0, or a refusal's errno (not kept yet: *why). -EAGAIN: not there whole yet. */
static int
candidate_token(struct door *w, struct candidate *c, const char **why)
{
	bool whole, wanted = w->d->live->secrets[w->seat - 1].has_token;
	size_t len, b = sizeof token_begin - 1, e = sizeof token_end - 1;
	const char *line = first_line(c, &len, &whole);
	bool comment = len >= b && !memcmp(line, token_begin, b) && len >= b + e && !memcmp(line + len - e, token_end, e);
	if (!whole && (wanted || !memcmp(line, token_begin, len < b ? len : b)))
		return -EAGAIN;
	*why = "this seat has a token: its first line must be <!-- token: SECRET -->, and it must be the right one";
	if (!comment)
		return wanted ? -EACCES : 0;
	if (!token_good(w, line + b, len - b - e))
		return -EACCES;
	size_t cut = (size_t)(line - c->text) + len + whole;
	c->line0 += stage_lines(c->text, cut);
	c->len -= cut;
	memmove(c->text, c->text + cut, c->len + 1);
	return 0;
}

static int
record_full(struct door *w, const struct verdict *v)
{
	size_t len = utstring_len(&w->d->live->record);
	for (unsigned i = 0; i < v->n; i++)
		len += v->drafts[i].body_len;
	if (len <= LIMIT_RECORD_BYTES)
		return 0;
	return door_refuse_rule(w, &refusals[REFUSAL_LIMIT_RECORD], "the record would grow past 4 MiB");
}

/* At a write. */

static void
write_judged(struct judging *j)
{
	struct door_op *op = j->arg;
	struct door *w = op->door;
	int err = findings_errno(&j->verdict.findings);
	if (err)
		err = door_refuse(w, err, &j->verdict.findings);
	else if (j->verdict_whole && record_full(w, &j->verdict))
		err = -refusals[REFUSAL_LIMIT_RECORD].err;
	else if (j->verdict_whole && j->staged == w->stage.changes && (!w->stage.rewriting || w->stage.covered == w->stage.len))
		door_keep_verdict(w, &j->verdict, j->state);
	judging_free(j);
	door_finish(op, err);
}

static struct judging *
judging_of(struct door_op *op, struct candidate *c, void (*then)(struct judging *j))
{
	struct judging *j = mem_calloc(1, sizeof *j);
	*j = (struct judging){.d = op->door->d, .text = c->text, .len = c->len, .row = op->door->row, .line0 = c->line0, .then = then, .arg = op,
		.staged = op->door->stage.changes};
	c->text = NULL;
	return j;
}

static int
refuse_history(struct door *w, const struct candidate *c)
{
	struct findings fs = {0};
	findings_add(&fs, &refusals[REFUSAL_HISTORY_CHANGED], c->changed_line, c->kind == CANDIDATE_SHORTER
		? "accepted bytes are missing from here on: a rewrite must keep all of them" : "an accepted byte is different here: a rewrite must keep all of them");
	return door_refuse(w, -EPERM, &fs);
}

static size_t
judge_budget(const struct door *w)
{
	return JUDGE_BUDGET_TIMES * w->stage.len + JUDGE_BUDGET_BYTES;
}

static void
written_text(struct door_op *op, struct candidate *c, bool whole)
{
	struct door *w = op->door;
	const char *why;
	int err = candidate_token(w, c, &why);
	if (err == -EACCES)
		err = door_refuse_rule(w, &refusals[REFUSAL_LEASE_TOKEN], why);
	else if (err == -EAGAIN || !c->len || w->judged_bytes > judge_budget(w))
		err = 0;
	else {
		struct judging *j = judging_of(op, c, write_judged);
		w->judged_bytes += j->len;
		j->whole = whole || j->text[j->len - 1] == '\n';
		j->prefix = !whole;
		judging_run(j);
		return;
	}
	door_finish(op, err);
}

static void
record_written(struct door_op *op)
{
	struct door *w = op->door;
	const char *base;
	size_t base_len;
	record_base(w, &base, &base_len);
	bool whole = stage_looks_whole(&w->stage, base_len);
	if (w->stage.rewriting && !whole && w->judged_bytes > judge_budget(w)) {
		door_finish(op, 0);
		return;
	}
	w->judged_bytes += w->stage.rewriting ? w->stage.covered : 0; /* comparing costs, too */
	struct candidate c = candidate_make(w, w->stage.rewriting ? w->stage.covered : w->stage.len);
	if (c.kind == CANDIDATE_TEXT)
		written_text(op, &c, whole);
	else if (c.kind == CANDIDATE_CHANGED || (c.kind == CANDIDATE_SHORTER && whole))
		door_finish(op, refuse_history(w, &c));
	else
		door_finish(op, 0);
	free(c.text);
}

/* The decision. */

struct handing_in {
	struct door_op *op;
	struct fstate *state;
	struct commit *commit;
};

static void decide_again(struct handing_in *h);

static int
still_allowed(struct commit *c)
{
	struct handing_in *h = c->arg;
	struct door *w = h->op->door;
	if (live_closed(w->d) || !lease_good(w))
		return -ECANCELED;
	return w->d->live->state == h->state ? 0 : -EAGAIN;
}

static int
refuse_commit(struct door *w, int err)
{
	if (err == -ECANCELED)
		return record_may_write(w);
	if (err == -ENOSPC)
		return door_refuse_rule(w, &refusals[REFUSAL_STORE_FULL], "the store is full; nothing was recorded");
	return door_refuse_rule(w, &refusals[REFUSAL_STORE_FAILED],
		"the store failed; whether this was recorded shows after the next mount");
}

static void
handed_in(struct commit *c, int err)
{
	struct handing_in *h = c->arg;
	struct door_op *op = h->op;
	struct door *w = op->door;
	commit_free(c);
	if (err == -EAGAIN) {
		decide_again(h);
		return;
	}
	w->d->live->format->drop(h->state);
	free(h);
	if (!err) {
		door_clear(w);
	} else {
		err = refuse_commit(w, err);
		w->flush_refused = true;
	}
	door_finish(op, err);
}

/* The turn is on disk: its writer need not wait until it is shown. */
static void
handed_in_durably(struct commit *c)
{
	struct handing_in *h = c->arg;
	struct door_op *op = h->op;
	if (op->done)
		op->done(op->arg, 0);
	op->done = NULL;
}

static void
hand_in(void *arg)
{
	struct handing_in *h = arg;
	struct commit *c = h->commit;
	int err = still_allowed(c);
	if (err)
		handed_in(c, err);
	else
		commit_run(c);
}

static void
commit_head(struct commit *c)
{
	struct live *v = c->duel->live;
	const char *head;
	size_t len;
	if (v->head_frozen)
		return;
	duel_record(c->duel, &head, &len);
	commit_add(c, entry_new(ENTRY_HEAD, 0, v->lease.number, NULL, head, len), NULL);
}

/* An accepted verdict goes to the store. Takes what it owns. */
static void
decide_accepted(struct door_op *op, struct verdict *v, struct fstate *state)
{
	struct door *w = op->door;
	struct handing_in *h = mem_calloc(1, sizeof *h);
	int err = record_full(w, v);
	if (err) {
		verdict_free(v);
		free(h);
		w->flush_refused = true;
		door_finish(op, err);
		return;
	}
	struct commit *c = commit_new(w->d);
	*h = (struct handing_in){.op = op, .state = w->d->live->format->hold(state), .commit = c};
	c->arg = h;
	c->check = still_allowed;
	c->durable = handed_in_durably;
	c->done = handed_in;
	c->facts_free = v->facts_free;
	commit_head(c);
	for (unsigned i = 0; i < v->n; i++) {
		struct draft *t = &v->drafts[i];
		commit_add(c, entry_new(t->kind, w->seat, w->lease, t->data, t->body, t->body_len), t->facts);
		t->facts = NULL;
	}
	verdict_free(v);
	line_run(&w->d->line, hand_in, h);
}

static void
decide_refused(struct door_op *op, struct findings *findings)
{
	struct door *w = op->door;
	int err = door_refuse(w, findings_errno(findings), findings);
	w->flush_refused = true;
	door_finish(op, err);
}

static void
decide_judged(struct judging *j)
{
	struct door_op *op = j->arg;
	if (findings_first_error(&j->verdict.findings)) {
		decide_refused(op, &j->verdict.findings);
	} else {
		struct verdict v = j->verdict;
		j->verdict = (struct verdict){0};
		decide_accepted(op, &v, j->state);
	}
	judging_free(j);
}

static void
decide_text(struct door_op *op, struct candidate *c)
{
	struct door *w = op->door;
	struct live *v = w->d->live;
	const char *why;
	int err = candidate_token(w, c, &why);
	if (err == -EAGAIN || (!err && blank(c->text, c->len)))
		err = -EINVAL, why = "there is a token line, and no turn behind it";
	if (err) {
		err = door_refuse_rule(w, &refusals[err == -EACCES ? REFUSAL_LEASE_TOKEN : REFUSAL_VALUE_BAD], why);
		w->flush_refused = true;
		door_finish(op, err);
		return;
	}
	if (w->judged && w->judged_state == v->state) {
		struct verdict kept = w->verdict;
		w->judged = false;
		decide_accepted(op, &kept, v->state);
		return;
	}
	struct judging *j = judging_of(op, c, decide_judged);
	j->whole = true;
	judging_run(j);
}

static void
record_decide(struct door_op *op)
{
	struct door *w = op->door;
	struct candidate c = candidate_make(w, w->stage.len);
	int err = 0;
	if (c.kind != CANDIDATE_NOTHING)
		err = record_may_write(w);
	if (!err && (c.kind == CANDIDATE_CHANGED || c.kind == CANDIDATE_SHORTER))
		err = refuse_history(w, &c);
	w->flush_refused = err;
	if (err || c.kind == CANDIDATE_NOTHING)
		door_finish(op, err);
	else
		decide_text(op, &c);
	free(c.text);
}

/* The duel moved on between judgement and commit (a peer joined): judge again. */
static void
decide_again(struct handing_in *h)
{
	struct door_op *op = h->op;
	op->door->d->live->format->drop(h->state);
	free(h);
	record_decide(op);
}

const struct gate gate_record = {
	.may_open = record_may_open,
	.may_write = record_may_write,
	.base = record_base,
	.limit = record_limit,
	.too_big = record_too_big,
	.written = record_written,
	.waits_for_sync = record_waits_for_sync,
	.decide = record_decide,
};
