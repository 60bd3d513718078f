/*
 * What a debate that is over has come to, for somebody who reads nothing else: where the text that ended it stands in
 * the record, and conclusion.md, which has that, who took part, and what the format says of it in a line (struct
 * status_row, in_result).
 */
#ifndef FS_SHOW_RESULT_H
#define FS_SHOW_RESULT_H

#include "fs/fold/fold.h"

struct result {
	size_t from, end; /* in the record, without what parts texts; from == end: no text ended it */
	bool piece;       /* it is the last of the texts that the record has, too */
};

/* Of a closed duel. Borrows the record as record_stored gives it. */
struct result result_find(const struct fold *fold, const char *record, size_t len);

/* Past blank lines and rules that part texts. */
size_t result_skip_between(const char *record, size_t offset, size_t end);

#endif
