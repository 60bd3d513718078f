#include "validators/rounds/split.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/record_parts.h"
#include "validators/rounds/fold.h"
#include "validators/rounds/head.h"
#include "validators/rounds/heading.h"
#include "validators/text/mem.h"

static bool
read_note(const char *s, size_t len, struct part_note *note)
{
	struct rounds_failure_line line;
	json_t *data;

	if (!rounds_head_failure_read(s, len, &line))
		return false;
	data = json_pack("{s:s, s:s, s:i, s:s}", "note", NOTE_FAILED, "role", rounds_role_names[line.role], "round", (int)line.round, "reason",
		line.reason);
	*note = (struct part_note){ .name = line.name, .data = mem_check(json_dumps(data, JSON_COMPACT)), .time_ms = line.time_ms };
	json_decref(data);
	free(line.reason);
	return true;
}

static struct reader
role_word(enum rounds_role role)
{
	return (struct reader){ rounds_role_names[role], rounds_role_names[role] + strlen(rounds_role_names[role]) };
}

/* Turns have no numbers: they are counted as if every round were complete and ended with a summary, of those up to the one before. */
static unsigned
number_of(unsigned round, enum rounds_role role)
{
	return round < 1 || round > ROUNDS_MAX ? 0 : (round - 1) * ROLES + role + 1;
}

static enum entry_kind
begins(const char *s, const char *end, struct part_words *words)
{
	struct opening o;
	struct rounds_heading h;

	if (!opening_heading(s, end, &o))
		return 0;
	h = rounds_heading_read(o.text, o.len);
	if (h.begin == BEGIN_TURN)
		*words = (struct part_words){ number_of(h.round, h.role < ROLE_ORCHESTRATOR ? h.role : 0),
			h.role < ROLE_ORCHESTRATOR ? role_word(h.role) : (struct reader){ NULL, NULL }, h.tool, h.model };
	else if (h.begin == BEGIN_SUMMARY)
		*words = (struct part_words){ number_of(h.round + 1, ROLE_ORCHESTRATOR), .name = role_word(ROLE_ORCHESTRATOR) };
	else if (h.begin == BEGIN_VERDICT)
		*words = (struct part_words){ .name = role_word(ROLE_ORCHESTRATOR) };
	if (h.begin == BEGIN_VERDICT)
		return ENTRY_CONCLUSION;
	return h.begin == BEGIN_TURN || h.begin == BEGIN_SUMMARY ? ENTRY_TURN : 0;
}

static const struct record_grammar grammar = { .begins = begins, .note = read_note, .head = rounds_head_begins };

/* -- who has which role ---------------------------------------------------------------------------------------------------------- */

struct naming {
	void (*each)(void *arg, const struct part *part);
	void *arg;
	struct head_facts head;
};

/* Rounds that a debate has at least in which this stands; 0: it does not say. A summary is there for the round after the next. */
static unsigned
rounds_of(const struct part *part)
{
	bool sums = part->name && !strcmp(part->name, rounds_role_names[ROLE_ORCHESTRATOR]);
	unsigned rounds = part->kind == ENTRY_TURN ? (part->number + ROLES - 1) / ROLES + sums : 0;

	return rounds <= ROUNDS_MAX ? rounds : 0;
}

/* A head lists whoever had joined in the order of roles; the two who speak have. */
static void
name_part(void *arg, const struct part *part)
{
	struct naming *n = arg;
	struct part named = *part;

	named.rounds = rounds_of(part);
	if (part->kind == ENTRY_HEAD)
		rounds_head_read(part->text, part->len, &n->head);
	for (enum rounds_role role = 0; role < ROLES && part->kind != ENTRY_NOTE; role++)
		if (part->name && role < n->head.n_seats && !strcmp(part->name, rounds_role_names[role]))
			named.name = n->head.seats[role].name;
	n->each(n->arg, &named);
}

void
rounds_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg)
{
	struct naming n = { .each = each, .arg = arg };

	record_parts(&grammar, text, len, name_part, &n);
	head_facts_free(&n.head);
}
