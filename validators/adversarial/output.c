#include "validators/adversarial/output.h"

#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"

struct output_paths {
	atomic_uint refs;
	char *v[DEBATE_ROLES_MAX]; /* by role */
};

struct output_paths *
output_paths_new(const struct kb *kb)
{
	struct output_paths *p = mem_calloc(1, sizeof *p);

	atomic_init(&p->refs, 1);
	p->v[ROLE_ORCHESTRATOR] = mem_strdup("agents/" ADVERSARIAL_ORCHESTRATOR "/transcript.md");
	p->v[ROLE_MODERATOR] = mem_strdup("agents/" ADVERSARIAL_MODERATOR "/transcript.md");
	for (size_t i = 0; i < kb_positions(kb); i++)
		p->v[ROLE_DEBATER + i] =
			mem_format("agents/" ADVERSARIAL_DEBATER "%s/transcript.md", kb_position(kb, i)->slug);
	return p;
}

struct output_paths *
output_paths_hold(struct output_paths *p)
{
	if (p)
		atomic_fetch_add_explicit(&p->refs, 1, memory_order_relaxed);
	return p;
}

void
output_paths_drop(struct output_paths *p)
{
	if (!p || atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) != 1)
		return;
	for (size_t i = 0; i < DEBATE_ROLES_MAX; i++)
		free(p->v[i]);
	free(p);
}

/* The first is of all; then each seat's, in the order in which they joined. */
static unsigned
count(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return state->paths ? 1 + state->debate.n_seats : 0;
}

static const char *
path(const struct fstate *state, const struct context *ctx, unsigned number)
{
	(void)ctx;
	return number == 1 ? "transcript.md" : state->paths->v[fstate_role(state, number - 1)];
}

static int64_t
time_ms(const struct fstate *state, const struct context *ctx, unsigned number)
{
	int64_t last = 0;

	for (const struct record_piece *p = state->debate.last; p && !last; p = p->before)
		last = number == 1 || p->seat == number - 1 ? p->time_ms : 0;
	return last ? last : ctx->created_ms;
}

/* As the record parts texts. */
static void
put_text(UT_string *out, const char *text)
{
	if (utstring_len(out))
		utstring_printf(out, "%s" RECORD_RULE, record_gap(utstring_body(out), utstring_len(out)));
	utstring_printf(out, "%s", text);
}

void
output_render(const struct fstate *state, unsigned number, UT_string *out)
{
	size_t n = fstate_pieces(state), i = n;
	const struct adversarial_piece **pieces = mem_calloc(n, sizeof *pieces);

	for (const struct record_piece *p = state->debate.last; p; p = p->before)
		pieces[--i] = (const struct adversarial_piece *)p;
	utstring_printf(out, "%s", "");
	for (i = 0; i < n; i++)
		if (number == 1 || pieces[i]->piece.seat == number - 1)
			put_text(out, pieces[i]->text);
	free(pieces);
}

const struct format_tree adversarial_output = {.count = count, .path = path, .time_ms = time_ms};
