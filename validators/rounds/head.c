#include "validators/rounds/head.h"

#include "validators/kit/record.h"
#include "validators/kit/record_head.h"
#include "validators/text/markdown.h"

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
	{"Rounds", .number = rounds},
	{"Effort", .text = effort},
	{"A claim without evidence", .text = unsupported},
	{"Closing reply", .text = closing},
};
static const struct head_form form = { .title = "Debate: ",
	.seats = "| Participant | Role | Tool | Model | Joined |",
	.roles = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0] };

void
rounds_head_render(const struct context *ctx, UT_string *out)
{
	head_put(&form, ctx, out);
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
