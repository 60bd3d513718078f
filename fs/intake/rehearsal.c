/*
 * The written `check` of a seat: a rehearsal. The written text is the draft of a turn, as an append to the record
 * would be, and gets the verdict that its desk would give it now; nothing is recorded and nothing becomes an event. Its
 * text says its kind, and the file is that of its kind.
 *
 * The verdict says what it judged, and is kept for `cat check` (seat_files.c).
 */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "fs/intake/intake_text.h"
#include "fs/intake/intake_inner.h"
#include "fs/intake/judging.h"
#include "fs/util/errnos.h"
#include "validators/text/text.h"

/* The verdict. */

/* "turn.md: ok (turn 2 of bob, 834 bytes, 3 quotations found)"; `whose` may be "". Takes the findings. */
static int
keep_verdict(struct intake *w, const char *whose, unsigned quotes, int err, struct findings *findings)
{
	assert(err <= 0);
	UT_string text;
	utstring_init(&text);
	findings_print(findings, intake_desk.name, true, &text);
	utstring_printf(&text, "%s: %s", intake_desk.name, err ? errno_name(err) : "ok");
	if (*whose) {
		utstring_printf(&text, " (%s, %zu bytes", whose, w->stage.len);
		if (quotes)
			utstring_printf(&text, ", %u quotation%s found", quotes, quotes == 1 ? "" : "s");
	}
	utstring_printf(&text, "%s\n", *whose ? ")" : "");
	seat_check_keep(w->d->fold, w->seat, utstring_body(&text));
	if (err)
		return refuse_keep(w->d, w->seat, &w->who, w->name, NULL, err, findings);
	findings_free(findings);
	return 0;
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

/* The verdict on a text that was judged; `unproven`: it lacks the token of its seat. */
static int
keep_rehearsal(struct intake *w, struct text_judging *j, bool unproven)
{
	const struct fold *fold = j->d->fold;
	const char *name = fold_seat(fold, j->as)->name;
	struct findings *found = &j->verdict.findings, first = {0};
	struct fault floor = NO_FAULT;
	unsigned holder = fold->lease.holder, quotes = j->sealed ? 0 : j->verdict.quotes;
	UT_string whose; /* "turn 2 of bob" */
	int err;
	utstring_init(&whose);
	if (j->kind)
		hand_in_label(fold->state, j->as, j->kind, &whose);
	else
		utstring_printf(&whose, "a text");
	utstring_printf(&whose, " of %s", name);
	if (unproven) {
		const struct rule *rule = &refusals[REFUSAL_LEASE_TOKEN];
		findings_add(&first, rule, 0,
			"whoever wrote this does not have the token of \"%s\": the draft's first line is "
			"<!-- token: SECRET -->, the right one", name);
		err = keep_verdict(w, utstring_body(&whose), 0, -rule->err, &first);
	} else {
		if (!drafts_fit(j->d, &j->verdict))
			findings_add(&first, &refusals[REFUSAL_LIMIT_RECORD], 0, "%s", RECORD_FULL);
		/* Another has the floor, or the next move: any draft has to wait. */
		bool waits = holder != w->seat && !duel_is_closed(w->d) && !format_is_apart(fold->state, w->seat);
		if (waits && findings_errno(found) != -EBUSY)
			floor = fold_floor(fold, w->seat, false, NULL);
		if (floor.rule)
			findings_add(&first, floor.rule, 0, "%s", floor.sentence);
		free(floor.sentence);
		findings_move(&first, found);
		err = keep_verdict(w, utstring_body(&whose), quotes, findings_errno(&first), &first);
	}
	utstring_done(&whose);
	if (!err)
		intake_clear(w);
	return err;
}

static int
check_decide(struct intake *w)
{
	const char *why;
	int err = intake_may(w, MAY_WRITE);
	if (err)
		return err;
	struct intake_text c = intake_text_of_text(w->stage.bytes, w->stage.len);
	struct text_judging j = {.d = w->d, .uid = w->who.uid, .as = w->seat, .rehearsal = true};
	assert(w->type->kind == INTAKE_SEAT_CHECK && w->seat);
	int token = intake_text_token(w->d, w->seat, &c, &why);
	if (token == -EACCES)
		intake_text_unsign(&c); /* what proves nothing is not to be quoted either */
	bool nothing = token == -EAGAIN || intake_text_empty(w->d->fold->format, c.text, c.len);
	j.text = c.text;
	j.len = c.len;
	j.line0 = c.line0;
	strcpy(j.came, c.came);
	if (nothing) {
		err = intake_refuse_rule(w, &text_rules[TEXT_BLANK], NO_TEXT);
		goto out;
	}
	err = intake_judge(w, &j);
	if (err != -EAGAIN)
		err = keep_rehearsal(w, &j, token == -EACCES);
	judging_done(&j);
out:
	intake_text_free(&c);
	return err;
}

const struct intake_type intake_seat_check = {
	.kind = INTAKE_SEAT_CHECK,
	.name = "check",
	.base = check_base,
	.refuse = check_refuse,
	.decide = check_decide,
};
