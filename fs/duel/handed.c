/*
 * The text that each seat handed in last, as its desk shows it. After a restart that is what its entry has; whoever
 * hands a text in at the desk reads it back as it was written, as long as the duel is loaded. Before that a desk shows
 * the blank of what may be handed in now.
 */
#include "fs/duel/fold.h"

#include <assert.h>

#include "fs/util/token_line.h"

void
handed_keep(struct fold *fold, unsigned seat, char *bytes, size_t len)
{
	assert(bytes && seat >= 1 && seat <= fold->n_seats);
	struct handed *h = &fold->secrets[seat - 1].handed;
	free(h->bytes);
	fold->handed_bytes += len - h->len;
	h->bytes = bytes;
	h->len = len;
	fold->version++;
}

void
handed_print(const struct fold *fold, unsigned seat, UT_string *out)
{
	static const char nothing[] = "sealed\n";
	assert(seat >= 1 && seat <= fold->n_seats);
	const struct seat_secret *s = &fold->secrets[seat - 1];
	const struct handed *h = &s->handed;
	enum hand_in_when when;
	const struct format_kind *due = h->bytes || fold->damage ? NULL : hand_in_next(fold->state, seat, &when);
	if (due && when > HAND_IN_LATER) {
		utstring_printf(out, "%s", s->has_token ? TOKEN_LINE_BLANK : "");
		hand_in_blank(fold->state, seat, due, out);
	}
	if (h->bytes && !format_is_sealed(fold->state, seat)) {
		utstring_bincpy(out, h->bytes, h->len);
		return;
	}
	for (size_t at = 0; at < h->len; at += strlen(nothing))
		utstring_bincpy(out, nothing, h->len - at < strlen(nothing) ? h->len - at : strlen(nothing));
}

/* If texts are sealed, a desk shows another text with each that comes in, and with the end. */
int64_t
handed_ms(const struct fold *fold, unsigned seat)
{
	int64_t ms = fold->secrets[seat - 1].handed.time_ms;
	if (!ms)
		return fold->changed_ms;
	for (unsigned i = 0; i < fold->n_seats; i++)
		ms = fold->secrets[i].handed.time_ms > ms ? fold->secrets[i].handed.time_ms : ms;
	return fold->closed_ms > ms ? fold->closed_ms : ms;
}
