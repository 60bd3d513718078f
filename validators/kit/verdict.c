#include "validators/kit/format.h"

#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"

void
verdict_add_invalidated(struct verdict *v, const struct context *ctx, const char *reason, const char *more)
{
	struct draft *d = &v->drafts[v->n++];

	d->kind = ENTRY_NOTE;
	d->data = mem_strdup("{\"note\":\"" NOTE_INVALIDATED "\"}");
	d->body = record_invalidated(
		ctx->holder ? context_seat_name(ctx, ctx->holder) : "duelfs", reason, more, ctx->now_ms);
	d->body_len = strlen(d->body);
}

void
verdict_drop_drafts(struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		free(v->drafts[i].data);
		free(v->drafts[i].body);
		if (v->drafts[i].facts)
			v->facts_free(v->drafts[i].kind, v->drafts[i].facts);
	}
	v->n = 0;
}

void
verdict_free(struct verdict *v)
{
	verdict_drop_drafts(v);
	findings_free(&v->findings);
	*v = (struct verdict){ .n = 0 };
}

void
floor_answer_free(struct floor_answer *a)
{
	free(a->text);
	free(a->note.data);
	free(a->note.body);
	*a = (struct floor_answer){ .grant = GRANT_NONE };
}
