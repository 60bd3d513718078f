/*
 * The open items of a duel: what was raised under Unresolved Items, over the whole record.
 *
 * A blocking item has a number, `U-1` on, by turn and then by place, which stays its own. Whoever raised it ends it: by
 * `U-2: settled, since …` under Agreements, or by listing it as `(non-blocking)`; from another seat either only says
 * that it was heard. An item that is raised again in the same words is the one that is there.
 *
 * A list is immutable and counted by reference; states share it.
 */
#ifndef VALIDATORS_SOCRATIC_ITEMS_H
#define VALIDATORS_SOCRATIC_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>
#include "validators/text/reader.h"

enum item_state { ITEM_BLOCKING, ITEM_OPEN, ITEM_SETTLED };

struct item {
	unsigned id; /* of U-id; 0: it never blocked */
	unsigned seat, turn; /* by whom and where it was raised */
	enum item_state state;
	char *words;  /* as raised: plain text, without its flag; on one line */
	char *folded; /* by which it is known again */
};

struct items;

/* Items as a turn speaks of them, in order. */
struct item_said {
	unsigned id; /* 0: in words alone */
	enum item_as {
		ITEM_AS_BLOCKING,
		ITEM_AS_OPEN,
		ITEM_AS_SETTLED,
		ITEM_AS_NAMED, /* no more than that */
	} as;
	size_t off, len; /* of its words, in the turn's plain text */
	int line;
};

struct items *items_hold(struct items *items);
void items_drop(struct items *items);
/* What comes of a list, NULL for none, by the turn of this number and seat: a new one. */
struct items *
items_after(const struct items *items, unsigned seat, unsigned turn, const struct item_said *said, size_t n, const char *text);

/* In the order in which they were raised; NULL: there is no other. */
const struct item *items_at(const struct items *items, size_t i);
/* U-id; NULL: there never was one. */
const struct item *items_find(const struct items *items, unsigned id);
/* The item with an id that is not settled and was raised in these words; NULL: none. */
const struct item *items_known(const struct items *items, const char *words, size_t len);
/* The highest number that was given. */
unsigned items_last_id(const struct items *items);
/* How many block. */
unsigned items_blocking(const struct items *items);

/* Append its words as Markdown that says nothing else and has no place of a blank; of long ones the beginning. */
#define ITEM_SHOWN_BYTES 240
void item_put(UT_string *out, const struct item *item);
/* The same of any such words, which are cut to so many bytes. */
void item_put_words(UT_string *out, const char *words, size_t max_bytes);

/* `U-2` at `s`, where a word begins: its bytes, or 0. */
#define ITEM_ID_DIGITS 6
size_t item_id_read(const char *s, const char *end, unsigned *id);

#endif
