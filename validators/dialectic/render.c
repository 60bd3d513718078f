/*
 * The files of a debate: the record, debate.md's front matter, and its files, with the names, keys and numbers
 * of the seed's. A writer's words stand in Markdown as a paragraph of plain text: nothing of it is a mark.
 */
#include "validators/dialectic/dialectic.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include "validators/graph/graph.h"
#include "validators/kit/show.h"
#include "validators/kit/record.h"
#include "validators/text/markdown.h"

__attribute__((format(printf, 3, 4))) static void
put_paragraph(UT_string *out, const char *text, const char *format, ...)
{
	va_list args;

	if (!*text)
		return;
	va_start(args, format);
	utstring_printf_va(out, format, args);
	va_end(args);
	md_escape_paragraph(out, text);
	utstring_bincpy(out, "\n", 1);
}

static json_t *
number_json(struct number n)
{
	return n.real ? json_real(n.value) : json_integer((json_int_t)n.value);
}

struct printed_id
score_text(struct number n)
{
	struct printed_id text;

	snprintf(text.s, sizeof text.s, n.real ? "%.15g" : "%.0f", n.value);
	return text;
}

/* -- debate.md -- */

void
dialectic_definitions(const struct terms *t, const char *lead, const char *behind, UT_string *out)
{
	char *copy = mem_strdup(t->definitions ? t->definitions : ""), *rest = copy, *line;

	while (*copy && (line = strsep(&rest, "\n"))) {
		utstring_printf(out, "%s", lead);
		md_escape(out, strsep(&line, "\t"));
		utstring_printf(out, "%s", behind);
		md_escape(out, line);
		utstring_printf(out, "\n");
	}
	free(copy);
}

void
dialectic_head(const struct debate *d, UT_string *out)
{
	const struct terms *t = d->terms;

	utstring_printf(out, "# Motion\n\n");
	md_escape_paragraph(out, t->topic);
	utstring_printf(out, t->definitions && *t->definitions ? "\n\n## Definitions\n\n" : "\n");
	dialectic_definitions(t, "- **", "**: ", out);
	if (t->scope)
		put_paragraph(out, t->scope, "\n## Scope\n\n");
}

void
dialectic_front(const struct debate *d, UT_string *out)
{
	const struct total *t = standing_of(d)->totals;
	const char *outcome = debate_state(d)->outcome;
	json_t *people = outcome ? json_object() : NULL, *closed = NULL;
	char time[RECORD_TIME_BYTES];

	for (unsigned role = ROLE_PROPOSITION; outcome && role <= ROLE_JUDGE; role++) {
		const struct debate_seat *seat = d->seats + debate_seat_of(d, role) - 1;

		if (debate_seat_of(d, role))
			json_object_set_new(people, d->format->roles[role - 1].name, json_pack("{s:s, s:s, s:s}",
				"name", seat->name, "harness", seat->harness, "model", seat->model));
	}
	if (outcome)
		closed = json_pack("{s:s, s:s*, s:s, s:o}", "outcome", outcome, "winner", debate_winner(d), "at",
			record_time(d->end.time_ms, time), "participants", people);
	show_json(json_pack("{s:s, s:i, s:s, s:{s:{s:o, s:i}, s:{s:o, s:i}}, s:o*}", "debate_id", d->name,
		"current_exchange", (int)open_exchange(d), "current_phase", open_phase(d), "cumulative_scores",
		"proposition", "total", number_json(t[0].total), "count", (int)t[0].count, "opposition", "total",
		number_json(t[1].total), "count", (int)t[1].count, "closed", closed), out);
	utstring_printf(out, "\n");
}

/* -- an argument -- */

/* `lead` stands before the name of each part of an argument, and `behind` behind it. */
static const struct layout {
	const char *lead, *behind, *ground, *link;
} layouts[] = {
	[IN_RECORD] = {.lead = "\n**", .behind = ":** ", .ground = "\n**Ground %u:** ", .link = "\n**%s %s** (%s): "},
	[IN_FILE] = {.lead = "\n## ", .behind = "\n\n", .ground = "\n### %u. ",
		.link = "\n### %s %s\n\n**Type:** %s\n\n"},
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
void
put_argument(const struct argument *a, enum shown_in in, UT_string *out)
{
	const struct layout *to = &layouts[in];
	const struct json_value *list = json_at(a->v, "grounds"), *v = NULL;
	int last = -1; /* what the link before was */

	put_paragraph(out, json_text(a->v, "claim"), "%sClaim%s", to->lead, to->behind);
	if (in == IN_FILE)
		utstring_printf(out, "\n## Grounds\n");
	for (unsigned i = 1; (v = json_next(list, v)); i++) {
		put_paragraph(out, json_text(v, "source"), to->ground, i);
		put_paragraph(out, json_text(v, "content"), "\n> ");
		put_paragraph(out, json_text(v, "relevance"), "\n**Relevance:** ");
	}
	put_paragraph(out, json_text(a->v, "warrant"), "%sWarrant%s", to->lead, to->behind);
	put_paragraph(out, json_text(a->v, "backing"), "%sBacking%s", to->lead, to->behind);
	put_paragraph(out, json_text(a->v, "qualifier"), "%sQualifier%s", to->lead, to->behind);
	for (struct link l = {.kind = 0}; link_next(a, &l); last = (int)l.kind) {
		if (in == IN_FILE && last != (int)l.kind)
			utstring_printf(out, "\n## %s\n", l.kind == ATTACKS ? "Attacks" : "Defends");
		put_paragraph(out, json_text(l.v, "content"), to->link, link_rows[l.kind].verb, l.target.s, l.type);
	}
}
#pragma GCC diagnostic pop

/* -- the record -- */

static void
put_titled(const struct argument *a, UT_string *out)
{
	put_paragraph(out, json_text(a->v, "title"), "\n### %s: ", printed_id(&a->id).s);
	put_argument(a, IN_RECORD, out);
}

/* Each id is as long as the longest. */
size_t
dialectic_room(const struct parsed *p)
{
	struct argument a = {.id = {.kind = dialectic_refs, .number = {UINT_MAX}}, };
	UT_string out;
	size_t len;

	utstring_init(&out);
	while ((a.v = json_next(json_root(p), a.v)))
		put_titled(&a, &out);
	len = utstring_len(&out);
	utstring_done(&out);
	return len;
}

/* The exchange that was judged last: each argument with its score, then what that did to earlier ones. */
void
dialectic_record(const struct debate *d, UT_string *out)
{
	const struct debate_text *t = &d->texts[d->n - 1];
	const struct standing *s = standing_of(d);
	const char *heading = "\n### Rescores\n";

	if (t->kind != JUDGEMENT)
		return;
	utstring_printf(out, "\n## Exchange %u\n", t->round - 1);
	for (size_t i = standing_newest(s, t->round - 1); i < s->n; i++) {
		const struct json_value *v = s->v[i].judged;

		put_titled(&s->v[i], out);
		put_paragraph(out, json_text(v, "reasoning"), "\n**Score %s:** ",
			score_text(json_number(v, "score")).s);
	}
	for (size_t i = 0; i < s->n_rescores; i++) {
		const struct rescore *r = &s->rescores[i];

		if (r->judgement != d->n - 1)
			continue;
		utstring_printf(out, "%s", heading);
		heading = "";
		put_paragraph(out, json_text(r->v, "reasoning"), "\n**%s** from %s to %s: ",
			printed_id(&s->v[r->argument].id).s, score_text(r->before).s,
			score_text(json_number(r->v, "new_score")).s);
	}
}

/* -- scores.json -- */

/* Its time has microseconds where there are any, as Python writes it. */
static json_t *
score_json(const struct debate_text *t, const struct json_value *v, const char *key)
{
	char time[RECORD_TIME_BYTES], fraction[16] = "";

	if (t->time_ms % 1000)
		snprintf(fraction, sizeof fraction, ".%03d000", (int)(t->time_ms % 1000));
	return json_pack("{s:o, s:s, s:o}", "score", number_json(json_number(v, key)), "reasoning",
		json_text(v, "reasoning"), "scored_at",
		json_sprintf("%.19s%s+00:00", record_time(t->time_ms, time), fraction));
}

static void
show_scores(const struct debate *d, UT_string *out)
{
	const struct standing *s = standing_of(d);
	json_t *all = json_object();

	for (size_t i = 0; i < d->n; i++) {
		const struct parsed *p = d->texts[i].read;
		const struct json_value *v = NULL;
		struct ref id;

		while (d->texts[i].kind == JUDGEMENT && (v = json_next(judgement_scores(p), v)))
			if (json_ref(v, "argument_id", &id))
				json_object_set_new(all, printed_id(&id).s, json_pack("{s:i, s:[o]}",
					"current_score", 0, "history", score_json(&d->texts[i], v, "score")));
	}
	for (size_t i = 0; i < s->n_rescores; i++) {
		const struct rescore *r = &s->rescores[i];
		const struct debate_text *t = &d->texts[r->judgement];
		struct printed_id id = printed_id(&s->v[r->argument].id);
		struct number new = json_number(r->v, "new_score");
		json_t *score = score_json(t, r->v, "new_score");
		struct ref first;

		if (json_ref(json_next(judgement_scores(t->read), NULL), "argument_id", &first))
			json_object_set_new(score, "triggered_by", json_string(printed_id(&first).s));
		json_object_set_new(score, "previous_score", number_json(r->before));
		json_object_set_new(score, "diff", number_json(number_rounded(
			(struct number){new.value - r->before.value, new.real || r->before.real})));
		json_array_append_new(json_object_get(json_object_get(all, id.s), "history"), score);
	}
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].judged)
			json_object_set_new(json_object_get(all, printed_id(&s->v[i].id).s), "current_score",
				number_json(s->v[i].score));
	show_json(all, out);
}

/* -- the graph -- */

/* clang-format off */
static const struct graph_side graph_sides[SIDES] = {
	{ "proposition", "[",  "]",  "#dbeafe", "#3b76f0", "#0b1f44" },
	{ "opposition",  "{{", "}}", "#ffedd5", "#cc5c10", "#3d1a04" },
};
static const struct graph_kind graph_kinds[LINKS] = {
	[ATTACKS] = { "attacks", "#dc3f45", "solid",  "-->" },
	[DEFENDS] = { "defends", "#0f8a7e", "dashed", "-.->" },
};
/* clang-format on */

static void
draw_graph(const struct debate *d, void (*write)(const struct graph *g, UT_string *out), UT_string *out)
{
	const struct standing *s = standing_of(d);
	struct graph_node *nodes = mem_calloc(s->n, sizeof *nodes);
	struct node_label *labels = mem_calloc(s->n, sizeof *labels);
	struct graph g = {.sides = graph_sides, .n_sides = SIDES, .kinds = graph_kinds, .nodes = nodes, .n_nodes = s->n,
		.edges = mem_calloc(s->n * LINKS * LINKS_MOST, sizeof *g.edges)};

	for (size_t i = 0; i < s->n; i++) {
		const struct argument *a = &s->v[i];

		label_wrap(&labels[i], json_text(a->v, "title"));
		nodes[i] = (struct graph_node){.label = &labels[i], .side = a->side, .row = a->id.number[0]};
		snprintf(nodes[i].id, sizeof nodes[i].id, "%.*s", GRAPH_NODE_BYTES - 1, printed_id(&a->id).s);
		snprintf(nodes[i].stands, sizeof nodes[i].stands, !a->judged ? "not judged"
			: fabs(a->score.value) < 0.005 ? "score 0.00" : "score %+.2f", a->score.value);
		for (struct link l = {.kind = 0}; link_next(a, &l);) {
			const struct argument *to = standing_named(s, l.v, "target_id");

			if (to)
				g.edges[g.n_edges++] = (struct graph_edge){.from = &nodes[i], .to = &nodes[to - s->v],
					.kind = l.kind, .word = l.type};
		}
	}
	write(&g, out);
	for (size_t i = 0; i < s->n; i++)
		label_free(&labels[i]);
	free(labels);
	free(g.edges);
	free(nodes);
}

static void
show_mermaid(const struct debate *d, UT_string *out)
{
	draw_graph(d, graph_mermaid, out);
}

static void
show_svg(const struct debate *d, UT_string *out)
{
	draw_graph(d, graph_svg, out);
}

/* -- the report, and what the filesystem knows beside it -- */

void
put_totals(const struct standing *s, UT_string *out)
{
	for (unsigned side = 0; side < SIDES; side++)
		utstring_printf(out, "%s%s %s in %u arguments", side ? ", " : "", dialectic_format.roles[side].name,
			score_text(s->totals[side].total).s, s->totals[side].count);
}

bool
dialectic_came_to(const struct debate *d, UT_string *out)
{
	const struct total *t = standing_of(d)->totals;
	const char *winner = debate_winner(d);

	if (!winner)
		utstring_printf(out, "Stopped");
	else if (!strcmp(winner, "tie"))
		utstring_printf(out, "Neither side leads");
	else
		utstring_printf(out, "The %s leads by %g", winner,
			round(fabs(t[0].total.value - t[1].total.value) * 1000) / 1000);
	return !winner;
}

static void
show_report(const struct debate *d, UT_string *out)
{
	const struct debate_text *t = d->n ? &d->texts[d->n - 1] : NULL;

	if (!t || t->kind != REPORT)
		return;
	utstring_bincpy(out, t->text, t->len);
	utstring_printf(out, "%s\n**Totals:** ", t->text[t->len - 1] == '\n' ? "" : "\n");
	put_totals(standing_of(d), out);
	utstring_printf(out, "\n");
}

/* -- conclusion.md -- */

/* A line an argument: its score, what it was before, its title. */
static void
put_standing(const struct standing *s, unsigned side, UT_string *out)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct argument *a = &s->v[i];
		const char *before = ", before ";

		if (a->side != side)
			continue;
		utstring_printf(out, "- **Score %s:** %s", a->judged ? score_text(a->score).s : "none",
			printed_id(&a->id).s);
		for (size_t r = 0; r < s->n_rescores; r++)
			if (s->rescores[r].argument == i) {
				utstring_printf(out, "%s%s", before, score_text(s->rescores[r].before).s);
				before = ", ";
			}
		utstring_printf(out, ": ");
		md_escape(out, json_text(a->v, "title"));
		utstring_printf(out, "\n");
	}
}

void
dialectic_result(const struct debate *d, UT_string *out)
{
	const struct standing *s = standing_of(d);
	char time[RECORD_TIME_BYTES];

	debate_print_cautions(d, out);
	debate_print_end(d, out);
	utstring_printf(out, "\nEnded %s. ", record_time(d->end.time_ms, time));
	for (unsigned n = 1; n <= d->n_seats; n++) {
		utstring_printf(out, "%s%s: ", n > 1 ? "; " : "", d->format->roles[d->seats[n - 1].role - 1].name);
		brief_seat(d, n, out);
	}
	utstring_printf(out, ". The whole of it: `debate.md`; as a page: `view.html`.\n");
	for (unsigned side = 0; side < SIDES; side++) {
		utstring_printf(out, "\n## The %s: %s in %u arguments\n\n", dialectic_format.roles[side].name,
			score_text(s->totals[side].total).s, s->totals[side].count);
		put_standing(s, side, out);
	}
	if (d->n && d->texts[d->n - 1].kind == REPORT)
		utstring_printf(out, "\n");
	show_report(d, out);
}

/* -- the files -- */

static unsigned
count_arguments(const struct debate *d)
{
	return (unsigned)standing_of(d)->n;
}

static void
name_argument(const struct debate *d, unsigned number, char out[FORMAT_NAME_BYTES])
{
	snprintf(out, FORMAT_NAME_BYTES, "%s.md", printed_id(&standing_of(d)->v[number - 1].id).s);
}

static unsigned
find_argument_file(const struct debate *d, const char *name)
{
	const struct standing *s = standing_of(d);
	struct reader at = reader_of(name, name + strcspn(name, "."));
	char its[FORMAT_NAME_BYTES];
	struct ref id;
	const struct argument *a = ref_read(dialectic_refs, NULL, name, &at, &id) ? standing_find(s, &id) : NULL;

	if (!a)
		return 0;
	name_argument(d, (unsigned)(a - s->v) + 1, its);
	return strcmp(its, name) ? 0 : (unsigned)(a - s->v) + 1;
}

static void
show_argument(const struct debate *d, unsigned number, UT_string *out)
{
	const struct argument *a = &standing_of(d)->v[number - 1];
	json_t *front = json_pack("{s:s, s:s, s:i, s:s, s:s, s:[], s:[]}", "id", printed_id(&a->id).s, "side",
		a->side ? "opp" : "prop", "exchange", (int)a->id.number[0], "title", json_text(a->v, "title"),
		"claim", json_text(a->v, "claim"), "attacks", "defends");

	for (struct link l = {.kind = 0}; link_next(a, &l);)
		json_array_append_new(json_object_get(front, link_rows[l.kind].key),
			json_pack("{s:s, s:s}", "target_id", l.target.s, "type", l.type));
	show_json(front, out);
	put_argument(a, IN_FILE, out);
}

/* Both of an exchange appear with the later one. */
static int64_t
argument_time(const struct debate *d, unsigned number)
{
	unsigned round = standing_of(d)->v[number - 1].id.number[0] + 1;
	int64_t time = 0;

	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].kind <= ARGUMENT && d->texts[i].round == round && d->texts[i].time_ms > time)
			time = d->texts[i].time_ms;
	return time;
}

static const struct debate_files arguments = {count_arguments, name_argument, find_argument_file, show_argument,
	argument_time};

const struct format_row dialectic_rows[] = {
	{"scores.json", "how each argument stands, and every score and rescore with its reasoning",
		.shows = show_scores},
	{"argument-graph.mmd", "the graph of attacks and defences, as Mermaid", .shows = show_mermaid},
	{"argument-graph.svg", "the same graph, as a picture", .shows = show_svg, .drawn = true},
	{"report.md", "the judge's report, with the totals",
		.shows = show_report},
	{"arguments", "each argument, with its id, claim, grounds, warrant, attacks and defences", .many = &arguments},
	{0},
};
