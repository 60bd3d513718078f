/*
 * A graph of any format, as Mermaid and as DOT: as many sides and kinds as somebody brings.
 */
#include "tests/unit/test.h"

#include <string.h>
#include "validators/graph/graph.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

static const struct graph_side sides[] = {
	{ "pro", "box", "0.1", "[", "]", "#fff", "#111", "#000" },
	{ "con", "oval", "0.2", "(", ")", "#eee", "#222", "#333" },
	{ "meta", "note", "0.3", "{{", "}}", "#ddd", "#444", "#555" },
};
static const struct graph_kind kinds[] = {
	{ "rebuts", "#a00", "solid", "normal", "-->" },
	{ "refines", "#0a0", "dotted", "vee", "-.->" },
};

static struct label labels[3];
static struct graph_node nodes[] = {
	{ "arg-001", "contested", &labels[0], 0, 0 },
	{ "arg-002", "weak", &labels[1], 1, 0 },
	{ "arg-003", "robust", &labels[2], 2, 1 },
};
static struct graph_edge edges[] = { { &nodes[2], &nodes[0], 1, "refines" }, { &nodes[1], &nodes[0], 0, "rebuts" } };
static const struct graph graph = { sides, N(sides), kinds, nodes, N(nodes), edges, N(edges) };

static UT_string out;

static int
begin(void **state)
{
	(void)state;
	utstring_init(&out);
	label_wrap(&labels[0], "A claim");
	label_wrap(&labels[1], "\"No\" <it> \\ is & not");
	label_wrap(&labels[2], "Neither");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	for (size_t i = 0; i < N(labels); i++)
		label_free(&labels[i]);
	utstring_done(&out);
	return 0;
}

EACH_TEST(begin, end);

TEST(mermaid_has_each_node_edge_and_class)
{
	graph_mermaid(&graph, &out);
	assert_string_equal(utstring_body(&out),
		"flowchart BT\n"
		"    arg-001[\"arg-001<br/>A claim<br/>contested\"]:::pro\n"
		"    arg-002(\"arg-002<br/>#34;No#34; #60;it#62; #92; is #38; not<br/>weak\"):::con\n"
		"    arg-003{{\"arg-003<br/>Neither<br/>robust\"}}:::meta\n"
		"    arg-003 -.->|refines| arg-001\n"
		"    arg-002 -->|rebuts| arg-001\n"
		"    classDef pro fill:#fff,stroke:#111,stroke-width:2px,color:#000\n"
		"    classDef con fill:#eee,stroke:#222,stroke-width:2px,color:#333\n"
		"    classDef meta fill:#ddd,stroke:#444,stroke-width:2px,color:#555\n"
		"    linkStyle 0 stroke:#0a0,stroke-width:2px\n"
		"    linkStyle 1 stroke:#a00,stroke-width:2px\n");
}

TEST(dot_has_the_nodes_of_a_row_side_by_side)
{
	const char *s;

	graph_dot(&graph, &out);
	s = strstr(utstring_body(&out), "\t{\n");
	assert_non_null(s);
	assert_string_equal(s,
		"\t{\n\t\trank=same;\n"
		"\t\t\"arg-001\" [class=\"pro\", shape=box, margin=\"0.1\", fillcolor=\"#fff\", color=\"#111\", "
		"fontcolor=\"#000\", "
		"label=\"pro arg-001\\nA claim\\ncontested\"];\n"
		"\t\t\"arg-002\" [class=\"con\", shape=oval, margin=\"0.2\", fillcolor=\"#eee\", color=\"#222\", "
		"fontcolor=\"#333\", "
		"label=\"con arg-002\\n\\\"No\\\" &lt;it&gt; \\\\ is &amp; not\\nweak\"];\n"
		"\t}\n\t{\n\t\trank=same;\n"
		"\t\t\"arg-003\" [class=\"meta\", shape=note, margin=\"0.3\", fillcolor=\"#ddd\", color=\"#444\", "
		"fontcolor=\"#555\", "
		"label=\"meta arg-003\\nNeither\\nrobust\"];\n"
		"\t}\n"
		"\t\"arg-003\" -> \"arg-001\" [class=\"refines\", style=dotted, arrowhead=vee, color=\"#0a0\", "
		"fontcolor=\"#0a0\", "
		"label=\"  refines  \"];\n"
		"\t\"arg-002\" -> \"arg-001\" [class=\"rebuts\", style=solid, arrowhead=normal, color=\"#a00\", "
		"fontcolor=\"#a00\", "
		"label=\"  rebuts  \"];\n"
		"}\n");
}

TEST(a_graph_of_nothing_is_one)
{
	const struct graph empty = { sides, N(sides), kinds, nodes, 0, edges, 0 };

	graph_dot(&empty, &out);
	assert_null(strstr(utstring_body(&out), "rank=same"));
	assert_non_null(strstr(utstring_body(&out), "}\n"));
}
