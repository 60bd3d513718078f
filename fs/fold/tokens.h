/*
 * The tokens of a duel, looked for in whatever is to be taken or quoted: nothing that holds one is either (files.md,
 * Limits). Every way in asks here (a line of `lock`, a text before it is judged), and every refusal before it is kept.
 *
 * Only hashes are known, and a token has no white space: each run of bytes without white space is held against them, as
 * it stands, without quotes, brackets and punctuation round it (of which some may be the token's own), in the pieces
 * between those, and behind its first `=` or `:`; where it has a backslash, also as JSON would read it. The token that
 * came with the request is looked for anywhere. That is one short hash for most words that are long enough and up to
 * some dozens for those with punctuation; without a token nothing is looked for.
 *
 * Whose token it is makes no difference, in time or in the answer.
 */
#ifndef FS_FOLD_TOKENS_H
#define FS_FOLD_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/findings.h"

/* What is stored of a token, under the store's secret: a short hash, by which nearly every word is told from it in
 * little time, and behind it the one that counts. */
#define TOKEN_SHORT_BYTES 8
#define TOKEN_HASH_BYTES 32

struct fold;
struct duel_rules;

struct token_keys {
	unsigned char secret[32];
	unsigned char short_hash[16];
};

struct tokens {
	unsigned n;
	unsigned char (*hashes)[TOKEN_HASH_BYTES]; /* owned */
	struct token_keys keys;
	char *came; /* with the request; owned, NULL: none did */
};

/* May it be one: long enough, not too long, and without white space? */
bool token_is_shaped(const char *s, size_t len);
void tokens_keys(const unsigned char secret[32], struct token_keys *out);
void token_hash(const unsigned char secret[32], const char *token, size_t len, unsigned char out[TOKEN_HASH_BYTES]);

/* Hash the maker's token in rules that were just read, and take it out of them; `now`: those that it may be left to say
 * (NULL: none). NULL, or what is wrong with it: a sentence, static. */
const char *maker_token_hash(const unsigned char secret[32], struct duel_rules *r, const struct duel_rules *now);
/* Is this (NULL: none) that token? Also where there is none to bring. */
bool maker_token_is(const struct fold *fold, const char *token);

/* Those of this duel, its seats' and its maker's, and the one that came with the request (NULL: none; what cannot be a
 * token is none). Expects the registry's lock; what it fills does not want it. */
void tokens_of(const struct fold *fold, const char *came, struct tokens *out);
void tokens_free(struct tokens *t);

/* Does a token stand in it? `at`, where wanted, is the offset of the run that holds it. */
bool tokens_find(const struct tokens *t, const char *s, size_t len, size_t *at);

/* What is said of a text, without the words that hold a token of the duel. */
void tokens_mask(const struct fold *fold, struct findings *fs);
/* A name as it may be shown; malloc'd. */
char *tokens_mask_name(const struct fold *fold, const char *name);

#endif
