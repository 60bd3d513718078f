/*
 * The text that each seat handed in last, as its desk shows it. After a restart that is what its entry has; whoever
 * hands a text in at the desk reads it back as it was written, as long as the duel is loaded. Before that a desk shows
 * the blank of what may be handed in now.
 */
#include "fs/duel/fold.h"

#include <assert.h>

#include "fs/util/token_line.h"
#include "validators/kit/record.h"
#include "validators/text/mem.h"

void
handed_take(struct fold *fold, const struct entry *e)
{
	size_t at = entry_kinds[e->kind].record ? record_heading(e->body, e->body_len) : 0;
	assert(at <= e->body_len);
	handed_keep(fold, e->seat, mem_copy(e->body + at, e->body_len - at), e->body_len - at);
	fold->secrets[e->seat - 1].handed.time_ms = e->time_ms;
}

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

const struct handed *
fold_handed(const struct fold *fold, unsigned seat)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	return &fold->secrets[seat - 1].handed;
}

bool
handed_is_sealed(const struct fold *fold, unsigned seat)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	return format_is_sealed(fold->state, seat);
}

bool
seat_is_private(const struct fold *fold, unsigned seat)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	return fold->secrets[seat - 1].has_token || format_is_sealing(fold->state);
}

static void
blank_print(const struct fold *fold, unsigned seat, UT_string *out)
{
	const struct format_kind *h = fold->damage ? NULL : hand_in_now(fold->state, seat);
	if (!h)
		return;
	utstring_printf(out, "%s", fold->secrets[seat - 1].has_token ? TOKEN_LINE_BLANK : "");
	hand_in_blank(fold->state, seat, h, out);
}

void
handed_print(const struct fold *fold, unsigned seat, UT_string *out)
{
	static const char nothing[] = "sealed\n";
	const struct handed *h = fold_handed(fold, seat);
	if (!h->bytes) {
		blank_print(fold, seat, out);
		return;
	}
	if (!handed_is_sealed(fold, seat)) {
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
	int64_t ms = fold_handed(fold, seat)->time_ms;
	if (!ms)
		return fold->changed_ms;
	for (unsigned i = 0; i < fold->n_seats; i++)
		ms = fold->secrets[i].handed.time_ms > ms ? fold->secrets[i].handed.time_ms : ms;
	return fold->closed_ms > ms ? fold->closed_ms : ms;
}
