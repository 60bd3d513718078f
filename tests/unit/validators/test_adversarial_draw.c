/*
 * The argument graph as a picture.
 */
#include "tests/unit/validators/settle_fixture.h"
#include "tests/unit/validators/work.h"

#include "validators/adversarial/draw.h"

static char *
drawn(const struct kb *snapshot, const struct kb *kb)
{
	UT_string out;
	utstring_init(&out);
	adversarial_draw(snapshot, kb, graph_svg, &out);
	return utstring_body(&out);
}

static char *
drawn_of(const char *was, const char *is)
{
	struct kb *snapshot = spec_kb(was), *kb = spec_kb(is);
	char *out = drawn(snapshot, kb);
	kb_drop(snapshot);
	kb_drop(kb);
	return out;
}

static unsigned
count(const char *s, const char *what)
{
	unsigned n = 0;
	for (; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

static void
assert_has(const char *out, const char *what)
{
	if (count(out, what) != 1)
		fail_msg("not once %s in %s", what, out);
}

TEST(an_argument_is_a_node_of_its_position_with_how_it_stands_and_stood)
{
	char *out = drawn_of("pro1 strong, con2 robust, neutral3 weak, 1>2, Q 1",
		"pro1 strong, con2 baseless, neutral3 weak, pro4 contested, 1>2, 4>1, 2~1, Q 1");
	assert_has(out, "<g class=\"node pro\">\n<title>arg-001</title>");
	assert_has(out, ">strong</tspan>");
	assert_has(out, "<g class=\"node con\">\n<title>arg-002</title>");
	assert_has(out, ">baseless, was robust</tspan>");
	assert_has(out, ">no-position arg-003</tspan>");
	assert_has(out, ">contested, new</tspan>");
	assert_has(out, "<g class=\"edge addresses\">\n<title>arg-001 → arg-002</title>");
	assert_has(out, ">addresses</text>");
	assert_has(out, "<g class=\"edge addresses\">\n<title>arg-004 → arg-001</title>");
	assert_has(out, ">addresses, new</text>");
	assert_has(out, ">tangential-to, new</text>");
	assert_int_equal(count(out, "more"), 0);
	free(out);
}

TEST(every_type_of_edge_has_a_look_of_its_own)
{
	struct kb *kb;
	struct kb_set *set = kb_set_load("small");
	char *out, *looks[KB_EDGE_TYPES];
	kb_set_change(set, "edges.md", "arg-002 addresses arg-001", "arg-002 refines arg-003 \"\"\narg-002 addresses arg-001");
	kb = kb_set_read(set);
	out = drawn(kb, kb);
	for (enum kb_edge_type type = 0; type < KB_EDGE_TYPES; type++) {
		char *class = mem_format("<g class=\"edge %s\">", kb_edge_names[type]), *at = strstr(out, class);
		if (!at != (type == KB_DERIVED_FROM_SOURCE))
			fail_msg("%s in %s", class, out);
		at = at ? strstr(at, "stroke-width=") : NULL;
		looks[type] = at ? mem_copy(at, (size_t)(strstr(at, "transform=") - at)) : mem_strdup("");
		for (enum kb_edge_type other = 0; other < type; other++)
			assert_string_not_equal(looks[type], looks[other]);
		free(class);
	}
	for (enum kb_edge_type type = 0; type < KB_EDGE_TYPES; type++)
		free(looks[type]);
	free(out);
	kb_drop(kb);
	kb_set_free(set);
}

TEST(words_are_words_and_nothing_else)
{
	struct kb_set *set = kb_set_load("small");
	struct kb *kb;
	char *out;
	kb_set_change(set, "arguments/arg-001-tabs-adapt-to-readers.md", "summary: A tab is shown as wide as its reader wants, without a change to the file.",
		"summary: \"]; a -> b [label=\"<b>&\\");
	kb = kb_set_read(set);
	out = drawn(kb, kb);
	assert_has(out, "&quot;]; a -&gt; b [label=&quot;&lt;b&gt;&amp;\\</tspan>");
	free(out);
	kb_drop(kb);
	kb_set_free(set);
}

TEST(a_position_that_is_no_class_has_a_number)
{
	struct kb_set *set = kb_set_load("small");
	struct kb *kb;
	char *out;
	kb_set_change(set, "arguments/arg-001-tabs-adapt-to-readers.md", "position: tabs", "position: табуляция");
	kb = kb_set_read(set);
	out = drawn(kb, kb);
	assert_has(out, "<g class=\"node position-3\">\n<title>arg-001</title>");
	free(out);
	kb_drop(kb);
	kb_set_free(set);
}

/* n arguments, each with an edge to the one before; the last two stand for the question. */
static struct kb *
large(unsigned n, const char *status)
{
	struct spec spec = {mem_calloc(1, sizeof *spec.set), {0}, {0}};
	struct kb *kb;
	utstring_init(&spec.edges);
	for (unsigned i = 1; i <= n; i++) {
		char *word = mem_format("%s%u %s", i & 1 ? "pro" : "con", i, i == 7 ? status : "strong");
		spec_argument(&spec, word);
		free(word);
		for (unsigned k = 1; k < 6 && k < i; k++)
			utstring_printf(&spec.edges, "arg-%03u supports arg-%03u \"\"\n", i, i - k);
	}
	kb_set_text(spec.set, "edges.md", utstring_body(&spec.edges));
	char *summary = mem_format("# x\n\n## Central questions\n\n- Which? arg-%03u, arg-%03u\n", n, n - 1);
	kb_set_text(spec.set, "quality-summary.md", summary);
	kb = kb_set_read(spec.set);
	free(summary);
	utstring_done(&spec.edges);
	kb_set_free(spec.set);
	return kb;
}

TEST(of_a_large_graph_what_matters_is_drawn_and_the_rest_is_counted)
{
	struct kb *was = large(300, "strong"), *is = large(300, "weak");
	char *out = drawn(was, is);
	assert_int_equal(count(out, "<g class=\"node pro\"") + count(out, "<g class=\"node con\""), DRAWN_ARGUMENTS);
	assert_int_equal(count(out, "<g class=\"edge "), DRAWN_EDGES);
	assert_has(out, "<title>arg-300</title>");
	assert_has(out, "<title>arg-299</title>");
	assert_has(out, "<title>arg-007</title>");
	/* 5 edges an argument, but of the first five. */
	assert_has(out, "<g class=\"node and\">\n<title>more</title>");
	assert_has(out, ">220 arguments and 1245</tspan>");
	free(out);
	kb_drop(was);
	kb_drop(is);
}
