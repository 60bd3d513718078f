/* Marks: where an entry's body is not what was accepted. */
#include "tests/unit/test.h"

#include <jansson.h>
#include "fs/duels/duels_inner.h"

static struct entry *
marked(size_t len, const char *data)
{
	char *body = test_owns(malloc(len + 1));
	for (size_t i = 0; i < len; i++)
		body[i] = (char)('a' + i * 7 % 26);
	struct entry *e = entry_new(ENTRY_TURN, 1, 1, data, body, len);
	marks_set(e);
	return e;
}

TEST(an_intact_body_shows_no_damage)
{
	static const size_t lens[] = {1, 511, 512, 513, 2000};
	for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
		struct entry *e = marked(lens[i], "{\"number\":1}");
		assert_int_equal(marks_first_damage(e), lens[i]);
		entry_free(e);
	}
}

TEST(one_changed_byte_is_found_exactly)
{
	static const size_t places[] = {0, 1, 511, 512, 1300, 1999};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		struct entry *e = marked(2000, NULL);
		e->body[places[i]] ^= 0x20;
		assert_int_equal(marks_first_damage(e), places[i]);
		entry_free(e);
	}
}

TEST(several_changed_bytes_are_found_by_their_block)
{
	struct entry *e = marked(2000, NULL);
	e->body[700] ^= 1;
	e->body[900] ^= 1;
	assert_int_equal(marks_first_damage(e), 512);
	entry_free(e);
}

TEST(data_stays_an_object_with_what_it_had)
{
	static const char *const datas[] = {NULL, "{}", "{\"number\":3}"};
	for (size_t i = 0; i < 3; i++) {
		struct entry *e = marked(600, datas[i]);
		json_t *o = json_loadb(e->data, e->data_len, 0, NULL);
		assert_true(json_is_object(o));
		assert_int_equal(json_string_length(json_object_get(o, "marks")), 16);
		assert_int_equal(json_integer_value(json_object_get(o, "number")), i == 2 ? 3 : 0);
		json_decref(o);
		entry_free(e);
	}
}

TEST(marks_that_are_missing_or_damaged_tell_nothing)
{
	struct entry *e = entry_new(ENTRY_TURN, 1, 1, "{\"marks\":\"zz\"}", "text", 4);
	assert_int_equal(marks_first_damage(e), 4);
	entry_free(e);
	e = entry_new(ENTRY_TURN, 1, 1, NULL, "text", 4);
	assert_int_equal(marks_first_damage(e), 4);
	entry_free(e);
	e = entry_new(ENTRY_TURN, 1, 1, "not json", "text", 4);
	assert_int_equal(marks_first_damage(e), 4);
	entry_free(e);
}
