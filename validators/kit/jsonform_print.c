#include "validators/kit/jsonform.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>
#include "validators/kit/format.h"
#include "validators/text/grow.h"
#include "validators/text/mem.h"

json_t *
form_blank(const struct form *form, unsigned example)
{
	json_t *object = json_object();

	for (const struct form_row *row = form->rows; row < form->rows + form->n; row++) {
		const char *text = example && row->examples ? row->examples[example - 1] : HAND_IN_PLACE;

		if (row->kind == FORM_TEXT || row->kind == FORM_WORD)
			json_object_set_new(object, row->key, json_string(text));
		else if (row->kind == FORM_NUMBER)
			json_object_set_new(object, row->key, json_null());
		else if (row->kind == FORM_LIST && (row->grows || row->most))
			json_object_set_new(object, row->key, json_pack("[o]", form_blank(row->items, example)));
	}
	return object;
}

/* -- text -- */

static void
put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

/* What is not seen, or is shown as something else; joiners are not, scripts and emoji are made with them. */
static bool
is_escaped(int32_t cp)
{
	switch (utf8proc_category(cp)) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
	case UTF8PROC_CATEGORY_CN:
		return true;
	case UTF8PROC_CATEGORY_CF:
		return cp != 0x200c && cp != 0x200d;
	default:
		return false;
	}
}

static void
print_char(int32_t cp, UT_string *out)
{
	utf8proc_uint8_t bytes[4];

	if (cp == '"' || cp == '\\')
		utstring_printf(out, "\\%c", (char)cp);
	else if (cp == '\n' || cp == '\t')
		utstring_printf(out, cp == '\n' ? "\\n" : "\\t");
	else if (!is_escaped(cp))
		utstring_bincpy(out, (char *)bytes, (size_t)utf8proc_encode_char(cp, bytes));
	else if (cp < 0x10000)
		utstring_printf(out, "\\u%04x", (unsigned)cp);
	else
		utstring_printf(out, "\\u%04x\\u%04x", 0xd800 + ((unsigned)(cp - 0x10000) >> 10),
			0xdc00 + ((unsigned)(cp - 0x10000) & 0x3ff));
}

/* Bytes of plain ASCII, which stand for themselves. */
static size_t
plain_len(const char *s)
{
	size_t n = 0;

	while (s[n] >= ' ' && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
		n++;
	return n;
}

static void
print_text(const char *s, UT_string *out)
{
	const char *end = s + strlen(s);
	utf8proc_ssize_t n;
	int32_t cp;

	grow_for(out, 2 * (size_t)(end - s));
	put(out, "\"");
	while (s < end) {
		size_t plain = plain_len(s);

		utstring_bincpy(out, s, plain);
		s += plain;
		if (s == end)
			break;
		n = utf8proc_iterate((const utf8proc_uint8_t *)s, end - s, &cp);
		print_char(n > 0 ? cp : 0xfffd, out);
		s += n > 0 ? n : 1;
	}
	put(out, "\"");
}

/* -- values -- */

static void
begin_line(UT_string *out, const char *mark, int indent)
{
	put(out, mark);
	put(out, "\n");
	for (int i = 0; i < indent; i++)
		put(out, " ");
}

/* `brackets` are those that it stands in. */
static void
end_list(UT_string *out, size_t n, int indent, const char *brackets)
{
	if (n)
		begin_line(out, "", indent);
	put(out, n ? brackets + 1 : brackets);
}

static void
print_value(const json_t *value, int indent, UT_string *out)
{
	const char *key, *mark = json_is_object(value) ? "{" : "[";
	json_t *item;
	size_t i;

	switch (json_typeof(value)) {
	case JSON_OBJECT:
		json_object_foreach((json_t *)value, key, item) {
			begin_line(out, mark, indent + 2);
			put(out, "\"");
			put(out, key);
			put(out, "\": ");
			print_value(item, indent + 2, out);
			mark = ",";
		}
		end_list(out, json_object_size(value), indent, "{}");
		break;
	case JSON_ARRAY:
		json_array_foreach(value, i, item) {
			begin_line(out, mark, indent + 2);
			print_value(item, indent + 2, out);
			mark = ",";
		}
		end_list(out, json_array_size(value), indent, "[]");
		break;
	case JSON_STRING:
		print_text(json_string_value(value), out);
		break;
	case JSON_NULL:
		put(out, HAND_IN_PLACE);
		break;
	default:
		put(out, number_text(number_of(value)).s);
		break;
	}
}

void
json_print(const json_t *value, UT_string *out)
{
	print_value(value, 0, out);
}

void
json_print_new(json_t *value, UT_string *out)
{
	json_print(mem_check(value), out);
	json_decref(value);
}
