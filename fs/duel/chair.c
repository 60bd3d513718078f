/* The last verdict on what was rehearsed at a seat's check. In memory only. */
#include "fs/duel/fold.h"

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

/* Another text, and later than whatever it showed before. */
static void
set_anew(struct fold *fold, unsigned seat, char *text)
{
	struct chair_check *c = check_of(fold, seat);
	int64_t now_ms = clock_moment(fold->clock).now_ms, before_ms = chair_check_ms(fold, seat);
	free(c->text);
	c->text = text;
	c->time_ms = now_ms > before_ms ? now_ms : before_ms + 1;
}

void
chair_check_keep(struct fold *fold, unsigned seat, char *text)
{
	set_anew(fold, seat, text);
	fold->version++;
	fold->quiet++;
}

void
chair_check_print(const struct fold *fold, unsigned seat, UT_string *out)
{
	const char *text = check_of(fold, seat)->text;
	utstring_printf(out, "%s", text ? text : "");
}

int64_t
chair_check_ms(const struct fold *fold, unsigned seat)
{
	int64_t ms = check_of(fold, seat)->time_ms, joined_ms = fold->seats[seat - 1]->joined_ms;
	return ms > joined_ms ? ms : joined_ms;
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
	findings_print(&fs, "turn.md", &text);
	utstring_printf(&text, "turn.md: %s\n", errno_name(-rule->err));
	findings_free(&fs);
	return utstring_body(&text);
}

void
chair_checks_close(struct fold *fold)
{
	assert(fold->closed_ms || fold->damage);
	for (unsigned seat = 1; seat <= fold->n_seats; seat++)
		if (check_of(fold, seat)->text)
			set_anew(fold, seat, closed_text());
}
