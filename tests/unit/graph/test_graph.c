/*
 * A graph of any format, as Mermaid and as a picture: as many sides and kinds as somebody brings.
 */
#include "tests/unit/test.h"

#include "validators/graph/graph.h"

static const struct graph_side sides[] = {
	{ "pro", "[", "]", "#fff", "#111", "#000" },
	{ "con", "(", ")", "#eee", "#222", "#333" },
	{ "meta", "{{", "}}", "#ddd", "#444", "#555" },
};
static const struct graph_kind kinds[] = {
	{ "rebuts", "#a00", "solid", "-->" },
	{ "refines", "#0a0", "dotted", "-.->" },
};

static struct node_label labels[3];
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

static size_t
count(const char *s, const char *what)
{
	size_t n = 0;

	for (; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

TEST(a_picture_has_each_node_and_edge_in_its_colours)
{
	const char *s;

	graph_svg(&graph, &out);
	s = utstring_body(&out);
	assert_ptr_equal(strstr(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""), s);
	assert_int_equal(count(s, "<g class=\"node "), 3);
	assert_int_equal(count(s, "<g class=\"edge "), 2);
	assert_non_null(strstr(s, "<g class=\"node pro\">\n<title>arg-001</title>\n"));
	assert_non_null(strstr(s, "fill=\"#fff\" stroke=\"#111\" stroke-width=\"2\"/>\n<text fill=\"#000\">\n"));
	assert_non_null(strstr(s, ">pro arg-001</tspan>\n"));
	assert_non_null(strstr(s, ">A claim</tspan>\n"));
	assert_non_null(strstr(s, ">contested</tspan>\n"));
	assert_non_null(strstr(s, ">&quot;No&quot; &lt;it&gt; \\ is &amp; not</tspan>\n"));
	assert_non_null(strstr(s, "<g class=\"edge refines\">\n<title>arg-003 → arg-001</title>\n"));
	assert_non_null(strstr(s, "stroke=\"#0a0\" stroke-width=\"1.6\" stroke-dasharray=\"2,4\"/>\n"));
	assert_non_null(strstr(s, " fill=\"#a00\">rebuts</text>\n"));
}

TEST(a_picture_is_the_same_for_the_same_graph)
{
	UT_string *again = test_string();
	graph_svg(&graph, &out);
	graph_svg(&graph, again);
	assert_string_equal(utstring_body(&out), utstring_body(again));
}

TEST(a_graph_of_nothing_is_one)
{
	const struct graph empty = { sides, N(sides), kinds, nodes, 0, edges, 0 };

	graph_svg(&empty, &out);
	assert_int_equal(count(utstring_body(&out), "<g "), 0);
	assert_non_null(strstr(utstring_body(&out), "</svg>\n"));
}

#define MANY 300

/* The place of a node, and its size. */
struct box {
	int left, top, right, bottom;
};

static struct box
box_of(const char *svg, const char *id)
{
	struct box b;
	char title[64];
	const char *s;
	int width, height;

	snprintf(title, sizeof title, "<title>%s</title>\n<rect ", id);
	s = strstr(svg, title);
	assert_non_null(s);
	assert_int_equal(sscanf(s + strlen(title), "x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"",
		&b.left, &b.top, &width, &height), 4);
	b.right = b.left + width;
	b.bottom = b.top + height;
	return b;
}

TEST(many_nodes_stand_within_the_picture_and_none_on_another)
{
	struct graph_node *v = test_owns(calloc(MANY, sizeof *v));
	struct graph_edge *e = test_owns(calloc(MANY, sizeof *e));
	struct box boxes[MANY];
	struct graph many = { sides, N(sides), kinds, v, MANY, e, 0 };
	int width, height;

	for (unsigned i = 0; i < MANY; i++) {
		v[i] = (struct graph_node){ .stands = "robust", .label = &labels[i % N(labels)], .side = i % N(sides), .row = i / 7 };
		snprintf(v[i].id, sizeof v[i].id, "arg-%03u", i);
		if (i)
			e[many.n_edges++] = (struct graph_edge){ &v[i], &v[i * 7 % i], i % 2, "refines" };
	}
	graph_svg(&many, &out);
	assert_int_equal(sscanf(strstr(utstring_body(&out), "viewBox=\""), "viewBox=\"0 0 %d %d\"", &width, &height), 2);
	for (unsigned i = 0; i < MANY; i++) {
		char id[16];

		snprintf(id, sizeof id, "arg-%03u", i);
		boxes[i] = box_of(utstring_body(&out), id);
		assert_true(boxes[i].left > 0 && boxes[i].top > 0 && boxes[i].right < width && boxes[i].bottom < height);
		for (unsigned k = 0; k < i; k++)
			assert_true(boxes[k].right < boxes[i].left || boxes[i].right < boxes[k].left ||
				boxes[k].bottom < boxes[i].top || boxes[i].bottom < boxes[k].top);
	}
	assert_int_equal(count(utstring_body(&out), "<g class=\"edge "), MANY - 1);
}
