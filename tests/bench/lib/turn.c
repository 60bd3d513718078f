#include "tests/bench/lib/turn.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 76

struct text {
	char *bytes;
	size_t len, room;
	uint64_t random;
};

/* The next number of a sequence (splitmix64). */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static void
add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
add(struct text *t, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(t->bytes + t->len, t->room - t->len, format, ap);
	va_end(ap);
	assert(n >= 0 && (size_t)n < t->room - t->len);
	t->len += (size_t)n;
}

/* A made-up word of exactly `letters` letters. */
static void
word(struct text *t, size_t letters)
{
	static const char consonants[] = "bcdfghjklmnpqrstvwxz", vowels[] = "aeiou";
	uint64_t r = next_random(&t->random);
	for (size_t i = 0; i < letters; i++) {
		if (i % 8 == 7)
			r = next_random(&t->random);
		t->bytes[t->len++] = i % 2 ? vowels[r % 5] : consonants[r % 20];
		r /= i % 2 ? 5 : 20;
	}
	t->bytes[t->len] = '\0';
}

/* Words of exactly `bytes` bytes with the full stop and the newline behind them, in lines that begin with `indent`. */
static void
prose(struct text *t, size_t bytes, const char *indent)
{
	const size_t least = 4, most = 9, end = t->len + bytes - 2;
	size_t column = strlen(indent);
	for (;;) {
		size_t left = end - t->len;
		size_t letters = least + next_random(&t->random) % (most - least + 1);
		if (left < 2 * most + strlen(indent) + 2) {
			word(t, left);
			break;
		}
		word(t, letters);
		column += letters + 1;
		add(t, "%s%s", column > COLUMNS ? "\n" : " ", column > COLUMNS ? indent : "");
		column = column > COLUMNS ? strlen(indent) : column;
	}
	add(t, ".\n");
}

static void
counterpoint(struct text *t, const struct turn_spec *spec, unsigned i, size_t claim_bytes)
{
	if (spec->number > 1)
		add(t, "- Addresses: Turn %u\n", spec->number - 1 - i % (spec->number - 1));
	else
		add(t, "- Addresses: Source\n");
	add(t, "  Claim: ");
	prose(t, claim_bytes, "  ");
	add(t, "  Support:\n    - Principle: ");
	prose(t, 40, "      ");
	if (spec->number > 1 && i % 2)
		add(t, "    - Turn %u\n", spec->number - 1);
}

static size_t
make(struct text *t, const struct turn_spec *spec, unsigned points, size_t position, size_t claim, size_t novel)
{
	t->len = 0;
	t->random = spec->seed * 1000003 + spec->number;
	add(t, "## Turn %u — %s (unknown / unknown-model) — OPEN_TO_DEBATE\n\n**Position**\nOn %s: ", spec->number,
		spec->name, spec->topic);
	prose(t, position, "");
	add(t, "\n**Counterpoints**\n");
	for (unsigned i = 0; i < points; i++)
		counterpoint(t, spec, i, claim);
	add(t, "\n**Agreements**\n- ");
	prose(t, 48, "  ");
	add(t, "\n**Novel Argument**\n");
	prose(t, novel, "");
	add(t, "\nSupport:\n    - Principle: ");
	prose(t, 40, "    ");
	add(t, "\n**Unresolved Items**\n- ");
	word(t, 12);
	add(t, " (non-blocking)\n");
	return t->len;
}

char *
turn_make(const struct turn_spec *spec)
{
	enum { LEAST = 48 };
	assert(spec->bytes >= TURN_BYTES_MIN && spec->number >= 1);
	unsigned points = spec->points ? spec->points : (unsigned)(spec->bytes / 1024);
	struct text t = {.room = spec->bytes + 256 * (size_t)points + 1024};
	t.bytes = malloc(t.room);
	if (!t.bytes)
		abort();
	size_t fixed = make(&t, spec, points, LEAST, LEAST, LEAST) - LEAST * (points + 2);
	assert(fixed + LEAST * (points + 2) <= spec->bytes);
	size_t free_bytes = spec->bytes - fixed;
	size_t claim = free_bytes / 3 / points > LEAST ? free_bytes / 3 / points : LEAST;
	free_bytes -= claim * points;
	size_t position = free_bytes / 2 > LEAST ? free_bytes / 2 : LEAST;
	size_t len = make(&t, spec, points, position, claim, free_bytes - position);
	if (len != spec->bytes)
		abort();
	return t.bytes;
}
