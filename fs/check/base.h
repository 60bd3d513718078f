/*
 * A knowledge base in a directory, judged outside any mount (`duelfs check DIR`): `kb` in a run directory, with the
 * snapshot of an earlier debate where one is there, or the base itself.
 */
#ifndef FS_CHECK_BASE_H
#define FS_CHECK_BASE_H

#include <utstring.h>

struct base_check {
	int dir;               /* open */
	const char *name;      /* as findings name it */
};

/* Append what is to be said of it, as compilers do, with `DIR: ok` or `DIR: N errors` as the last line; returns N. -1:
 * it is no base, and the text, without an end, says why. */
int base_judge(const struct base_check *c, UT_string *out);

#endif
