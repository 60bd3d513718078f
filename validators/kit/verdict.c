#include "validators/kit/format.h"

#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"

void
verdict_drop_drafts(struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		free(v->drafts[i].data);
		free(v->drafts[i].body);
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
	*a = (struct floor_answer){0};
}
