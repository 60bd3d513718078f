#include "validators/socratic_head.h"

#include <string.h>
#include <time.h>
#include "validators/markdown.h"

/* RFC 3339, UTC, whole seconds. */
const char *
head_time(int64_t time_ms, char out[HEAD_TIME_BYTES])
{
	time_t seconds = (time_t)(time_ms / 1000);
	struct tm tm;

	out[0] = '\0';
	if (gmtime_r(&seconds, &tm))
		strftime(out, HEAD_TIME_BYTES, "%Y-%m-%dT%H:%M:%SZ", &tm);
	return out;
}

static void
put_time(UT_string *out, int64_t time_ms)
{
	char text[HEAD_TIME_BYTES];

	utstring_printf(out, "%s", head_time(time_ms, text));
}

static void
put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

static void
put_row(UT_string *out, const char *key, const char *value)
{
	utstring_printf(out, "| %s | ", key);
	md_escape(out, value);
	put(out, " |\n");
}

static void
put_source(const struct context *ctx, UT_string *out)
{
	if (!ctx->source) {
		put(out, "This duel has no source document.\n");
		return;
	}
	put(out, "Source path: ");
	md_escape(out, ctx->source->path);
	put(out, "\n\nSource: [");
	md_escape(out, ctx->source->name);
	put(out, "](");
	md_escape_url(out, ctx->source->path);
	put(out, ")\n");
}

static void
put_metadata(const struct context *ctx, UT_string *out)
{
	put(out, "| Field | Value |\n|---|---|\n");
	put_row(out, "Duel ID", ctx->id);
	put_row(out, "Source path", ctx->source ? ctx->source->path : "none");
	put_row(out, "Topic", ctx->terms->topic);
	put_row(out, "Topic slug", ctx->terms->topic_slug);
	utstring_printf(out, "| Max turns | %lld |\n", (long long)ctx->terms->max_turns);
}

static void
put_participants(const struct context *ctx, UT_string *out)
{
	put(out, "| Participant | Harness | Model | Joined |\n|---|---|---|---|\n");
	for (unsigned i = 0; i < ctx->n_seats; i++) {
		const struct seat *seat = ctx->seats[i];

		put(out, "| ");
		md_escape(out, seat->name);
		put(out, " | ");
		md_escape(out, seat->harness);
		put(out, " | ");
		md_escape(out, seat->model);
		put(out, " | ");
		put_time(out, seat->joined_ms);
		put(out, " |\n");
	}
}

void
head_render(const struct context *ctx, UT_string *out)
{
	put(out, "# Socratic Duel: ");
	md_escape(out, ctx->terms->topic);
	put(out, "\n\n");
	put_source(ctx, out);
	put(out, "\nCreated: ");
	put_time(out, ctx->created_ms);
	put(out, "\n\n");
	put_metadata(ctx, out);
	put(out, "\n");
	put_participants(ctx, out);
}

char *
head_note(const char *what, const char *name, int64_t time_ms)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "\n> %s", what);
	utstring_printf(&out, " ");
	md_escape(&out, name);
	put(&out, ", ");
	put_time(&out, time_ms);
	put(&out, "\n");
	return utstring_body(&out);
}
