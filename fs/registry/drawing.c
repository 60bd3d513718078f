/* Plans of pages: see drawing.h. */
#include "fs/registry/drawing.h"

#include <assert.h>

#include "fs/registry/registry_inner.h"
#include "fs/util/kept.h"

void
drawing_plan_page(struct duel *d, const struct drawing_kind *page, bool kept, struct drawing_plan *out)
{
	assert(registry_is_locked(d->registry));
	*out = (struct drawing_plan){.kept = kept};
	utstring_init(&out->text);
	utstring_init(&out->ids);
	page->plan(d, out);
}

void
drawing_plan_end(struct drawing_plan *p)
{
	utstring_done(&p->text);
	utstring_done(&p->ids);
	free((char *)p->record);
	if (p->source)
		source_drop(p->source);
}

void
drawing_make_page(const struct drawing_kind *page, const struct drawing_plan *plan, struct kept *out)
{
	UT_string bytes;

	utstring_init(&bytes);
	page->make(plan, &bytes);
	kept_add(out, DRAWING_PAGE_NAME, utstring_body(&bytes), utstring_len(&bytes));
	utstring_done(&bytes);
}
