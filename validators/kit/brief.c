#include "validators/kit/brief.h"

#include "validators/text/markdown.h"
#include "validators/text/text.h"

/* How much of an item or a claim a list shows. */
#define LINE_BYTES 400
/* Bytes of texts that a prompt shows whole. */
#define BRIEF_BYTES ((size_t)1 << 20)

static void
put_path(const struct debate *d, size_t text, UT_string *out)
{
	utstring_printf(out, "turns/%03zu-%s.md", text + 1, d->seats[d->texts[text].seat - 1].name);
}

void
brief_line(const struct debate *d, struct reader words, unsigned text, UT_string *out)
{
	words = without_white(words);
	size_t cut = text_cut(words.s, left(&words), LINE_BYTES);
	bool white = false;

	for (size_t i = 0; i < cut; i++) {
		bool is_white = strchr(" \t\r\n", words.s[i]);

		if (is_white ? !white : true)
			utstring_bincpy(out, is_white ? " " : &words.s[i], 1);
		white = is_white;
	}
	if (cut < left(&words)) {
		utstring_printf(out, "… (`");
		put_path(d, text - 1, out);
		utstring_printf(out, "`)");
	}
}

void
brief_list(const struct debate *d, struct reader words, unsigned text, UT_string *out)
{
	struct lines ls;

	lines_read(&ls, words.s, left(&words));
	for (size_t i = 0, to; i < ls.n; i = to) {
		for (to = i + 1; to < ls.n && !ls.v[to].listed; to++)
			;
		utstring_printf(out, "  - ");
		brief_line(d, between(ls.v[i].rest.s, ls.v[to - 1].all.end), text, out);
		utstring_printf(out, "\n");
	}
	lines_free(&ls);
}

void
brief_seat(const struct debate *d, unsigned seat, UT_string *out)
{
	const struct debate_seat *s = &d->seats[seat - 1];

	md_escape(out, s->name);
	utstring_printf(out, " (");
	md_escape(out, s->harness);
	utstring_printf(out, " / ");
	md_escape(out, s->model);
	utstring_printf(out, ")");
}

size_t
brief_news(const struct debate *d, unsigned seat)
{
	size_t own = d->n, from;

	while (own && d->texts[own - 1].seat != seat)
		own--;
	from = own ? d->texts[own - 1].seen : 0;
	while (from < d->n && d->texts[from].seat == seat)
		from++;
	return from;
}

/* The newest one is shown in any case. */
void
brief_texts(const struct debate *d, size_t from, unsigned seat, UT_string *out)
{
	size_t whole = d->n;

	for (size_t bytes = 0; whole > from; whole--) {
		bytes += d->texts[whole - 1].len;
		if (whole < d->n && bytes > BRIEF_BYTES)
			break;
	}
	for (size_t i = from; i < d->n; i++) {
		const struct debate_text *t = &d->texts[i];

		if (t->seat == seat)
			continue;
		md_escape(out, d->seats[t->seat - 1].name);
		utstring_printf(out, ", `");
		put_path(d, i, out);
		utstring_printf(out, i < whole ? "`, left out here for its length.\n" : "`:\n\n");
		if (i >= whole)
			md_fence(out, "markdown", t->text, t->len);
		utstring_printf(out, "\n");
	}
}
