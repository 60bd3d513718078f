#include "tests/unit/test.h"

#include "fs/util/entry.h"

static const struct {
	enum entry_kind kind;
	int stored;
	const char *name;
	bool record;
} documented[] = {
	{ ENTRY_RULES,       1, "rules",      false },
	{ ENTRY_JOIN,        2, "join",       false },
	{ ENTRY_CLAIM,       3, "claim",      false },
	{ ENTRY_REFRESH,     4, "refresh",    false },
	{ ENTRY_RELEASE,     5, "release",    false },
	{ ENTRY_EXPIRE,      6, "expire",     false },
	{ ENTRY_WAIT,        7, "wait",       false },
	{ ENTRY_REJECT,      8, "reject",     false },
	{ ENTRY_HEAD,        9, "head",       true },
	{ ENTRY_TURN,       10, "turn",       true },
	{ ENTRY_NOTE,       11, "note",       true },
	{ ENTRY_CONCLUSION, 12, "conclusion", true },
	{ ENTRY_CLOSE,      13, "close",      false },
	{ ENTRY_HANDIN,     14, "handin",     false },
	{ ENTRY_REPORT,     15, "report",     false },
	{ ENTRY_LAPSE,      16, "lapse",      false },
	{ ENTRY_MAKER,      17, "maker",      false },
};

TEST(each_kind_keeps_its_stored_number_and_its_row)
{
	assert_int_equal(sizeof documented / sizeof documented[0], ENTRY_KINDS - 1);
	for (size_t i = 0; i < ENTRY_KINDS - 1; i++) {
		const struct entry_kind_row *row = &entry_kinds[documented[i].kind];

		assert_int_equal(documented[i].kind, documented[i].stored);
		assert_string_equal(row->name, documented[i].name);
		assert_int_equal(row->record, documented[i].record);
	}
}

TEST(a_new_entry_owns_copies_of_its_data_and_body)
{
	char data[] = "{\"a\":1}";
	char body[] = "one\0two";
	struct entry *e = entry_new(ENTRY_TURN, 2, 7, data, body, sizeof body - 1);

	memset(data, 'x', sizeof data - 1);
	memset(body, 'x', sizeof body - 1);
	assert_int_equal(e->kind, ENTRY_TURN);
	assert_int_equal(e->seat, 2);
	assert_int_equal(e->lease, 7);
	assert_string_equal(e->data, "{\"a\":1}");
	assert_int_equal(e->data_len, 7);
	assert_int_equal(e->body_len, 7);
	assert_memory_equal(e->body, "one\0two\0", 8);
	assert_int_equal(e->seq, 0);
	assert_int_equal(e->time_ms, 0);
	entry_free(e);
}

TEST(an_entry_may_have_neither_data_nor_body)
{
	struct entry *e = entry_new(ENTRY_RELEASE, 1, 3, NULL, NULL, 0);

	assert_null(e->data);
	assert_null(e->body);
	assert_int_equal(e->data_len, 0);
	assert_int_equal(e->body_len, 0);
	entry_free(e);
	entry_free(NULL);
}

static struct entry
sample(void)
{
	return (struct entry){
		.seq = 1,
		.kind = ENTRY_TURN,
		.seat = 3,
		.lease = 4,
		.time_ms = 5,
		.clock_ms = 6,
		.boot = 7,
		.data = "{}",
		.data_len = 2,
		.body = "hello\n",
		.body_len = 6,
	};
}

TEST(the_first_hash_before_is_zeros_with_the_duels_id_in_front)
{
	unsigned char before[ENTRY_HASH_BYTES];
	static const unsigned char expected[ENTRY_HASH_BYTES] = {
		0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01};

	memset(before, 0xff, sizeof before);
	entry_chain_start(before, 0x0102030405060708);
	assert_memory_equal(before, expected, sizeof expected);
}

/* From Python's hashlib.blake2b(…, digest_size=32) over the documented fields: stores of other
 * machines and versions hold these. */
TEST(the_hash_is_blake2b_over_the_documented_fields)
{
	static const unsigned char full[ENTRY_HASH_BYTES] = {
		0x82, 0xa1, 0x87, 0xc3, 0x1d, 0xd4, 0x11, 0x94,
		0x9f, 0x8b, 0xf0, 0x16, 0x43, 0x77, 0x66, 0x2f,
		0x47, 0xbf, 0xda, 0x05, 0xc0, 0xe3, 0x3a, 0x70,
		0x8c, 0x89, 0x8b, 0x94, 0x67, 0x2b, 0x32, 0x02,
	};
	static const unsigned char bare[ENTRY_HASH_BYTES] = {
		0x60, 0xce, 0xd0, 0x5f, 0x8d, 0x22, 0x10, 0x1d,
		0xab, 0x80, 0xb9, 0xaa, 0x06, 0x27, 0x66, 0x59,
		0x19, 0x68, 0x85, 0xba, 0x84, 0x53, 0x5b, 0x3e,
		0x13, 0x65, 0xed, 0x29, 0xe2, 0xe1, 0x78, 0x6e,
	};
	unsigned char before[ENTRY_HASH_BYTES];
	struct entry e = sample();
	struct entry none = {.seq = 2, .kind = ENTRY_RELEASE, .seat = 1, .lease = 9, .time_ms = -1};

	entry_chain_start(before, 42);
	entry_chain(&e, before);
	assert_memory_equal(e.hash, full, sizeof full);
	entry_chain(&none, e.hash);
	assert_memory_equal(none.hash, bare, sizeof bare);
}

/* Each change is one field of the sample, or the hash before it. */
static void
change(struct entry *e, unsigned char *before, int which)
{
	switch (which) {
	case 0: e->seq++; break;
	case 1: e->kind = ENTRY_NOTE; break;
	case 2: e->seat++; break;
	case 3: e->lease++; break;
	case 4: e->time_ms++; break;
	case 5: e->clock_ms++; break;
	case 6: e->boot++; break;
	case 7: e->data = "[]"; break;
	case 8: e->body = "hellO\n"; break;
	case 9: e->body_len--; break;
	case 10: before[31] ^= 1; break;
	case 11: /* the same bytes, divided elsewhere */
		e->data = "{}h", e->data_len = 3;
		e->body = "ello\n", e->body_len = 5;
		break;
	}
}

TEST(a_change_of_any_field_or_of_the_past_changes_the_hash)
{
	unsigned char before[ENTRY_HASH_BYTES];
	struct entry as_it_was = sample();

	entry_chain_start(before, 42);
	entry_chain(&as_it_was, before);
	for (int which = 0; which < 12; which++) {
		struct entry e = sample();

		entry_chain_start(before, 42);
		change(&e, before, which);
		entry_chain(&e, before);
		assert_memory_not_equal(e.hash, as_it_was.hash, ENTRY_HASH_BYTES);
	}
}

TEST(the_same_entry_after_the_same_past_has_the_same_hash)
{
	unsigned char before[ENTRY_HASH_BYTES];
	struct entry a = sample();
	struct entry b = sample();

	memset(a.hash, 0xaa, sizeof a.hash);
	entry_chain_start(before, 42);
	entry_chain(&a, before);
	entry_chain(&b, before);
	assert_memory_equal(a.hash, b.hash, ENTRY_HASH_BYTES);
}
