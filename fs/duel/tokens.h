/*
 * Tokens: only their hashes are known. The token that comes with a request is looked for in the rest of it (a line of
 * `lock`, a text before it is judged): a request that holds it elsewhere is refused, and its words are quoted nowhere.
 */
#ifndef FS_DUEL_TOKENS_H
#define FS_DUEL_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#define TOKEN_HASH_BYTES 32

struct fold;
struct json_t;
struct duel_rules;

/* May it be one: long enough, not too long, and without white space? */
bool token_is_shaped(const char *s, size_t len);
/* The place of this token in these bytes; NULL: nowhere, or it cannot be a token. */
const char *token_find(const char *token, const char *s, size_t len);
/* The hash of it that is stored, under the store's secret. */
void token_hash(const unsigned char secret[32], const char *token, size_t len, unsigned char out[TOKEN_HASH_BYTES]);

/* Is this a seat's? */
bool token_is_a_seats(const struct fold *fold, const char *token);
/* Put it into the data of the entry that binds it to a seat: its hash. */
void token_put(const unsigned char secret[32], const char *token, struct json_t *data);

/* Hash the maker's token in rules that were just read, and take it out of them; `now`: those that it may be left to say
 * (NULL: none). NULL, or what is wrong with it: a sentence, static. */
const char *maker_token_hash(const unsigned char secret[32], struct duel_rules *r, const struct duel_rules *now);
/* Is this (NULL: none) that token? Also where there is none to bring. */
bool maker_token_is(const struct fold *fold, const char *token);

#endif
