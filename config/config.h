/*
 * Configuration: TOML to typed structs. duelfs.toml in the store (or -o config=), and a duel's flat config.toml.
 *
 * Every key is one row of the table in keys.c: name, section, type, place in the struct, range, default, and the
 * comment it is printed with. The rest follows that list: parsing, printing, --print-config, the example file and
 * the man page's check all read it. An unknown key, a wrong type, a value out of range or a duplicate is an error with
 * file, line and key; nothing is taken then. This room knows nothing of validators/, fs/ or FUSE: whoever calls checks
 * what a name means (a format, a source).
 *
 * All strings are owned by the struct that holds them and never NULL ("" where unset), unless said otherwise.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <utstring.h>

/* A table of terms is kept as lines, TERM, tab, MEANING, in the order in which they were written. Terms differ. */
#define CONFIG_TABLE_TERMS 32
#define CONFIG_TERM_BYTES 80
#define CONFIG_MEANING_BYTES 400

/* Names in `participants` at most. */
#define CONFIG_PARTICIPANTS 16
/* How long the name is in such a line, and the uid behind it; UINT64_MAX: there is none. */
size_t participant_name_len(const char *s, size_t len, uint64_t *uid);

/* How a value that nobody is shown reads; written back it is that value still. */
#define CONFIG_SET "set"
#define CONFIG_TOKEN_MIN_BYTES 8
#define CONFIG_TOKEN_MAX_BYTES 128

/* The rules of one duel: the keys of its config.toml. */
struct duel_rules {
	char *format;                /* "socratic" */
	char *topic;                 /* "": the source's first heading, else its file name, else the duel's name */
	char *source;                /* "": none; else an absolute path */
	int64_t lease_seconds;       /* 1–86400; 900 */
	int64_t retry_after_seconds; /* 1–3600; 30 */
	int64_t wait_seconds;        /* 1–86400; 1200 */
	int64_t move_seconds;        /* 0 or 30–2592000; 86400 */
	int64_t max_turn_bytes;      /* 1024–1048576; 65536 */
	int64_t require_token;       /* a boolean; false */
	char *maker_token;           /* "": none; CONFIG_SET; or, until whoever parsed it has hashed it, the token */
	char *maker_hash;            /* of it; "" where there is none. In the store alone */
	char *participants;          /* who may join, a line each: NAME or NAME:UID; "": anybody */
	double novelty_threshold;    /* 0–1; 0.8 */
	char *evidence_root;         /* "": none; else an absolute path */
	char *evidence_as;           /* with whose rights that is looked into; "" where there is none. In the store alone */
	char *secrets;               /* "refuse", "warn" or "allow"; "refuse" */

	/* section [socratic] */
	int64_t max_turns;           /* 2–100; 6 */
	char *opening;               /* "open" or "sealed"; "open" */

	/* section [dialectic] */
	char *definitions;           /* "": none; else a table of terms */
	char *scope;                 /* "" */
	int64_t exchanges;           /* 0–1000; 0: no end */
	char *word_limits;           /* "warn" or "reject"; "warn" */

	/* section [rounds] */
	int64_t rounds;              /* 1–5; 2 */
	char *evidence;              /* "warn" or "reject"; "warn" */
	int64_t turn_seconds;        /* 30–86400; 1200 */
	char *positions;             /* "", or of proposer and challenger, a line each */
	int64_t closing;             /* a boolean; false */
	char *effort;                /* "low", "medium", "high", "max"; "medium" */

	/* section [adversarial] */
	int64_t min_turns;           /* 2–200; 12 */
	int64_t debate_turns;        /* max_turns: 2–200; 40 */
	int64_t debate_turn_seconds; /* turn_seconds: 30–86400; 900 */
	int64_t debate_turn_bytes;   /* max_turn_bytes: 1024–1048576; 262144 */
	char *debate_opening;        /* opening: "open" or "sealed"; "open" */
	int64_t stable;              /* a boolean; false */
};

/* Limits that a user may change: section [limits]. */
struct mount_limits {
	int64_t duels;             /* 1,000,000 */
	int64_t duels_per_uid;     /* 1,000 */
	int64_t handles_per_uid;   /* 256: files open for writing */
	int64_t staged_bytes_per_uid; /* 64 MiB */
	int64_t reader_bytes_per_uid; /* 64 MiB: texts that open files of one uid hold to be read */
	int64_t reader_bytes;      /* 512 MiB: those of everybody */
	int64_t waits;             /* 1,024: reads parked in wait files */
	int64_t waits_per_uid;     /* 256 */
	int64_t events;            /* 100,000 in one duel */
	int64_t loaded_bytes;      /* 256 MiB: records kept in memory; the longest unused go first */
};

struct mount_config {
	char *path;     /* the file these came from; "" where there is none */
	char *archive;  /* [mount] archive: directory for records of closed duels; "": STORE/archive */
	char *database; /* [mount] database: a URL, or service=NAME; "": STORE/duelfs.db */
	struct mount_limits limits;
	struct duel_rules defaults; /* [defaults], and [socratic] … for the formats' own keys */
};

/* Why a text was refused. `text` is a full message without file and line: "max_turns: 1 is not between 2 and 100". */
struct config_error {
	int line;       /* from 1; 0 where unknown */
	char key[64];   /* "" where it is not about one key */
	char text[512]; /* valid UTF-8, no control characters */
};

/* Defaults of every key. */
void config_default(struct mount_config *c);
/* Read a file into *c, which is overwritten, not freed. `formats` is a NULL-terminated list of the names `format` may
 * take. 0, or -EINVAL with *error filled, or the negative errno of opening or reading it with *error filled (a missing
 * file is -ENOENT: the caller decides). *c is defaults on failure. A file of more than 1 MiB is refused. */
int config_load(const char *path, const char *const *formats, struct mount_config *c, struct config_error *error);
void config_free(struct mount_config *c);
/* --print-config: the whole as a duelfs.toml, each key with its meaning as a comment. */
void config_print(const struct mount_config *c, UT_string *out);

/* Parse a duel's config.toml: the keys that stand in `text` (at most 64 KiB) on top of `base`. 0 or -EINVAL with *error
 * filled. `out` is overwritten, not freed, and is not `base`; it is untouched on failure. A key of another format than
 * the duel's is an error too. To replace a config whole, `base` is the mount's defaults; to append to one, text is the
 * appended lines and base the old rules. `kept`: as they stand in the store, with what only the program sets. */
int
rules_parse(const char *text, size_t len, bool kept, const char *const *formats, const struct duel_rules *base,
	struct duel_rules *out, struct config_error *error);
/* The same rules as a config.toml: complete, each key with its meaning as a comment line above; keys of other formats
 * left out. rules_parse(rules_print(r)) gives r again. */
void rules_print(const struct duel_rules *r, bool kept, UT_string *out);
/* The number that it has under this name; 0 where it has none. */
int64_t rules_number(const struct duel_rules *r, const char *name);
/* The text that it has under this name, borrowed; "" where it has none. */
const char *rules_text(const struct duel_rules *r, const char *name);
/* Set the text key `name` ("topic", "source", "evidence_as"); the value is copied. */
void rules_set_text(struct duel_rules *r, const char *name, const char *value);
void rules_copy(struct duel_rules *to, const struct duel_rules *from); /* `to` is overwritten, not freed */
void rules_free(struct duel_rules *r);
bool rules_equal(const struct duel_rules *a, const struct duel_rules *b);

#endif
