/* release: give the floor up, and with outcome= close the duel. */
#include "fs/intake/intake.h"
#include "fs/lock/lock_inner.h"
#include "validators/kit/debate.h"

/* The first release after a refused text fails: it says again what was refused, under the file it was written to and
 * the rule it broke first. */
static int
say_refused(struct request *q)
{
	struct fold *fold = q->d->fold;
	struct seat_secret *s = &fold->secrets[q->seat - 1];
	bool said = s->release_must_fail && !q->values[KEY_FORCE];
	s->release_must_fail = false;
	if (!said)
		return 0;
	const struct refused *last = refused_of_text(fold, q->seat);
	struct findings fs = {0};
	const struct finding *first = last ? findings_first_error(&last->findings) : NULL;
	findings_add(&fs, first ? first->rule : &refusals[REFUSAL_VALUE_BAD], 0,
		"the last text of this seat was refused and none was accepted since; mend it, or release once more");
	for (size_t i = 0; last && i < last->findings.n; i++) {
		const struct finding *f = &last->findings.v[i];
		findings_add_path(&fs, f->rule, f->line, f->path, "%s", f->text);
	}
	fs.dropped += last ? last->findings.dropped : 0;
	return refuse_keep(q->d, q->seat, &q->who, "lock", last ? last->file : NULL, -EINVAL, &fs);
}

/* Its lease ended with its text, or with the duel, or the outcome is said again. */
static bool
is_released(struct request *q, int *err)
{
	const struct fold *fold = q->d->fold;
	const char *outcome = q->values[KEY_OUTCOME];
	const struct seat_secret *s = &fold->secrets[q->seat - 1];
	if (outcome && fold->closed_ms && strcmp(outcome, debate_outcome(fold->state)))
		*err = lock_refuse(q, REFUSAL_VALUE_BAD, "this duel ended with %s", debate_outcome(fold->state));
	if (outcome)
		return fold->closed_ms;
	bool ended = (s->accepted_texts && !s->lease_unused) || (fold->closed_ms && q->seat == fold->closer);
	if (fold->lease.holder == q->seat || !ended)
		return false;
	*err = say_refused(q);
	return true;
}

static int
release_floor(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const struct lease *lease = &fold->lease;
	const char *outcome = q->values[KEY_OUTCOME];
	int err = say_refused(q);
	if (err)
		return err;
	if (!q->values[KEY_FORCE] && lease->holder == q->seat && intakes_undecided(q->d, lease->number))
		return lock_refuse(q, REFUSAL_LEASE_BUSY,
			"an open file still holds a text that was not decided on: close it, or force=yes");
	if (!outcome)
		return lock_append_one(q, entry_new(ENTRY_RELEASE, q->seat, lease->number, NULL, NULL, 0));
	/* it closes the duel where the format lets the seat close; after the conclusion it may be said again */
	struct fault fault = fold->format->releases ? fold->format->releases(fold->state, q->seat, outcome)
		: fault_of(REFUSAL_VALUE_BAD, "a debate is closed by its last text: hand that in when it is due");
	if (fault.rule)
		return lock_refuse_rule(q, fault.rule, fault.sentence);
	json_t *data = json_pack("{s:s, s:s}", "outcome", outcome, "reason", q->values[KEY_REASON] ?: "");
	struct verdict out = {.n = 1,
		.drafts = {{.kind = ENTRY_CLOSE, .data = mem_check(json_dumps(mem_check(data), JSON_COMPACT))}}};
	json_decref(data);
	return lock_append(q, commit_of_drafts(q->d, q->seat, &out, 0));
}

const struct verb verb_release = {
	.name = "release",
	.keys = K(TOKEN) | K(OUTCOME) | K(REASON) | K(FORCE),
	.wants = WANTS_SEAT | WANTS_OPEN | WANTS_FLOOR,
	.is_done = is_released,
	.act = release_floor,
};
