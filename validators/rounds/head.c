#include "validators/rounds/head.h"

#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

#define TITLE "Debate: "
#define ROW_SOURCE "Source path"
#define ROW_TOPIC "Topic"
#define ROW_ROUNDS "Rounds"
#define ROW_SEATS "| Participant | Role | Tool | Model | Joined |"

static void
put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

static void
put_metadata(const struct context *ctx, UT_string *out)
{
	const struct terms *t = ctx->terms;

	put(out, "| Field | Value |\n|---|---|\n");
	record_put_row(out, "Duel ID", ctx->id);
	record_put_row(out, ROW_SOURCE, ctx->source ? ctx->source->path : "none");
	record_put_row(out, ROW_TOPIC, t->topic);
	record_put_row(out, "Topic slug", t->topic_slug);
	utstring_printf(out, "| " ROW_ROUNDS " | %lld |\n", (long long)t->rounds);
	record_put_row(out, "Effort", t->effort ? t->effort : "");
	record_put_row(out, "A claim without evidence", t->strict_evidence ? "is refused" : "is noted for the verdict");
}

static void
put_participants(const struct context *ctx, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	put(out, ROW_SEATS "\n|---|---|---|---|---|\n");
	for (unsigned i = 0; i < ctx->n_seats; i++) {
		const struct seat *seat = ctx->seats[i];

		record_put_cell(out, seat->name);
		record_put_cell(out, seat->role ? seat->role : "");
		record_put_cell(out, seat->harness);
		record_put_cell(out, seat->model);
		utstring_printf(out, " | %s |\n", record_time(seat->joined_ms, time));
	}
}

void
rounds_head_render(const struct context *ctx, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	put(out, "# " TITLE);
	md_escape(out, ctx->terms->topic);
	utstring_printf(out, "\n\nCreated: %s\n\n", record_time(ctx->created_ms, time));
	put_metadata(ctx, out);
	put(out, "\n");
	put_participants(ctx, out);
}

/* -- failures -------------------------------------------------------------------------------------------------------------------- */

/* What becomes of a debate in which this role failed: in round 1, and later. */
static const char *const first_round[SPEAKERS] = {
	[SPEAKER_PROPOSER] = "Warning: there is no position to debate, and the debate is aborted",
	[SPEAKER_CHALLENGER] = "Warning: the proposer's position stands uncontested",
};
#define LATER_ROUND "This round is incomplete, and the verdict is on those before it"
#define FAILED " failed ("

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
	utstring_printf(&out, "> Round %u: %s ", round, rounds_role_titles[role]);
	md_escape(&out, name);
	put(&out, FAILED);
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
	for (out->role = 0; out->role < ROLE_ORCHESTRATOR && !skip_text(&at, rounds_role_titles[out->role]); out->role++)
		;
	if (out->role == ROLE_ORCHESTRATOR || !skip_text(&at, " ") || !(failed = memmem(at.s, left(&at), FAILED, strlen(FAILED))))
		return false;
	name = (struct reader){ at.s, failed };
	at.s = failed + strlen(FAILED);
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

/* -- reading a head again -------------------------------------------------------------------------------------------------------- */

bool
rounds_head_begins(const char *s, size_t len)
{
	return len >= strlen(TITLE) && !memcmp(s, TITLE, strlen(TITLE));
}

static char *
copy_of(const struct reader *r)
{
	return mem_copy(r->s, left(r));
}

static void
read_row(const struct reader *line, struct head_facts *out)
{
	struct reader at = *line;
	unsigned rounds;

	if (!out->topic && record_skip_key(&at, ROW_TOPIC))
		out->topic = copy_of(&at);
	else if (!out->source_path && record_skip_key(&at, ROW_SOURCE) && left(&at) && *at.s == '/')
		out->source_path = copy_of(&at);
	else if (!out->rounds && record_skip_key(&at, ROW_ROUNDS) && skip_number(&at, &rounds) && rounds <= ROUNDS_MAX)
		out->rounds = rounds;
}

static enum rounds_role
role_named(const struct reader *r)
{
	enum rounds_role role = 0;

	while (role < ROLES && (strlen(rounds_role_names[role]) != left(r) || memcmp(rounds_role_names[role], r->s, left(r))))
		role++;
	return role;
}

static void
read_seat(const struct reader *line, struct head_seat seats[ROLES])
{
	struct reader at = *line, name, role, tool, model;
	enum rounds_role who;

	if (!record_skip_cell(&at, &name) || !record_skip_cell(&at, &role) || !record_skip_cell(&at, &tool) || !record_skip_cell(&at, &model))
		return;
	who = role_named(&role);
	if (who < ROLES && !seats[who].name)
		seats[who] = (struct head_seat){ copy_of(&name), copy_of(&tool), copy_of(&model) };
}

static void
read_lines(const struct md *md, struct head_facts *out, struct head_seat seats[ROLES])
{
	bool in_seats = false;

	for (size_t i = 0; i < md->n; i++) {
		struct reader line = { md->text + md->lines[i].off, md->text + md->lines[i].off + md->lines[i].len };
		in_seats = in_seats && !md->lines[i].block_start;
		if (in_seats)
			read_seat(&line, seats);
		else
			read_row(&line, out);
		in_seats = in_seats || (left(&line) == strlen(ROW_SEATS) && !memcmp(line.s, ROW_SEATS, left(&line)));
	}
}

/* A table is a paragraph of rows to cmark without extensions, and marks that were escaped are plain again in its lines. */
void
rounds_head_read(const char *text, size_t len, struct head_facts *out)
{
	struct head_seat seats[ROLES] = { { .name = NULL } };
	struct md md;

	*out = (struct head_facts){ .topic = NULL };
	md_parse(&md, text, len);
	read_lines(&md, out, seats);
	md_free(&md);
	out->seats = mem_calloc(ROLES, sizeof *out->seats);
	for (enum rounds_role role = 0; role < ROLES; role++)
		if (seats[role].name)
			out->seats[out->n_seats++] = seats[role];
}
