/*
 * participants/NAME/check: the last verdict on what was rehearsed at that chair. Its words are for the seat's user and
 * root, verdict and rules for everybody; where the seat's texts are sealed all of it is its writer's alone, and
 * everybody else reads one line that is the same whether anything was rehearsed or not. In memory only.
 */
#include "fs/fold/fold.h"

#include <assert.h>

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
	c->by = who->lineage.n ? who->lineage.v[0] : (struct ancestor){0};
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

void
chair_checks_close(struct fold *fold, const char *text)
{
	for (unsigned seat = 1; seat <= fold->n_seats; seat++)
		if (check_of(fold, seat)->text)
			set_anew(fold, seat, mem_strdup(text), mem_strdup(text));
}

void
chair_checks_free(struct fold *fold)
{
	for (unsigned seat = 1; seat <= fold->n_seats; seat++)
		set(check_of(fold, seat), NULL, NULL);
}
