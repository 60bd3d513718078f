#include "tests/unit/test.h"

#include <errno.h>
#include "validators/kit/refusal.h"
#include "validators/text/limits.h"
#include "validators/text/text.h"

#define WORD "abcdefghijklmnopqrstuvwxyz_0123456789"

/* The documented errnos, and for each refusal the one that it gives. */
struct documented {
	enum refusal row;
	const char *id;
	int err;
};
static const struct documented documented[] = {
	{ REFUSAL_LEASE_NONE,      "lease.none",      EACCES },
	{ REFUSAL_LEASE_BUSY,      "lease.busy",      EBUSY },
	{ REFUSAL_LEASE_WAIT,      "lease.wait",      EBUSY },
	{ REFUSAL_LEASE_ORDER,     "lease.order",     EBUSY },
	{ REFUSAL_LEASE_EXPIRED,   "lease.expired",   ECANCELED },
	{ REFUSAL_LEASE_TOKEN,     "lease.token",     EACCES },
	{ REFUSAL_SEAT_TAKEN,      "seat.taken",      EACCES },
	{ REFUSAL_SEAT_UNINVITED,  "seat.uninvited",  EACCES },
	{ REFUSAL_SEAT_UID,        "seat.uid",        EACCES },
	{ REFUSAL_SEAT_IDENTITY,   "seat.identity",   EACCES },
	{ REFUSAL_SEAT_NAME,       "seat.name",       EINVAL },
	{ REFUSAL_VERB_UNKNOWN,    "verb.unknown",    EINVAL },
	{ REFUSAL_KEY_UNKNOWN,     "key.unknown",     EINVAL },
	{ REFUSAL_VALUE_BAD,       "value.bad",       EINVAL },
	{ REFUSAL_HISTORY_CHANGED, "history.changed", EPERM },
	{ REFUSAL_CONFIG_BAD,      "config.bad",      EINVAL },
	{ REFUSAL_CONFIG_FROZEN,   "config.frozen",   EPERM },
	{ REFUSAL_DUEL_CLOSED,     "duel.closed",     EROFS },
	{ REFUSAL_LIMIT_DUELS,     "limit.duels",     ENOSPC },
	{ REFUSAL_LIMIT_UID_DUELS, "limit.uid_duels", ENOSPC },
	{ REFUSAL_LIMIT_RECORD,    "limit.record",    EFBIG },
	{ REFUSAL_LIMIT_TURN,      "limit.turn",      EFBIG },
	{ REFUSAL_LIMIT_VERB,      "limit.verb",      EINVAL },
	{ REFUSAL_LIMIT_HANDLES,   "limit.handles",   ENOSPC },
	{ REFUSAL_LIMIT_STAGED,    "limit.staged",    ENOSPC },
	{ REFUSAL_LIMIT_EVENTS,    "limit.events",    ENOSPC },
	{ REFUSAL_LIMIT_SCRATCH,   "limit.scratch",   ENOSPC },
	{ REFUSAL_STORE_FULL,      "store.failed",    ENOSPC },
	{ REFUSAL_STORE_FAILED,    "store.failed",    EIO },
	{ REFUSAL_STORE_STOPPED,   "store.stopped",   ECANCELED },
};

TEST(each_refusal_has_its_documented_id_and_errno)
{
	assert_int_equal(sizeof documented / sizeof documented[0], REFUSALS);
	for (size_t i = 0; i < REFUSALS; i++) {
		const struct rule *r = &refusals[documented[i].row];

		assert_non_null(r->id);
		assert_string_equal(r->id, documented[i].id);
		assert_int_equal(r->err, documented[i].err);
		assert_int_equal(r->severity, SEVERITY_ERROR);
	}
}

TEST(every_row_of_both_tables_is_filled_and_well_formed)
{
	static const struct {
		const struct rule *rows;
		size_t n;
	} tables[] = {{refusals, REFUSALS}, {text_rules, TEXT_RULES}};
	static const int errnos[] = {
		EACCES, EBUSY, EINVAL, EPERM, ECANCELED, EROFS, EFBIG, EILSEQ, ENOSPC, EIO};

	for (size_t t = 0; t < 2; t++) {
		for (size_t i = 0; i < tables[t].n; i++) {
			const struct rule *r = &tables[t].rows[i];
			bool known = false;

			assert_non_null(r->id);
			size_t group = strspn(r->id, WORD);
			size_t word;

			assert_true(group > 0);
			assert_int_equal(r->id[group], '.');
			word = strspn(r->id + group + 1, WORD);
			assert_true(word > 0);
			assert_int_equal(r->id[group + 1 + word], '\0');
			assert_non_null(r->gloss);
			assert_in_range(strlen(r->gloss), 20, 300);
			assert_true(text_clean_line(r->gloss, strlen(r->gloss)));
			assert_int_not_equal(r->gloss[strlen(r->gloss) - 1], '.');
			assert_int_not_equal(r->gloss[strlen(r->gloss) - 1], ' ');
			assert_null(strstr(r->gloss, "  "));
			assert_null(strstr(r->gloss, ". "));
			assert_non_null(strstr(r->gloss, ": "));
			for (size_t e = 0; e < sizeof errnos / sizeof errnos[0]; e++)
				known |= r->err == errnos[e];
			assert_true(known);
		}
	}
}

TEST(no_two_refusals_share_a_sentence_and_only_the_store_shares_an_id)
{
	for (size_t i = 0; i < REFUSALS; i++) {
		for (size_t j = i + 1; j < REFUSALS; j++) {
			assert_string_not_equal(refusals[i].gloss, refusals[j].gloss);
			if (!strcmp(refusals[i].id, refusals[j].id))
				assert_string_equal(refusals[i].id, "store.failed");
		}
	}
}

TEST(numbers_in_a_gloss_are_those_of_the_limits)
{
	UT_string *number = test_string();
	utstring_printf(number, "at most %d bytes", LIMIT_VERB_BYTES);
	assert_non_null(strstr(refusals[REFUSAL_LIMIT_VERB].gloss, utstring_body(number)));
	utstring_clear(number);
	utstring_printf(number, "1 to %d bytes", LIMIT_NAME_BYTES);
	assert_non_null(strstr(refusals[REFUSAL_SEAT_NAME].gloss, utstring_body(number)));
}
