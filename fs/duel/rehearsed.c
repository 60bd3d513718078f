/*
 * The last verdicts of rehearsals, for `cat check`: of each uid, which has a place of its own for good, and of processes, so
 * that two agents of one uid read each their own. In memory only, bounded, the oldest goes.
 *
 * A shell runs a program to write a draft and another to read the verdict: what they have in common is the shell, or whoever
 * runs shells. So a reader gets the verdict of whoever is nearest to it by descent, of equally near ones the newest, and where
 * nothing is known of its descent, or nobody has anything in common with it, the last of its uid.
 */
#include "fs/duel/live.h"

#include <string.h>
#include "validators/mem.h"

/* So many uids' and so many processes' last verdicts are kept in a duel. */
#define UIDS_MAX 32
#define PROCESSES_MAX 64

void
rehearsals_free(struct live *v)
{
	for (unsigned i = 0; i < v->n_rehearsals; i++)
		free(v->rehearsals[i].text);
	for (unsigned i = 0; i < v->n_rehearsers; i++)
		free(v->rehearsers[i].text);
	free(v->rehearsals);
	free(v->rehearsers);
	v->rehearsals = NULL;
	v->rehearsers = NULL;
	v->n_rehearsals = v->n_rehearsers = 0;
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

const char *
duel_rehearsal_of(const struct duel *d, const struct caller *who)
{
	const struct live *v = d->live;
	const struct rehearser *nearest = NULL;
	unsigned distance = LINEAGE_MAX;
	const char *text;
	for (unsigned i = 0; i < v->n_rehearsers; i++) {
		const struct rehearser *r = &v->rehearsers[i];
		unsigned far = r->uid == who->uid ? lineage_distance(&who->lineage, &r->lineage) : LINEAGE_MAX;
		if (far < distance || (nearest && far == distance && r->serial > nearest->serial)) {
			nearest = r;
			distance = far;
		}
	}
	duel_rehearsal(d, who->uid, &text);
	return nearest ? nearest->text : text;
}

/* In place of that of whoever rehearsed longest ago, where there are as many as there may be. */
static struct rehearsal *
rehearsal_new(struct duel *d, uid_t uid)
{
	struct live *v = d->live;
	if (!v->rehearsals)
		v->rehearsals = mem_calloc(UIDS_MAX, sizeof *v->rehearsals);
	struct rehearsal *h = v->rehearsals;
	if (v->n_rehearsals < UIDS_MAX)
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

static bool
is_process(const struct rehearser *r, const struct caller *who)
{
	return r->uid == who->uid && !lineage_distance(&r->lineage, &who->lineage) && !lineage_distance(&who->lineage, &r->lineage);
}

/* That of the same process, a new one, or the oldest. */
static struct rehearser *
rehearser_place(struct live *v, const struct caller *who)
{
	struct rehearser *oldest;
	if (!v->rehearsers)
		v->rehearsers = mem_calloc(PROCESSES_MAX, sizeof *v->rehearsers);
	oldest = v->rehearsers;
	for (unsigned i = 0; i < v->n_rehearsers; i++) {
		struct rehearser *r = &v->rehearsers[i];
		if (is_process(r, who))
			return r;
		oldest = r->serial < oldest->serial ? r : oldest;
	}
	return v->n_rehearsers < PROCESSES_MAX ? &v->rehearsers[v->n_rehearsers++] : oldest;
}

void
rehearsal_keep(struct duel *d, const struct caller *who, const char *text)
{
	struct live *v = d->live;
	v->version++;
	v->quiet++;
	keep_for_uid(d, who->uid, text);
	if (!who->lineage.n)
		return;
	struct rehearser *r = rehearser_place(v, who);
	free(r->text);
	*r = (struct rehearser){
		.uid = who->uid, .lineage = who->lineage, .text = mem_strdup(text), .serial = v->version};
}
