/* What the pages share (page.h), and index.html. */
#include "fs/show/page.h"

#include <stdlib.h>
#include <string.h>

#include "fs/registry/live.h"
#include "fs/show/show.h"
#include "fs/util/clock.h"
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/svg.h"

extern const char text_page_style_css[];
extern const size_t text_page_style_css_len;

void
html_put(UT_string *out, const char *s, size_t len)
{
	for (; len--; s++)
		if (*s == '"')
			utstring_printf(out, "&quot;");
		else if ((unsigned char)*s >= ' ' || *s == '\n' || *s == '\t')
			xml_put_char(out, *s);
}

void
html_time(UT_string *out, int64_t ms)
{
	char text[RFC3339_BYTES];

	clock_rfc3339(ms, text);
	if (!*text)
		return;
	utstring_printf(out, "<time datetime=\"%s\">%.10s %.5s UTC</time>", text, text, text + strlen("2026-11-20T"));
}

void
html_begin(UT_string *out, const char *title, int refresh)
{
	utstring_printf(out,
		"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
		"img-src data:; base-uri 'none'; form-action 'none'\">\n<meta name=\"referrer\" "
		"content=\"no-referrer\">\n");
	if (refresh)
		utstring_printf(out, "<meta http-equiv=\"refresh\" content=\"%d\">\n", refresh);
	utstring_printf(out, "<title>");
	html_put(out, title, strlen(title));
	utstring_printf(out, "</title>\n<style>\n");
	utstring_bincpy(out, text_page_style_css, text_page_style_css_len);
	utstring_printf(out, "</style>\n</head>\n<body>\n");
}

/* -- index.html -- */

struct listed {
	struct duel *v[INDEX_OPEN + INDEX_CLOSED];
	unsigned n, open, closed;
};

/* Is this the name of a state that no debate leaves again? */
static bool
is_over(const char *state)
{
	for (size_t i = 0; formats[i]; i++)
		for (size_t k = 0; k < formats[i]->n_phases; k++)
			if (!formats[i]->phases[k].exits && !strcmp(formats[i]->phases[k].name, state))
				return true;
	return false;
}

static int
newest_first(const void *a, const void *b)
{
	const struct duel *x = *(struct duel *const *)a, *y = *(struct duel *const *)b;
	bool x_over = is_over(x->state), y_over = is_over(y->state);

	if (x_over != y_over)
		return x_over ? 1 : -1;
	return (x->id < y->id) - (x->id > y->id);
}

static void
list_newest(struct registry *r, struct listed *l)
{
	struct duel *d = registry_before(r, INT64_MAX);

	for (unsigned looked = 0; d && looked < INDEX_LOOKED_AT; d = registry_before(r, d->id), looked++) {
		bool over = is_over(d->state);

		if (over ? l->closed == INDEX_CLOSED : l->open == INDEX_OPEN)
			continue;
		*(over ? &l->closed : &l->open) += 1;
		l->v[l->n++] = d;
	}
	qsort(l->v, l->n, sizeof *l->v, newest_first);
}

static void
put_duel(UT_string *out, const struct duel *d)
{
	utstring_printf(out,
		"<li><a href=\"%s/view.html\">%s</a> <span class=\"badge %s\">%s</span> <span class=\"meta\">", d->name,
		d->name, is_over(d->state) ? "done" : "open", d->state);
	html_time(out, d->created_ms);
	utstring_printf(out, "</span></li>\n");
}

void
render_mount_index(struct registry *r, UT_string *out)
{
	struct listed *l = mem_calloc(1, sizeof *l);

	list_newest(r, l);
	html_begin(out, "Debates", PAGE_REFRESH_SECONDS);
	utstring_printf(out, "<header>\n<p class=\"kicker\">duelfs</p>\n<h1>Debates</h1>\n</header>\n<main>\n");
	for (unsigned i = 0; i < l->n; i++) {
		if (!i || is_over(l->v[i]->state) != is_over(l->v[i - 1]->state))
			utstring_printf(out, "%s<section class=\"card\">\n<h2>%s</h2>\n<ul class=\"duels\">\n",
				i ? "</ul>\n</section>\n" : "", is_over(l->v[i]->state) ? "Over" : "Open");
		put_duel(out, l->v[i]);
	}
	utstring_printf(
		out, l->n ? "</ul>\n</section>\n" : "<p class=\"note\">There is none yet: `mkdir` makes one.</p>\n");
	if (registry_count(r) > l->n)
		utstring_printf(out, "<p class=\"note\">%u of %zu.</p>\n", l->n, registry_count(r));
	utstring_printf(out, "</main>\n</body>\n</html>\n");
	free(l);
}
