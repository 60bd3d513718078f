#include "validators/format.h"

#include "validators/mem.h"

void
verdict_free(struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		free(v->drafts[i].data);
		free(v->drafts[i].body);
		if (v->drafts[i].facts)
			v->facts_free(v->drafts[i].facts);
	}
	findings_free(&v->findings);
	*v = (struct verdict){ .n = 0 };
}
