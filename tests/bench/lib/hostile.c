#include "tests/bench/lib/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 8000 /* under the limit of a line, so that it is read at all */

struct text {
	char *bytes;
	size_t len, room;
};

static size_t
left(const struct text *t)
{
	return t->room - t->len;
}

static void
add(struct text *t, const char *s)
{
	size_t n = strlen(s);
	if (n > left(t))
		return;
	memcpy(t->bytes + t->len, s, n);
	t->len += n;
}

/* How a fragment fills the room it gets. */

static void
in_lines(struct text *t, const char *unit)
{
	size_t n = strlen(unit), column = 0;
	while (left(t) > n + 1) {
		if (column + n > LINE_BYTES) {
			add(t, "\n");
			column = 0;
		}
		add(t, unit);
		column += n;
	}
}

static void
as_lines(struct text *t, const char *unit)
{
	size_t n = strlen(unit);
	while (left(t) > n + 1) {
		add(t, unit);
		add(t, "\n");
	}
}

/* `unit` once more in each line than in the one before, up to 31 times, then `end`; again and again. */
static void
stairs(struct text *t, const char *unit, const char *end)
{
	for (int depth = 0; left(t) > 32 * strlen(unit) + strlen(end) + 1; depth = (depth + 1) % 31) {
		for (int i = 0; i < depth; i++)
			add(t, unit);
		add(t, end);
	}
}

static void
nested_list(struct text *t, const char *unit)
{
	(void)unit;
	stairs(t, "  ", "- a\n");
}

static void
nested_quotes(struct text *t, const char *unit)
{
	(void)unit;
	stairs(t, "> ", "a\n");
}

/* Runs of backticks of ever other lengths: none closes another. */
static void
backticks(struct text *t, const char *unit)
{
	size_t column = 0;
	for (size_t n = 1; left(t) > n + 3; n++) {
		if (column + n > LINE_BYTES) {
			add(t, "\n");
			column = 0;
		}
		for (size_t i = 0; i < n; i++)
			add(t, unit);
		add(t, " ");
		column += n + 1;
		n = n > 300 ? 1 : n;
	}
}

/* Ever other letters, so that no run of them stands twice. */
static void
many_ideographs(struct text *t, const char *unit)
{
	char letter[4] = "";
	size_t column = 0;
	(void)unit;
	for (unsigned n = 1, at = 7; left(t) > 5; n++, at = (at * 31 + n) % 20000) {
		unsigned cp = 0x4e00 + at;
		if (column + 3 > LINE_BYTES) {
			add(t, "\n");
			column = 0;
		}
		letter[0] = (char)(0xe0 | cp >> 12);
		letter[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		letter[2] = (char)(0x80 | (cp & 0x3f));
		add(t, letter);
		column += 3;
	}
}

static void
definitions(struct text *t, const char *unit)
{
	char line[64];
	size_t half = t->room - left(t) / 2;
	unsigned n = 0;
	for (; t->len < half; n++) {
		snprintf(line, sizeof line, "[k%u]: %s\n", n, unit);
		add(t, line);
	}
	add(t, "\n");
	for (unsigned i = 0; i < n && left(t) > 16; i++) {
		snprintf(line, sizeof line, "[k%u]%s", i, i % 100 == 99 ? "\n" : "");
		add(t, line);
	}
}

struct fragment {
	const char *name;
	void (*fill)(struct text *t, const char *unit);
	const char *unit;
};

/* clang-format off */
static const struct fragment fragments[] = {
	{"quotes in a line", in_lines, "> "},
	{"nested quotes", nested_quotes, ""},
	{"nested list", nested_list, ""},
	{"markers in a line", in_lines, "- "},
	{"numbered markers in a line", in_lines, "1. "},
	{"list items", as_lines, "- a"},
	{"empty items", as_lines, "-"},
	{"loose items", as_lines, "- a\n"},
	{"open brackets", in_lines, "["},
	{"open images", in_lines, "!["},
	{"brackets", in_lines, "[a]"},
	{"empty links", in_lines, "[]()"},
	{"open links", in_lines, "[a]("},
	{"open link targets", in_lines, "[a](<b"},
	{"nested links", in_lines, "[a](b"},
	{"closing brackets", in_lines, "]"},
	{"link text and emphasis", in_lines, "[*a_"},
	{"emphasis", in_lines, "*a "},
	{"emphasis openers", in_lines, "a**b"},
	{"mixed emphasis", in_lines, "*a_ "},
	{"mixed emphasis, tight", in_lines, "*a_b"},
	{"emphasis runs", in_lines, "***a**"},
	{"underscores", in_lines, "_ a"},
	{"stars", in_lines, "*"},
	{"rule of three", in_lines, "a***b**"},
	{"strike-through", in_lines, "~~a"},
	{"backticks", in_lines, "`"},
	{"backtick runs", backticks, "`"},
	{"backtick pairs", in_lines, "`a`"},
	{"entities", in_lines, "&amp;"},
	{"open entities", in_lines, "&"},
	{"long entities", in_lines, "&CounterClockwiseContourIntegral;"},
	{"numeric entities", in_lines, "&#x41;"},
	{"escapes", in_lines, "\\*"},
	{"definitions and uses", definitions, "/u"},
	{"definitions of one label", as_lines, "[k]: /u"},
	{"definitions with titles", as_lines, "[k]: /u \"a"},
	{"a definition's long target", in_lines, "[k]: /"},
	{"pipes", in_lines, "|a"},
	{"table rows", as_lines, "|a|b|\n|-|-|"},
	{"angle brackets", in_lines, "<"},
	{"open tags", in_lines, "<a "},
	{"open attributes", in_lines, "<a b=\""},
	{"open comments", in_lines, "a<!--"},
	{"comments", as_lines, "<!-- a -->"},
	{"instructions", in_lines, "a<?"},
	{"declarations", in_lines, "a<!A "},
	{"sections", in_lines, "a<![CDATA["},
	{"autolinks", in_lines, "<http://a>"},
	{"addresses", in_lines, "http://a.b/ "},
	{"mail addresses", in_lines, "a@b."},
	{"headings", as_lines, "### a"},
	{"underlined headings", as_lines, "a\n---"},
	{"fences", as_lines, "```\na\n```"},
	{"fence of tildes", as_lines, "~~~"},
	{"tabs", in_lines, "\t"},
	{"spaces", in_lines, " "},
	{"blank lines", as_lines, ""},
	{"hard breaks", as_lines, "a\\"},
	{"one word", in_lines, "a "},
	{"one word a line", as_lines, "a"},
	{"commas", in_lines, ","},
	{"typographic quotes", in_lines, "“a” "},
	{"corner brackets", in_lines, "「a」"},
	{"open corner brackets", in_lines, "「"},
	{"guillemets", in_lines, "«a"},
	{"full-width colons", in_lines, "："},
	{"full-width number signs", in_lines, "＃a"},
	{"ideographs", in_lines, "桥"},
	{"many ideographs", many_ideographs, ""},
	{"ideographs and words", in_lines, "桥a"},
	{"ideographs and slashes", in_lines, "桥/a"},
	{"ideographs and names", in_lines, "桥source.md"},
	{"words and commas", in_lines, "a,"},
	{"Thai", in_lines, "ก้"},
	{"half-width Kana", in_lines, "ｶﾞ"},
	{"joiners", in_lines, "\u200c\u200f"},
	{"ideographic spaces", in_lines, "\u3000"},
	{"labels in other words", as_lines, "- 主张：a\n  理由: b\n"},
	{"combining marks", in_lines, "\u0315\u0300\u0327"},
	{"combining marks in falling order", in_lines, "\u0345\u0301"},
	{"expanding letters", in_lines, "\uFDFA"},
	{"ligatures and marks", in_lines, "\uFB03\u0323\u0307"},
	{"Hangul", in_lines, "\u1100\u1161\u11A8"},
	{"bold titles", as_lines, "**Position**\na"},
	{"bold lines", as_lines, "**a**\n"},
	{"quotations of a turn", in_lines, "Turn 2: \"a b c d\" "},
	{"quotations of the other", in_lines, "bob: \"a b c d\" "},
	{"paragraphs that quote the other", as_lines, "bob: \"a b c d\"\n"},
	{"turns of an order that are quoted", as_lines, "第一轮：「一二三四五六七」\n"},
	{"turns of an order", in_lines, "第一第二三"},
	{"turn headings", as_lines, "## Turn 1 — alice (unknown / unknown-model) — OPEN_TO_DEBATE"},
	{"support lines", as_lines, "Support:\n    - Turn 1"},
	{"claims", as_lines, "- Addresses: Turn 1\n  Claim: a\n  Support: Turn 1\n"},
	{"claims of five words", as_lines, "- Addresses: Turn 1\n  Claim: a b c d e\n  Support:\n    - Turn 1"},
	{"supports", as_lines, "    - Turn 1"},
	{"principles", as_lines, "    - Principle: a"},
	{"files", as_lines, "    - a.md"},
	{"excerpts", as_lines, "    - source.md \"aaaaaaaaaaaaaaaab\""},
	{"anchors", as_lines, "    - source.md#aaaaaaaaaaaaaaaab"},
	{"anchors of text", as_lines, "    - source.md#A heading that is not there"},
	{"line ranges", as_lines, "    - source.md:70000-90000"},
	{"lines and excerpts", as_lines, "    - source.md:1 \"a b\""},
	{"headings of the source", as_lines, "- Addresses: A heading that is not there\n  Claim: a\n  Support: Turn 1"},
};

/* Where the fragment goes: what stands before and behind it. Every other part is a valid turn's. */
#define POSITION "**Position**\n"
#define POINTS "\n**Counterpoints**\n"
#define POINT "- Addresses: Turn 1\n  Claim: the gap stays open here\n  Support:\n    - Turn 1\n"
#define NOVEL "\n**Agreements**\n- nothing else\n\n**Novel Argument**\n"
#define TAIL "\n\nSupport:\n    - Principle: shown work\n\n**Unresolved Items**\n- owner (non-blocking)\n"

static const struct place {
	const char *name, *before, *behind;
} places[] = {
	{"alone", NULL, ""},
	{"position", POSITION, "\n" POINTS POINT NOVEL "a wholly new thought on it" TAIL},
	{"claim", POSITION "prose\n" POINTS "- Addresses: Turn 1\n  Claim: ",
		"\n  Support:\n    - Turn 1\n" NOVEL "a wholly new thought on it" TAIL},
	{"support", POSITION "prose\n" POINTS "- Addresses: Turn 1\n  Claim: the gap stays open here\n  Support:\n    - Principle: ",
		"\n" NOVEL "a wholly new thought on it" TAIL},
	{"supports", POSITION "prose\n" POINTS "- Addresses: Turn 1\n  Claim: the gap stays open here\n  Support:\n",
		"\n" NOVEL "a wholly new thought on it" TAIL},
	{"what is cited", POSITION "prose\n" POINTS "- Addresses: Turn 1\n  Claim: the gap stays open here\n  Support:\n    - source.md:1 ",
		"\n" NOVEL "a wholly new thought on it" TAIL},
	{"counterpoints", POSITION "prose\n" POINTS POINT, "\n" NOVEL "a wholly new thought on it" TAIL},
	{"novel argument", POSITION "prose\n" POINTS POINT NOVEL, TAIL},
	{"unresolved items", POSITION "prose\n" POINTS POINT NOVEL "a wholly new thought on it" TAIL "- ", " (blocking)\n"},
};
/* clang-format on */

const size_t hostile_fragments = sizeof fragments / sizeof fragments[0];
const size_t hostile_places = sizeof places / sizeof places[0];

const char *
hostile_fragment_name(size_t fragment)
{
	return fragments[fragment].name;
}

const char *
hostile_place_name(size_t place)
{
	return places[place].name;
}

char *
hostile_make(size_t fragment, size_t place, unsigned number, size_t bytes, size_t *len)
{
	const struct place *p = &places[place];
	struct text t = {.bytes = malloc(bytes + 1), .room = bytes};
	char heading[128];
	if (!t.bytes)
		abort();
	if (p->before) {
		snprintf(heading, sizeof heading, "## Turn %u — alice (unknown / unknown-model) — OPEN_TO_DEBATE\n\n", number);
		add(&t, heading);
		add(&t, p->before);
	}
	t.room -= strlen(p->behind) + 1;
	fragments[fragment].fill(&t, fragments[fragment].unit);
	t.room += strlen(p->behind);
	add(&t, p->behind);
	t.bytes[t.len] = '\0';
	*len = t.len;
	return t.bytes;
}
