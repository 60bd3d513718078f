/*
 * An entry: the one thing that is stored. A duel is its entries in order; everything else is derived from them (a log
 * and a fold). The filesystem makes and chains them (fs/util/entry.h).
 */
#ifndef VALIDATORS_KIT_ENTRY_H
#define VALIDATORS_KIT_ENTRY_H

#include <stddef.h>
#include <stdint.h>

/* The numbers are stored: never change or reuse one. */
enum entry_kind {
	ENTRY_RULES = 1, /* the frozen config.toml (body), with the source's path and hash: first entry of every log */
	ENTRY_JOIN = 2,	 /* data: name, harness, model, role, uid, token (its hash) */
	ENTRY_CLAIM = 3, /* data: seconds, timeout, token (a hash that this claim binds) */
	ENTRY_REFRESH = 4, /* data: seconds */
	ENTRY_RELEASE = 5,
	ENTRY_EXPIRE = 6,
	ENTRY_WAIT = 7,	  /* a claim that has to wait; data: reason */
	ENTRY_REJECT = 8, /* a refusal; data: file, err, findings, count */
	ENTRY_HEAD = 9,	  /* the head of the record, frozen at the first accepted byte */
	ENTRY_TURN = 10,  /* data: the format's */
	ENTRY_NOTE = 11,  /* a line that the filesystem itself writes (a peer's timeout); data: the format's. It stands
			   * in the record with the next TURN or CONCLUSION, before it, or from the CLOSE on; one behind
			   * the CONCLUSION at once */
	ENTRY_CONCLUSION = 12, /* data: outcome, reason */
	ENTRY_CLOSE = 13,      /* closed by a verb or by the rules; data: outcome, reason */
	ENTRY_HANDIN = 14, /* a text that is no piece of the record, or not yet: body; data: the format's. Its words
			      stand in no event */
	ENTRY_REPORT = 15, /* a text that is taken once the duel is closed: body; data: the format's */
	ENTRY_LAPSE = 16,  /* the clock of a move that was due has run out; data: participant, move, missing, due_at,
			      seconds. The format's entry for that follows it */
	ENTRY_MAKER = 17,  /* the maker's verbs; data: verb, reason or text. Its result follows it */
	ENTRY_KINDS
};

#define ENTRY_HASH_BYTES 32

struct entry {
	uint64_t seq;         /* from 1 in each duel, no gap */
	enum entry_kind kind;
	unsigned seat;        /* who, from 1; 0: the filesystem */
	uint64_t lease;       /* under which lease; 0: none */
	int64_t time_ms;      /* UTC, since 1970 */
	int64_t clock_ms;     /* CLOCK_BOOTTIME */
	int64_t boot;         /* which boot that clock ran in: a row of the store's table of boots */
	char *data;           /* a JSON object on one line, or NULL; owned */
	size_t data_len;
	char *body; /* bytes of the record (HEAD, TURN, NOTE, CONCLUSION), of a hand-in or a report, or of the rules;
		       may be NULL; owned */
	size_t body_len;
	unsigned char hash[ENTRY_HASH_BYTES];
};

#endif
