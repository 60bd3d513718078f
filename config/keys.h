/*
 * The keys of duelfs.toml and of a duel's config.toml: one row each. Parsing, printing, the example file and the man
 * page's check all read these rows; nothing else repeats the list.
 *
 * To add a key: a field in a struct of config.h, and a row in keys.c. A format's own keys have the format's name as
 * their section; two formats may each have a key of the same name, with a field, a range and a default of its own.
 */
#ifndef CONFIG_KEYS_H
#define CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <utstring.h>
#include "config/config.h"
#include "config/toml.h"

/* Sections that are not a format's. */
#define SECTION_DEFAULTS "defaults"

/* Bytes of a duelfs.toml and of a config.toml at most: toml++ needs some twenty times as much memory as the text has.
 */
#define CONFIG_FILE_BYTES (1 << 20)
#define CONFIG_RULES_BYTES (64 << 10)
/* Bytes of refused text that a message quotes. */
#define CONFIG_QUOTE_BYTES 80

enum key_scope {
	SCOPE_MOUNT, /* `offset` is in struct mount_config */
	SCOPE_RULES, /* in struct duel_rules */
};

enum key_type {
	KEY_INTEGER,
	KEY_REAL,
	KEY_BOOLEAN, /* an int64_t */
	KEY_LINE,   /* text on one line; max.integer bytes */
	KEY_PATH,   /* "" or an absolute path; max.integer bytes */
	KEY_CHOICE, /* one of `choices` */
	KEY_FORMAT, /* one of the formats that the caller knows */
	KEY_NAMES, /* a list of NAME or NAME:UID, kept as lines; max.integer of them */
	KEY_PAIR,  /* a list of two different texts of a line each, kept as lines, or of none; max.integer bytes each */
	KEY_TABLE, /* terms and meanings, kept as lines; max.integer terms */
};

union key_value {
	int64_t integer;
	double real;
	const char *text;
};

struct key {
	const char *name;
	const char *section;
	enum key_scope scope;
	enum key_type type;
	size_t offset;
	union key_value min, max, initial;
	int64_t or_from; /* KEY_INTEGER: `min` itself or from here on; 0: all from `min` on */
	const char *const *choices; /* NULL-terminated */
	bool secret;                /* printed as CONFIG_SET where it has a value */
	bool kept;                  /* the program's own: it stands in the store, where no user reads or sets it */
	const char *meaning;        /* one sentence on one line */
};

extern const struct key keys[];
extern const size_t n_keys;

/* Does the key belong to a duel whose format this is: a key of every format, or one of its own? */
bool key_of_format(const struct key *k, const char *format);
/* By section; NULL where there is none. */
const struct key *key_find(const char *section, const char *name);
/* As in a duel's flat config.toml; NULL where there is none for that format. */
const struct key *key_find_flat(const char *name, const char *format);
bool is_section(const char *name);
/* Is there a key of this name, of every format or of any, whose value is a table? */
bool is_rules_table(const char *name);
/* Is it the first row of its section? */
bool key_begins_section(const struct key *k);

/* `base` is the struct that the key's scope names. */
void key_free(const struct key *k, void *base);
bool key_equal(const struct key *k, const void *a, const void *b);
/* A text is borrowed. */
union key_value key_load(const struct key *k, const void *base);
/* Without any check: for values that are right by another's word. A text is copied. The
 * first overwrites the former value, the second frees it. */
void key_store(const struct key *k, void *base, union key_value value);
void key_replace(const struct key *k, void *base, union key_value value);
/* 0, or -EINVAL with *error filled and nothing changed. */
int
key_set(const struct key *k, void *base, const struct toml_item *item, const char *const *formats,
	struct config_error *error);

/* "max_turns = 6", with its newline; a table is an inline one. */
void key_print(const struct key *k, const void *base, UT_string *out);
/* "# The last turn … (2 to 100; default 6)", likewise. */
void key_explain(const struct key *k, bool with_default, UT_string *out);

/* Fill *error; a `key` that is not NULL begins the text. Returns -EINVAL. */
int config_refuse(struct config_error *error, int line, const char *key, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The known name nearest to `name`, at most two edits away; NULL where there is none. `best` is from an earlier call or
 * NULL. */
const char *config_nearer(const char *name, const char *known, const char *best);

#endif
