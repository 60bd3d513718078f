/*
 * The written `check` of a chair: a rehearsal. The written text is the draft of a turn, as an append to the record
 * would be, and gets the verdict that its desk would give it now; nothing is recorded and nothing becomes an event. Its
 * text says its kind, and the file is that of its kind.
 *
 * The verdict says what it judged, and is kept for `cat check` (chair.c).
 */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "fs/intake/intake_text.h"
#include "fs/intake/intake_inner.h"
#include "fs/intake/judging.h"
#include "fs/util/errnos.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* The verdict. */

/* "turn.md: ok (turn 2 of bob, 834 bytes, 3 quotations found)"; `whose` may be "". Takes the findings. */
static int
keep_verdict(struct intake *w, const char *whose, unsigned quotes, int err, struct findings *findings)
{
	assert(err <= 0);
	UT_string text;
	utstring_init(&text);
	findings_print(findings, intake_desk.name, &text);
	utstring_printf(&text, "%s: %s", intake_desk.name, err ? errno_name(err) : "ok");
	if (*whose) {
		utstring_printf(&text, " (%s, %zu bytes", whose, w->stage.len);
		if (quotes)
			utstring_printf(&text, ", %u quotation%s found", quotes, quotes == 1 ? "" : "s");
	}
	utstring_printf(&text, "%s\n", *whose ? ")" : "");
	chair_check_keep(w->d->fold, w->seat, utstring_body(&text));
	if (err)
		return refuse_keep(w->d, w->seat, &w->who, w->name, NULL, err, findings);
	findings_free(findings);
	return 0;
}

/* A refusal without a judgement, or the findings of a judgement. */
static int
refuse_for(struct intake *w, const char *whose, const struct rule *rule, const char *sentence)
{
	struct findings fs = {0};
	findings_add(&fs, rule, 0, "%s", sentence);
	return keep_verdict(w, whose, 0, -rule->err, &fs);
}

static int
check_refuse(struct intake *w, int err, struct findings *findings)
{
	return keep_verdict(w, "", 0, err, findings);
}

/* A draft replaces nothing. */
static void
check_base(struct intake *w, const char **bytes, size_t *len)
{
	(void)w;
	*bytes = "";
	*len = 0;
}

/* The judgement. */

/* Another has the floor: a good draft has to wait, too. */
static void
wait_for_floor(const struct intake *w, struct findings *out)
{
	struct floor_answer answer = {0};
	unsigned holder = w->d->fold->lease.holder;
	if (holder && holder != w->seat && !duel_is_closed(w->d) && !fold_is_apart(w->d->fold, w->seat))
		fold_floor(w->d->fold, &(struct floor_ask){.seat = w->seat}, &answer);
	if (answer.rule)
		findings_add(out, answer.rule, 0, "%s", answer.text);
	floor_answer_free(&answer);
}

static int
verdict_of(struct intake *w, struct judging *j, const char *whose)
{
	struct findings *fs = &j->verdict.findings;
	struct findings first = {0};
	if (!drafts_fit(j->d, &j->verdict))
		findings_add(&first, &refusals[REFUSAL_LIMIT_RECORD], 0, "%s", RECORD_FULL);
	if (findings_errno(fs) != -EBUSY)
		wait_for_floor(w, &first);
	findings_put_first(fs, &first);
	return keep_verdict(w, whose, j->sealed ? 0 : j->verdict.quotes, findings_errno(fs), fs);
}

/* "turn 2 of bob" */
static void
put_whose(const struct judging *j, UT_string *out)
{
	if (j->kind)
		hand_in_label(j->d->fold->state, j->as, j->kind, out);
	else
		utstring_printf(out, "a text");
	utstring_printf(out, " of %s", fold_seat(j->d->fold, j->as)->name);
}

static int
rehearsed(struct intake *w, struct judging *j)
{
	UT_string whose;
	utstring_init(&whose);
	put_whose(j, &whose);
	char *why = mem_format("whoever wrote this does not have the token of \"%s\": the draft's first line is "
			       "<!-- token: SECRET -->, the right one", fold_seat(j->d->fold, j->as)->name);
	int err = j->unproven ? refuse_for(w, utstring_body(&whose), &refusals[REFUSAL_LEASE_TOKEN], why)
			      : verdict_of(w, j, utstring_body(&whose));
	free(why);
	utstring_done(&whose);
	if (!err)
		intake_clear(w);
	return err;
}

/* A token line is taken off. 0, or -EAGAIN: it is not there whole yet. */
static int
take_token(struct intake *w, struct judging *j, struct intake_text *c)
{
	const char *why;
	int err = intake_text_token(w->d, w->seat, c, &why);
	if (err != -EACCES)
		return err;
	j->unproven = true;
	intake_text_unsign(c); /* what proves nothing is not to be quoted either */
	return 0;
}

static int
check_decide(struct intake *w)
{
	int err = intake_may(w, MAY_WRITE, 0);
	if (err)
		return err;
	struct intake_text c = intake_text_of_text(w->stage.bytes, w->stage.len);
	struct judging j = {.d = w->d, .uid = w->who.uid, .row = ROW_DEBATE, .as = w->seat, .rehearsal = true};
	assert(w->type->kind == INTAKE_CHAIR_CHECK && w->seat);
	/* Once the duel is closed a text can only be what is taken all the same. */
	j.late = duel_is_closed(w->d) && intake_late_seat(w, &j.row);
	bool nothing = take_token(w, &j, &c) || intake_text_empty(w->d->fold->format, c.text, c.len);
	j.text = c.text;
	j.len = c.len;
	j.line0 = c.line0;
	strcpy(j.came, c.came);
	if (nothing) {
		err = intake_refuse_rule(w, &text_rules[TEXT_BLANK], NO_TEXT);
	} else {
		judging_run(&j);
		if (j.look) { /* what it cites may lie in this mount */
			duel_leave(w->d);
			judging_look(&j);
			duel_enter(w->d);
		}
		err = rehearsed(w, &j);
		judging_done(&j);
	}
	intake_text_free(&c);
	return err;
}

const struct intake_type intake_chair_check = {
	.kind = INTAKE_CHAIR_CHECK,
	.name = "check",
	.base = check_base,
	.refuse = check_refuse,
	.decide = check_decide,
};
