/*
 * A page is planned with the registry's lock held, and made of the plan without it.
 */
#ifndef FS_REGISTRY_DRAWING_H
#define FS_REGISTRY_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <utstring.h>
#include "validators/kit/format.h"

struct duel;
struct kept;
struct source;

/* What a page is made of; without the lock. */
struct drawing_plan {
	UT_string text;
	const char *record;          /* its own; NULL: it needs none */
	size_t record_len;
	const struct source *source; /* held; NULL: likewise */
	unsigned last_turn;          /* of a page: the highest number of a text in it */
	UT_string ids;               /* of a page: what has a place in it, " U-1 P2.1 " */
	bool kept;                   /* of a page: it is a copy, and stays as it is */
};

struct drawing_kind {
	/* Into an empty one, with the lock held. */
	void (*plan)(struct duel *d, struct drawing_plan *out);
	/* Append it; without the lock. */
	void (*make)(const struct drawing_plan *plan, UT_string *out);
};

/* For whoever keeps all of a duel's files as they are at one moment (kept.h), which may be of one that was loaded
 * offline: the page is planned (kept: as a copy), made without the lock, and its plan ended with it. */
#define DRAWING_PAGE_NAME "view.html"
void drawing_plan_page(struct duel *d, const struct drawing_kind *page, bool kept, struct drawing_plan *out);
void drawing_make_page(const struct drawing_kind *page, const struct drawing_plan *plan, struct kept *out);
void drawing_plan_end(struct drawing_plan *plan);

#endif
