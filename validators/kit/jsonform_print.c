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

static void
print_text(const char *s, UT_string *out)
{
	utf8proc_ssize_t len = (utf8proc_ssize_t)strlen(s), n;
	int32_t cp;

	grow_for(out, 2 * (size_t)len);
	utstring_bincpy(out, "\"", 1);
	for (utf8proc_ssize_t at = 0; at < len; at += n) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)s + at, len - at, &cp);
		print_char(n > 0 ? cp : 0xfffd, out);
		n = n > 0 ? n : 1;
	}
	utstring_bincpy(out, "\"", 1);
}

/* -- values -- */

static void
print_value(const json_t *value, int indent, UT_string *out)
{
	const char *key, *mark = json_is_object(value) ? "{" : "[";
	json_t *item;
	size_t i;

	switch (json_typeof(value)) {
	case JSON_OBJECT:
		json_object_foreach((json_t *)value, key, item) {
			utstring_printf(out, "%s\n%*s\"%s\": ", mark, indent + 2, "", key);
			print_value(item, indent + 2, out);
			mark = ",";
		}
		utstring_printf(out, json_object_size(value) ? "\n%*s}" : "{}", indent, "");
		break;
	case JSON_ARRAY:
		json_array_foreach(value, i, item) {
			utstring_printf(out, "%s\n%*s", mark, indent + 2, "");
			print_value(item, indent + 2, out);
			mark = ",";
		}
		utstring_printf(out, json_array_size(value) ? "\n%*s]" : "[]", indent, "");
		break;
	case JSON_STRING:
		print_text(json_string_value(value), out);
		break;
	case JSON_NULL:
		utstring_printf(out, HAND_IN_PLACE);
		break;
	default:
		utstring_printf(out, "%s", number_text(number_of(value)).s);
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
