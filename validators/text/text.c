#include "validators/text/text.h"

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include "validators/text/reader.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"

/* clang-format off */
const struct rule text_rules[TEXT_RULES] = {
	[TEXT_UTF8]    = { "text.utf8",     .err = EILSEQ,
		.gloss = "a text is UTF-8: save it in that encoding and write it again" },
	[TEXT_CONTROL] = { "text.control",  .err = EINVAL,
		.gloss = "no control characters but tab and newline, and none that hide, reorder or "
			"separate lines: take out the one that is named" },
	[TEXT_SIZE]    = { "text.size",     .err = EFBIG,
		.gloss = "a text has at most max_turn_bytes: shorten it" },
	[TEXT_BLANK]   = { "text.blank",    .err = EINVAL,
		.gloss = "a text is more than blank lines, and more than the blank: fill that in, as "
			"`prompt.md` has it" },
	[TEXT_OPEN]    = { "text.open",     .err = EINVAL,
		.gloss = "no code fence and no HTML is left open, and Markdown reads the fences as fences: begin "
			"and close each in the first column, on a line of its own" },
	[TEXT_ONE]     = { "text.one",      .err = EINVAL,
		.gloss = "no line but the first is a heading of level 1 or 2: write `###`, or put it in a fence" },
	[TEXT_RESERVED] = { "text.reserved", .err = EINVAL,
		.gloss = "no line reads `duelfs:` behind its marks, as the filesystem's own do, or defines a link for "
			"a reference: say it otherwise, or in a fence" },
	[TEXT_SECRET]  = { "text.secret",   .err = EINVAL,
		.gloss = "no credential (a key, a token, a password in a URL) stands in a text or value: write <what "
			"it is> in its place, and withdraw it where it is a real one" },
	[TEXT_LINE]    = { "limit.line",    .err = EINVAL,
		.gloss = "a line has at most " STRING(LIMIT_LINE_BYTES) " bytes: break it" },
	[TEXT_NESTING] = { "limit.nesting", .err = EINVAL,
		.gloss = "lists and quotes are nested at most " STRING(LIMIT_NESTING) " deep: "
			"make the text flatter" },
};

const struct rule text_secret_warned = { "text.secret", SEVERITY_WARNING,
	.gloss = "no credential stands in a text", .strict = &text_rules[TEXT_SECRET] };

/* Refused everywhere, in order. */
struct hidden {
	int32_t first, last;
	const char *what;
};

static const struct hidden hidden[] = {
	{ 0x0000, 0x0008, "a control character" },
	{ 0x000b, 0x000c, "a control character" },
	{ 0x000d, 0x000d, "a carriage return without a newline" },
	{ 0x000e, 0x001f, "a control character" },
	{ 0x007f, 0x009f, "a control character" },
	{ 0x2028, 0x2029, "a line separator" },
	{ 0x202a, 0x202e, "a bidirectional control" },
	{ 0x2066, 0x2069, "a bidirectional control" },
	{ 0xfeff, 0xfeff, "a byte order mark" },
	{ 0xe0000, 0xe007f, "a tag character" },
};
/* clang-format on */

static const struct hidden *
find_hidden(int32_t cp)
{
	for (size_t i = 0; i < sizeof hidden / sizeof hidden[0] && hidden[i].first <= cp; i++)
		if (cp <= hidden[i].last)
			return &hidden[i];
	return NULL;
}

#define EACH_BYTE(b) (UINT64_C(0x0101010101010101) * (b))

/* How many bytes from `s` on are printable ASCII. Eight at a time, for each byte of a text is asked: bytes above 0x7f,
 * of 0x7f and below 0x20 each set a top bit, and a carry or borrow comes only out of such a byte. */
static size_t
plain_run(const char *s, size_t len)
{
	size_t i = 0;
	uint64_t w;

	for (; i + sizeof w <= len; i += sizeof w) {
		memcpy(&w, s + i, sizeof w);
		if ((w | (w + EACH_BYTE(1)) | (w - EACH_BYTE(0x20))) & EACH_BYTE(0x80))
			break;
	}
	while (i < len && s[i] >= 0x20 && s[i] < 0x7f)
		i++;
	return i;
}

typedef unsigned char many __attribute__((vector_size(16)));

bool
rare_read(struct rare *r)
{
	many c = {0};

	if (r->rest >= r->end)
		return false;
	if ((size_t)(r->end - r->rest) >= sizeof c)
		memcpy(&c, r->rest, sizeof c);
	else
		memcpy(memset(&c, 'a', sizeof c), r->rest, (size_t)(r->end - r->rest));
	c = (many)((c - 'a' > 25) & (c != ' ') & (c != ',') & (c != '\n'));
	memcpy(r->found, &c, sizeof r->found);
	r->found[0] = le64toh(r->found[0]);
	r->found[1] = le64toh(r->found[1]);
	r->rest += sizeof c;
	return true;
}

size_t
text_unix(char *text, size_t len)
{
	const char *cr = len ? memchr(text, '\r', len) : NULL;
	size_t to;

	if (!cr)
		return len;
	to = (size_t)(cr - text);
	for (size_t from = to; from < len; from++)
		if (text[from] != '\r' || from + 1 == len || text[from + 1] != '\n')
			text[to++] = text[from];
	return to;
}

int
text_check(const char *text, size_t len, size_t max_bytes, size_t max_line, int line0, struct findings *out)
{
	/* Bytes that are not UTF-8 come first, wherever they stand: they decide the errno, the rest is guesswork. */
	struct findings utf8 = {0}, others = {0};
	int line = line0 + 1, err;
	int32_t cp;

	if (len > max_bytes) {
		findings_add(out, &text_rules[TEXT_SIZE], 0,
			"the text has %zu bytes, at most %zu are allowed", len, max_bytes);
		return -text_rules[TEXT_SIZE].err;
	}
	for (struct reader rest = {text, text + len}, all; next_line(&rest, &all); line++) {
		bool told_utf8 = false, told_control = false; /* of this line */
		const char *s = all.s;
		size_t n = len_of(&all);

		for (size_t at = 0, bytes; at < n; at += bytes) {
			const struct hidden *h;

			if ((bytes = plain_run(s + at, n - at)))
				continue;
			bytes = next_char(s + at, n - at, &cp);
			h = cp < 0 || cp == '\t' ? NULL : find_hidden(cp);
			if (cp < 0 && !told_utf8)
				findings_add(&utf8, &text_rules[TEXT_UTF8], line,
					"byte 0x%02X in column %zu is not UTF-8", (unsigned char)s[at], at + 1);
			else if (h && !told_control)
				findings_add(&others, &text_rules[TEXT_CONTROL], line, "U+%04X in column %zu is %s",
					(unsigned)cp, at + 1, h->what);
			told_utf8 |= cp < 0;
			told_control |= h != NULL;
		}
		if (n > max_line)
			findings_add(&others, &text_rules[TEXT_LINE], line,
				"the line has %zu bytes, at most %zu are allowed", n, max_line);
	}
	err = findings_errno(&utf8);
	if (!err)
		err = findings_errno(&others);
	findings_move(out, &utf8);
	findings_move(out, &others);
	return err;
}

const char *
text_hidden(const char *s, size_t len)
{
	const struct hidden *h;
	int32_t cp;

	for (size_t at = plain_run(s, len); at < len; at += plain_run(s + at, len - at)) {
		at += next_char(s + at, len - at, &cp);
		h = cp < 0 || cp == '\t' || cp == '\n' ? NULL : find_hidden(cp);
		if (cp == '\r' && at < len && s[at] == '\n')
			return "a carriage return before a newline";
		if (h || cp < 0)
			return h ? h->what : "a byte that is not UTF-8";
	}
	return NULL;
}

bool
text_clean_line(const char *s, size_t len)
{
	return !len || !(memchr(s, '\t', len) || memchr(s, '\n', len) || text_hidden(s, len));
}

void
text_escape(UT_string *out, const char *s, size_t len, size_t max_bytes)
{
	static const char more[] = "…";
	size_t left = max_bytes;

	utstring_reserve(out, (len < left ? len : left) + sizeof more);
	for (size_t at = 0, n; at < len; at += n) {
		char room[16];
		const char *piece = s + at;
		int32_t cp;
		size_t bytes = n = plain_run(piece, len - at < left ? len - at : left);

		if (!n) {
			bytes = n = next_char(piece, len - at, &cp);
			/* Joiners stay as they are: emoji are made with them. */
			bool shown = cp < 0 || find_hidden(cp) ||
				(is_unseen_mark(cp) && cp != 0x200c && cp != 0x200d);

			if (shown) {
				bytes = (size_t)(cp < 0x80 ? sprintf(room, "\\x%02X", (unsigned char)*piece)
							   : sprintf(room, "\\u{%04X}", (unsigned)cp));
				piece = room;
			} else if (cp == '\n' || cp == '\t') {
				bytes = 2;
				piece = cp == '\n' ? "\\n" : "\\t";
			}
		}
		if (bytes > left) {
			utstring_bincpy(out, more, sizeof more - 1);
			return;
		}
		utstring_bincpy(out, piece, bytes);
		left -= bytes;
	}
}

/* Results are C strings, so NUL counts as white space here: nothing after one may vanish. */
static bool
is_white(int32_t cp, utf8proc_category_t category)
{
	return is_between(category, UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP) || !cp || (cp >= '\t' && cp <= '\r') ||
		cp == 0x85;
}

/* Adds a character of a text whose words one space parts: `gap` is set by whatever parts words. */
static void
add_char(UT_string *out, bool *gap, const void *s, size_t n)
{
	if (*gap && utstring_len(out))
		utstring_bincpy(out, " ", 1);
	*gap = false;
	utstring_bincpy(out, s, n);
}

char *
text_fold_space(const char *s, size_t len)
{
	bool gap = false;
	UT_string out;
	int32_t cp;

	utstring_init(&out);
	utstring_reserve(&out, len + 1);
	for (size_t at = 0, n; at < len; at += n) {
		n = next_char(s + at, len - at, &cp);
		if (cp >= 0 && is_white(cp, utf8proc_category(cp)))
			gap = true;
		else
			add_char(&out, &gap, s + at, n);
	}
	return utstring_body(&out);
}

/* A longer run of marks says nothing, and utf8proc sorts a run in the square of its length. */
#define MARKS_IN_A_ROW 30

/* Inside a word, and nothing to part it at: "don't". */
static bool
is_apostrophe(int32_t cp)
{
	return cp == '\'' || cp == 0x2018 || cp == 0x2019 || cp == 0x02bc || cp == 0xff07;
}

/* No character stands for more of them, and none is so short a text as to be more for each of its bytes. */
#define MAPPED_FOR_A_BYTE 6

/* The characters of a text as utf8proc maps it, malloc'd: bytes that are not UTF-8 become spaces; what nobody sees and
 * marks past MARKS_IN_A_ROW are left out, and where case is folded format characters and apostrophes. */
static int32_t *
map_chars(const char *s, size_t len, utf8proc_option_t options, size_t *n)
{
	char *in = mem_copy(s, len);
	size_t to = 0, room = MAPPED_FOR_A_BYTE * (len + 1);
	int32_t *mapped = mem_resize(NULL, room, sizeof *mapped), cp;
	unsigned marks = 0;

	options |= UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
	for (size_t at = 0, bytes; at < len; at += bytes) {
		bytes = next_char(s + at, len - at, &cp);
		utf8proc_category_t category = utf8proc_category(cp);

		if (is_unseen_mark(cp) || (options & UTF8PROC_CASEFOLD && (category == UTF8PROC_CATEGORY_CF ||
			is_apostrophe(cp) || utf8proc_get_property(cp)->ignorable)))
			continue;
		/* Lm: halfwidth voiced sound marks become marks only when they are mapped. */
		marks = is_between(category, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME) ||
			category == UTF8PROC_CATEGORY_LM ? marks + 1 : 0;
		if (marks > MARKS_IN_A_ROW)
			continue;
		memcpy(in + to, cp < 0 ? " " : s + at, bytes);
		to += bytes;
	}
	*n = (size_t)utf8proc_decompose((utf8proc_uint8_t *)in, (utf8proc_ssize_t)to, mapped, (utf8proc_ssize_t)room,
		options);
	assert(*n <= room);
	*n = (size_t)utf8proc_normalize_utf32(mapped, (utf8proc_ssize_t)*n, options);
	free(in);
	return mapped;
}

bool
text_is_ascii(const char *s, size_t len)
{
	uint64_t all = 0, word;
	size_t i = 0;

	for (; i + sizeof word <= len; i += sizeof word) {
		memcpy(&word, s + i, sizeof word);
		all |= word;
	}
	for (; i < len; i++)
		all |= (unsigned char)s[i];
	return !(all & EACH_BYTE(0x80));
}

/* A symbol that is drawn as white space. */
#define BRAILLE_BLANK 0x2800

char *
text_fold_words(const char *s, size_t len)
{
	bool gap = false;
	UT_string out;
	size_t n;
	int32_t *folded = map_chars(s, len, UTF8PROC_CASEFOLD | UTF8PROC_IGNORE, &n);

	utstring_init(&out);
	utstring_reserve(&out, 4 * n + 1);
	for (size_t i = 0; i < n; i++) {
		int32_t cp = folded[i];
		utf8proc_category_t category = utf8proc_category(cp);
		utf8proc_uint8_t c[4];

		if (is_apostrophe(cp))
			continue;
		/* So do the marks of Markdown that count as symbols ('`', '^'). Other symbols stay: "a < b" and "a > b"
		 * are two claims. */
		if (is_white(cp, category) || cp == BRAILLE_BLANK || category == UTF8PROC_CATEGORY_SK ||
			category == UTF8PROC_CATEGORY_CC ||
			is_between(category, UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO))
			gap = true;
		else
			add_char(&out, &gap, c, (size_t)utf8proc_encode_char(cp, c));
	}
	free(folded);
	return utstring_body(&out);
}

char *
text_slug(const char *s, size_t len)
{
	bool gap = false;
	UT_string out;
	size_t n;
	int32_t *composed = map_chars(s, len, 0, &n);

	utstring_init(&out);
	utstring_reserve(&out, 4 * n + sizeof "debate");
	for (size_t i = 0; i < n; i++) {
		utf8proc_category_t category = utf8proc_category(composed[i]);
		bool begins = gap || !utstring_len(&out); /* and no mark does */
		utf8proc_uint8_t lower[4];

		if (!is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) ||
			(begins && is_between(category, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME)))
			gap = true;
		else
			add_char(&out, &gap, lower,
				(size_t)utf8proc_encode_char(utf8proc_tolower(composed[i]), lower));
	}
	free(composed);
	if (!utstring_len(&out))
		utstring_bincpy(&out, "debate", strlen("debate"));
	for (char *space = utstring_body(&out); (space = strchr(space, ' '));)
		*space = '-';
	return utstring_body(&out);
}

size_t
text_cut(const char *s, size_t len, size_t max_bytes)
{
	if (len <= max_bytes)
		return len;
	while (max_bytes && ((unsigned char)s[max_bytes] & 0xc0) == 0x80)
		max_bytes--;
	return max_bytes;
}

struct quote
quote(const char *s, size_t len)
{
	size_t to = text_cut(s, len, LIMIT_QUOTE_BYTES);
	struct quote q;

	stpcpy(to ? mempcpy(q.s, s, to) : q.s, to < len ? QUOTE_MORE : "");
	return q;
}

char *
text_anchor(const char *s, size_t len)
{
	UT_string anchor;
	int32_t cp;

	utstring_init(&anchor);
	for (size_t at = 0; at < len;) {
		utf8proc_uint8_t lower[4];

		at += next_char(s + at, len - at, &cp);
		cp = cp == ' ' ? '-' : cp;
		utf8proc_category_t category = utf8proc_category(cp);

		/* GitHub's \p{Word}: letters, marks, digits, letter-like numbers and connectors such as '_'. */
		if (cp == '-' || is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) ||
			category == UTF8PROC_CATEGORY_PC)
			utstring_bincpy(&anchor, (char *)lower,
				(size_t)utf8proc_encode_char(utf8proc_tolower(cp), lower));
	}
	return utstring_body(&anchor);
}
