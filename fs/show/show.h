/*
 * The files: the texts that are rendered of a duel as it is now, and of the mount. Each has the signature of a row
 * of the mount's tree (duel.h, render_fn), and expects the duels' lock and duel_settle in the same
 * critical section.
 */
#ifndef FS_SHOW_SHOW_H
#define FS_SHOW_SHOW_H

#include "fs/duels/duel.h"

void render_guide(struct duel *d, unsigned sub, UT_string *out);       /* README.md */
/* participants/NAME/prompt.md; of the duel (`seat` 0) prompt.md, for whoever moves next. */
void render_prompt(struct duel *d, unsigned seat, UT_string *out);
void render_seat_template(struct duel *d, unsigned sub, UT_string *out);
void render_status_toml(struct duel *d, unsigned sub, UT_string *out);
void render_status_json(struct duel *d, unsigned sub, UT_string *out);
void render_lock(struct duel *d, unsigned sub, UT_string *out);
void render_seat_status(struct duel *d, unsigned sub, UT_string *out);
/* view.html (page.h), made by who has entered the duel, without the lock; `page_make` makes it anew, `kept` for who
 * keeps all files of a duel, and has entered it or has it alone (offline.h): it stays as it is. */
void render_page(struct duel *d, unsigned sub, UT_string *out);
void page_make(struct duel *d, bool kept, UT_string *out);
void render_conclusion(struct duel *d, unsigned sub, UT_string *out);  /* conclusion.md */

/* The mount's own. */
void render_mount_guide(struct duels *r, UT_string *out); /* README.md */
void render_mount_status(struct duels *r, UT_string *out);
void render_mount_index(struct duels *r, UT_string *out); /* index.html */

/* Why a claim of this seat would be refused now, "" where it would not; malloc'd. */
char *seat_waits_for(struct duel *d, unsigned seat);
/* When the debate may go on without the move that is due, at the earliest: by its clock, or, where nobody `waits` for
 * that alone, by a claim for=timeout; "": never; malloc'd. */
char *duel_goes_on(struct duel *d, bool waits);

#endif
