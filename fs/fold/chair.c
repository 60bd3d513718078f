/*
 * What a chair has of its own: the last verdict on what was rehearsed there, and what of its refusals is sealed.
 *
 * A verdict's words are for the seat's user and root, verdict and rules for everybody; where the seat's texts are
 * sealed all of it is its writer's alone, and everybody else reads one line that is the same whether anything was
 * rehearsed or not. In memory only.
 *
 * A refusal of a text that is sealed is in no list that others see, nor news, until that hand-in is shown: then it goes
 * where all are.
 */
#include "fs/fold/fold.h"

#include <assert.h>
#include <stdlib.h>

#include "fs/util/errnos.h"
#include "validators/text/mem.h"

static struct chair_check *
check_of(const struct fold *fold, unsigned seat)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	return &fold->secrets[seat - 1].check;
}

static void
set(struct chair_check *c, char *text, char *ids)
{
	free(c->text);
	free(c->ids);
	c->text = text;
	c->ids = ids;
}

/* Another text, and later than whatever it showed before. */
static void
set_anew(struct fold *fold, unsigned seat, char *text, char *ids)
{
	struct chair_check *c = check_of(fold, seat);
	int64_t now_ms = fold_moment(fold).now_ms, before_ms = chair_check_ms(fold, seat, true);
	assert(!text == !ids);
	set(c, text, ids);
	c->time_ms = now_ms > before_ms ? now_ms : before_ms + 1;
}

void
chair_check_keep(struct fold *fold, unsigned seat, const struct caller *who, char *text, char *ids)
{
	struct chair_check *c = check_of(fold, seat);
	set_anew(fold, seat, text, ids);
	c->of = fold_sealing(fold, seat).of;
	c->by = who->process;
	fold->version++;
	fold->quiet++;
}

/* Is it hidden from all but its writer? So is that there is none. */
static bool
is_sealed(const struct fold *fold, unsigned seat)
{
	struct sealing s = fold_sealing(fold, seat);
	return s.of || check_of(fold, seat)->of > s.shown;
}

void
chair_check_print(const struct fold *fold, unsigned seat, bool words, bool writer, UT_string *out)
{
	const struct chair_check *c = check_of(fold, seat);
	bool sealed = is_sealed(fold, seat);
	const char *text = words || sealed ? c->text : c->ids;
	if (sealed && !writer)
		text = CHAIR_SEALED;
	utstring_printf(out, "%s", text ? text : "");
}

/* What was sealed appears with the texts of others, or the end. */
int64_t
chair_check_ms(const struct fold *fold, unsigned seat, bool writer)
{
	const struct chair_check *c = check_of(fold, seat);
	int64_t ms = fold->seats[seat - 1]->joined_ms;
	if (fold->format->sealing && fold->changed_ms > ms)
		ms = fold->changed_ms;
	return (writer || !is_sealed(fold, seat)) && c->time_ms > ms ? c->time_ms : ms;
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
chair_checks_close(struct fold *fold)
{
	assert(fold_is_closed(fold));
	char *text = closed_text();
	for (unsigned seat = 1; seat <= fold->n_seats; seat++)
		if (check_of(fold, seat)->text)
			set_anew(fold, seat, mem_strdup(text), mem_strdup(text));
	free(text);
}

/* Refusals. */

static struct refused_list *
hidden_of(const struct fold *fold, unsigned seat)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	return fold->secrets[seat - 1].hidden;
}

void
chair_refused_keep(struct fold *fold, struct refused *r)
{
	assert(r->of && r->seat >= 1 && r->seat <= fold->n_seats);
	struct refused_list **l = &fold->secrets[r->seat - 1].hidden;
	struct ancestor by = r->by;
	if (!*l)
		*l = mem_calloc(1, sizeof **l);
	refused_push(*l, r, LIMIT_LAST_ERRORS - 1);
	(*l)->v[0].by = by; /* of equal ones the last is read */
}

void
chair_refused_by(struct fold *fold, unsigned seat, const struct caller *who)
{
	assert(hidden_of(fold, seat)->n);
	hidden_of(fold, seat)->v[0].by = who->process;
}

bool
chair_refused_was_by(const struct fold *fold, unsigned seat, const struct ancestor *process)
{
	const struct refused_list *l = hidden_of(fold, seat);
	return l && l->n && ancestor_is(process, &l->v[0].by);
}

unsigned
chair_refused_print(const struct fold *fold, unsigned seat, UT_string *out)
{
	const struct refused_list *l = hidden_of(fold, seat);
	unsigned shown = 0;
	for (unsigned i = 0; l && i < l->n; i++)
		if (ancestor_is(&l->v[i].by, &l->v[0].by)) {
			utstring_printf(out, "%s", shown++ ? "\n" : "");
			refused_print(&l->v[i], out);
		}
	return shown;
}

int64_t
chair_refused_ms(const struct fold *fold, unsigned seat)
{
	const struct refused_list *l = hidden_of(fold, seat);
	return l && l->n ? l->changed_ms : 0;
}

/* The oldest that is sealed no more, of all seats, in *out: its place is the list's own. false: there is none. */
static bool
take_shown(struct fold *fold, struct refused *out)
{
	struct refused_list *from = NULL;
	for (unsigned seat = 1; seat <= fold->n_seats; seat++) {
		struct refused_list *l = hidden_of(fold, seat);
		bool oldest = l && l->n && (!from || l->v[l->n - 1].time_ms < from->v[from->n - 1].time_ms);
		if (oldest && l->v[l->n - 1].of <= fold_sealing(fold, seat).shown)
			from = l;
	}
	if (!from)
		return false;
	*out = from->v[--from->n];
	return true;
}

void
chairs_reveal(struct fold *fold, int64_t time_ms)
{
	struct refused r;
	if (!fold->format->sealing)
		return;
	while (take_shown(fold, &r)) {
		r.of = 0;
		refused_reveal(fold, &r, time_ms);
	}
}

void
chairs_free(struct fold *fold)
{
	for (unsigned seat = 1; seat <= fold->n_seats; seat++) {
		set(check_of(fold, seat), NULL, NULL);
		if (hidden_of(fold, seat))
			refused_clear(hidden_of(fold, seat));
		free(hidden_of(fold, seat));
	}
}
