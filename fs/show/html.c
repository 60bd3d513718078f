/* What the pages share (page.h), and index.html. */
#include "fs/show/page.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fs/registry/live.h"
#include "fs/show/show.h"
#include "fs/util/clock.h"
#include "validators/formats.h"
#include "validators/text/html.h"
#include "validators/text/mem.h"

extern const char text_page_style_css[];
extern const size_t text_page_style_css_len;

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

#define STATES_OVER 32

struct listed {
	struct {
		struct duel *duel;
		bool over;
	} v[INDEX_OPEN + INDEX_CLOSED];
	unsigned n, open, closed;
	/* names of states that no debate leaves again, as the duels have them */
	const char *over[STATES_OVER];
	unsigned n_over;
};

static bool
is_end(const char *state)
{
	for (size_t i = 0; formats[i]; i++)
		for (const struct debate_phase *row = formats[i]->states; row->phase; row++)
			if (row->outcome && !strcmp(row->name, state))
				return true;
	return false;
}

/* A name of a state is kept once for all the duels that are in it: looking at a thousand duels compares no texts. */
static void
find_ends(struct registry *r, struct listed *l)
{
	for (const struct state_count *s = registry_states(r); s; s = s->next) {
		if (!is_end(s->name))
			continue;
		assert(l->n_over < STATES_OVER);
		l->over[l->n_over++] = s->name;
	}
}

static bool
is_over(const struct listed *l, const struct duel *d)
{
	for (unsigned i = 0; i < l->n_over; i++)
		if (l->over[i] == d->state)
			return true;
	return false;
}

static void
list_newest(struct registry *r, struct listed *l)
{
	struct duel *d = registry_before(r, INT64_MAX);

	for (unsigned looked = 0; d && looked < INDEX_LOOKED_AT; d = registry_before(r, d->id), looked++) {
		bool over = is_over(l, d);

		if (over ? l->closed == INDEX_CLOSED : l->open == INDEX_OPEN)
			continue;
		*(over ? &l->closed : &l->open) += 1;
		l->v[l->n].duel = d;
		l->v[l->n++].over = over;
	}
}

static void
put_duel(UT_string *out, const struct duel *d, bool over)
{
	utstring_printf(out,
		"<li><a href=\"%s/view.html\">%s</a> <span class=\"badge %s\">%s</span> <span class=\"meta\">", d->name,
		d->name, over ? "done" : "open", d->state);
	html_time(out, d->created_ms);
	utstring_printf(out, "</span></li>\n");
}

static void
put_section(UT_string *out, const struct listed *l, const char *title, bool over)
{
	utstring_printf(out, "<section class=\"card\">\n<h2>%s</h2>\n<ul class=\"duels\">\n", title);
	for (unsigned i = 0; i < l->n; i++)
		if (l->v[i].over == over)
			put_duel(out, l->v[i].duel, over);
	utstring_printf(out, "</ul>\n</section>\n");
}

void
render_mount_index(struct registry *r, UT_string *out)
{
	struct listed *l = mem_calloc(1, sizeof *l);

	find_ends(r, l);
	list_newest(r, l);
	html_begin(out, "Debates", PAGE_REFRESH_SECONDS);
	utstring_printf(out, "<header>\n<p class=\"kicker\">duelfs</p>\n<h1>Debates</h1>\n</header>\n<main>\n");
	if (l->open)
		put_section(out, l, "Open", false);
	if (l->closed)
		put_section(out, l, "Over", true);
	if (!l->n)
		utstring_printf(out, "<p class=\"note\">There is none yet: `mkdir` makes one.</p>\n");
	if (registry_count(r) > l->n)
		utstring_printf(out, "<p class=\"note\">%u of %zu.</p>\n", l->n, registry_count(r));
	utstring_printf(out, "</main>\n</body>\n</html>\n");
	free(l);
}
