/*
 * The ids of arguments, which the filesystem gives: `prop_000a` to `prop_000c` and `opp_000a` to `opp_000c` in
 * exchange 0, then `prop_001`, `opp_001` and so on. An id is its side, its exchange and its letter, and nothing else
 * need be looked up to know where an argument stands: arguments count by exchange, the proposition's before the
 * opposition's.
 */
#ifndef VALIDATORS_DIALECTIC_ID_H
#define VALIDATORS_DIALECTIC_ID_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/dialectic/rules.h"

/* Arguments that each side makes in exchange 0; one in every later exchange. */
#define OPENING_ARGUMENTS 3

struct argument_id {
	enum side side;
	unsigned exchange;
	unsigned letter; /* in exchange 0: 0 for a, 1 for b, 2 for c; else 0 */
};

/* No debate gets so far: its record would be full long before. So no id names an index that an unsigned cannot hold. */
#define EXCHANGES_MAX 99999

#define ARGUMENT_ID_BYTES 24
/* id_text(id).s lives as long as the call it stands in. */
struct id_text {
	char s[ARGUMENT_ID_BYTES];
};
struct id_text id_text(struct argument_id id);
/* Prints into `out` and returns it. */
const char *argument_id_print(struct argument_id id, char out[ARGUMENT_ID_BYTES]);
/* False where `s` is no id as argument_id_print prints it, of an exchange up to EXCHANGES_MAX. */
bool argument_id_parse(const char *s, size_t len, struct argument_id *id);
bool argument_id_equal(struct argument_id a, struct argument_id b);

/* How many arguments a side makes in an exchange, and how many there are in all before it. */
unsigned exchange_arguments(unsigned exchange);
unsigned exchange_first(unsigned exchange);
/* Which of all arguments this is, from 0. */
unsigned argument_index(struct argument_id id);
struct argument_id argument_at(unsigned index);

#endif
