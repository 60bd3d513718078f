#include "validators/rounds/head.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/kit/record_head.h"
#include "validators/kit/record_parts.h"
#include "validators/rounds/fold.h"
#include "validators/rounds/heading.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

#define TITLE "Debate: "

static int64_t
rounds(const struct context *ctx)
{
	return ctx->terms->rounds;
}

static const char *
effort(const struct context *ctx)
{
	return ctx->terms->effort ? ctx->terms->effort : "";
}

static const char *
closing(const struct context *ctx)
{
	return ctx->terms->closing ? "behind the last round, by the proposer" : NULL;
}

static const char *
unsupported(const struct context *ctx)
{
	return ctx->terms->strict_evidence ? "is refused" : "is noted for the verdict";
}

static const struct head_row rows[] = {
	{"Rounds", .number = rounds, .fact = offsetof(struct head_facts, rounds), .most = ROUNDS_MAX},
	{"Effort", .text = effort},
	{"A claim without evidence", .text = unsupported},
	{"Closing reply", .text = closing},
};
static const struct head_form form = { .title = TITLE,
	.seats = "| Participant | Role | Tool | Model | Joined |",
	.roles = rounds_role_names,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0] };

void
rounds_head_render(const struct context *ctx, UT_string *out)
{
	head_put(&form, ctx, out);
}

void
rounds_head_read(const char *text, size_t len, struct head_facts *out)
{
	head_take(&form, text, len, out);
}

/* What becomes of a debate in which this role failed: in round 1, and later. */
static const char *const first_round[SPEAKERS] = {
	[SPEAKER_PROPOSER] = "Warning: there is no position to debate, and the debate is aborted",
	[SPEAKER_CHALLENGER] = "Warning: the proposer's position stands uncontested",
};
#define LATER_ROUND "This round is incomplete, and the verdict is on those before it"

static const char *
what_follows(enum rounds_role role, unsigned round)
{
	return round == 1 ? first_round[role] : LATER_ROUND;
}

char *
rounds_head_failure(enum rounds_role role, unsigned round, const char *name, const char *reason, int64_t time_ms)
{
	char time[RECORD_TIME_BYTES];
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "> " RECORD_ROUND "%u: %s ", round, rounds_role_titles[role]);
	md_escape(&out, name);
	utstring_printf(&out, RECORD_FAILED);
	md_escape(&out, reason);
	utstring_printf(&out, "). %s. %s\n", what_follows(role, round), record_time(time_ms, time));
	return utstring_body(&out);
}

/* The plain words without the time. */
static bool
read_words(struct reader at, struct rounds_failure_line *out)
{
	struct reader name;
	const char *failed, *follows, *end;

	if (!skip_text(&at, "Round ") || !skip_number(&at, &out->round) || !skip_text(&at, ": "))
		return false;
	for (out->role = 0; out->role < ROLE_ORCHESTRATOR && !skip_text(&at, rounds_role_titles[out->role]);
		out->role++)
		;
	if (out->role == ROLE_ORCHESTRATOR || !skip_text(&at, " ") ||
		!(failed = memmem(at.s, left(&at), RECORD_FAILED, strlen(RECORD_FAILED))))
		return false;
	name = (struct reader){ at.s, failed };
	at.s = failed + strlen(RECORD_FAILED);
	follows = what_follows(out->role, out->round);
	end = at.end - strlen(").  ") - strlen(follows);
	if (end < at.s || memcmp(end, "). ", 3) || memcmp(end + 3, follows, strlen(follows)) || at.end[-1] != '.')
		return false;
	out->name = mem_copy(name.s, left(&name));
	out->reason = mem_copy(at.s, (size_t)(end - at.s));
	return true;
}

bool
rounds_head_failure_read(const char *s, size_t len, struct rounds_failure_line *out)
{
	struct reader at = { s, s + len };
	bool good = false;
	const char *space;
	struct md md;

	if (!skip_text(&at, "> "))
		return false;
	md_parse(&md, at.s, left(&at));
	if (md.n == 1) {
		at = (struct reader){ md.text + md.lines[0].off, md.text + md.lines[0].off + md.lines[0].len };
		space = memrchr(at.s, ' ', left(&at));
		good = space && record_time_read(space + 1, (size_t)(at.end - space - 1), &out->time_ms) &&
			read_words((struct reader){ at.s, space }, out);
	}
	md_free(&md);
	return good;
}

/* More are told by the first and the last. */
#define POINTS_LISTED 64

char *
rounds_head_points(unsigned round, size_t n, int64_t time_ms)
{
	char time[RECORD_TIME_BYTES];
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "> " RECORD_POINTS "%u:", round);
	if (n > POINTS_LISTED)
		utstring_printf(&out, " C%u.1–C%u.%zu,", round, round, n);
	for (size_t i = 1; i <= n && n <= POINTS_LISTED; i++)
		utstring_printf(&out, " C%u.%zu,", round, i);
	utstring_printf(&out, " %s\n", record_time(time_ms, time));
	return utstring_body(&out);
}

/* Which points there are only the challenge before it tells. */
static bool
read_points(const char *s, size_t len, struct part_note *note)
{
	if (!record_line_read(s, len, RECORD_POINTS, &note->time_ms))
		return false;
	note->name = mem_strdup("");
	note->data = NULL;
	return true;
}

static bool
read_note(const char *s, size_t len, struct part_note *note)
{
	struct rounds_failure_line line;
	json_t *data;

	if (part_note_common(s, len, note) || read_points(s, len, note))
		return true;
	if (!rounds_head_failure_read(s, len, &line))
		return false;
	data = json_pack("{s:s, s:s, s:i, s:s}", "note", NOTE_FAILED, "role", rounds_role_names[line.role], "round",
		(int)line.round, "reason", line.reason);
	*note = (struct part_note){
		.name = line.name, .data = mem_check(json_dumps(data, JSON_COMPACT)), .time_ms = line.time_ms
	};
	json_decref(data);
	free(line.reason);
	return true;
}

static struct reader
role_word(enum rounds_role role)
{
	return (struct reader){ rounds_role_names[role], rounds_role_names[role] + strlen(rounds_role_names[role]) };
}

/* Turns have no numbers: they are counted as if every round were complete and ended with a summary, of those up to the
 * one before. */
static unsigned
number_of(unsigned round, enum rounds_role role)
{
	return round < 1 || round > ROUNDS_MAX ? 0 : (round - 1) * ROLES + role + 1;
}

/* Behind every turn that there may be. */
#define CLOSING_NUMBER (ROUNDS_MAX * ROLES + 1)

static enum entry_kind
begins(const char *s, const char *end, struct part_words *words)
{
	struct opening o;
	struct heading h;
	enum rounds_role role;

	o.heading = opening_heading(s, end, &o);
	h = rounds_heading_open(&o);
	role = rounds_heading_role(&h);
	switch (rounds_begins(&h)) {
	case BEGIN_TURN:
		*words = (struct part_words){ .harness = h.harness, .model = h.model };
		words->number = number_of(h.number, role < ROLE_ORCHESTRATOR ? role : 0);
		if (role < ROLE_ORCHESTRATOR)
			words->name = role_word(role);
		return ENTRY_TURN;
	case BEGIN_CLOSING:
		*words = (struct part_words){.harness = h.harness, .model = h.model, .number = CLOSING_NUMBER};
		if (role < ROLE_ORCHESTRATOR)
			words->name = role_word(role);
		return ENTRY_TURN;
	case BEGIN_SUMMARY:
		words->number = number_of(h.number + 1, ROLE_ORCHESTRATOR);
		words->name = role_word(ROLE_ORCHESTRATOR);
		return ENTRY_TURN;
	case BEGIN_VERDICT:
		words->name = role_word(ROLE_ORCHESTRATOR);
		return ENTRY_CONCLUSION;
	default:
		return 0;
	}
}

struct naming {
	void (*each)(void *arg, const struct part *part);
	void *arg;
	struct head_facts head;
};

/* Rounds that a debate has at least in which this stands; 0: it does not say. A summary is there for the round after
 * the next. */
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
	named.closing = part->kind == ENTRY_TURN && part->number == CLOSING_NUMBER;
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
	static const struct record_grammar grammar = { .begins = begins, .note = read_note, .head = TITLE };
	struct naming n = { .each = each, .arg = arg };

	record_parts(&grammar, text, len, name_part, &n);
	head_facts_free(&n.head);
}
