/*
 * A store's secret, which keys the hashes of tokens, in a file on each host that mounts it, in place of the store: who
 * has all of the store, a dump of it, or a backup, can then guess no token, however weak. The store has a check value
 * of it, by which a wrong file is known; from that nobody finds the secret.
 *
 * The file has its 32 bytes and nothing else, and nobody but its owner may do anything with it.
 *
 * A fault is a sentence (malloc'd) that begins with the file's name; NULL: there is none.
 */
#ifndef FS_STORE_SECRET_FILE_H
#define FS_STORE_SECRET_FILE_H

#include <stdbool.h>

#define SECRET_BYTES 32
/* Not as many as the secret has: nothing that reads a secret takes a check value for one. */
#define SECRET_CHECK_BYTES 64

void secret_check(const unsigned char secret[SECRET_BYTES], unsigned char out[SECRET_CHECK_BYTES]);

/* What a mount reads, and changes nothing. */
char *secret_file_read(const char *file, unsigned char out[SECRET_BYTES]);
/* A new secret in a new file, durable when this returns; of one that is there already (*was_there) what it has. */
char *secret_file_make(const char *file, unsigned char out[SECRET_BYTES], bool *was_there);
/* This secret likewise; a file that is there already must have the same. */
char *secret_file_put(const char *file, const unsigned char secret[SECRET_BYTES]);

/* Why this file's secret is not the one that this is the check value of. */
char *secret_file_fault(const char *file, const unsigned char secret[SECRET_BYTES],
	const unsigned char check[SECRET_CHECK_BYTES]);

#endif
