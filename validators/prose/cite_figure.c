/*
 * A figure is a number in digits and a unit that something is measured in, attached to it or behind it. People, reasons
 * and steps are no unit; nor are hours and days, in which plans are told; and a round share (50 %, 99 %) is a way of
 * speaking.
 */
#include "validators/prose/cite_inner.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include "validators/text/reader.h"

/* In the case in which they are written. */
static const char *const units[] = {"ns", "µs", "μs", "us", "ms", "s", "sec", "secs", "second", "seconds",
	"millisecond", "milliseconds", "microsecond", "microseconds", "nanosecond", "nanoseconds", "min", "mins",
	"minute", "minutes", "B", "kB", "KB", "KiB", "MB", "MiB", "GB", "GiB", "TB", "TiB", "PB", "PiB", "byte",
	"bytes", "bit", "bits", "kbit", "Mbit", "Gbit", "kilobytes", "megabytes", "gigabytes", "terabytes", "bps",
	"kbps", "Kbps", "Mbps", "Gbps", "Hz", "kHz", "MHz", "GHz", "IOPS", "iops", "rps", "RPS", "qps", "QPS", "tps",
	"TPS", "fps", "FPS", "cycles", "instructions", "syscalls", "W", "mW", "kW", "kWh", "°C", "dB", "ppm", "LOC",
	"SLOC", NULL};

/* What a rate is by: `req/s`, `ns/op`, `requests per second`. */
static const char *const rates[] = {"s", "sec", "second", "min", "minute", "ms", "millisecond", "op", "operation",
	"req", "request", "call", "core", "byte", "iteration", "row", "turn", "write", "read", "transaction", "page",
	NULL};

static const char *const magnitudes[] = { "thousand", "million", "billion", NULL };

/* A number, and what stands behind it in the same word. */
struct number {
	double value;
	bool decimal;
	const char *rest;
	size_t rest_len;
};

static bool
skip_digits(struct reader *r, struct number *number)
{
	char digits[32];
	size_t n = 0;
	unsigned dots = 0;

	for (; r->s < r->end && (isdigit((unsigned char)*r->s) || (*r->s && strchr(".,_", *r->s))); r->s++) {
		dots += *r->s == '.';
		if (n < sizeof digits - 1 && *r->s != ',' && *r->s != '_')
			digits[n++] = *r->s;
	}
	digits[n] = '\0';
	number->value = strtod(digits, NULL);
	number->decimal = dots > 0;
	return n && isdigit((unsigned char)*digits) && dots < 2;
}

static bool
read_number(const struct cite_word *w, struct number *number)
{
	static const char *const signs[] = { "~", "≈", "<", ">", "≤", "≥", "=", "±", "+", "-", "−" };
	struct reader r = { w->s, w->s + w->len };

	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		skip_text(&r, signs[i]);
	if (!skip_digits(&r, number))
		return false;
	if (r.s + 1 < r.end && (skip_text(&r, "-") || skip_text(&r, "–")) && !skip_digits(&r, number))
		return false;
	number->rest = r.s;
	number->rest_len = left(&r);
	return true;
}

static bool
is_unit(const char *s, size_t len)
{
	const char *slash = memchr(s, '/', len);

	for (const char *const *unit = units; *unit; unit++)
		if (strlen(*unit) == len && !memcmp(*unit, s, len))
			return true;
	if (!slash || slash == s)
		return false;
	for (const char *p = s; p < slash; p++)
		if (isdigit((unsigned char)*p))
			return false;
	return word_in(&(struct cite_word){ .s = slash + 1, .len = (size_t)(s + len - slash - 1) }, rates);
}

/* `90s` is a decade, `30s` may be one. */
static bool
is_decade(const struct number *number)
{
	return number->rest_len == 1 && *number->rest == 's' && !number->decimal && number->value >= 20 &&
		(number->value <= 90 || number->value >= 1000) && fmod(number->value, 10) == 0;
}

static bool
is_share(const struct number *number)
{
	return number->decimal || (fmod(number->value, 5) > 0 && number->value < 99);
}

static bool
is_percent(const char *s, size_t len)
{
	return (len == 1 && *s == '%') || (len == 7 && !memcmp(s, "percent", len));
}

/* The unit in the word itself. */
static bool
is_attached(const struct number *number)
{
	if (is_percent(number->rest, number->rest_len))
		return is_share(number);
	if ((number->rest_len == 1 && *number->rest == 'x') || (number->rest_len == 2 && !memcmp(number->rest, "×", 2)))
		return number->decimal;
	return is_unit(number->rest, number->rest_len) && !is_decade(number);
}

/* `requests per second` from w[i] on. */
static bool
is_per(const struct cite_word *w, size_t n, size_t i)
{
	return i + 2 < n && !w[i].stop && !w[i + 1].stop && word_is(&w[i + 1], "per") && word_in(&w[i + 2], rates);
}

size_t
cite_figure_words(const struct cite_word *w, size_t n, size_t i)
{
	struct number number;
	size_t next = i + 1;

	if (w[i].kind != WORD_PLAIN || !read_number(&w[i], &number))
		return 0;
	if (number.rest_len && is_attached(&number))
		return 1;
	if (number.rest_len && !(number.rest_len == 1 && strchr("kKMG", *number.rest)))
		return 0;
	if (w[i].stop || w[i].comma)
		return 0;
	if (next < n && word_in(&w[next], magnitudes) && !w[next].stop)
		next++;
	if (next >= n || w[next].kind != WORD_PLAIN)
		return 0;
	if (is_percent(w[next].s, w[next].len))
		return is_share(&number) ? next + 1 - i : 0;
	if (is_unit(w[next].s, w[next].len))
		return next + 1 - i;
	return is_per(w, n, next) ? next + 3 - i : 0;
}
