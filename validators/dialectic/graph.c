#include "validators/dialectic/graph.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include "validators/dialectic/out.h"
#include "validators/text/mem.h"
#include "validators/text/svg.h"

/* Colours are legible on a white page and on a dark one: lines and their names in a middle tone, nodes filled. */
struct look {
	const char *shape;         /* of DOT */
	const char *margin;        /* of DOT: inches round the text; the corners of a shape are room already */
	const char *open, *close;  /* round a node of Mermaid */
	const char *fill, *line, *text;
};

/* clang-format off */
static const struct look sides[SIDES] = {
	[SIDE_PROPOSITION] = { "box",     "0.2,0.14",  "[",  "]",  "#dbeafe", "#3b76f0", "#0b1f44" },
	[SIDE_OPPOSITION]  = { "octagon", "0.0,0.02", "{{", "}}", "#ffedd5", "#cc5c10", "#3d1a04" },
};

struct line {
	const char *colour;
	const char *style, *head; /* of DOT */
	const char *arrow;        /* of Mermaid */
};

static const struct line links[LINK_KINDS] = {
	[LINK_ATTACK]  = { "#dc3f45", "solid",  "normal",   "-->" },
	[LINK_DEFENCE] = { "#0f8a7e", "dashed", "odiamond", "-.->" },
};
/* clang-format on */

/* Two decimals with a sign, and no sign where those are zero. */
static void
put_score(UT_string *out, const struct fstate *state, struct argument_id id)
{
	const struct number *score = scoreboard_find(state->board, id);

	if (!score)
		out_put(out, "not judged");
	else
		utstring_printf(out, fabs(score->value) < 0.005 ? "score 0.00" : "score %+.2f", score->value);
}

/* -- Mermaid --------------------------------------------------------------------------------------------------------------------- */

/* ASCII letters, digits, spaces and a few marks stay as they are; every other ASCII character is written by its number. */
static void
put_mermaid(UT_string *out, const char *s)
{
	for (; *s; s++)
		if (isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80 || strchr(" ,.-", *s))
			utstring_bincpy(out, s, 1);
		else
			utstring_printf(out, "#%d;", *s);
}

static void
mermaid_node(UT_string *out, const struct fstate *state, const struct argument *a)
{
	const struct look *look = &sides[a->id.side];

	out_put(out, "    ");
	out_id(out, a->id);
	utstring_printf(out, "%s\"", look->open);
	out_id(out, a->id);
	for (size_t i = 0; i < a->label.n; i++) {
		out_put(out, "<br/>");
		put_mermaid(out, a->label.lines[i]);
	}
	out_put(out, "<br/>");
	put_score(out, state, a->id);
	utstring_printf(out, "\"%s:::%s\n", look->close, dialectic_sides[a->id.side].name);
}

static void
mermaid_edges(UT_string *out, const struct argument *a, unsigned *edge, unsigned *kinds)
{
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++) {
			out_put(out, "    ");
			out_id(out, a->id);
			utstring_printf(out, " %s|%s| ", links[kind].arrow, link_type_names[a->links[kind][i].type]);
			out_id(out, a->links[kind][i].target);
			out_put(out, "\n");
			kinds[(*edge)++] = kind;
		}
}

static void
mermaid_styles(UT_string *out, const unsigned *kinds, unsigned n)
{
	for (enum side side = 0; side < SIDES; side++)
		utstring_printf(out, "    classDef %s fill:%s,stroke:%s,stroke-width:2px,color:%s\n", dialectic_sides[side].name,
			sides[side].fill, sides[side].line, sides[side].text);
	for (unsigned i = 0; i < n; i++)
		utstring_printf(out, "    linkStyle %u stroke:%s,stroke-width:2px\n", i, links[kinds[i]].colour);
}

void
graph_mermaid(const struct fstate *state, bool sealed, UT_string *out)
{
	unsigned n, edges = 0;
	const struct argument **list = debate_arguments(state, sealed, &n);
	unsigned *kinds = mem_calloc((size_t)n * LINK_KINDS * LINKS_MAX, sizeof *kinds);

	out_put(out, "flowchart BT\n");
	for (unsigned i = 0; i < n; i++)
		mermaid_node(out, state, list[i]);
	for (unsigned i = 0; i < n; i++)
		mermaid_edges(out, list[i], &edges, kinds);
	mermaid_styles(out, kinds, edges);
	free(kinds);
	free(list);
}

/* -- DOT ------------------------------------------------------------------------------------------------------------------------- */

/* Of what a text may hold, XML 1.0 (section 2.2, Char) leaves out U+FFFE and U+FFFF. */
static bool
is_no_xml(const char *s)
{
	return !strncmp(s, "\uFFFE", 3) || !strncmp(s, "\uFFFF", 3);
}

/* A quoted string knows backslashes and quotes, a label also XML's entities. */
static void
put_dot(UT_string *out, const char *s)
{
	for (; *s; s++) {
		if (is_no_xml(s)) {
			out_put(out, "\uFFFD");
			s += 2;
			continue;
		}
		if (strchr("\"\\", *s))
			out_put(out, "\\");
		xml_put_char(out, *s);
	}
}

static void
dot_node(UT_string *out, const struct fstate *state, const struct argument *a)
{
	const struct look *look = &sides[a->id.side];

	out_put(out, "\t\t");
	out_id(out, a->id);
	out_put(out, " [class=\"");
	out_put(out, dialectic_sides[a->id.side].name);
	utstring_printf(out, "\", shape=%s, margin=\"%s\", fillcolor=\"%s\", color=\"%s\", fontcolor=\"%s\", label=\"%s ",
		look->shape, look->margin, look->fill, look->line, look->text, dialectic_sides[a->id.side].name);
	out_id(out, a->id);
	for (size_t i = 0; i < a->label.n; i++) {
		out_put(out, "\\n");
		put_dot(out, a->label.lines[i]);
	}
	out_put(out, "\\n");
	put_score(out, state, a->id);
	out_put(out, "\"];\n");
}

static void
dot_edges(UT_string *out, const struct argument *a)
{
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++) {
			const struct line *line = &links[kind];

			out_put(out, "\t");
			out_id(out, a->id);
			out_put(out, " -> ");
			out_id(out, a->links[kind][i].target);
			utstring_printf(out, " [class=\"%s\", style=%s, arrowhead=%s, color=\"%s\", fontcolor=\"%s\", ",
				link_kinds[kind].key, line->style, line->head, line->colour, line->colour);
			utstring_printf(out, "label=\"  %s  \"];\n", link_type_names[a->links[kind][i].type]);
		}
}

/* Past so many arguments the layout is bounded: it would take the square of their number, to no use that an eye could see. */
#define MANY_ARGUMENTS 100

/* Those of one exchange stand in one row. */
static void
dot_row(UT_string *out, const struct fstate *state, const struct argument *const *list, unsigned n, unsigned *i)
{
	unsigned exchange = list[*i]->id.exchange;

	out_put(out, "\t{\n\t\trank=same;\n");
	for (; *i < n && list[*i]->id.exchange == exchange; ++*i)
		dot_node(out, state, list[*i]);
	out_put(out, "\t}\n");
}

void
graph_dot(const struct fstate *state, bool sealed, UT_string *out)
{
	unsigned n;
	const struct argument **list = debate_arguments(state, sealed, &n);

	out_put(out,
		"digraph \"arguments\" {\n"
		"\tgraph [charset=\"UTF-8\", rankdir=BT, bgcolor=\"transparent\", nodesep=0.5, ranksep=0.9, fontname=\"Helvetica\"];\n"
		"\tnode [style=filled, penwidth=2, fontname=\"Helvetica\", fontsize=13];\n"
		"\tedge [penwidth=1.6, fontname=\"Helvetica\", fontsize=12];\n");
	if (n > MANY_ARGUMENTS)
		out_put(out, "\tgraph [nslimit=1, nslimit1=1, mclimit=0.3];\n");
	for (unsigned i = 0; i < n;)
		dot_row(out, state, list, n, &i);
	for (unsigned i = 0; i < n; i++)
		dot_edges(out, list[i]);
	out_put(out, "}\n");
	free(list);
}
