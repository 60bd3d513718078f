#include "validators/dialectic/id.h"

#include <stdio.h>
#include <string.h>
#include "validators/text/reader.h"

const char *
argument_id_print(struct argument_id id, char out[ARGUMENT_ID_BYTES])
{
	int n = snprintf(out, ARGUMENT_ID_BYTES, "%s_%03u", dialectic_sides[id.side].abbr, id.exchange);

	if (!id.exchange)
		snprintf(out + n, ARGUMENT_ID_BYTES - (size_t)n, "%c", (char)('a' + id.letter));
	return out;
}

struct id_text
id_text(struct argument_id id)
{
	struct id_text t;

	argument_id_print(id, t.s);
	return t;
}

bool
argument_id_parse(const char *s, size_t len, struct argument_id *id)
{
	struct reader r = { s, s + len };
	char printed[ARGUMENT_ID_BYTES];

	*id = (struct argument_id){ .side = SIDE_PROPOSITION };
	while (id->side < SIDES && !skip_text(&r, dialectic_sides[id->side].abbr))
		id->side++;
	if (id->side == SIDES || !skip_text(&r, "_") || !skip_number(&r, &id->exchange) ||
		id->exchange > EXCHANGES_MAX)
		return false;
	if (left(&r) == 1 && *r.s >= 'a' && *r.s < 'a' + OPENING_ARGUMENTS && !id->exchange)
		id->letter = (unsigned)(*r.s - 'a');
	argument_id_print(*id, printed);
	return strlen(printed) == len && !memcmp(printed, s, len);
}

bool
argument_id_equal(struct argument_id a, struct argument_id b)
{
	return a.side == b.side && a.exchange == b.exchange && a.letter == b.letter;
}

unsigned
exchange_arguments(unsigned exchange)
{
	return exchange ? 1 : OPENING_ARGUMENTS;
}

unsigned
exchange_first(unsigned exchange)
{
	return exchange ? SIDES * (OPENING_ARGUMENTS + exchange - 1) : 0;
}

unsigned
argument_index(struct argument_id id)
{
	return exchange_first(id.exchange) + id.side * exchange_arguments(id.exchange) + id.letter;
}

struct argument_id
argument_at(unsigned index)
{
	struct argument_id id = { .side = SIDE_PROPOSITION };

	id.exchange = index < exchange_first(1) ? 0 : 1 + (index - exchange_first(1)) / SIDES;
	index -= exchange_first(id.exchange);
	id.side = index / exchange_arguments(id.exchange);
	id.letter = index % exchange_arguments(id.exchange);
	return id;
}
