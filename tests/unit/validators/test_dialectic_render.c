/*
 * The files of a debate: byte for byte those of the corpus, JSON that reads back, and texts that are nothing but text whatever
 * they say.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/text/markdown.h"
#include "validators/text/text.h"

/* -- the corpus ------------------------------------------------------------------------------------------------------------------ */

static const struct definition definitions[] = { { "Free", "no fare is asked of those who ride" }, { "Buses", "trams count as well" } };
static const struct debate_terms terms = { .id = "free-buses", .motion = "This house would make buses free", .definitions = definitions,
	.n_definitions = N(definitions), .scope = "Cities with a network of their own", .sealed = true };

static void
assert_file(const char *name, const UT_string *out)
{
	char *path = mem_format(CORPUS "folder/%s", name), *text;
	size_t len;

	if (getenv("WRITE_CORPUS")) {
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fwrite(utstring_body(out), 1, utstring_len(out), f);
		fclose(f);
	}
	text = read_whole(path, &len);
	assert_string_equal(utstring_body(out), text);
	free(text);
	free(path);
}

TEST(the_folder_of_the_corpus_comes_out_as_it_is)
{
	struct played d;
	const struct argument **list;
	UT_string out;
	unsigned n;

	debate_play_all(&d, SIDE_PROPOSITION);
	utstring_init(&out);
	render_front(&terms, d.state, &out);
	render_head(&terms, &out);
	utstring_concat(&out, &d.record);
	assert_file("debate.md", &out);
	utstring_clear(&out);
	render_scores(d.state, &out);
	assert_file("scores.json", &out);
	list = debate_arguments(d.state, true, &n);
	assert_int_equal(n, 14);
	for (unsigned i = 0; i < n; i++) {
		char id[ARGUMENT_ID_BYTES], *name = mem_format("arguments/%s.md", argument_id_print(list[i]->id, id));

		utstring_clear(&out);
		render_argument(list[i], &out);
		assert_file(name, &out);
		free(name);
	}
	free(list);
	utstring_done(&out);
	debate_done(&d);
}

/* -- JSON ------------------------------------------------------------------------------------------------------------------------ */

/* Read as a program does that takes the file up to the brace that closes the first one. */
static json_t *
front_matter(const UT_string *file, size_t *end)
{
	json_error_t error;
	json_t *value = json_loadb(utstring_body(file), utstring_len(file), JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);

	if (!value)
		fail_msg("%s in %s", error.text, utstring_body(file));
	*end = (size_t)error.position;
	assert_null(text_hidden(utstring_body(file), *end));
	return value;
}

TEST(json_has_what_is_seen_as_it_is_and_escapes_the_rest)
{
	static const struct {
		const char *text, *json;
	} rows[] = {
		{ "", "\"\"" },
		{ "日本語 é ไทย 🚀", "\"日本語 é ไทย 🚀\"" },
		{ "👩\u200d🚀 \u0646\u200c\u0647", "\"👩\u200d🚀 \u0646\u200c\u0647\"" },
		{ "“x”　，", "\"“x”　，\"" },
		{ "\"\\\n\t/", "\"\\\"\\\\\\n\\t/\"" },
		{ "\x01\x7f\xc2\x85", "\"\\u0001\\u007f\\u0085\"" },
		{ "a\u2028b\u2029c", "\"a\\u2028b\\u2029c\"" },
		{ "\u202e\u2066\u200b\u200e\u200f\u061c\ufeff\u00ad", "\"\\u202e\\u2066\\u200b\\u200e\\u200f\\u061c\\ufeff\\u00ad\"" },
		{ "\U000e0041\uffff", "\"\\udb40\\udc41\\uffff\"" },
		{ "\xff", "\"\ufffd\"" },
	};

	for (size_t i = 0; i < N(rows); i++) {
		UT_string out;

		utstring_init(&out);
		json_print_new(json_stringn_nocheck(rows[i].text, strlen(rows[i].text)), &out);
		assert_string_equal(utstring_body(&out), rows[i].json);
		utstring_done(&out);
	}
}

static void
assert_keys(const json_t *object, const char *keys)
{
	UT_string s;
	const char *key;
	json_t *value;

	utstring_init(&s);
	json_object_foreach((json_t *)object, key, value)
		utstring_printf(&s, "%s ", key);
	assert_string_equal(utstring_body(&s), keys);
	utstring_done(&s);
}

/* The front of a closed debate, with these totals. */
static json_t *
closed_front(const struct played *d, const char *outcome, double proposition, double opposition)
{
	static const struct seat seats[] = { { .number = 1, .name = "anna", .harness = "h \"1\"", .model = "m" }, { .number = 2, .name = "bert" } };
	static const struct seat *const list[] = { &seats[0], &seats[1] };
	struct fstate *closed = debate_close(d->state, outcome, "so", 1795213800000);
	struct debate_terms closed_terms = corpus_terms;
	UT_string out;
	json_t *front, *members;
	size_t end;

	closed->totals[SIDE_PROPOSITION].total.value = proposition;
	closed->totals[SIDE_OPPOSITION].total.value = opposition;
	memset(closed->debate.seats, 0, sizeof closed->debate.seats);
	closed->debate.seats[ROLE_OPPOSITION] = 1;
	closed_terms.seats = list;
	closed_terms.n_seats = 1;
	utstring_init(&out);
	render_front(&closed_terms, closed, &out);
	front = front_matter(&out, &end);
	assert_keys(front, "debate_id current_exchange current_phase cumulative_scores closed ");
	members = json_incref(json_object_get(front, "closed"));
	json_decref(front);
	utstring_done(&out);
	fstate_drop(closed);
	return members;
}

static void
assert_won(const struct played *d, double proposition, double opposition, const char *winner)
{
	json_t *closed = closed_front(d, "COMPLETED", proposition, opposition);

	assert_keys(closed, "outcome winner at participants ");
	assert_string_equal(json_string_value(json_object_get(closed, "winner")), winner);
	assert_string_equal(json_string_value(json_object_get(closed, "at")), "2026-11-20T22:30:00Z");
	json_decref(closed);
}

TEST(the_front_matter_of_a_closed_debate_says_who_won_and_who_took_part)
{
	struct played d;
	json_t *closed, *participants, *who;

	debate_open(&d);
	assert_won(&d, 0.4, -0.4, "proposition");
	assert_won(&d, -0.001, 0.001, "opposition");
	assert_won(&d, 0, 0, "tie");
	closed = closed_front(&d, "INVALIDATED", 0.4, -0.4);
	assert_keys(closed, "outcome at participants ");
	participants = json_object_get(closed, "participants");
	assert_keys(participants, "opposition ");
	who = json_object_get(participants, "opposition");
	assert_keys(who, "name harness model ");
	assert_string_equal(json_string_value(json_object_get(who, "harness")), "h \"1\"");
	json_decref(closed);
	debate_done(&d);
}

TEST(the_front_matter_of_the_record_is_the_state)
{
	struct played d;
	UT_string out;
	json_t *front, *totals;
	size_t end;

	debate_open(&d);
	utstring_init(&out);
	render_front(&corpus_terms, d.state, &out);
	assert_string_equal(utstring_body(&out),
		"{\n  \"debate_id\": \"free-buses\",\n  \"current_exchange\": 0,\n  \"current_phase\": \"awaiting_arguments\",\n"
		"  \"cumulative_scores\": {\n    \"proposition\": {\n      \"total\": 0,\n      \"count\": 0\n    },\n"
		"    \"opposition\": {\n      \"total\": 0,\n      \"count\": 0\n    }\n  }\n}\n\n");
	debate_play(&d, SIDE_PROPOSITION);
	debate_take(&d, OPENING, SIDE_PROPOSITION);
	debate_take(&d, OPENING, SIDE_OPPOSITION);
	utstring_clear(&out);
	render_front(&corpus_terms, d.state, &out);
	front = front_matter(&out, &end);
	assert_keys(front, "debate_id current_exchange current_phase cumulative_scores ");
	assert_int_equal(json_integer_value(json_object_get(front, "current_exchange")), 1);
	assert_string_equal(json_string_value(json_object_get(front, "current_phase")), "awaiting_judgment");
	totals = json_object_get(front, "cumulative_scores");
	assert_keys(totals, "proposition opposition ");
	assert_true(json_real_value(json_object_get(json_object_get(totals, "opposition"), "total")) == -0.4);
	assert_int_equal(json_integer_value(json_object_get(json_object_get(totals, "opposition"), "count")), 3);
	json_decref(front);
	utstring_done(&out);
	debate_done(&d);
}

TEST(the_head_has_what_was_given)
{
	static const struct debate_terms bare = { .id = "d", .motion = "# Motion: *all* [cats](x) are <b>grey</b>", .scope = "" };
	UT_string out;

	utstring_init(&out);
	render_head(&bare, &out);
	assert_string_equal(utstring_body(&out), "# Motion\n\n\\# Motion: \\*all\\* \\[cats\\](x) are \\<b\\>grey\\</b\\>\n");
	utstring_clear(&out);
	render_head(&terms, &out);
	assert_string_equal(utstring_body(&out), "# Motion\n\nThis house would make buses free\n\n## Definitions\n\n"
		"- **Free**: no fare is asked of those who ride\n- **Buses**: trams count as well\n\n## Scope\n\n"
		"Cities with a network of their own\n");
	utstring_done(&out);
}

TEST(every_history_names_what_changed_a_score)
{
	struct played d;
	UT_string out;
	json_t *scores, *one, *history, *first, *second;

	debate_play_all(&d, SIDE_PROPOSITION);
	utstring_init(&out);
	render_scores(d.state, &out);
	scores = json_loads(utstring_body(&out), JSON_REJECT_DUPLICATES, NULL);
	assert_int_equal(json_object_size(scores), 14);
	one = json_object_get(scores, "prop_000a");
	assert_keys(one, "current_score history ");
	history = json_object_get(one, "history");
	assert_int_equal(json_array_size(history), 2);
	first = json_array_get(history, 0);
	second = json_array_get(history, 1);
	assert_keys(first, "score reasoning scored_at ");
	assert_keys(second, "score reasoning scored_at triggered_by previous_score diff ");
	assert_string_equal(json_string_value(json_object_get(first, "scored_at")), "2026-11-20T22:30:00.250000+00:00");
	/* The judge of exchange 1 scored the opposition first. */
	assert_string_equal(json_string_value(json_object_get(second, "triggered_by")), "opp_001");
	assert_true(json_real_value(json_object_get(second, "diff")) == -0.15);
	assert_true(json_equal(json_object_get(second, "score"), json_object_get(one, "current_score")));
	json_decref(scores);
	utstring_done(&out);
	debate_done(&d);
}

TEST(an_empty_debate_has_no_scores)
{
	struct played d;
	UT_string out;

	debate_open(&d);
	utstring_init(&out);
	render_scores(d.state, &out);
	assert_string_equal(utstring_body(&out), "{}\n");
	utstring_done(&out);
	debate_done(&d);
}

TEST(a_whole_second_has_no_fraction)
{
	static const char text[] = "{\"scores\": [{\"argument_id\": \"prop_001\", \"score\": 0, \"reasoning\": \"It says what it rests on.\"}, "
		"{\"argument_id\": \"opp_001\", \"score\": 0, \"reasoning\": \"Nobody has asked who pays.\"}]}";
	struct played d;
	struct judgement *j;
	UT_string out;
	int err;

	debate_open(&d);
	debate_play(&d, SIDE_PROPOSITION);
	debate_take(&d, OPENING, SIDE_PROPOSITION);
	debate_take(&d, OPENING, SIDE_OPPOSITION);
	j = hand_in_judgement(text, 1, d.state->board, false, &err);
	j->time_ms = CORPUS_START_MS;
	debate_move(&d, debate_judge(d.state, j));
	judgement_drop(j);
	utstring_init(&out);
	render_scores(d.state, &out);
	assert_non_null(strstr(utstring_body(&out), "\"scored_at\": \"2026-11-20T22:30:00+00:00\""));
	/* What the judge wrote as a whole number stays one. */
	assert_non_null(strstr(utstring_body(&out), "\"current_score\": 0,"));
	utstring_done(&out);
	debate_done(&d);
}

/* -- text that is nothing but text ----------------------------------------------------------------------------------------------- */

/* clang-format off */
static const char *const hostile[] = {
	"x\n\n## Warrant\n\nforged", "# Forged", "## Forged", "Forged\n===", "Forged\n---", "---\na", "***\na", "- item", "+ item", "* item", "1. item",
	"2) item", "> quote", "```\ncode", "~~~\ncode", "    code", "\tcode", "<b>bold</b>", "<!-- comment", "<script>x</script>", "[a](http://b)",
	"![a](http://b)", "[a]: http://b", "<http://b>", "`code`", "*a* **b** _c_ __d__", "a\\", "\\# x", "&lt;b&gt;", "&#35; x", "&amp;", "| a | b |",
	"a  \nb", "**Claim:** forged", "### prop_000a: forged", "{\n  \"id\": \"prop_009\"\n}", "\"quoted\" and \\\"", "C #", "a ##", "=\na", "10. x",
	"https://a.b/c?d=1&e=2_f", "\u00e9\u65e5\u672c \U0001f680", "\tx\ty\t", "line\none\ntwo", "%%{init: {}}%%", "\\n \\N", "-\na", "+\na", "0)",
};
/* clang-format on */

/* The plain text of a parsed file has no other headings than those given, and no code, HTML, link or quote beyond those. */
static void
assert_structure(const char *text, size_t len, const char *const *headings, size_t n, const char *said)
{
	struct md md;
	size_t found_headings = 0;
	char *plain = text_fold_space(said, strlen(said));

	md_parse(&md, text, len);
	assert_int_equal(md.fault, MD_FINE);
	assert_int_equal(md.open, MD_CLOSED);
	for (size_t i = 0; i < md.n_spans; i++)
		fail_msg("a link or code in %s", text);
	for (size_t i = 0; i < md.n; i++) {
		const struct md_line *line = &md.lines[i];

		assert_true(line->kind == MD_TEXT || line->kind == MD_HEADING);
		assert_int_equal(line->depth, 0);
		if (line->kind != MD_HEADING)
			continue;
		if (found_headings == n || strncmp(md.text + line->off, headings[found_headings], strlen(headings[found_headings])))
			fail_msg("a heading too many or another one, line %d of\n%s", line->line, text);
		found_headings++;
	}
	assert_int_equal(found_headings, n);
	if (!strstr(md.text, plain))
		fail_msg("%s is not in\n%s", plain, md.text);
	free(plain);
	md_free(&md);
}

/* An argument that says the same everywhere, as an old log may have it. */
static struct handin *
says(const char *text, enum side side)
{
	const char *own = dialectic_sides[side].abbr, *other = dialectic_sides[!side].abbr;
	json_t *value = json_pack("{s:s, s:s, s:[{s:s, s:s, s:s}], s:s, s:s, s:s, s:[{s:o, s:s, s:s}], s:[{s:o, s:s, s:s}]}", "title", text, "claim",
		text, "grounds", "source", text, "content", text, "relevance", text, "warrant", text, "backing", text, "qualifier", text, "attacks",
		"target_id", json_sprintf("%s_000a", other), "attack_type", "claim_attack", "content", text, "defends", "target_id",
		json_sprintf("%s_000a", own), "defense_type", "clarify", "content", text);
	json_t *data = json_pack("{s:s, s:i, s:[]}", "side", dialectic_sides[side].name, "exchange", 1, "warnings");
	struct handin *h;

	h = handin_restore(value, data);
	assert_non_null(h->arguments[0].label); /* read from a record: nobody who draws waits for it */
	assert_non_null(h);
	json_decref(data);
	json_decref(value);
	return h;
}

static const char *const argument_headings[] = { "Claim", "Grounds", "1. ", "Warrant", "Backing", "Qualifier", "Attacks", "Attacking opp_000a",
	"Defends", "Defending prop_000a" };

TEST(no_text_forges_a_section_of_an_argument)
{
	for (size_t i = 0; i < N(hostile); i++) {
		struct handin *h = says(hostile[i], SIDE_PROPOSITION);
		UT_string out;
		json_t *front;
		size_t end;

		utstring_init(&out);
		render_argument(&h->arguments[0], &out);
		front = front_matter(&out, &end);
		assert_keys(front, "id side exchange title claim attacks defends ");
		assert_string_equal(json_string_value(json_object_get(front, "title")), hostile[i]);
		assert_string_equal(json_string_value(json_object_get(front, "claim")), hostile[i]);
		assert_structure(utstring_body(&out) + end, utstring_len(&out) - end, argument_headings, N(argument_headings), hostile[i]);
		json_decref(front);
		utstring_done(&out);
		handin_drop(h);
	}
}

static const char *const exchange_headings[] = { "Exchange 1", "prop_001: ", "opp_001: ", "Rescores" };

TEST(no_text_forges_a_section_of_the_record)
{
	struct played d;

	debate_open(&d);
	debate_play(&d, SIDE_PROPOSITION);
	for (size_t i = 0; i < N(hostile); i++) {
		struct handin *in[SIDES] = { says(hostile[i], SIDE_PROPOSITION), says(hostile[i], SIDE_OPPOSITION) };
		json_t *value = json_pack("{s:[{s:s, s:i, s:s+}, {s:s, s:i, s:s+}], s:[{s:s, s:f, s:f, s:s+}]}", "scores", "argument_id", "prop_001",
			"score", 0, "reasoning", hostile[i], "\n\nNobody else has said it so.", "argument_id", "opp_001", "score", 0, "reasoning",
			hostile[i], "\n\nSomebody else has said it so.", "rescores", "argument_id", "prop_000a", "old_score", 0.35, "new_score", 0.3,
			"reasoning", hostile[i], "\n\nEverybody else has said it so.");
		char *json = json_dumps(value, 0);
		int err;
		struct judgement *j = hand_in_judgement(json, 1, d.state->board, false, &err);
		UT_string out;

		assert_non_null(j);
		assert_int_equal(j->n_rescores, 1);
		utstring_init(&out);
		render_exchange(in, j, &out);
		assert_structure(utstring_body(&out), utstring_len(&out), exchange_headings, N(exchange_headings), hostile[i]);
		utstring_done(&out);
		judgement_drop(j);
		handin_drop(in[0]);
		handin_drop(in[1]);
		json_decref(value);
		free(json);
	}
	debate_done(&d);
}

TEST(no_motion_forges_a_section)
{
	static const char *const headings[] = { "Motion", "Definitions", "Scope" };

	for (size_t i = 0; i < N(hostile); i++) {
		struct definition definition = { .term = "t", .text = "x" };
		struct debate_terms t = { .id = "d", .motion = hostile[i], .definitions = &definition, .n_definitions = 1, .scope = hostile[i] };
		UT_string out;
		struct md md;
		size_t n = 0;

		utstring_init(&out);
		render_head(&t, &out);
		md_parse(&md, utstring_body(&out), utstring_len(&out));
		for (size_t k = 0; k < md.n; k++)
			n += md.lines[k].kind == MD_HEADING;
		assert_int_equal(n, N(headings));
		md_free(&md);
		utstring_done(&out);
	}
}

TEST(a_term_is_no_more_than_a_term)
{
	struct definition definition = { .term = "**x**: [y](z)\n\n## Scope", .text = "a\n\n- b" };
	struct debate_terms t = { .id = "d", .motion = "m", .definitions = &definition, .n_definitions = 1 };
	UT_string out;

	utstring_init(&out);
	render_head(&t, &out);
	assert_string_equal(utstring_body(&out),
		"# Motion\n\nm\n\n## Definitions\n\n- **\\*\\*x\\*\\*: \\[y\\](z)  #\\# Scope**: a  - b\n");
	utstring_done(&out);
}
