/*
 * The last verdicts of rehearsals, for `cat check`: of each uid, which has a place of its own for good, and of
 * processes, so that two agents of one uid read each their own. In memory only, bounded, the oldest goes.
 *
 * A shell runs a program to write a draft and another to read the verdict: what they have in common is the shell, or
 * whoever runs shells. So a reader gets the verdict of whoever is nearest to it by descent, of equally near ones the
 * newest, and where nothing is known of its descent, or nobody has anything in common with it, the last of its uid.
 */
#include "fs/fold/fold.h"

#include <assert.h>
#include <string.h>
#include "fs/util/errnos.h"
#include "validators/text/mem.h"

/* So many uids' and so many processes' last verdicts are kept in a duel. */
#define UIDS_MAX 32
#define PROCESSES_MAX 64

void
rehearsals_free(struct fold *fold)
{
	for (unsigned i = 0; i < fold->n_rehearsals; i++)
		free(fold->rehearsals[i].text);
	for (unsigned i = 0; i < fold->n_rehearsers; i++)
		free(fold->rehearsers[i].text);
	free(fold->rehearsals);
	free(fold->rehearsers);
	fold->rehearsals = NULL;
	fold->rehearsers = NULL;
	fold->n_rehearsals = fold->n_rehearsers = 0;
}

/* NULL: this uid has none. */
static struct rehearsal *
rehearsal_of(const struct fold *fold, uid_t uid)
{
	for (unsigned i = 0; i < fold->n_rehearsals; i++)
		if (fold->rehearsals[i].uid == uid)
			return &fold->rehearsals[i];
	return NULL;
}

int64_t
rehearsal_of_uid(const struct fold *fold, uid_t uid, const char **text)
{
	assert(text);
	const struct rehearsal *h = rehearsal_of(fold, uid);
	*text = h ? h->text : "";
	return h ? h->time_ms : fold->created_ms;
}

const char *
rehearsal_of_caller(const struct fold *fold, const struct caller *who)
{
	const struct rehearser *nearest = NULL;
	unsigned distance = LINEAGE_MAX;
	const char *text;
	for (unsigned i = 0; i < fold->n_rehearsers; i++) {
		const struct rehearser *r = &fold->rehearsers[i];
		unsigned far = r->uid == who->uid ? lineage_distance(&who->lineage, &r->lineage) : LINEAGE_MAX;
		if (far < distance || (nearest && far == distance && r->serial > nearest->serial)) {
			nearest = r;
			distance = far;
		}
	}
	rehearsal_of_uid(fold, who->uid, &text);
	return nearest ? nearest->text : text;
}

/* In place of that of whoever rehearsed longest ago, where there are as many as there may be. */
static struct rehearsal *
rehearsal_new(struct fold *fold, uid_t uid)
{
	assert(fold->n_rehearsals <= UIDS_MAX);
	if (!fold->rehearsals)
		fold->rehearsals = mem_calloc(UIDS_MAX, sizeof *fold->rehearsals);
	struct rehearsal *h = fold->rehearsals;
	if (fold->n_rehearsals < UIDS_MAX)
		h += fold->n_rehearsals++;
	else
		for (struct rehearsal *i = h; i < fold->rehearsals + fold->n_rehearsals; i++)
			if (i->serial < h->serial)
				h = i;
	h->uid = uid;
	h->time_ms = fold->created_ms;
	return h;
}

static void
set_text(struct rehearsal *h, const char *text, int64_t now_ms)
{
	free(h->text);
	h->text = mem_strdup(text);
	h->time_ms = now_ms > h->time_ms ? now_ms : h->time_ms + 1;
}

static void
keep_for_uid(struct fold *fold, uid_t uid, const char *text)
{
	struct rehearsal *h = rehearsal_of(fold, uid);
	if (!h)
		h = rehearsal_new(fold, uid);
	h->serial = fold->version;
	set_text(h, text, fold_moment(fold).now_ms);
}

static bool
is_process(const struct rehearser *r, const struct caller *who)
{
	return r->uid == who->uid && !lineage_distance(&r->lineage, &who->lineage) &&
		!lineage_distance(&who->lineage, &r->lineage);
}

/* That of the same process, a new one, or the oldest. */
static struct rehearser *
rehearser_place(struct fold *fold, const struct caller *who)
{
	assert(fold->n_rehearsers <= PROCESSES_MAX);
	struct rehearser *oldest;
	if (!fold->rehearsers)
		fold->rehearsers = mem_calloc(PROCESSES_MAX, sizeof *fold->rehearsers);
	oldest = fold->rehearsers;
	for (unsigned i = 0; i < fold->n_rehearsers; i++) {
		struct rehearser *r = &fold->rehearsers[i];
		if (is_process(r, who))
			return r;
		oldest = r->serial < oldest->serial ? r : oldest;
	}
	return fold->n_rehearsers < PROCESSES_MAX ? &fold->rehearsers[fold->n_rehearsers++] : oldest;
}

void
rehearsal_keep(struct fold *fold, const struct caller *who, const char *text)
{
	assert(who && text);
	fold->version++;
	fold->quiet++;
	keep_for_uid(fold, who->uid, text);
	if (!who->lineage.n)
		return;
	struct rehearser *r = rehearser_place(fold, who);
	free(r->text);
	*r = (struct rehearser){
		.uid = who->uid, .lineage = who->lineage, .text = mem_strdup(text), .serial = fold->version};
}

/* As a write is refused by now. */
static char *
closed_text(void)
{
	const struct rule *rule = &refusals[REFUSAL_DUEL_CLOSED];
	struct findings fs = {0};
	UT_string text;
	utstring_init(&text);
	findings_add(&fs, rule, 0, "%s", RECORD_CLOSED);
	findings_print(&fs, "check", &text);
	utstring_printf(&text, "check: %s\n", errno_name(-rule->err));
	findings_free(&fs);
	return utstring_body(&text);
}

void
rehearsals_close(struct fold *fold)
{
	assert(fold_is_closed(fold));
	char *text = closed_text();
	for (unsigned i = 0; i < fold->n_rehearsals; i++)
		if (*fold->rehearsals[i].text)
			set_text(&fold->rehearsals[i], text, fold_moment(fold).now_ms);
	for (unsigned i = 0; i < fold->n_rehearsers; i++)
		if (*fold->rehearsers[i].text) {
			free(fold->rehearsers[i].text);
			fold->rehearsers[i].text = mem_strdup(text);
		}
	chair_checks_close(fold, text);
	free(text);
}
