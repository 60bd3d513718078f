/* The files of a seat's directory, and the last verdict on what was rehearsed at its check. In memory only. */
#include "fs/duel/fold.h"

#include <assert.h>
#include <stdlib.h>

#include "fs/util/errnos.h"

char *
seat_path(const struct fold *fold, unsigned seat, const char *name)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	return mem_format("participants/%s/%s", fold->seats[seat - 1]->name, name);
}

void
seat_check_keep(struct fold *fold, unsigned seat, char *text)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	struct seat_check *c = &fold->secrets[seat - 1].check;
	int64_t now_ms = clock_moment(fold->clock).now_ms, before_ms = seat_check_ms(fold, seat);
	free(c->text);
	c->text = text;
	c->time_ms = now_ms > before_ms ? now_ms : before_ms + 1; /* another text, and later than before */
	fold->version++;
	fold->quiet++;
}

int64_t
seat_check_ms(const struct fold *fold, unsigned seat)
{
	int64_t ms = fold->secrets[seat - 1].check.time_ms, joined_ms = fold->seats[seat - 1]->joined_ms;
	return ms > joined_ms ? ms : joined_ms;
}

void
seat_checks_close(struct fold *fold)
{
	assert(fold->closed_ms || fold->damage);
	const struct rule *rule = &refusals[REFUSAL_DUEL_CLOSED];
	for (unsigned seat = 1; seat <= fold->n_seats; seat++) {
		struct findings fs = {0};
		UT_string text; /* as a write is refused by now */
		if (!fold->secrets[seat - 1].check.text)
			continue;
		utstring_init(&text);
		findings_add(&fs, rule, 0, "%s", RECORD_CLOSED);
		findings_print(&fs, "turn.md", true, &text);
		utstring_printf(&text, "turn.md: %s\n", errno_name(-rule->err));
		findings_free(&fs);
		seat_check_keep(fold, seat, utstring_body(&text));
	}
}
