#include "validators/kit/json_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "validators/text/grow.h"
#include "validators/text/mem.h"

static void
put(UT_string *out, const char *bytes, size_t len)
{
	utstring_bincpy(out, bytes, len);
}

static bool
stands_for_itself(char c)
{
	return (unsigned char)c >= 0x20 && c != '"' && c != '\\';
}

/* In escapes of two characters, what stands behind the backslash. */
static char
short_escape(char c)
{
	static const char of[] = "\"\\\b\f\n\r\t", as[] = "\"\\bfnrt";
	const char *found = c ? strchr(of, c) : NULL;

	return found ? as[found - of] : '\0';
}

static void
put_escaped(UT_string *out, char c)
{
	char bytes[8] = {'\\', short_escape(c)};

	if (!bytes[1])
		snprintf(bytes, sizeof bytes, "\\u%04X", (unsigned)c);
	put(out, bytes, strlen(bytes));
}

static void
put_text(UT_string *out, const char *s, size_t len)
{
	const char *end = s + len;

	grow_for(out, len + 2);
	put(out, "\"", 1);
	while (s < end) {
		const char *from = s;

		while (s < end && stands_for_itself(*s))
			s++;
		put(out, from, (size_t)(s - from));
		if (s < end)
			put_escaped(out, *s++);
	}
	put(out, "\"", 1);
}

static void
put_object(UT_string *out, const json_t *object)
{
	const char *key, *mark = "{";
	json_t *item;

	json_object_foreach((json_t *)object, key, item) {
		put(out, mark, 1);
		put_text(out, key, strlen(key));
		put(out, ":", 1);
		json_line(item, out);
		mark = ",";
	}
	if (!json_object_size(object))
		put(out, mark, 1);
	put(out, "}", 1);
}

static void
put_array(UT_string *out, const json_t *array)
{
	const json_t *item;
	size_t i;

	put(out, "[", 1);
	json_array_foreach(array, i, item) {
		if (i)
			put(out, ",", 1);
		json_line(item, out);
	}
	put(out, "]", 1);
}

/* Numbers and names. */
static void
put_plain(UT_string *out, const json_t *value)
{
	char *text = mem_check(json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY));

	put(out, text, strlen(text));
	free(text);
}

void
json_line(const json_t *value, UT_string *out)
{
	if (json_is_object(value))
		put_object(out, value);
	else if (json_is_array(value))
		put_array(out, value);
	else if (json_is_string(value))
		put_text(out, json_string_value(value), json_string_length(value));
	else
		put_plain(out, value);
}
