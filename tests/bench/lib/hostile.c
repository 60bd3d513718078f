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
len_of(const struct text *t)
{
	return t->room - t->len;
}

static void
add(struct text *t, const char *s)
{
	size_t n = strlen(s);
	if (n > len_of(t))
		return;
	memcpy(t->bytes + t->len, s, n);
	t->len += n;
}

/* How a fragment fills the room it gets. */

/* `unit` once more in each line than in the one before, up to 31 times, then `end`; again and again. */
static void
stairs(struct text *t, const char *unit, const char *end)
{
	for (int depth = 0; len_of(t) > 32 * strlen(unit) + strlen(end) + 1; depth = (depth + 1) % 31) {
		for (int i = 0; i < depth; i++)
			add(t, unit);
		add(t, end);
	}
}

static void
nested_list(struct text *t)
{
	stairs(t, "  ", "- a\n");
}

static void
nested_quotes(struct text *t)
{
	stairs(t, "> ", "a\n");
}

/* Runs of backticks of ever other lengths: none closes another. */
static void
backticks(struct text *t)
{
	size_t column = 0;
	for (size_t n = 1; len_of(t) > n + 3; n++) {
		if (column + n > LINE_BYTES) {
			add(t, "\n");
			column = 0;
		}
		for (size_t i = 0; i < n; i++)
			add(t, "`");
		add(t, " ");
		column += n + 1;
		n = n > 300 ? 1 : n;
	}
}

/* Ever other letters, so that no run of them stands twice. */
static void
many_ideographs(struct text *t)
{
	char letter[4] = "";
	size_t column = 0;
	for (unsigned n = 1, at = 7; len_of(t) > 5; n++, at = (at * 31 + n) % 20000) {
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
definitions(struct text *t)
{
	char line[64];
	size_t half = t->room - len_of(t) / 2;
	unsigned n = 0;
	for (; t->len < half; n++) {
		snprintf(line, sizeof line, "[k%u]: /u\n", n);
		add(t, line);
	}
	add(t, "\n");
	for (unsigned i = 0; i < n && len_of(t) > 16; i++) {
		snprintf(line, sizeof line, "[k%u]%s", i, i % 100 == 99 ? "\n" : "");
		add(t, line);
	}
}

/* clang-format off */
static const char *const in_lines_units[] = {
	"> ", "- ", "1. ", "[", "![", "[a]", "[]()", "[a](", "[a](<b", "[a](b", "]", "[*a_", "*a ", "a**b",
	"*a_ ", "*a_b", "***a**", "_ a", "*", "a***b**", "~~a", "`", "`a`", "&amp;", "&",
	"&CounterClockwiseContourIntegral;", "&#x41;", "\\*", "[k]: /", "|a", "<", "<a ", "<a b=\"", "a<!--",
	"a<?", "a<!A ", "a<![CDATA[", "<http://a>", "http://a.b/ ", "a@b.", "\t", " ", "a ", ",", "“a” ",
	"「a」", "「", "«a", "：", "＃a", "桥", "桥a", "桥/a", "桥source.md", "a,", "ก้", "ｶﾞ", "\u200c\u200f",
	"\u3000", "\u0315\u0300\u0327", "\u0345\u0301", "\uFDFA", "\uFB03\u0323\u0307", "\u1100\u1161\u11A8"
};

static const char *const as_lines_units[] = {
	"- a", "-", "- a\n", "[k]: /u", "[k]: /u \"a", "|a|b|\n|-|-|", "<!-- a -->", "### a", "a\n---",
	"```\na\n```", "~~~", "", "a\\", "a", "**Position**\na", "**a**\n",
	"## Turn 1 — alice (unknown / unknown-model) — OPEN_TO_DEBATE", "Support:\n    - Turn 1",
	"- Addresses: Turn 1\n  Claim: a\n  Support: Turn 1\n",
	"- Addresses: Turn 1\n  Claim: a b c d e\n  Support:\n    - Turn 1", "    - Turn 1",
	"    - Principle: a", "    - a.md", "    - source.md \"aaaaaaaaaaaaaaaab\"",
	"    - source.md#aaaaaaaaaaaaaaaab", "    - source.md#A heading that is not there",
	"    - source.md:70000-90000", "    - source.md:1 \"a b\"",
	"- Addresses: A heading that is not there\n  Claim: a\n  Support: Turn 1"
};

static const struct {
	const char *name;
	void (*fill)(struct text *t);
} others[] = {
	{"nested quotes", nested_quotes}, {"nested list", nested_list}, {"backtick runs", backticks}, {"definitions and uses", definitions},
	{"many ideographs", many_ideographs},
};

/* The place of the fragment: what stands before and behind it. Every other part is a valid turn's. */
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

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
const size_t hostile_fragments = COUNT(in_lines_units) + COUNT(as_lines_units) + COUNT(others);
const size_t hostile_places = COUNT(places);

/* Fills the room that there is; what the fragment is called. */
static const char *
fragment(size_t i, struct text *t)
{
	if (i < COUNT(in_lines_units)) {
		size_t n = strlen(in_lines_units[i]), column = 0;
		while (len_of(t) > n + 1) {
			if (column + n > LINE_BYTES) {
				add(t, "\n");
				column = 0;
			}
			add(t, in_lines_units[i]);
			column += n;
		}
		return in_lines_units[i];
	}
	i -= COUNT(in_lines_units);
	if (i < COUNT(as_lines_units)) {
		size_t n = strlen(as_lines_units[i]);
		while (len_of(t) > n + 1) {
			add(t, as_lines_units[i]);
			add(t, "\n");
		}
		return as_lines_units[i];
	}
	i -= COUNT(as_lines_units);
	others[i].fill(t);
	return others[i].name;
}

char *
hostile_make(size_t i, size_t place, unsigned number, size_t bytes, size_t *len, char name[HOSTILE_NAME_BYTES])
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
	const char *what = fragment(i, &t);
	t.room += strlen(p->behind);
	add(&t, p->behind);
	t.bytes[t.len] = '\0';
	*len = t.len;
	snprintf(name, HOSTILE_NAME_BYTES, "\"%.*s\" as %s", (int)strcspn(what, "\n"), what, p->name);
	return t.bytes;
}
