#include "validators/kit/emit.h"

#include "validators/text/mem.h"

void
emit(const struct emitter *em, const char *event, json_t *members)
{
	char *text = mem_check(json_dumps(mem_check(members), JSON_COMPACT | JSON_REAL_PRECISION(15)));

	text[strlen(text) - 1] = '\0'; /* its braces are the core's */
	em->emit(em->arg, event, em->unit, text + 1);
	free(text);
	json_decref(members);
}

void
emit_registered(const struct emitter *em)
{
	const struct source *source = em->ctx->source;

	emit(em, "artifact_registered",
		json_pack("{s:s, s:s, s:s, s:s}", "path", "debate.md", "type", "markdown", "source_path",
			source ? source->path : "", "topic", em->ctx->terms->topic));
}

void
emit_closed(const struct emitter *em, const char *state, const char *outcome, const char *reason)
{
	emit(em, state,
		json_pack("{s:s, s:s, s:s}", "participant", emitter_seat(em), "outcome", outcome, "reason", reason));
}

const char *
emitter_seat(const struct emitter *em)
{
	return context_seat_name(em->ctx, em->e->seat);
}
