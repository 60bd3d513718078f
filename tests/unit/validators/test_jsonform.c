/*
 * Documents of JSON as rows: what a reading finds and keeps, what of it is left out, and the same rows as a blank.
 * Which sentences there are is in the tests of the formats that have such documents.
 */
#include "tests/unit/test.h"

#include <errno.h>
#include <string.h>
#include "validators/kit/jsonform.h"
#include "validators/text/mem.h"

static const struct rule rules[] = {
	{ "t.json", SEVERITY_ERROR, EINVAL, .gloss = "" }, { "t.twice", SEVERITY_ERROR, EINVAL, .gloss = "" },
	{ "t.missing", SEVERITY_ERROR, EINVAL, .gloss = "" }, { "t.type", SEVERITY_ERROR, EINVAL, .gloss = "" },
	{ "t.blank", SEVERITY_ERROR, EINVAL, .gloss = "" }, { "t.unknown", SEVERITY_WARNING, 0, .gloss = "" },
	{ "t.count", SEVERITY_ERROR, EINVAL, .gloss = "" }, { "t.even", SEVERITY_WARNING, 0, .gloss = "" },
	{ "t.whole", SEVERITY_WARNING, 0, .gloss = "an item has both" },
};
enum { JSON, TWICE, MISSING, TYPE, BLANK, UNKNOWN, COUNT, EVEN, WHOLE };

struct item {
	char *name;
	struct number n;
};

struct document {
	char *title, *note;
	struct item few[2];
	unsigned n_few;
	struct item *many;
	unsigned n_many;
};

static bool
is_even(const struct form_row *row, const struct place *at)
{
	const struct item *item = at->object;

	(void)row;
	if ((int)item->n.value % 2)
		place_report(at, &rules[EVEN], "this is odd");
	return !((int)item->n.value % 2);
}

static const struct form_row item_rows[] = {
	{ "name", FORM_TEXT, FORM_MEMBER(struct item, name), .vital = true, .examples =
		(const char *const[]){ "one", "two" } },
	{ "n", FORM_NUMBER, FORM_MEMBER(struct item, n), .vital = true },
	{ .vital = true, .rule = is_even },
};
static const struct form item_form = FORM(item_rows, struct item);
static const struct form whole_form = { .rows = item_rows, .n = 3, .size = sizeof(struct item), .incomplete =
	&rules[WHOLE] };

static const struct form_row document_rows[] = {
	{ "few", FORM_LIST, FORM_ITEMS(struct document, few, &item_form), .late = true, .least = 1, .most = 2,
		.limit = &rules[COUNT],
		.few = "too few", .many = "too many" },
	{ "title", FORM_TEXT, FORM_MEMBER(struct document, title), .examples =
		(const char *const[]){ "A title", "Another" } },
	{ "note", FORM_TEXT, FORM_MEMBER(struct document, note), .optional = true },
	{ "many", FORM_LIST, FORM_ITEMS(struct document, many, &whole_form), .grows = true, .optional = true },
};
static const struct form document_form = FORM(document_rows, struct document);

/* One item whose keys stand in the document itself. */
static const struct form_row single_rows[] = {
	{ .kind = FORM_HERE, FORM_ITEMS(struct document, many, &item_form), .grows = true },
	{ "title", FORM_TEXT, FORM_MEMBER(struct document, title) },
};
static const struct form single_form = FORM(single_rows, struct document);

static const struct form *const forms[] = { &document_form, &single_form, NULL };
static const struct jsonform jf = { .forms = forms, .json = &rules[JSON], .twice = &rules[TWICE], .missing =
	&rules[MISSING],
	.type = &rules[TYPE], .blank = &rules[BLANK], .unknown = &rules[UNKNOWN] };

static struct document doc;
static unsigned lacking;
static UT_string found;

static int
begin(void **state)
{
	(void)state;
	utstring_init(&found);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	form_free(&document_form, &doc);
	doc = (struct document){ .title = NULL };
	utstring_done(&found);
	return 0;
}

EACH_TEST(begin, end);

/* Into `doc`, and what was found as text; `judged`: it is new, or else of the log. */
static bool
read_as(const struct form *form, const char *text, bool judged)
{
	struct findings findings = { .n = 0 };
	struct reading r = { .jf = &jf, .out = judged ? &findings : NULL };
	json_t *value = jsonform_parse(&jf, text, strlen(text), 0, false, &findings);
	struct place root = place_root(&r, value, &doc);
	bool read;

	assert_non_null(value);
	form_free(&document_form, &doc);
	doc = (struct document){ .title = NULL };
	read = form_read(form, &root);
	lacking = r.lacking;
	utstring_clear(&found);
	findings_print(&findings, "h", &found);
	findings_free(&findings);
	json_decref(value);
	return read;
}

static void
assert_found(const char *text)
{
	assert_string_equal(utstring_len(&found) ? utstring_body(&found) : "", text);
}

TEST(a_document_fills_the_members_of_its_rows)
{
	assert_true(read_as(&document_form,
		"{\"title\": \"T\", \"note\": null, \"few\": [{\"name\": \"a\", \"n\": 2}], "
		"\"many\": [{\"name\": \"b\", \"n\": 4}, {\"name\": \"c\", \"n\": 0.5}]}", true));
	assert_found("");
	assert_string_equal(doc.title, "T");
	assert_null(doc.note);
	assert_int_equal(doc.n_few, 1);
	assert_string_equal(doc.few[0].name, "a");
	assert_int_equal(doc.n_many, 2);
	assert_string_equal(doc.many[1].name, "c");
	assert_true(doc.many[0].n.whole && !doc.many[1].n.whole);
	assert_int_equal(lacking, 0);
}

TEST(what_is_wrong_is_told_with_its_path_and_late_rows_behind_the_others)
{
	read_as(&document_form,
		"{\"few\": [{\"name\": \"...\", \"n\": \"x\"}, 3], \"note\": 1, \"x\": {\"y\": [1e400]}}", true);
	assert_found("h: warning: [t.unknown] a key here is not known and has no effect; known are few, title, note, many\n"
		"h:title: error: [t.missing] this key is missing\n"
		"h:note: error: [t.type] this is not text\n"
		"h:few[0].name: error: [t.blank] this place of the template is not filled in\n"
		"h:few[0].n: error: [t.type] this is not a number\n"
		"h:few[1]: error: [t.type] this is not an object\n");
	assert_int_equal(doc.n_few, 0);
}

TEST(a_list_is_as_long_as_its_row_allows)
{
	read_as(&document_form, "{\"title\": \"T\", \"few\": []}", true);
	assert_found("h:few: error: [t.count] too few\n");
	read_as(&document_form,
		"{\"title\": \"T\", \"few\": [{\"name\": \"a\", \"n\": 2}, {\"name\": \"b\", \"n\": 2}, 7]}", true);
	assert_found("h:few: error: [t.count] too many\n");
	assert_int_equal(doc.n_few, 2);
}

TEST(an_item_of_no_use_is_left_out_of_its_list)
{
	read_as(&document_form,
		"{\"title\": \"T\", \"few\": [{\"name\": \"a\", \"n\": 2}], \"many\": [{\"name\": \"b\", \"n\": 3}, "
		"{\"n\": 5}, {\"name\": \"d\", \"n\": 6}]}", true);
	assert_found("h:many[0]: warning: [t.even] this is odd\n"
		"h:many[1]: warning: [t.whole] an item has both\n");
	assert_int_equal(doc.n_many, 1);
	assert_string_equal(doc.many[0].name, "d");
}

TEST(one_item_may_stand_in_the_document_itself)
{
	assert_true(read_as(&single_form, "{\"name\": \"a\", \"n\": 2, \"title\": \"T\"}", true));
	assert_found("");
	assert_int_equal(doc.n_many, 1);
	assert_string_equal(doc.many[0].name, "a");
	assert_true(read_as(&single_form, "{\"name\": \" \", \"n\": 2, \"z\": 0}", true));
	assert_found("h: warning: [t.unknown] a key here is not known and has no effect; known are name, n, title\n"
		"h:name: error: [t.blank] this text is blank: it has no letter and no digit\n"
		"h:title: error: [t.missing] this key is missing\n");
}

TEST(of_the_log_nothing_is_judged_but_what_lacks_is_counted)
{
	assert_true(read_as(&document_form, "{\"title\": \" \", \"few\": [{\"name\": \"a\", \"n\": 2}], \"z\": 1}",
		false));
	assert_found("");
	assert_string_equal(doc.title, " ");
	assert_int_equal(lacking, 0);
	read_as(&document_form, "{\"few\": [{\"name\": 1, \"n\": 2}]}", false);
	assert_int_equal(lacking, 2);
	assert_false(read_as(&document_form, "[]", false));
	assert_int_equal(lacking, 1);
}

TEST(the_same_rows_are_a_blank_and_an_example)
{
	json_print_new(form_blank(&document_form, 0), &found);
	assert_found("{\n  \"few\": [\n    {\n      \"name\": \"...\",\n      \"n\": ...\n    }\n  ],\n  \"title\": "
		"\"...\",\n"
		"  \"note\": \"...\",\n  \"many\": [\n    {\n      \"name\": \"...\",\n      \"n\": ...\n    }\n  "
		"]\n}");
	utstring_clear(&found);
	json_print_new(form_blank(&item_form, 2), &found);
	assert_found("{\n  \"name\": \"two\",\n  \"n\": ...\n}");
}

TEST(empty_lists_and_objects_are_printed_in_one_piece)
{
	json_print_new(json_pack("{s:[], s:{}, s:[i,f]}", "a", "b", "c", -3, 0.35), &found);
	assert_found("{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    -3,\n    0.35\n  ]\n}");
}
