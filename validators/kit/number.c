#include "validators/kit/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

struct number
number_difference(struct number to, struct number from)
{
	return number_round((struct number){ .value = to.value - from.value, .whole = to.whole && from.whole });
}

/* The digits of a number of three decimals at most, as nearly all scores are; 0: it is none. Numbers of up to fifteen
 * digits are all different ones, so no fewer read back as it. */
static int
digits_of_decimal(double value)
{
	double thousandths = rint(fabs(value) * 1000);
	int digits = 0;

	if (thousandths >= 1e15 || thousandths / 1000 != fabs(value))
		return 0;
	for (long long n = (long long)thousandths; n; n /= 10)
		digits += digits || n % 10;
	return digits;
}

/* The fewest digits that read back as the same number. */
static int
digits_needed(double value)
{
	char text[64];

	if (digits_of_decimal(value))
		return digits_of_decimal(value);
	for (int digits = 1; digits < 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			return digits;
	}
	return 17;
}

struct number_text
number_text(struct number n)
{
	struct number_text t;
	int digits, exponent, decimals;

	if (n.whole || n.value == 0) {
		snprintf(t.s, sizeof t.s, n.whole ? "%.0f" : "%.1f", n.value + 0.0);
		return t;
	}
	digits = digits_needed(n.value);
	snprintf(t.s, sizeof t.s, "%.*e", digits - 1, n.value);
	exponent = atoi(strchr(t.s, 'e') + 1);
	decimals = digits - 1 - exponent;
	if (exponent >= -4 && exponent < 16)
		snprintf(t.s, sizeof t.s, "%.*f", decimals > 0 ? decimals : 1, n.value);
	return t;
}
