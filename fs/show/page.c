/* The plan of a duel's page: everything but the texts of the record and the source, in the order in which it is read.
 */
#include "fs/show/page.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fs/registry/live.h"
#include "fs/registry/own.h"
#include "fs/show/result.h"
#include "fs/show/show.h"
#include "validators/text/html.h"
#include "validators/text/mem.h"

#define SEAT_COLOURS 6
#define MINUTE_MS 60000

struct page {
	struct duel *d;
	const struct fold *fold;
	struct context ctx;
	struct page_plan *plan;
	UT_string *out;
	bool closed;
	const char *record;
	size_t record_len;
};

static void
put(struct page *p, const char *s)
{
	html_put(p->out, s, strlen(s));
}

static void
put_element(struct page *p, const char *open, const char *text, const char *close)
{
	html_put_in(p->out, open, text, close);
}

static void
put_time(struct page *p, int64_t ms)
{
	html_time(p->out, ms);
}

static void
put_seat_class(struct page *p, unsigned seat)
{
	if (seat)
		utstring_printf(p->out, " seat-%u", (seat - 1) % SEAT_COLOURS + 1);
}

/* Its first character, in a shape of its colour. */
static void
put_face(struct page *p, const struct seat *seat)
{
	const char *s = seat->name;
	size_t n = 1;

	while ((s[n] & 0xc0) == 0x80)
		n++;
	utstring_printf(p->out, "<span class=\"face\" aria-hidden=\"true\">");
	if (n == 1)
		html_put(p->out, &(char){(char)toupper((unsigned char)*s)}, 1);
	else
		html_put(p->out, s, n);
	utstring_printf(p->out, "</span>");
}

/* -- above the texts -- */

static const char *
outcome_of(const struct page *p)
{
	return p->fold->damage ? "INVALIDATED" : fstate_outcome(p->fold->state);
}

static const char *
reason_of(const struct page *p)
{
	return p->fold->damage ? p->fold->damage : fstate_reason(p->fold->state);
}

/* It ended as no format means to end. */
static bool
is_broken(const struct page *p)
{
	return p->closed && (!strcmp(outcome_of(p), "INVALIDATED") || !strcmp(outcome_of(p), "ABORTED"));
}

static void
put_whose_move(struct page *p)
{
	const struct seat *holder = context_seat(&p->ctx, p->ctx.holder);
	const struct seat *next = context_seat(&p->ctx, format_next_seat(p->fold->state, &p->ctx));
	const char *missing = format_missing(p->fold->state);

	if (holder) {
		put_element(p, "<strong>", holder->name, "</strong> has the floor until ");
		put_time(p, p->fold->lease.expires_ms);
	} else if (missing) {
		put_element(p, "Waiting for <strong>", missing, "</strong>");
	} else if (next) {
		put_element(p, "It is <strong>", next->name, "</strong>’s move");
	} else {
		utstring_printf(p->out, "More than one may move now");
	}
	if (p->plan->kept) {
		utstring_printf(p->out, ". <span class=\"meta\">This is a copy, as it was ");
		put_time(p, p->d->updated_ms);
		utstring_printf(p->out, ".</span>");
		return;
	}
	utstring_printf(p->out, ". <span class=\"meta\">This page looks again every %d seconds.</span>",
		PAGE_REFRESH_SECONDS);
}

/* What it came to, in words; the reason, where these alone do not say all. */
static void
put_outcome(struct page *p)
{
	UT_string said;
	bool explained = true;

	utstring_init(&said);
	if (p->fold->damage)
		utstring_printf(&said, "Stopped by duelfs");
	else
		explained = format_came_to(p->fold->state, &said);
	put_element(p, "<strong>", utstring_body(&said), "</strong>");
	if (explained && *reason_of(p))
		put_element(p, ": ", reason_of(p), "");
	utstring_printf(p->out, " <span class=\"meta\">");
	put_time(p, p->fold->closed_ms);
	utstring_printf(p->out, "</span>");
	utstring_done(&said);
}

/* Of the debate, and of no text of it. */
static void
put_caution(void *arg, const char *text)
{
	struct page *p = arg;
	const char *id = *text == '[' ? strstr(text, "] ") : NULL;

	if (id || !strstr(text, ": ["))
		put_element(p, "<p class=\"caution\">", id ? id + 2 : text, ".</p>\n");
}

/* A mark a text, as long as that is, which leads there. */
static void
put_strip(struct page *p)
{
	unsigned n = p->fold->head_frozen ? fstate_pieces(p->fold->state) : 0;

	if (n)
		utstring_printf(p->out, "<nav class=\"strip\" aria-label=\"The texts\">");
	for (unsigned i = 0; i < n; i++) {
		struct turn_slice t = fstate_turn(p->fold->state, i);
		const struct seat *seat = context_seat(&p->ctx, t.seat);

		utstring_printf(p->out, "<a class=\"");
		put_seat_class(p, t.seat);
		utstring_printf(p->out, "\" href=\"#turn-%u\" style=\"flex-grow:%zu\" title=\"%u", t.number, t.len,
			t.number);
		if (seat)
			put_element(p, ", ", seat->name, "");
		utstring_printf(p->out, ", %zu bytes\">%u</a>", t.len, t.number);
	}
	if (n)
		utstring_printf(p->out, "</nav>\n");
}

static void
put_header(struct page *p)
{
	utstring_printf(p->out, "<header>\n<p class=\"kicker\">");
	put(p, p->fold->format->name);
	utstring_printf(p->out, " · <span class=\"badge %s\">", is_broken(p) ? "broken" : p->closed ? "done" : "open");
	put_element(p, p->closed ? "over" : "going on", "", "");
	put_element(p, "</span></p>\n<h1>", p->fold->topic, "</h1>\n<p class=\"now\">");
	if (p->closed)
		put_outcome(p);
	else
		put_whose_move(p);
	utstring_printf(p->out, "</p>\n");
	if (!p->closed)
		format_warnings(p->fold->state, put_caution, p);
	put_strip(p);
	utstring_printf(p->out, "<ul class=\"seats\">\n");
	for (unsigned n = 1; n <= p->fold->n_seats; n++) {
		const struct seat *seat = fold_seat(p->fold, n);

		utstring_printf(p->out, "<li class=\"seat");
		put_seat_class(p, n);
		utstring_printf(p->out, "\">");
		put_face(p, seat);
		put_element(p, "<span>", seat->name, "<small>");
		if (*seat->role)
			put_element(p, "", seat->role, " · ");
		put_element(p, "", seat->harness, " / ");
		put_element(p, "", seat->model, "</small></span></li>\n");
	}
	utstring_printf(p->out, "</ul>\n</header>\n");
}

/* -- the texts -- */

static size_t
line_len(const struct page *p, size_t offset, size_t end)
{
	const char *newline = memchr(p->record + offset, '\n', end - offset);

	return newline ? (size_t)(newline - (p->record + offset)) + 1 : end - offset;
}

static size_t
text_begin(const struct page *p, size_t offset, size_t end)
{
	return result_skip_between(p->record, offset, end);
}

static void
put_record(struct page *p, size_t offset, size_t end)
{
	if (text_begin(p, offset, end) < end)
		utstring_printf(p->out, "%c%zu %zu\n", PAGE_RECORD, offset, end - offset);
}

/* The heading that a text begins with, without what stands in the seat's own place; behind it. Where it has none, the
 * number and the name. */
static size_t
put_heading(struct page *p, const struct turn_slice *t, size_t offset, size_t end)
{
	const struct seat *seat = context_seat(&p->ctx, t->seat);
	const char *s = p->record + offset;
	size_t len = offset < end ? line_len(p, offset, end) : 0, marks = 0;
	UT_string tool;

	while (marks < len && s[marks] == '#')
		marks++;
	if (!marks) {
		utstring_printf(p->out, "%u", t->number);
		if (seat)
			put_element(p, " — ", seat->name, "");
		return offset;
	}
	utstring_init(&tool);
	if (seat)
		utstring_printf(&tool, " (%s / %s)", seat->harness, seat->model);
	const char *at = seat ? memmem(s, len, utstring_body(&tool), utstring_len(&tool)) : NULL;
	size_t before = at ? (size_t)(at - s) : len, behind = at ? before + utstring_len(&tool) : len;
	html_put(p->out, s + marks, before - marks);
	html_put(p->out, s + behind, len - behind);
	utstring_done(&tool);
	return offset + len;
}

static void
put_duration(struct page *p, int64_t ms)
{
	if (ms < MINUTE_MS)
		utstring_printf(p->out, "%d s", (int)(ms / 1000));
	else if (ms < 120 * MINUTE_MS)
		utstring_printf(p->out, "%d min", (int)((ms + MINUTE_MS / 2) / MINUTE_MS));
	else
		utstring_printf(p->out, "%d h", (int)((ms + 30 * MINUTE_MS) / (60 * MINUTE_MS)));
}

/* "U-1" of a line that begins with it; 0: it begins with no id. */
static size_t
id_len(const char *line)
{
	size_t len = isupper((unsigned char)*line) ? strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.") : 0;

	return len && line[len] == ' ' && isdigit((unsigned char)line[len - 1]) ? len : 0;
}

/* Of what a text raised: whether it is still open. What has an id is led to. */
static void
put_fates(struct page *p, unsigned number)
{
	UT_string lines;

	utstring_init(&lines);
	format_fates(p->fold->state, &p->ctx, number, &lines);
	if (utstring_len(&lines))
		utstring_printf(p->out, "<ul class=\"fates\">\n");
	for (const char *s = utstring_body(&lines), *end; (end = strchr(s, '\n')); s = end + 1) {
		size_t id = id_len(s);

		if (id)
			utstring_printf(p->out, "<li id=\"%.*s\">", (int)id, s);
		else
			utstring_printf(p->out, "<li>");
		utstring_printf(&p->plan->ids, " %.*s ", (int)id, s);
		html_put(p->out, s, (size_t)(end - s));
		utstring_printf(p->out, "</li>\n");
	}
	if (utstring_len(&lines))
		utstring_printf(p->out, "</ul>\n");
	utstring_done(&lines);
}

static void
put_card(struct page *p, const struct turn_slice *t, int64_t since_ms)
{
	const struct seat *seat = context_seat(&p->ctx, t->seat);
	size_t end = t->offset + t->len, text = text_begin(p, t->offset, end);

	utstring_printf(p->out, "<article class=\"card");
	put_seat_class(p, t->seat);
	utstring_printf(p->out, "\" id=\"turn-%u\">\n<header>", t->number);
	if (seat)
		put_face(p, seat);
	utstring_printf(p->out, "<h2><a href=\"#turn-%u\">", t->number);
	text = put_heading(p, t, text, end);
	utstring_printf(p->out, "</a></h2><span class=\"meta\">");
	put_time(p, t->time_ms);
	utstring_printf(p->out, " · after ");
	put_duration(p, t->time_ms - since_ms);
	utstring_printf(p->out, "</span></header>\n");
	put_record(p, text, end);
	put_fates(p, t->number);
	utstring_printf(p->out, "</article>\n");
}

/* What stands between texts: lines of the filesystem's own. */
static void
put_between(struct page *p, size_t from, size_t to)
{
	if (text_begin(p, from, to) == to)
		return;
	utstring_printf(p->out, "<div class=\"note\">\n");
	put_record(p, text_begin(p, from, to), to);
	utstring_printf(p->out, "</div>\n");
}

/* conclusion.md, without the topic, which stands above it. */
static void
put_conclusion(struct page *p)
{
	UT_string text;
	const char *s, *title, *behind;

	utstring_init(&text);
	render_conclusion(p->d, 0, &text);
	s = utstring_body(&text);
	title = strncmp(s, "# ", 2) ? strstr(s, "\n# ") : s;
	behind = title ? strchr(title + 1, '\n') : NULL;
	title = behind ? title : s, behind = behind ? behind : s;
	utstring_printf(p->out, "<article class=\"card result%s\" id=\"result\">\n%c0 %zu\n",
		is_broken(p) ? " broken" : "", PAGE_TEXT, utstring_len(&text) - (size_t)(behind - title));
	utstring_bincpy(p->out, s, (size_t)(title - s));
	utstring_printf(p->out, "%s</article>\n", behind);
	utstring_done(&text);
}

/* From when on there was something to hand in: all seats were taken then, or as many as did. */
static int64_t
begun_ms(const struct page *p)
{
	int64_t ms = p->d->created_ms, first = fstate_turn(p->fold->state, 0).time_ms;

	for (unsigned n = 1; n <= p->fold->n_seats; n++) {
		int64_t joined = fold_seat(p->fold, n)->joined_ms;

		if (joined > ms && joined <= first)
			ms = joined;
	}
	return ms;
}

/* The text that ended a debate stands in conclusion.md. */
static void
put_texts(struct page *p)
{
	unsigned n = p->fold->head_frozen ? fstate_pieces(p->fold->state) : 0;
	struct turn_slice last = n ? fstate_turn(p->fold->state, n - 1) : (struct turn_slice){.number = 0};
	size_t end = n ? last.offset + last.len : 0;
	int64_t since_ms = n ? begun_ms(p) : 0;
	struct result result = {.from = 0};

	if (p->closed)
		result = result_find(p->fold, p->record, p->record_len);
	p->plan->last_turn = n ? last.number : 0;
	end = 0;
	for (unsigned i = 0; i < n - result.piece; i++) {
		struct turn_slice t = fstate_turn(p->fold->state, i);

		if (end)
			put_between(p, end, t.offset);
		put_card(p, &t, since_ms);
		end = t.offset + t.len;
		since_ms = t.time_ms;
	}
	if (!p->closed && n)
		put_between(p, end, p->record_len);
	if (!n)
		utstring_printf(p->out, "<p class=\"note\">Nothing has been said yet.</p>\n");
}

/* -- below them -- */

static bool
is_wide(const char *svg, size_t len)
{
	static const char before[] = "width=\"";
	const char *end = memchr(svg, '>', len);
	const char *width = end ? memmem(svg, (size_t)(end - svg), before, strlen(before)) : NULL;

	return width && strtod(width + strlen(before), NULL) > PAGE_PICTURE_WIDE;
}

static void
put_graph(struct page *p, const struct format_row *row)
{
	UT_string svg;
	const char *begin;

	utstring_init(&svg);
	format_render(p->fold->state, &p->ctx, row, 0, &svg);
	begin = strstr(utstring_body(&svg), "<svg");
	if (begin && is_wide(begin, strlen(begin))) {
		put_element(p, "<details>\n<summary>", row->name, "</summary>\n<figure class=\"wide\">\n");
		utstring_printf(p->out, "%s</figure>\n</details>\n", begin);
	} else if (begin) {
		utstring_printf(p->out, "<figure>\n%s", begin);
		put_element(p, "<figcaption class=\"meta\">", row->name, "</figcaption>\n</figure>\n");
	}
	utstring_done(&svg);
}

static void
put_graphs(struct page *p)
{
	const struct format_row *row;

	for (unsigned i = 0; (row = own_row_at(p->d, i)); i++)
		if (row->drawn)
			put_graph(p, row);
}

static void
put_source(struct page *p)
{
	if (!p->fold->source || p->fold->folder)
		return;
	p->plan->source = source_hold(p->d->fold->source);
	utstring_printf(p->out, "<details data-since=\"%" PRId64 "\">\n<summary>The source: ", p->fold->rules_ms);
	put_element(p, "", p->plan->source->name, "</summary>\n");
	utstring_printf(p->out, "%c</details>\n", PAGE_SOURCE);
}

static void
put_footer(struct page *p)
{
	put_element(p, "<footer>\n<p>", p->d->name, " · id ");
	put_element(p, "", p->fold->id, " · begun ");
	put_time(p, p->d->created_ms);
	utstring_printf(p->out,
		" · %zu bytes of record. What stands here was accepted by the rules of the debate, and is "
		"never changed. duelfs</p>\n</footer>\n</body>\n</html>\n",
		p->record_len);
}

static void
plan_page(struct duel *d, struct page_plan *out)
{
	struct page p = {.d = d, .fold = d->fold, .plan = out, .out = &out->text, .closed = duel_is_closed(d)};

	fold_context(d->fold, &p.ctx);
	record_stored(d->fold, &p.record, &p.record_len);
	if (d->fold->head_frozen)
		out->record = mem_copy(p.record, p.record_len);
	out->record_len = p.record_len;
	html_begin(p.out, d->fold->topic, p.closed || out->kept ? 0 : PAGE_REFRESH_SECONDS);
	put_header(&p);
	utstring_printf(p.out, "<main>\n");
	if (p.closed)
		put_conclusion(&p);
	put_graphs(&p);
	put_texts(&p);
	put_source(&p);
	utstring_printf(p.out, "</main>\n");
	put_footer(&p);
}

static void
put_page(struct duel *d, bool kept, UT_string *out)
{
	struct page_plan plan = {.kept = kept};

	utstring_init(&plan.text);
	utstring_init(&plan.ids);
	plan_page(d, &plan);
	duel_hold(d);
	registry_unlock(d->registry);
	page_make(&plan, out);
	utstring_done(&plan.text);
	utstring_done(&plan.ids);
	free((char *)plan.record);
	registry_lock(d->registry);
	duel_drop(d);
	if (plan.source)
		source_drop(plan.source);
}

void
render_page(struct duel *d, unsigned sub, UT_string *out)
{
	struct page_cache *cache = duel_page_cache(d);
	uint64_t version = d->fold->version;
	UT_string html;

	(void)sub;
	if (cache->version != version) {
		utstring_init(&html);
		put_page(d, false, &html);
		if (cache->html)
			free(cache->html);
		*cache = (struct page_cache){version, utstring_body(&html), utstring_len(&html)};
	}
	utstring_bincpy(out, cache->html, cache->len);
}

void
render_page_kept(struct duel *d, UT_string *out)
{
	put_page(d, true, out);
}
