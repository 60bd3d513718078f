/* index.html, and what pages share (page.h). */
#include <stdlib.h>
#include <string.h>

#include "fs/show/page.h"
#include "fs/show/show.h"
#include "fs/util/clock.h"
#include "validators/kit/template.h"
#include "validators/text/html.h"
#include "validators/text/mem.h"

TEXT_FILE(page_index_html);

void
html_time(UT_string *out, int64_t ms)
{
	char text[RFC3339_BYTES];

	clock_rfc3339(ms, text);
	if (*text)
		utstring_printf(out, "<time datetime=\"%s\">%.10s %.5s UTC</time>", text, text,
			text + strlen("2026-11-20T"));
}

struct page {
	struct duels *r;
	struct duel *v[2][INDEX_OPEN]; /* open; over */
	size_t n[2];
	bool over; /* those that are looked at */
	const struct duel *d;
};

static void
list_newest(struct page *p)
{
	struct duel *d = duels_before(p->r, INT64_MAX);

	for (unsigned looked = 0; d && looked < INDEX_LOOKED_AT; d = duels_before(p->r, d->id), looked++) {
		bool over = state_is_end(d->state);

		if (p->n[over] < (over ? INDEX_CLOSED : INDEX_OPEN))
			p->v[over][p->n[over]++] = d;
	}
}

static bool
at_part(void *arg, size_t i)
{
	struct page *p = arg;

	p->over = i || !p->n[false];
	return i < 2 && p->n[p->over] && (!i || p->n[false]);
}

static bool
at_duel(void *arg, size_t i)
{
	struct page *p = arg;

	p->d = i < p->n[p->over] ? p->v[p->over][i] : NULL;
	return p->d;
}

/* clang-format off */
#define NAMES(WORD, IS, EACH) \
	WORD(style, utstring_bincpy(out, text_page_style_css, text_page_style_css_len)) \
	WORD(refresh, utstring_printf(out, "%d", PAGE_REFRESH_SECONDS)) \
	EACH(part) \
	IS(over, p->over) \
	EACH(duel) \
	WORD(duel, html_put(out, p->d->name, strlen(p->d->name))) \
	WORD(topic, html_put(out, duel_topic(p->d), strlen(duel_topic(p->d)))) \
	WORD(state, for (const char *c = p->d->state; *c; c++) utstring_printf(out, "%c", *c == '_' ? ' ' : *c)) \
	WORD(made, html_time(out, p->d->created_ms)) \
	IS(none, !p->n[false] && !p->n[true]) \
	WORD(shown, utstring_printf(out, "%zu", p->n[false] + p->n[true])) \
	WORD(more, if (duels_count(p->r) > p->n[0] + p->n[1]) utstring_printf(out, "%zu", duels_count(p->r)))
NAMES(PAGE_WORD, PAGE_FLAG, PAGE_NONE)
static const struct template_name names[] = {NAMES(PAGE_WORD_ROW, PAGE_FLAG_ROW, PAGE_LIST_ROW) {.name = NULL}};
/* clang-format on */

void
render_mount_index(struct duels *r, UT_string *out)
{
	struct page *p = mem_calloc(1, sizeof *p);

	p->r = r;
	list_newest(p);
	template_render(text_page_index_html, names, p, out);
	free(p);
}
