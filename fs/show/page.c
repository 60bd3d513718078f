/* A duel's page, config/page/page.html: what its names stand for. */
#include "fs/show/page.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fs/duels/own.h"
#include "fs/show/show.h"
#include "validators/kit/record.h"
#include "validators/kit/template.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

TEXT_FILE(page_page_html);

#define SEAT_COLOURS 6

struct page {
	struct duel *d;
	const struct fold *fold;
	const struct debate *state;
	struct context ctx;
	struct places places;
	const char *damage;
	int64_t updated_ms, until_ms; /* of the floor */
	bool closed, kept;
	bool broken;    /* it ended as no format means to end */
	bool explained; /* the reason belongs behind what it came to */
	unsigned texts, found, quotations;
	UT_string came_to;
	/* The item of a list that is looked at. */
	const struct seat *seat;
	const struct format_row *row;
	struct turn_slice t;
	size_t text; /* where its bytes begin behind the heading */
	UT_string heading, stance;
	UT_string made; /* what a value is made of */
};

static void
put_string(UT_string *out, const char *s)
{
	html_put(out, s ? s : "", s ? strlen(s) : 0);
}

/* For the debate, and for no text of it. */
static void
print_cautions(const struct page *p, UT_string *out)
{
	json_t *list = format_warnings(p->state), *warning;
	size_t i;

	json_array_foreach(list, i, warning) {
		const char *text = json_string_value(warning), *id = *text == '[' ? strstr(text, "] ") : NULL;

		if (!id && strstr(text, ": ["))
			continue;
		utstring_printf(out, "<p class=\"caution\">Caution: ");
		put_string(out, id ? id + 2 : text);
		utstring_printf(out, ".</p>\n");
	}
	json_decref(list);
}

/* -- texts -- */

/* Past blank lines, and rules that part texts. */
static size_t
skip_between(const struct page *p, size_t from, size_t end)
{
	const char *record = p->places.record;

	for (size_t len; from < end; from += len + 1) {
		len = strcspn(record + from, "\n");
		if (strspn(record + from, "- \t\r") < len || from + len >= end)
			break;
	}
	return from;
}

/* `## Turn 2 — bob (codex / gpt-5) — DISSENTING`: without the seat's tool, and capitals at its end as words. */
static void
read_heading(struct page *p)
{
	static const char dash[] = " — ", capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	size_t end = p->t.offset + p->t.len, from = skip_between(p, p->t.offset, end);
	const char *s = p->places.record + from;
	size_t len = *s == '#' ? strcspn(s, "\n") : 0, marks = strspn(s, "# ");

	p->text = from + len < end ? skip_between(p, from + len + !!len, end) : end;
	utstring_clear(&p->heading);
	utstring_clear(&p->stance);
	if (len)
		utstring_printf(&p->heading, "%.*s", (int)(len - marks), s + marks);
	else
		utstring_printf(&p->heading, "%u — %s", p->t.number, context_seat_name(&p->ctx, p->t.seat));
	char *heading = utstring_body(&p->heading), *last = NULL;
	for (char *next = heading; (next = strstr(next, dash)); next++)
		last = next;
	if (last && !last[strlen(dash) + strspn(last + strlen(dash), capitals)]) {
		for (const char *c = last + strlen(dash); *c; c++)
			utstring_printf(&p->stance, "%c", *c == '_' ? ' ' : tolower((unsigned char)*c));
		*last = '\0';
	}
	char *tool = p->seat ? mem_format(" (%s / %s)", p->seat->harness, p->seat->model) : NULL;
	char *at = tool ? strstr(heading, tool) : NULL;
	if (at)
		memmove(at, at + strlen(tool), strlen(at + strlen(tool)) + 1);
	free(tool);
}

/* Since the text before it; of the first, since all were there that were then. */
static void
put_time_taken(const struct page *p, UT_string *out)
{
	int64_t since = p->t.number > 1 ? debate_turn(p->state, p->t.number - 2).time_ms : p->d->created_ms;

	for (unsigned n = 0; p->t.number == 1 && n < p->fold->n_seats; n++)
		if (p->fold->seats[n]->joined_ms <= p->t.time_ms)
			since = p->fold->seats[n]->joined_ms;
	int64_t seconds = (p->t.time_ms - since) / 1000, minutes = (seconds + 30) / 60;
	utstring_printf(out, "%" PRId64 "%s", seconds < 60 ? seconds : minutes < 120 ? minutes : (minutes + 30) / 60,
		seconds < 60 ? " s" : minutes < 120 ? " min" : " h");
}

static void
put_its_fates(struct page *p, UT_string *out)
{
	utstring_clear(&p->made);
	if (p->fold->format->fates)
		p->fold->format->fates(p->state, p->t.number, &p->made);
	page_markdown(&p->places, utstring_body(&p->made), utstring_len(&p->made), out);
}

/* The filesystem's notes behind it, but for the ids of its points: the page shows these at each point. */
static void
put_notes_behind(const struct page *p, UT_string *out)
{
	static const char ids[] = "> duelfs: points of ";
	bool last = p->t.number == p->texts;
	size_t end = last ? p->places.len : debate_turn(p->state, p->t.number).offset;
	size_t at = skip_between(p, p->t.offset + p->t.len, end);

	while (at < end && !strncmp(p->places.record + at, ids, strlen(ids)))
		at = skip_between(p, at + strcspn(p->places.record + at, "\n"), end);
	if (at < end && !(p->closed && last))
		page_record(&p->places, at, end, out);
}

/* Does the last text of the record stand in conclusion.md, which it made? */
static bool
is_concluded(const struct debate *d)
{
	return debate_is_closed(d) && d->n && d->n == debate_pieces(d) && d->end.seat == d->texts[d->n - 1].seat &&
		!d->end.maker && debate_has_ended(d);
}

/* conclusion.md from its first section on, without the one of who took part: the page says these elsewhere. A text may
 * have a line like its heading, before it. */
static void
put_conclusion(struct page *p, UT_string *out)
{
	char ended[RECORD_TIME_BYTES], *debate = NULL;
	char *heading = mem_format("\n## The debate\n\n- ended: %s\n", record_time(p->state->end.time_ms, ended));

	utstring_clear(&p->made);
	render_conclusion(p->d, 0, &p->made);
	char *s = strstr(utstring_body(&p->made), "\n## ");
	for (char *at = s; at && (at = strstr(at, heading)); at++)
		debate = at;
	free(heading);
	if (debate) {
		const char *next = strstr(debate + 1, "\n## ");
		memmove(debate, next ? next : "", next ? strlen(next) + 1 : 1);
	}
	page_markdown(&p->places, s ? s : "", s ? strlen(s) : 0, out);
}

/* -- lists -- */

static bool
at_seat(void *arg, size_t i)
{
	struct page *p = arg;

	p->seat = fold_seat(p->fold, (unsigned)i + 1);
	return p->seat;
}

static bool
at_text(void *arg, size_t i)
{
	struct page *p = arg;

	if (i == p->texts)
		return false;
	p->t = debate_turn(p->state, (unsigned)i);
	p->seat = context_seat(&p->ctx, p->t.seat);
	read_heading(p);
	return true;
}

static bool
at_graph(void *arg, size_t i)
{
	struct page *p = arg;

	for (unsigned n = 0; (p->row = own_row_at(p->d, n)); n++)
		if (p->row->drawn && !i--)
			return true;
	return false;
}

/* clang-format off */
#define NAMES(WORD, IS, EACH) \
	WORD(style, utstring_bincpy(out, text_page_style_css, text_page_style_css_len)) \
	WORD(refresh, if (!p->closed && !p->kept) utstring_printf(out, "%d", PAGE_REFRESH_SECONDS)) \
	WORD(format, put_string(out, p->fold->format->name)) \
	WORD(topic, put_string(out, p->fold->topic)) \
	IS(closed, p->closed) \
	IS(broken, p->broken) \
	WORD(came_to, put_string(out, utstring_body(&p->came_to))) \
	WORD(why, put_string(out, !p->explained ? "" : p->damage ? p->damage : debate_reason(p->state))) \
	WORD(ended, html_time(out, p->fold->closed_ms)) \
	WORD(holder, put_string(out, context_seat_name(&p->ctx, p->ctx.holder))) \
	WORD(until, html_time(out, p->until_ms)) \
	WORD(missing, put_string(out, format_missing(p->state))) \
	WORD(next, put_string(out, context_seat_name(&p->ctx, format_next_seat(p->state, &p->ctx)))) \
	WORD(updated, html_time(out, p->updated_ms)) \
	WORD(cautions, print_cautions(p, out)) \
	WORD(quotations, if (p->quotations) utstring_printf(out, "%u of %u", p->found, p->quotations)) \
	EACH(seat) \
	WORD(colour, if (p->seat) utstring_printf(out, "seat-%u", (p->seat->number - 1) % SEAT_COLOURS + 1)) \
	WORD(name, put_string(out, p->seat ? p->seat->name : NULL)) \
	WORD(role, put_string(out, p->seat->role)) \
	WORD(harness, put_string(out, p->seat->harness)) \
	WORD(model, put_string(out, p->seat->model)) \
	IS(texts, p->texts) \
	EACH(text) \
	IS(concluded, p->t.number == p->texts && is_concluded(p->state)) \
	WORD(number, utstring_printf(out, "%u", p->t.number)) \
	WORD(length, utstring_printf(out, "%zu", p->t.len)) \
	WORD(time, html_time(out, p->t.time_ms)) \
	WORD(took, put_time_taken(p, out)) \
	WORD(heading, put_string(out, utstring_body(&p->heading))) \
	WORD(stance, put_string(out, utstring_body(&p->stance))) \
	WORD(record, page_record(&p->places, p->text, p->t.offset + p->t.len, out)) \
	WORD(fates, put_its_fates(p, out)) \
	WORD(notes, put_notes_behind(p, out)) \
	WORD(result, put_conclusion(p, out)) \
	EACH(graph) \
	WORD(picture, p->row->shows(p->state, out)) \
	WORD(file, put_string(out, p->row->name)) \
	WORD(source, put_string(out, p->places.source ? p->places.source->name : "")) \
	WORD(source_text, page_source(p->places.source, out)) \
	WORD(duel, put_string(out, p->d->name)) \
	WORD(id, put_string(out, p->fold->id)) \
	WORD(begun, html_time(out, p->d->created_ms))
NAMES(PAGE_WORD, PAGE_FLAG, PAGE_NONE)
static const struct template_name names[] = {NAMES(PAGE_WORD_ROW, PAGE_FLAG_ROW, PAGE_LIST_ROW) {.name = NULL}};
/* clang-format on */

/* -- the page -- */

/* `kept`: it stays as it is. The lock is let go of meanwhile: nobody changes a duel that is entered, and what changes
 * all the same, or is rendered for readers, as a head that is not fixed yet, is not looked at then. */
void
page_make(struct duel *d, bool kept, UT_string *out)
{
	struct page p = {.d = d, .fold = d->fold, .state = d->fold->state, .damage = d->fold->damage,
		.updated_ms = d->updated_ms, .until_ms = d->fold->lease.expires_ms, .kept = kept, .explained = true};
	UT_string *own[] = {&p.came_to, &p.heading, &p.stance, &p.made};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		utstring_init(own[i]);
	p.closed = duel_is_closed(d);
	p.broken = p.closed && (p.damage || !strcmp(debate_outcome(p.state), "INVALIDATED") ||
		!strcmp(debate_outcome(p.state), "ABORTED"));
	fold_context(d->fold, &p.ctx);
	record_stored(d->fold, &p.places.record, &p.places.len);
	p.places.source = d->fold->folder ? NULL : d->fold->source;
	p.places.last_turn = p.texts = d->fold->head_frozen ? debate_pieces(p.state) : 0;
	duels_unlock(d->duels);
	p.found = debate_quotations(p.state, &p.quotations);
	if (p.damage)
		utstring_printf(&p.came_to, "Stopped by duelfs");
	else if (p.closed)
		p.explained = debate_came_to(p.state, &p.came_to);
	places_find(&p.places, p.state);
	template_render(text_page_page_html, names, &p, out);
	duels_lock(d->duels);
	free(p.places.marks);
	free(p.places.ids);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		utstring_done(own[i]);
}

/* A browser asks for it again and again: it is made once a version, by who finds that the duel has changed since. */
void
render_page(struct duel *d, unsigned sub, UT_string *out)
{
	struct page_cache *c = &d->live->page;
	bool other = c->version != d->fold->version;
	UT_string html;

	(void)sub;
	if (other) {
		duel_hold(d);
		duel_enter(d);
	}
	uint64_t version = d->fold->version;
	if (c->version != version) {
		utstring_init(&html);
		page_make(d, false, &html);
		live_grew(d, c->len, utstring_len(&html));
		free(c->html);
		*c = (struct page_cache){version, utstring_body(&html), utstring_len(&html)};
	}
	if (other) {
		duel_leave(d);
		duel_drop(d);
	}
	utstring_bincpy(out, c->html, c->len);
}
