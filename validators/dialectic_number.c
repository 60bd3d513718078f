#include "validators/dialectic_number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

struct number
number_of(const json_t *value)
{
	return (struct number){ .value = json_number_value(value), .whole = json_is_integer(value) };
}

json_t *
number_json(struct number n)
{
	return n.whole ? json_integer((json_int_t)n.value) : json_real(n.value);
}

void
number_add(struct number *sum, struct number n)
{
	sum->value += n.value;
	sum->whole = sum->whole && n.whole;
}

struct number
number_round(struct number n)
{
	char text[512];

	snprintf(text, sizeof text, "%.3f", n.value);
	/* Adding 0 takes the sign off a zero. */
	n.value = strtod(text, NULL) + 0.0;
	return n;
}

/* The fewest digits that read back as the same number. */
static int
digits_needed(double value)
{
	char text[64];

	for (int digits = 1; digits < 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			return digits;
	}
	return 17;
}

void
number_print(struct number n, UT_string *out)
{
	char text[64];
	int digits, exponent;

	if (n.whole || n.value == 0) {
		utstring_printf(out, n.whole ? "%.0f" : "%.1f", n.value + 0.0);
		return;
	}
	digits = digits_needed(n.value);
	snprintf(text, sizeof text, "%.*e", digits - 1, n.value);
	exponent = atoi(strchr(text, 'e') + 1);
	if (exponent < -4 || exponent >= 16)
		utstring_printf(out, "%s", text);
	else
		utstring_printf(out, "%.*f", digits - 1 - exponent > 0 ? digits - 1 - exponent : 1, n.value);
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

static void
print_char(int32_t cp, UT_string *out)
{
	const char *escape = short_escape(cp);

	if (escape)
		utstring_printf(out, "%s", escape);
	else if (cp >= ' ' && cp < 0x7f)
		utstring_printf(out, "%c", (char)cp);
	else if (cp < 0x10000)
		utstring_printf(out, "\\u%04x", (unsigned)cp);
	else
		utstring_printf(out, "\\u%04x\\u%04x", 0xd800 + ((unsigned)(cp - 0x10000) >> 10), 0xdc00 + ((unsigned)(cp - 0x10000) & 0x3ff));
}

void
json_print_text(const char *s, UT_string *out)
{
	utf8proc_ssize_t len = (utf8proc_ssize_t)strlen(s), n;
	int32_t cp;

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
