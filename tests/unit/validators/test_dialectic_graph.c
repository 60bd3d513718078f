/*
 * The graph of a debate as Mermaid and as DOT: every argument once, every link by its type, and no title that is more than a
 * title.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include <ctype.h>
#include "validators/dialectic/graph.h"
#include "validators/dialectic/label.h"
#include "validators/text/text.h"

static UT_string *
drawn(void (*graph)(const struct fstate *state, bool sealed, UT_string *out), const struct debate *d)
{
	UT_string *out;

	utstring_new(out);
	graph(d->state, true, out);
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

static void
the_graph_of_the_corpus_comes_out_as_it_is(void **state)
{
	struct debate d;
	UT_string *out;
	char *text;
	size_t len;

	(void)state;
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
static void
every_argument_and_every_link_is_drawn(void **state)
{
	struct debate d;
	UT_string *mermaid, *dot;
	const struct argument **list;
	unsigned n;

	(void)state;
	debate_play_all(&d, SIDE_PROPOSITION);
	mermaid = drawn(graph_mermaid, &d);
	dot = drawn(graph_dot, &d);
	list = debate_arguments(d.state, true, &n);
	for (unsigned i = 0; i < n; i++) {
		char id[ARGUMENT_ID_BYTES], target[ARGUMENT_ID_BYTES], *text;

		argument_id_print(list[i]->id, id);
		text = mem_format("\n    %s%s\"%s<br/>", id, list[i]->id.side ? "{{" : "[", id);
		assert_int_equal(count(utstring_body(mermaid), text), 1);
		free(text);
		text = mem_format("\n\t\t%s [class=\"%s\", shape=%s,", id, dialectic_sides[list[i]->id.side].name,
			list[i]->id.side ? "octagon" : "box");
		assert_int_equal(count(utstring_body(dot), text), 1);
		free(text);
		for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
			for (unsigned k = 0; k < list[i]->n_links[kind]; k++) {
				const struct link *l = &list[i]->links[kind][k];

				argument_id_print(l->target, target);
				text = mem_format("\n    %s %s|%s| %s\n", id, kind ? "-.->" : "-->", link_type_names[l->type], target);
				assert_int_equal(count(utstring_body(mermaid), text), 1);
				free(text);
				text = mem_format("\n\t%s -> %s [class=\"%s\", style=%s, arrowhead=%s,", id, target, link_kinds[kind].key,
					kind ? "dashed" : "solid", kind ? "odiamond" : "normal");
				assert_int_equal(count(utstring_body(dot), text), 1);
				free(text);
			}
	}
	assert_int_equal(count(utstring_body(mermaid), "linkStyle"), count(utstring_body(dot), " -> "));
	free(list);
	utstring_free(mermaid);
	utstring_free(dot);
	debate_done(&d);
}

static void
a_score_is_shown_with_its_sign(void **state)
{
	struct debate d;
	UT_string *out;

	(void)state;
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
	out = drawn(graph_dot, &d);
	assert_int_equal(count(utstring_body(out), "\\nscore 0.00\""), 2);
	assert_int_equal(count(utstring_body(out), "\\nnot judged\""), 2);
	utstring_free(out);
	debate_done(&d);
}

static void
an_empty_graph_is_one(void **state)
{
	struct debate d;
	UT_string *out;

	(void)state;
	debate_open(&d);
	out = drawn(graph_mermaid, &d);
	assert_int_equal(strncmp(utstring_body(out), "flowchart ", 10), 0);
	utstring_free(out);
	out = drawn(graph_dot, &d);
	assert_int_equal(count(utstring_body(out), "{"), count(utstring_body(out), "}"));
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
debate_say(struct debate *d, const char *title)
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

static void
a_title_is_text_in_mermaid(void **state)
{
	(void)state;
	for (size_t i = 0; i < N(hostile); i++) {
		struct debate d;
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

/* What is between the quotes of a label of DOT, as Graphviz would show it; *end is the closing quote. */
static char *
dot_text(const char *s, const char **end)
{
	static const char *const entities[] = { "&amp;", "&lt;", "&gt;" };
	UT_string out;

	utstring_init(&out);
	for (; *s != '"'; s++) {
		assert_true(*s && *s != '\n' && *s != '<' && *s != '>');
		if (*s == '\\') {
			assert_true(strchr("n\\\"", s[1]) != NULL);
			utstring_printf(&out, "%c", s[1] == 'n' ? ' ' : s[1]);
			s++;
		} else if (*s == '&') {
			size_t k = 0;

			while (k < N(entities) && !past(s, entities[k]))
				k++;
			assert_true(k < N(entities));
			utstring_printf(&out, "%c", "&<>"[k]);
			s += strlen(entities[k]) - 1;
		} else {
			utstring_bincpy(&out, s, 1);
		}
	}
	*end = s;
	return utstring_body(&out);
}

static void
a_title_is_text_in_dot(void **state)
{
	(void)state;
	for (size_t i = 0; i < N(hostile); i++) {
		struct debate d;
		UT_string *out;
		const char *node, *end;
		char *text;

		debate_say(&d, hostile[i]);
		out = drawn(graph_dot, &d);
		node = strstr(strstr(utstring_body(out), "\t\tprop_000b ["), "label=\"") + strlen("label=\"");
		text = dot_text(node, &end);
		assert_says("propositionprop_000b", text, hostile[i], "notjudged");
		assert_non_null(past(end, "\"];\n"));
		assert_int_equal(count(utstring_body(out), "\n"), 4 + 2 + 6 + 1 + 1);
		free(text);
		utstring_free(out);
		debate_done(&d);
	}
}

/* JSON may name any code point by an escape; XML 1.0, section 2.2, has none for these two, and no file shows a file that is not XML. */
static void
what_xml_has_no_character_for_is_replaced_in_the_picture(void **state)
{
	static const char *const titles[] = { "a\xef\xbf\xbe z", "a\xef\xbf\xbf z" };

	(void)state;
	for (size_t i = 0; i < N(titles); i++) {
		struct debate d;
		UT_string *out;

		debate_say(&d, titles[i]);
		out = drawn(graph_dot, &d);
		assert_null(strstr(utstring_body(out), "\xef\xbf\xbe"));
		assert_null(strstr(utstring_body(out), "\xef\xbf\xbf"));
		assert_non_null(strstr(utstring_body(out), "\\na\xef\xbf\xbd z\\n"));
		utstring_free(out);
		debate_done(&d);
	}
}

/* -- labels ---------------------------------------------------------------------------------------------------------------------- */

static void
assert_wrapped(const char *title, const char *wanted)
{
	struct label label;
	UT_string out;

	label_wrap(&label, title);
	utstring_init(&out);
	for (size_t i = 0; i < label.n; i++)
		utstring_printf(&out, "%s%s", i ? "/" : "", label.lines[i]);
	assert_string_equal(utstring_len(&out) ? utstring_body(&out) : "", wanted);
	utstring_done(&out);
	label_free(&label);
}

static void
a_title_is_wrapped_into_even_lines(void **state)
{
	(void)state;
	assert_wrapped("Short title", "Short title");
	assert_wrapped("Exactly twenty-four char", "Exactly twenty-four char");
	assert_wrapped("Fares Cost More Than They Collect", "Fares Cost More/Than They Collect");
	assert_wrapped("one two three four five six seven eight", "one two three four/five six seven eight");
	assert_wrapped("  white \t space\nfolds  ", "white space folds");
	assert_wrapped("\u65e5\u672c\u8a9e\u306e\u30bf\u30a4\u30c8\u30eb\u3067\u3059\u3088\u306d\u3048", "\u65e5\u672c\u8a9e\u306e\u30bf\u30a4\u30c8/\u30eb\u3067\u3059\u3088\u306d\u3048");
}

static void
a_title_without_spaces_is_broken_at_punctuation(void **state)
{
	(void)state;
	assert_wrapped("免费公交车让更多人出行，也让城市更加公平", "免费公交车让更多人出行，/也让城市更加公平");
	assert_wrapped("票价再低也是门槛：免费才是公共服务", "票价再低也是门槛：/免费才是公共服务");
	assert_wrapped("公交车“免费乘坐”之后的城市财政问题", "公交车“免费乘坐”/之后的城市财政问题");
	assert_wrapped("路上的汽车更少了。城市更安静。", "路上的汽车更少了。/城市更安静。");
	assert_wrapped("バスを無料にすると、渋滞が減る", "バスを無料にすると、/渋滞が減る");
	/* Words of other scripts stay whole. */
	assert_wrapped("为什么我们应该用Kubernetes部署服务", "为什么我们应该用/Kubernetes部署服务");
	/* Nothing to end a line at: even lines, none of which begins with a mark that closes something. */
	assert_wrapped("一二三四五六七八九十一二三四五六", "一二三四五六七八/九十一二三四五六");
	assert_wrapped("一二三四五六七八九十一二，三", "一二三四五六七/八九十一二，三");
	assert_wrapped("一二三四五六七八九十一二，", "一二三四五六七/八九十一二，");
	assert_wrapped("don\u2019t stop here now please", "don\u2019t stop here/now please");
}

static void
a_long_word_is_broken_and_a_long_title_cut(void **state)
{
	UT_string many;

	(void)state;
	assert_wrapped("abcdefghijklmnopqrstuvwxyzabcdefghijklmn", "abcdefghijklmnopqrst/uvwxyzabcdefghijklmn");
	utstring_init(&many);
	for (int i = 0; i < 10000; i++)
		utstring_printf(&many, "word ");
	assert_wrapped(utstring_body(&many),
		"word word word word word/word word word word word/word word word word word/word word word word word/word word word word word…");
	utstring_done(&many);
}

static void
a_character_is_never_broken_and_never_a_tower(void **state)
{
	UT_string tower;
	struct label label;

	(void)state;
	assert_wrapped("aaaaaaaaaaaaaaaaaaaaaaa\U0001f468\u200d\U0001f469\u200d\U0001f467", "aaaaaaaaaaaaa/aaaaaaaaaa\U0001f468\u200d\U0001f469\u200d\U0001f467");
	utstring_init(&tower);
	utstring_printf(&tower, "a");
	for (int i = 0; i < 1000; i++)
		utstring_printf(&tower, "\u0301");
	utstring_printf(&tower, "b");
	assert_wrapped(utstring_body(&tower), "a\u0301\u0301\u0301\u0301b");
	utstring_done(&tower);
	/* Bytes that are no text are taken as they are. */
	label_wrap(&label, "\xff\xfe x");
	assert_int_equal(label.n, 1);
	label_free(&label);
}

/* Titles are up to as long as a turn, and the graph is rendered after every commit. */
static void
a_title_is_wrapped_when_it_is_read(void **state)
{
	int err;
	struct handin *h = hand_in(OPENINGS, SIDE_PROPOSITION, 0, false, &err);

	(void)state;
	assert_non_null(h);
	assert_int_equal(h->arguments[2].label.n, 1);
	assert_string_equal(h->arguments[2].label.lines[0], "Five words make a title");
	handin_drop(h);
}

static void
a_title_of_the_size_of_a_turn_is_cut_as_a_shorter_one(void **state)
{
	char *long_title = mem_format("%0130d%060000d", 0, 0), *many = mem_calloc(1, 60001);

	(void)state;
	assert_wrapped(long_title, "000000000000000000000000/000000000000000000000000/000000000000000000000000/000000000000000000000000/"
		"000000000000000000000000…");
	for (int i = 0; i < 60000; i++)
		many[i] = i % 25 < 24 ? 'a' : ' ';
	many[124] = '\0';
	assert_wrapped(many, "aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/"
		"aaaaaaaaaaaaaaaaaaaaaaaa");
	many[124] = ' ';
	assert_wrapped(many, "aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/"
		"aaaaaaaaaaaaaaaaaaaaaaaa…");
	free(many);
	free(long_title);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_graph_of_the_corpus_comes_out_as_it_is),
		cmocka_unit_test(every_argument_and_every_link_is_drawn),
		cmocka_unit_test(a_score_is_shown_with_its_sign),
		cmocka_unit_test(an_empty_graph_is_one),
		cmocka_unit_test(a_title_is_text_in_mermaid),
		cmocka_unit_test(a_title_is_text_in_dot),
		cmocka_unit_test(what_xml_has_no_character_for_is_replaced_in_the_picture),
		cmocka_unit_test(a_title_is_wrapped_into_even_lines),
		cmocka_unit_test(a_title_without_spaces_is_broken_at_punctuation),
		cmocka_unit_test(a_long_word_is_broken_and_a_long_title_cut),
		cmocka_unit_test(a_character_is_never_broken_and_never_a_tower),
		cmocka_unit_test(a_title_is_wrapped_when_it_is_read),
		cmocka_unit_test(a_title_of_the_size_of_a_turn_is_cut_as_a_shorter_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
