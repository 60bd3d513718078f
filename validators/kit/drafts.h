/* Entries that a text, a clock or a verb becomes: what floor.c, judge.c and moves.c share. */
#ifndef VALIDATORS_KIT_DRAFTS_H
#define VALIDATORS_KIT_DRAFTS_H

#include "validators/kit/debate.h"
#include "validators/kit/refusal.h"

/* data.note of lines of the record. */
#define NOTE_FACTS "facts"
#define NOTE_LAPSE "lapse"
#define NOTE_REVEAL "reveal"
#define NOTE_LIFT "lift"
#define NOTE_VERB "verb"

/* Bytes of the record that are left for what ends a debate. */
#define END_ROOM_BYTES (16 << 10)

/* Why nothing of this seat is taken now. */
struct fault
fault_of_move(const struct debate *d, const struct context *ctx, unsigned seat);

/* One more entry. Takes data and body. */
struct draft *draft_add(struct verdict *out, enum entry_kind kind, struct json_t *data, UT_string *body);
/* ", TIME", and the end of a line of the filesystem's. */
void draft_end_line(const struct context *ctx, UT_string *out);
/* Appends the lines behind the last text of *d: the ids of its points, and what format.behind appends. */
void draft_put_facts(const struct debate *d, const struct context *ctx, UT_string *out);
/* A text under the heading that is due: its own, else one that is written before it. true: it is its own. */
bool draft_put_text(const struct debate *d, const struct debate_text *t, bool own, UT_string *out);
/* The texts of a sealed phase that has ended, from *d as it is now; before it had n texts. `line` is why it has,
 * behind a claim for=timeout; else "". */
void
draft_reveal(const struct debate *d, size_t n, const struct context *ctx, const char *line, struct verdict *out);
/* Drafts the close if the debate has ended. */
void draft_close(const struct debate *d, const char *reason, struct verdict *out);
/* A text that was due does not come, of a seat, or (seat 0) of a role or of several; `reason` NULL: its clock
 * has ended. */
void
draft_lapse(const struct debate *d, const struct context *ctx, unsigned seat, unsigned role, const char *reason,
	struct verdict *out);

#endif
