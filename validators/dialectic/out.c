#include "validators/dialectic/out.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>
#include "validators/text/grow.h"

void
out_put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

void
out_id(UT_string *out, struct argument_id id)
{
	char text[ARGUMENT_ID_BYTES];

	out_put(out, argument_id_print(id, text));
}

void
out_key(UT_string *out, unsigned indent, bool first, const char *key)
{
	utstring_printf(out, "%s\n%*s\"%s\": ", first ? "" : ",", (int)indent * 2, "", key);
}

static const char *
short_escape(int32_t cp)
{
	switch (cp) {
	case '"':
		return "\\\"";
	case '\\':
		return "\\\\";
	case '\n':
		return "\\n";
	case '\t':
		return "\\t";
	default:
		return NULL;
	}
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
	const char *escape = short_escape(cp);
	utf8proc_uint8_t bytes[4];

	if (escape)
		utstring_printf(out, "%s", escape);
	else if (!is_escaped(cp))
		utstring_bincpy(out, (char *)bytes, (size_t)utf8proc_encode_char(cp, bytes));
	else if (cp < 0x10000)
		utstring_printf(out, "\\u%04x", (unsigned)cp);
	else
		utstring_printf(out, "\\u%04x\\u%04x", 0xd800 + ((unsigned)(cp - 0x10000) >> 10),
			0xdc00 + ((unsigned)(cp - 0x10000) & 0x3ff));
}

void
out_json_text(const char *s, UT_string *out)
{
	utf8proc_ssize_t len = (utf8proc_ssize_t)strlen(s), n;
	int32_t cp;

	grow_for(out, 2 * (size_t)len);
	utstring_bincpy(out, "\"", 1);
	for (utf8proc_ssize_t at = 0; at < len; at += n) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)s + at, len - at, &cp);
		if (n <= 0) {
			n = 1;
			cp = 0xfffd;
		}
		print_char(cp, out);
	}
	utstring_bincpy(out, "\"", 1);
}

void
out_text_member(UT_string *out, unsigned indent, bool first, const char *key, const char *value)
{
	out_key(out, indent, first, key);
	out_json_text(value, out);
}

void
out_number_member(UT_string *out, unsigned indent, bool first, const char *key, struct number value)
{
	out_key(out, indent, first, key);
	number_print(value, out);
}

void
out_id_member(UT_string *out, unsigned indent, bool first, const char *key, struct argument_id id)
{
	char text[ARGUMENT_ID_BYTES];

	out_text_member(out, indent, first, key, argument_id_print(id, text));
}

void
out_end(UT_string *out, unsigned indent, char mark)
{
	utstring_printf(out, "\n%*s%c", (int)indent * 2, "", mark);
}
