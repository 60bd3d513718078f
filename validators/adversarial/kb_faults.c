/* What is wrong with a base, file by file. */
#include "validators/adversarial/kb.h"

#include <string.h>
#include "validators/text/mem.h"

void
kb_faults_free(struct kb_faults *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->v[i].path);
		findings_free(&f->v[i].findings);
	}
	free(f->v);
	*f = (struct kb_faults){.n = 0};
}

const struct rule *
kb_faults_first_error(const struct kb_faults *f)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct finding *first = findings_first_error(&f->v[i].findings);

		if (first)
			return first->rule;
	}
	return NULL;
}

void
kb_faults_print(const struct kb_faults *f, const char *before, UT_string *out)
{
	for (size_t i = 0; i < f->n; i++) {
		char *path = mem_format("%s%s", before, f->v[i].path);

		findings_print(&f->v[i].findings, path, out);
		if (f->v[i].findings.dropped)
			utstring_printf(out, "%s: note: %zu more are not shown\n", path, f->v[i].findings.dropped);
		free(path);
	}
}
