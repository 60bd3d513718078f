/*
 * The graph of a debate as Mermaid and as DOT: every argument once, every link by its type, and no title that is more than a
 * title.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include <ctype.h>
#include <pthread.h>
#include "validators/dialectic/draw.h"
#include "validators/text/text.h"

static UT_string *
drawn(void (*write)(const struct graph *g, UT_string *out), const struct played *d)
{
	UT_string *out;

	utstring_new(out);
	dialectic_draw(d->state, true, write, out);
	return out;
}

static unsigned
count(const char *text, const char *what)
{
	unsigned n = 0;

	for (const char *s = text; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

/* -- the corpus ------------------------------------------------------------------------------------------------------------------ */

TEST(the_graph_of_the_corpus_comes_out_as_it_is)
{
	struct played d;
	UT_string *out;
	char *text;
	size_t len;

	debate_play_all(&d, SIDE_OPPOSITION);
	out = drawn(graph_mermaid, &d);
	if (getenv("WRITE_CORPUS")) {
		FILE *f = fopen(CORPUS "folder/argument-graph.mmd", "w");
		assert_non_null(f);
		fwrite(utstring_body(out), 1, utstring_len(out), f);
		fclose(f);
	}
	text = read_whole(CORPUS "folder/argument-graph.mmd", &len);
	assert_string_equal(utstring_body(out), text);
	free(text);
	utstring_free(out);
	debate_done(&d);
}

/* Every argument has a node and every link an edge with its type, in both. */
TEST(every_argument_and_every_link_is_drawn)
{
	struct played d;
	UT_string *mermaid, *picture;
	const struct argument **list;
	unsigned n;

	debate_play_all(&d, SIDE_PROPOSITION);
	mermaid = drawn(graph_mermaid, &d);
	picture = drawn(graph_svg, &d);
	list = debate_arguments(d.state, true, &n);
	for (unsigned i = 0; i < n; i++) {
		char id[ARGUMENT_ID_BYTES], target[ARGUMENT_ID_BYTES], *text;

		argument_id_print(list[i]->id, id);
		text = mem_format("\n    %s%s\"%s<br/>", id, list[i]->id.side ? "{{" : "[", id);
		assert_int_equal(count(utstring_body(mermaid), text), 1);
		free(text);
		text = mem_format("<g class=\"node %s\">\n<title>%s</title>\n", dialectic_sides[list[i]->id.side].name, id);
		assert_int_equal(count(utstring_body(picture), text), 1);
		free(text);
		for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
			for (unsigned k = 0; k < list[i]->n_links[kind]; k++) {
				const struct link *l = &list[i]->links[kind][k];

				argument_id_print(l->target, target);
				text = mem_format("\n    %s %s|%s| %s\n", id, kind ? "-.->" : "-->", link_type_names[l->type], target);
				assert_int_equal(count(utstring_body(mermaid), text), 1);
				free(text);
				text = mem_format("<g class=\"edge %s\">\n<title>%s → %s</title>\n", link_kinds[kind].key, id, target);
				assert_int_equal(count(utstring_body(picture), text), 1);
				free(text);
			}
	}
	assert_int_equal(count(utstring_body(mermaid), "linkStyle"), count(utstring_body(picture), "<g class=\"edge "));
	free(list);
	utstring_free(mermaid);
	utstring_free(picture);
	debate_done(&d);
}

TEST(a_score_is_shown_with_its_sign)
{
	struct played d;
	UT_string *out;

	debate_open(&d);
	debate_play(&d, SIDE_PROPOSITION);
	out = drawn(graph_mermaid, &d);
	assert_non_null(strstr(utstring_body(out), "Collect<br/>score +0.35\""));
	assert_non_null(strstr(utstring_body(out), "score -0.45\""));
	utstring_free(out);
	d.state->board->scores[0].value = -0.001;
	d.state->board->scores[1].value = 0;
	debate_take(&d, OPENING, SIDE_PROPOSITION);
	debate_take(&d, OPENING, SIDE_OPPOSITION);
	out = drawn(graph_mermaid, &d);
	assert_int_equal(count(utstring_body(out), "<br/>score 0.00\""), 2);
	assert_int_equal(count(utstring_body(out), "<br/>not judged\""), 2);
	utstring_free(out);
	out = drawn(graph_svg, &d);
	assert_int_equal(count(utstring_body(out), ">score 0.00<"), 2);
	assert_int_equal(count(utstring_body(out), ">not judged<"), 2);
	utstring_free(out);
	debate_done(&d);
}

TEST(an_empty_graph_is_one)
{
	struct played d;
	UT_string *out;

	debate_open(&d);
	out = drawn(graph_mermaid, &d);
	assert_int_equal(strncmp(utstring_body(out), "flowchart ", 10), 0);
	utstring_free(out);
	out = drawn(graph_svg, &d);
	assert_int_equal(count(utstring_body(out), "</svg>"), 1);
	utstring_free(out);
	debate_done(&d);
}

/* -- titles ---------------------------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const char *const hostile[] = {
	"\"]; click prop_000a \"javascript:alert(1)\"", "%%{init: {\"theme\": \"dark\"}}%%", "%% comment", "end", "subgraph x", "style prop_000a fill:red",
	"<img src=x onerror=alert(1)>", "<!-- x --> ]]> </svg>", "&#1; &foo; &lt; &", "#quot; #35; ;", "\\N \\G \\E \\L \\n \\", "\\\" -> a [label=x] } {",
	"`**md**`", "x\ny\n    opp_000a --> prop_000a", "a | b || c", "{{}} [[ ]] (( )) x", "---\nconfig: x\n---", ":::opposition", "a\tb",
	"\u0645\u0631\u062d\u0628\u0627", "\u65e5\u672c\u8a9e\u306e\u30bf\u30a4\u30c8\u30eb", "\U0001f468\u200d\U0001f469\u200d\U0001f467 x", "@{ shape: x }",
};
/* clang-format on */

static void
debate_say(struct played *d, const char *title)
{
	json_t *value = json_loads(OPENINGS, 0, NULL);
	char *text;

	json_object_set_new(json_array_get(value, 1), "title", json_string(title));
	text = json_dumps(value, 0);
	debate_open(d);
	debate_take(d, text, SIDE_PROPOSITION);
	debate_take(d, OPENINGS, SIDE_OPPOSITION);
	free(text);
	json_decref(value);
}

/* Past one of the given strings; NULL where none of them stands there. */
static const char *
past(const char *s, const char *what)
{
	return s && !strncmp(s, what, strlen(what)) ? s + strlen(what) : NULL;
}

/* What is between the quotes of a Mermaid node, as a browser would show it: line breaks as spaces. */
static char *
mermaid_text(const char *s, const char *end)
{
	UT_string out;

	utstring_init(&out);
	while (s < end) {
		if (past(s, "<br/>")) {
			utstring_printf(&out, " ");
			s += 5;
		} else if (*s == '#') {
			utstring_printf(&out, "%c", (char)atoi(s + 1));
			s = strchr(s, ';') + 1;
		} else {
			assert_true((unsigned char)*s >= 0x80 || isalnum((unsigned char)*s) || strchr(" ,.-_+", *s));
			utstring_bincpy(&out, s++, 1);
		}
	}
	return utstring_body(&out);
}

static void
without_spaces(char *s)
{
	char *to = s;

	for (; *s; s++)
		if (!isspace((unsigned char)*s))
			*to++ = *s;
	*to = '\0';
}

static void
assert_says(const char *id, const char *shown, const char *title, const char *score)
{
	char *wanted = mem_format("%s%s%s", id, title, score), *is = mem_strdup(shown);

	without_spaces(wanted);
	without_spaces(is);
	assert_string_equal(is, wanted);
	free(wanted);
	free(is);
}

TEST(a_title_is_text_in_mermaid)
{
	for (size_t i = 0; i < N(hostile); i++) {
		struct played d;
		UT_string *out;
		const char *node;
		char *text;

		debate_say(&d, hostile[i]);
		out = drawn(graph_mermaid, &d);
		/* A first line, six nodes, two classes. */
		assert_int_equal(count(utstring_body(out), "\n"), 9);
		node = strstr(utstring_body(out), "    prop_000b[\"") + strlen("    prop_000b[\"");
		assert_non_null(past(strchr(node, '"'), "\"]:::proposition\n"));
		text = mermaid_text(node, strchr(node, '"'));
		assert_says("prop_000b", text, hostile[i], "notjudged");
		free(text);
		utstring_free(out);
		debate_done(&d);
	}
}

/* What the elements of a text say, one after the other; `s` is behind the text's own tag. */
static char *
svg_text(const char *s)
{
	static const char *const entities[] = { "&amp;", "&lt;", "&gt;", "&quot;" };
	UT_string out;

	utstring_init(&out);
	while (!past(s, "</text>")) {
		size_t k = 0;

		assert_true(*s && *s != '>');
		if (*s == '<') {
			assert_true(past(s, "<tspan x=\"") || past(s, "</tspan>"));
			s = strchr(s, '>');
		} else if (*s == '&') {
			while (k < N(entities) && !past(s, entities[k]))
				k++;
			assert_true(k < N(entities));
			utstring_printf(&out, "%c", "&<>\""[k]);
			s += strlen(entities[k]) - 1;
		} else {
			utstring_bincpy(&out, s, 1);
		}
		s++;
	}
	return utstring_body(&out);
}

TEST(a_title_is_text_in_a_picture)
{
	for (size_t i = 0; i < N(hostile); i++) {
		struct played d;
		UT_string *out;
		char *text;

		debate_say(&d, hostile[i]);
		out = drawn(graph_svg, &d);
		text = svg_text(strchr(strstr(strstr(utstring_body(out), "<title>prop_000b</title>"), "<text "), '>') + 1);
		assert_says("propositionprop_000b", text, hostile[i], "notjudged");
		free(text);
		utstring_free(out);
		debate_done(&d);
	}
}

/* JSON may name any code point by an escape; XML 1.0, section 2.2, has none for these two, and no file shows a file that is not XML. */
TEST(what_xml_has_no_character_for_is_replaced_in_the_picture)
{
	static const char *const titles[] = { "a\xef\xbf\xbe z", "a\xef\xbf\xbf z" };

	for (size_t i = 0; i < N(titles); i++) {
		struct played d;
		UT_string *out;

		debate_say(&d, titles[i]);
		out = drawn(graph_svg, &d);
		assert_null(strstr(utstring_body(out), "\xef\xbf\xbe"));
		assert_null(strstr(utstring_body(out), "\xef\xbf\xbf"));
		assert_non_null(strstr(utstring_body(out), ">a\xef\xbf\xbd z<"));
		utstring_free(out);
		debate_done(&d);
	}
}

/* -- when it is drawn ------------------------------------------------------------------------------------------------------------- */

/* Titles are up to as long as a turn: one is wrapped when it is first drawn, and not again at each drawing. */
TEST(a_title_is_wrapped_once_it_is_drawn)
{
	int err;
	struct handin *h = hand_in(OPENINGS, SIDE_PROPOSITION, 0, false, &err);
	const struct node_label *label;

	assert_non_null(h);
	assert_null(h->arguments[2].label);
	label = title_label(&h->arguments[2]);
	assert_int_equal(label->n, 1);
	assert_string_equal(label->lines[0], "Five words make a title");
	assert_ptr_equal(title_label(&h->arguments[2]), label);
	assert_null(h->arguments[1].label);
	handin_drop(h);
}

TEST(titles_are_wrapped_while_the_disk_has_the_hand_in)
{
	int err;
	struct handin *h = hand_in(OPENINGS, SIDE_PROPOSITION, 0, false, &err);
	void *left = format_dialectic.ahead(ENTRY_HANDIN, h);

	assert_null(format_dialectic.ahead(ENTRY_REPORT, h)); /* a judgement has none */
	assert_null(h->arguments[1].label);
	format_dialectic.ahead_work(left);
	for (unsigned i = 0; i < h->n; i++)
		assert_non_null(h->arguments[i].label);
	handin_drop(h);
}

#define DRAWERS 4

static pthread_barrier_t together;

static void *
draw_it(void *state)
{
	UT_string *out;

	utstring_new(out);
	pthread_barrier_wait(&together);
	dialectic_draw(state, true, graph_mermaid, out);
	return out;
}

/* None of them holds a lock. */
TEST(many_draw_one_debate_at_the_same_time)
{
	pthread_t threads[DRAWERS];
	UT_string *wanted = NULL;

	for (unsigned round = 0; round < 20; round++) {
		struct played d;

		debate_play_all(&d, SIDE_PROPOSITION);
		assert_int_equal(pthread_barrier_init(&together, NULL, DRAWERS), 0);
		for (size_t i = 0; i < DRAWERS; i++)
			assert_int_equal(pthread_create(&threads[i], NULL, draw_it, d.state), 0);
		for (size_t i = 0; i < DRAWERS; i++) {
			void *out;

			assert_int_equal(pthread_join(threads[i], &out), 0);
			wanted = wanted ?: drawn(graph_mermaid, &d);
			assert_string_equal(utstring_body((UT_string *)out), utstring_body(wanted));
			utstring_free((UT_string *)out);
		}
		pthread_barrier_destroy(&together);
		debate_done(&d);
	}
	utstring_free(wanted);
}
