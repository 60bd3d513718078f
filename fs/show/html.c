/* index.html, and what pages share (page.h). */
#include <string.h>

#include "fs/show/page.h"
#include "fs/show/show.h"
#include "validators/kit/record.h"
#include "validators/kit/template.h"
#include "validators/text/markdown.h"

TEXT_FILE(page_index_html);

void
html_time(UT_string *out, int64_t ms)
{
	char text[RECORD_TIME_BYTES];

	if (*record_time(ms, text))
		utstring_printf(out, "<time datetime=\"%s\">%.10s %.5s UTC</time>", text, text,
			text + strlen("2026-11-20T"));
}

struct page {
	struct duels *r;
	const struct duel *d; /* that is looked at */
};

static bool
at_duel(void *arg, size_t i)
{
	struct page *p = arg;

	p->d = i < INDEX_DUELS ? duels_before(p->r, i ? p->d->id : INT64_MAX) : NULL;
	return p->d;
}

/* clang-format off */
#define NAMES(WORD, IS, EACH) \
	WORD(style, utstring_bincpy(out, text_page_style_css, text_page_style_css_len)) \
	WORD(refresh, utstring_printf(out, "%d", PAGE_REFRESH_SECONDS)) \
	EACH(duel) \
	WORD(duel, html_put(out, p->d->name, strlen(p->d->name))) \
	WORD(topic, html_put(out, duel_topic(p->d), strlen(duel_topic(p->d)))) \
	WORD(state, for (const char *c = p->d->state; *c; c++) utstring_printf(out, "%c", *c == '_' ? ' ' : *c)) \
	WORD(made, html_time(out, p->d->created_ms)) \
	IS(over, state_is_end(p->d->state)) \
	IS(none, !duels_count(p->r)) \
	WORD(shown, utstring_printf(out, "%d", INDEX_DUELS)) \
	WORD(more, if (duels_count(p->r) > INDEX_DUELS) utstring_printf(out, "%zu", duels_count(p->r)))
NAMES(PAGE_WORD, PAGE_FLAG, PAGE_NONE)
static const struct template_name names[] = {NAMES(PAGE_WORD_ROW, PAGE_FLAG_ROW, PAGE_LIST_ROW) {.name = NULL}};
/* clang-format on */

void
render_mount_index(struct duels *r, UT_string *out)
{
	struct page p = {.r = r};

	template_render(text_page_index_html, names, &p, out);
}
