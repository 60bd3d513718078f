/*
 * One duel as its log and what follows from it: the rules, the seats, the lease, the record, the events, the refusals
 * that last_error shows, and the format's state. No thread, no store, no lock: its owner (the table of duels, under its
 * lock) says when.
 *
 * Everything here follows from the entries, in order, but for what stands in memory alone: refusals that are no entry,
 * and rehearsals. The same code folds an entry that was just made durable and one that is read back after a restart:
 * what differs is only that the first brings along what its judgement had already parsed.
 *
 * Invariants (fold_invariant): last_seq is the number of entries folded; the record is the bodies of the record kinds,
 * in order, but for the notes since the last text, which are owed to it; a closed duel owes nothing and has no holder.
 */
#ifndef FS_DUEL_FOLD_H
#define FS_DUEL_FOLD_H

#include <assert.h>
#include <jansson.h>
#include <sodium.h>
#include <sys/uio.h>
#include <utstring.h>
#include "config/config.h"
#include "fs/duel/lease.h"
#include "fs/duel/tokens.h"
#include "fs/util/caller.h"
#include "fs/util/clock.h"
#include "fs/util/refused.h"
#include "fs/util/entry.h"
#include "fs/util/record_lead.h"
#include "fs/util/source.h"
#include "validators/kit/format.h"
#include "validators/kit/refusal.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* The text that a seat handed in last, as its desk shows it. */
struct handed {
	char *bytes; /* NULL: nothing yet */
	size_t len;
	int64_t time_ms; /* of its entry */
};

/* The content of its `check`. */
struct seat_check {
	char *text; /* the verdict; NULL: there is none */
	int64_t time_ms;
};

/* A seat's state that only the core knows. */
struct seat_secret {
	bool has_token;
	bool claimed; /* has had the floor: too late to bring a token */
	bool waiting; /* its wait has its event already */
	unsigned accepted_texts; /* so many of its texts were accepted */
	int64_t claimed_clock_ms; /* its last claim */
	bool lease_unused; /* no text of it was accepted since its last claim */
	/* a text was refused, none was accepted since, and no release has failed for that yet */
	bool release_must_fail;
	unsigned char hash[TOKEN_HASH_BYTES];
	int64_t refused_ms; /* when its own refusals in last_error were others last; 0: there was none */
	bool desk_removed; /* its turn.md has no name until it is made anew */
	struct handed handed;
	struct seat_check check;
};

/* debate.md of a format that has a front: that, and what is stored behind it. `record` alone is stored, hashed in
 * entries and cut into turns. Unused where the format has none. */
struct whole {
	UT_string front;  /* as it is now */
	bool front_there; /* rendered at least once */
	char *closed;     /* the front as it was at the close; NULL: still open */
	UT_string text;   /* the front and the record, where `made` */
	bool made;
};

/* The citations of one text, in fold.cited.lines. */
struct cited_text {
	unsigned seat;
	size_t at, end;
};

struct fold {
	/* Whose it is. Borrowed. */
	int64_t number; /* the store's */
	const char *name;
	int64_t created_ms;
	const unsigned char *secret; /* the store's, 32 bytes */
	struct clock *clock;
	const struct downtime *downtime; /* the table's; NULL and 0: none */
	size_t n_downtime;

	/* The rules; fixed once the first participant has joined. */
	struct duel_rules rules;
	bool frozen;
	struct terms terms;   /* points into rules, topic, slug */
	char *topic;
	char *slug;
	struct source *source; /* NULL: none */
	const struct source_folder *folder; /* of the source, where it is one; else NULL */
	char id[2 * 8 + 1];

	const struct format *format;
	struct debate *state;
	struct seat **seats; /* format_seats places; one never changes: who joins again is a new one */
	struct seat_secret *secrets;
	unsigned n_seats;
	size_t handed_bytes; /* of what all seats handed in last */
	struct lease lease;
	uint64_t next_lease; /* above that of every lease, and of every text that was handed in beside one */
	uint64_t last_seq;
	int64_t last_clock_ms; /* no entry behind it is of an earlier time */
	unsigned char last_hash[ENTRY_HASH_BYTES];
	UT_string record;
	/* notes that stand in it from the next text on, or from the close: while somebody writes, it does not grow */
	UT_string pending_notes;
	struct {
		UT_string lines; /* JSON, an object a line with a comma behind it but for the last */
		struct cited_text *texts; /* those that cite any, in their order */
		size_t n;
	} cited; /* what was looked up */
	bool head_frozen;
	size_t head_bytes; /* of the record, once it is frozen */
	crypto_hash_sha256_state sha; /* of the record, once its head is frozen */
	UT_string events;
	uint64_t n_events;
	int64_t record_ms;  /* mtime of debate.md */
	int64_t rules_ms;   /* of config.toml and source.md */
	int64_t events_ms;  /* of events */
	int64_t changed_ms; /* of anything */
	int64_t closed_ms;
	char *damage;       /* the stored log is not what was accepted: why; read-only then */
	uint64_t damage_at; /* first byte of the record that may differ */
	char *invalidator;  /* who concluded with INVALIDATED */
	unsigned closer;    /* seat that closed it in its own lease; 0: none did */
	unsigned closed_by; /* seat whose entry closed it; 0: the filesystem, or it is open */
	bool by_maker;      /* whoever made it closed it */
	unsigned n_said;    /* lines of the maker */
	UT_string said;     /* they, as the record has them */
	bool in_words;      /* its reason stands in the text that closed it: it is that seat's word for word */

	struct refused_list refused;

	uint64_t version;
	const struct entry *kept; /* a REJECT whose refusal is in the list already; NULL: none */
	struct open_reject *open; /* likewise, but whether they are in the log nobody knows yet */
	uint64_t quiet; /* so many of its changes are nobody's news: a rehearsal changes nothing */
	UT_string head; /* as it would be frozen now, rendered under head_version */
	uint64_t head_version;
	struct whole whole;
};

/* A duel of which only the store's row is known. `version` is what its versions begin above. Next is fold_begin. */
struct fold *fold_new(int64_t number, const char *name, int64_t created_ms, int64_t updated_ms,
	const unsigned char secret[32], struct clock *clock, uint64_t version);
/* Its rules as the row has them, and its source (without a path: none), which is read whole. Takes what both own. A
 * format that is not there is the first. */
void fold_begin(struct fold *fold, struct duel_rules *rules, struct source_copy *source);
/* NULL is nothing. */
void fold_free(struct fold *fold);

/* Other rules, before anybody has joined, of that time: takes what they own, and where `new_source` what *source
 * owns. */
void fold_take_rules(
	struct fold *fold, struct duel_rules *rules, struct source_copy *source, bool new_source, int64_t time_ms);
/* Those that stay, from the first entry: takes what they own. */
void fold_freeze_rules(struct fold *fold, struct duel_rules *rules, int64_t time_ms);

void fold_context(const struct fold *fold, struct context *ctx);
static inline const char *
fold_state_name(const struct fold *fold)
{
	return fold->damage ? "invalidated" : debate_phase_name(fold->state);
}
/* The last of the maker's lines, for prompts; "": it has said nothing. Borrowed. */
#define FOLD_SAID_SHOWN 5
const char *fold_said(const struct fold *fold);
/* The sentence for a write then. */
#define RECORD_CLOSED "this duel is closed; its record is read-only"
/* Another number with whatever others may see of it; never 0. */
static inline uint64_t
fold_news(const struct fold *fold)
{
	assert(fold->version > fold->quiet);
	return fold->version - fold->quiet;
}
/* From 1; NULL: there is none. */
static inline const struct seat *
fold_seat(const struct fold *fold, unsigned number)
{
	return number >= 1 && number <= fold->n_seats ? fold->seats[number - 1] : NULL;
}
/* Whose a seat is, and who may act as it: its own, and root as anybody. Nothing else holds a seat's uid against a
 * caller's. */
static inline bool
fold_is_own(const struct fold *fold, unsigned seat, uid_t uid)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	return fold->seats[seat - 1]->uid == uid;
}
static inline bool
fold_may_act(const struct fold *fold, unsigned seat, uid_t uid)
{
	return !uid || fold_is_own(fold, seat, uid);
}
/* The seat of this name, or of another spelling of it; NULL: none. */
const struct seat *fold_seat_named(const struct fold *fold, const char *name);
/* May this seat take the floor, which another may have (format_floor)? */
struct fault fold_floor(const struct fold *fold, unsigned seat, bool for_timeout, struct verdict *out);
/* The clock_ms at which for=timeout is granted; 0: never as things stand. */
static inline int64_t
fold_wait_until(const struct fold *fold)
{
	struct context ctx;
	fold_context(fold, &ctx);
	return format_wait_until(fold->state, &ctx);
}

/* The format's own form of a duel's source (struct format_reading), as long as it is the duel's; NULL: nothing, or
 * nobody has yet. */
void *source_reading(const struct source *s, const struct format *f);
/* Is there nothing left that this format would have to make of it? */
bool source_is_read(const struct source *s, const struct format *f);
/* Keep with it what was read of its bytes (source_copy_read), but for what is there already: takes that. */
void source_keep(const struct source *s, struct source_copy *copy);
/* The SHA-256 of its text, in hexadecimal, taken once; "" of nothing. */
const char *source_sum(const struct source *s);

/* The harness and model of a seat that joins without naming them. */
#define SEAT_HARNESS "unknown"
#define SEAT_MODEL "unknown-model"

/* apply.c. One entry that is in order and chained. false: it cannot be understood. */
bool fold_entry(struct fold *fold, struct entry *e);
/* A new one, whose data is this object: takes that. */
struct entry *fold_entry_new(
	enum entry_kind kind, unsigned seat, uint64_t lease, json_t *data, const char *body, size_t body_len);
/* The claim of the next lease. `token`: that it binds; NULL: none. */
struct entry *fold_claim_new(const struct fold *fold, unsigned seat, bool for_timeout, const char *token);
/* The data of the entry of a join. NULL: the caller did not say it, and it gets its default. */
json_t *fold_join_data(const char *name, const char *harness, const char *model, const char *role, uid_t uid);
/* The stored log is not what was accepted, from byte `at` of the record on: closed from now. Once: false where it was
 * so before. Takes `why`. */
bool fold_damaged(struct fold *fold, uint64_t at, char *why, int64_t time_ms);
/* With room for more than this, as what grows wants it. */
static inline void
fold_append(UT_string *s, const char *bytes, size_t len)
{
	grow_for(s, len);
	utstring_bincpy(s, bytes, len);
}

/* Does a line of the filesystem's, by its entry's data, stand in the record at once? It stands behind the text of its
 * commit, or the texts of a sealed phase. */
static inline bool
note_is_direct(const json_t *data)
{
	return json_is_true(json_object_get(data, "directly"));
}
/* cited.c: a text was taken, with what it cites; the whole, as evidence.json shows it. */
void cited_fold(struct fold *fold, const struct entry *e, const json_t *data);
void cited_print(const struct fold *fold, UT_string *out);

/* record.c: debate.md as it is read, from front and record. */
/* The record as it is stored, or its head as it would be now: without the front. Borrowed. */
void record_stored(struct fold *fold, const char **bytes, size_t *len);
/* With it. */
void record_whole(struct fold *fold, const char **bytes, size_t *len);
size_t record_front_len(struct fold *fold);
/* debate.md to whoever has begun to read it with this front (duel.h). */
unsigned record_pieces(
	struct fold *fold, const char *front, size_t front_len, uint64_t offset, size_t size, struct iovec out[2]);
/* The record's bytes are others now, since then. */
static inline void
record_moved(struct fold *fold, int64_t time_ms)
{
	fold->record_ms = time_ms;
	fold->whole.made = false;
}
/* Can the front be no other behind an entry of this kind? Then it need not be rendered anew. */
bool front_stays(const struct fold *fold, enum entry_kind kind);
/* Is the front what it would be if it were rendered now? This and the invariants, in sanitized builds alone. */
#ifdef __SANITIZE_ADDRESS__
bool front_is_now(const struct fold *fold);
void fold_invariant(const struct fold *fold);
#else
#define front_is_now(fold) true
#define fold_invariant(fold) ((void)0)
#endif
/* Render the front anew, after an entry or new rules; is it another? */
bool front_renew(struct fold *fold);
/* The hash of debate.md as it is read. */
void record_sha256(struct fold *fold, unsigned char sum[crypto_hash_sha256_BYTES]);
/* debate.md as it was at the close, front and record; malloc'd. */
char *record_at_close(struct fold *fold, size_t *len);

/* events.c: append the lines that an entry becomes. */
void events_add(struct fold *fold, const struct entry *e, json_t *data, const struct debate_change *change);
/* The last line of a duel whose stored log is not what was accepted: made at each load, stored nowhere. */
void events_damaged(struct fold *fold, int64_t time_ms);

/* refusals.c */
/* The name of the seat, "uid N" without one; malloc'd. */
char *refused_by(const struct fold *fold, unsigned seat, uid_t uid);
/* So many texts of this seat were accepted so far. */
unsigned refused_taken(const struct fold *fold, unsigned seat);
/* The newest of a text of this seat, of whatever file; NULL: there is none. */
const struct refused *refused_of_text(const struct fold *fold, unsigned seat);
/* Takes what r owns. */
void refused_keep(struct fold *fold, struct refused *r);
json_t *refuse_json(int err, const char *file, const struct findings *findings);
/* From a stored REJECT. */
void refuse_fold(struct fold *fold, const struct entry *e, json_t *data);
/* Whether this REJECT is in the log is open, its refusal is in the list: where it is read later, it is not kept once
 * more. */
void refuse_open(struct fold *fold, const struct entry *e);
void refuse_open_free(struct fold *fold);

/* The newest refusal of a text of this seat, whatever file it was written to, unless one was accepted since; NULL:
 * there is none. `of_text`: for what is wrong with the text itself, not with whose it was, or when it came. */
const struct refused *refused_last(const struct fold *fold, unsigned seat, bool of_text);

/* handed.c: what a seat handed in last, as it was written: takes the bytes. */
void handed_keep(struct fold *fold, unsigned seat, char *bytes, size_t len);
/* Append what the desk shows: while it is nobody's to read a text of that length which says nothing, and before there
 * is any the blank of what the seat may hand in. And when did that change, at the latest? */
void handed_print(const struct fold *fold, unsigned seat, UT_string *out);
int64_t handed_ms(const struct fold *fold, unsigned seat);

/* seat_files.c */
/* The path of a seat's file in the duel's directory; malloc'd. */
char *seat_path(const struct fold *fold, unsigned seat, const char *name);
/* Keep the verdict on what was rehearsed at a seat's check, which shows it; takes it. NULL: a rehearsal has begun. */
void seat_check_keep(struct fold *fold, unsigned seat, char *text);
int64_t seat_check_ms(const struct fold *fold, unsigned seat);
/* The duel is closed: each verdict says so from now on, until another one is kept. */
void seat_checks_close(struct fold *fold);

#endif
