/* Keys with values: see sink.h. */
#include "fs/util/sink.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"

/* Digits of a number that is no whole one: what a user wrote as 0.3 reads 0.3. */
#define REAL_DIGITS 15

/* Not by utstring_printf, which takes a thousand instructions for a word. */
static void
put_words(UT_string *out, const char *words)
{
	utstring_bincpy(out, words, strlen(words));
}

/* As jansson writes it, piece by piece in place of character by character: nearly all of a status is strings. */
void
sink_print_text(const char *s, size_t len, UT_string *out)
{
	static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	utstring_bincpy(out, "\"", 1);
	for (size_t at = 0; at < len; at++) {
		size_t plain = at;
		while (at < len && (unsigned char)s[at] >= ' ' && s[at] != '"' && s[at] != '\\')
			at++;
		utstring_bincpy(out, s + plain, at - plain);
		if (at == len)
			break;
		const char *escaped = s[at] ? strchr(named, s[at]) : NULL;
		if (escaped)
			utstring_printf(out, "\\%c", letters[escaped - named]);
		else
			utstring_printf(out, "\\u%04X", s[at]);
	}
	utstring_bincpy(out, "\"", 1);
}

void
sink_print(const json_t *value, UT_string *out)
{
	const json_t *item;
	size_t i;
	if (json_is_string(value)) {
		sink_print_text(json_string_value(value), json_string_length(value), out);
	} else if (json_is_array(value)) {
		utstring_bincpy(out, "[", 1);
		json_array_foreach(value, i, item) {
			if (i)
				utstring_bincpy(out, ",", 1);
			sink_print(item, out);
		}
		utstring_bincpy(out, "]", 1);
	} else {
		char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(REAL_DIGITS));
		put_words(out, mem_check(text));
		free(text);
	}
}

void
sink_put(struct sink *s, const char *key, json_t *value, int width)
{
	assert(!s->json != !s->toml && value);
	if (s->json) {
		char digits[32];
		if (width)
			s->padding += (size_t)(width - snprintf(digits, sizeof digits, "%lld",
				(long long)json_integer_value(value)));
		/* The value of "a.b.c" stands as c in the object b in the object a. */
		json_t *object = s->json;
		for (const char *dot; (dot = strchr(key, '.')); key = dot + 1) {
			char *part = mem_copy(key, (size_t)(dot - key));
			json_t *inner = json_object_get(object, part);
			if (!inner) {
				inner = json_object();
				json_object_set_new(object, part, inner);
			}
			object = inner;
			free(part);
		}
		json_object_set_new(object, key, value);
		return;
	}
	size_t before = utstring_len(s->toml) + strlen(key) + 3;
	put_words(s->toml, key);
	put_words(s->toml, " = ");
	sink_print(value, s->toml);
	for (size_t used = utstring_len(s->toml) - before; used < (size_t)width; used++)
		put_words(s->toml, " ");
	put_words(s->toml, "\n");
	json_decref(value);
}

void
sink_end(struct sink *s, UT_string *out)
{
	char *text = mem_check(json_dumps(s->json, JSON_COMPACT | JSON_REAL_PRECISION(REAL_DIGITS)));
	utstring_printf(out, "%s%*s\n", text, (int)s->padding, "");
	free(text);
}
