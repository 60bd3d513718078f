/*
 * Fixed limits of what a writer may send: one row each, with its reason. A limit that a user may change is
 * a key in config/keys.c.
 */
#ifndef VALIDATORS_TEXT_LIMITS_H
#define VALIDATORS_TEXT_LIMITS_H

#include <stdint.h>

/* A limit within a string. */
#define STRING_(x) #x
#define STRING(x) STRING_(x)

/* cmark-gfm takes seconds for deep block nesting, and its renderers recurse: bounded before it sees a byte. */
#define LIMIT_NESTING 32
/* Bytes in a line without its newline; cmark's inline parser has quadratic corners within one paragraph line. */
#define LIMIT_LINE_BYTES 8192
/* Bytes of a participant's, a harness's or a model's name. */
#define LIMIT_NAME_BYTES 64
/* Bytes of a duel's directory name. */
#define LIMIT_DUEL_NAME_BYTES 100
/* Ids of duels that were ever made in a store: what an inode number has room for (fs/mount/ino.h). */
#define LIMIT_DUEL_ID ((INT64_C(1) << 34) - 1)
/* Bytes of one value of a verb or key (reason, topic). */
#define LIMIT_VALUE_BYTES 1024
/* Bytes of one write to `lock`. */
#define LIMIT_VERB_BYTES 4096
/* Bytes of a token: at least, at most. */
#define LIMIT_TOKEN_MIN_BYTES 8
#define LIMIT_TOKEN_MAX_BYTES 128
/* Bytes of the record, and of a source document. */
#define LIMIT_RECORD_BYTES (4 << 20)
#define LIMIT_SOURCE_BYTES (4 << 20)
/* Bytes of a config.toml that is written through the mount. */
#define LIMIT_CONFIG_BYTES (64 << 10)
/* Findings kept of one judgement: enough to mend a text, bounded for `last_error`. */
#define LIMIT_FINDINGS 64
/* Refusals kept in `last_error`. */
#define LIMIT_LAST_ERRORS 16
/* So many of these are left to uids that are no participants, once participants want the others. */
#define LIMIT_STRANGERS_ERRORS 4
/* Bytes of refused text quoted in a sentence. */
#define LIMIT_QUOTE_BYTES 80
/* Bytes of a topic's slug in an archive's file name. */
#define LIMIT_SLUG_BYTES 80

#endif
