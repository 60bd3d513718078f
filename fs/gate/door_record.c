/* The gated record, debate.md: whoever has the floor hands in here (door_text.c). */
#include <string.h>

#include "fs/gate/candidate.h"
#include "fs/gate/door_inner.h"
#include "validators/text/mem.h"

static void
record_base(struct door *w, const char **bytes, size_t *len)
{
	duel_record(w->d, bytes, len);
}

static struct candidate
record_candidate(struct door *w)
{
	return candidate_make(w->d, &w->stage);
}

static bool
record_same(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len)
{
	const char *base;
	size_t base_len;
	(void)who, (void)row;
	duel_record(d, &base, &base_len);
	return len == base_len && !memcmp(bytes, base, len);
}

const struct gate gate_record = {
	.kind = GATE_RECORD,
	.name = "debate.md",
	.bases = 2,
	.base = record_base,
	.candidate = record_candidate,
	.refuse = door_refuse,
	.written = door_text_written,
	.decide = door_text_decide,
	.same = record_same,
};

/*
 * A scratch file that is to become the record: its first write is held against the record and its rules, as a rewrite
 * of it, and told. Nothing is decided here: that is the rename's (replace.h). What is refused counts for the lease that
 * is held.
 */
const struct gate gate_draft = {
	.kind = GATE_DRAFT,
	.name = "debate.md",
	.bases = 2,
	.base = record_base,
	.candidate = record_candidate,
	.refuse = door_refuse,
	.written = door_text_written,
	.decide = door_text_decide,
};
