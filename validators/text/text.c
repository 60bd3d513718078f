#include "validators/text/text.h"

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include "validators/text/chars.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)

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
		.gloss = "a text is more than blank lines, and than the blank as it was shown: fill it in, as "
			 "`prompt.md` has it" },
	[TEXT_OPEN]    = { "text.open",     .err = EINVAL,
		.gloss = "no code fence or HTML comment is left open at the end: close it on a line of its own" },
	[TEXT_ONE]     = { "text.one",      .err = EINVAL,
		.gloss = "no line but the first is a heading of level 1 or 2: write `###`, or put it in a fence" },
	[TEXT_RESERVED] = { "text.reserved", .err = EINVAL,
		.gloss = "no line reads `duelfs:` behind its marks, as the filesystem's own do: say it otherwise, or "
			"in a fence" },
	[TEXT_SECRET]  = { "text.secret",   .err = EINVAL,
		.gloss = "no credential (a key, a token, a password in a URL) stands in a text or value: write <what "
			"it is> in its place, and withdraw it where it is a real one" },
	[TEXT_LINE]    = { "limit.line",    .err = EINVAL,
		.gloss = "a line has at most " STRING(LIMIT_LINE_BYTES) " bytes: break it" },
	[TEXT_NESTING] = { "limit.nesting", .err = EINVAL,
		.gloss = "lists, quotes and emphasis are nested at most " STRING(LIMIT_NESTING) " deep: "
			"make the text flatter" },
};

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

/* How many bytes from `s` on are printable ASCII. Eight at a time: bytes above 0x7f, of 0x7f and
 * below 0x20 each set a top bit, and a carry or borrow comes only out of such a byte. */
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

/* Bytes that are not UTF-8 come first, wherever they stand: it decides the errno, and makes the rest
 * guesswork. */
struct check {
	struct findings utf8;
	struct findings others;
	size_t max_line;
	int line;
	bool told_utf8; /* of this line */
	bool told_control;
};

static void
tell_utf8(struct check *c, unsigned char byte, size_t column)
{
	if (c->told_utf8)
		return;
	c->told_utf8 = true;
	findings_add(&c->utf8, &text_rules[TEXT_UTF8], c->line,
		"byte 0x%02X in column %zu is not UTF-8", byte, column);
}

static void
tell_control(struct check *c, int32_t cp, const char *what, size_t column)
{
	if (c->told_control)
		return;
	c->told_control = true;
	findings_add(&c->others, &text_rules[TEXT_CONTROL], c->line, "U+%04X in column %zu is %s",
		(unsigned)cp, column, what);
}

static void
check_char(struct check *c, int32_t cp, unsigned char byte, size_t column)
{
	const struct hidden *h;

	if (cp < 0) {
		tell_utf8(c, byte, column);
		return;
	}
	h = cp == '\t' ? NULL : find_hidden(cp);
	if (h)
		tell_control(c, cp, h->what, column);
}

static void
check_line(struct check *c, const char *s, size_t len)
{
	size_t at = plain_run(s, len);
	int32_t cp;

	c->line++;
	c->told_utf8 = c->told_control = false;
	while (at < len) {
		size_t n = next_char(s + at, len - at, &cp);

		check_char(c, cp, (unsigned char)s[at], at + 1);
		at += n;
		if (n == 1)
			at += plain_run(s + at, len - at);
	}
	if (len > c->max_line)
		findings_add(&c->others, &text_rules[TEXT_LINE], c->line,
			"the line has %zu bytes, at most %zu are allowed", len, c->max_line);
}

int
text_check(const char *text, size_t len, size_t max_bytes, size_t max_line, int line0, struct findings *out)
{
	struct check c = {.max_line = max_line, .line = line0};
	int err;

	if (len > max_bytes) {
		findings_add(out, &text_rules[TEXT_SIZE], 0,
			"the text has %zu bytes, at most %zu are allowed", len, max_bytes);
		return -text_rules[TEXT_SIZE].err;
	}
	for (size_t at = 0, n; at < len; at += n + 1) {
		const char *newline = memchr(text + at, '\n', len - at);

		n = newline ? (size_t)(newline - text) - at : len - at;
		check_line(&c, text + at, n);
	}
	err = findings_errno(&c.utf8);
	if (!err)
		err = findings_errno(&c.others);
	findings_move(out, &c.utf8);
	findings_move(out, &c.others);
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

/* Invisible characters are shown where something is quoted back; joiners are not, emoji are made with them. */
static bool
is_shown(int32_t cp)
{
	return find_hidden(cp) || (is_unseen_mark(cp) && cp != 0x200c && cp != 0x200d);
}

/* One character as it may be quoted: the bytes to write, of `s` itself or of `room`. */
static const char *
escape_char(const char *s, int32_t cp, size_t *n, char room[16])
{
	if (cp == '\n')
		*n = (size_t)snprintf(room, 16, "\\n");
	else if (cp == '\t')
		*n = (size_t)snprintf(room, 16, "\\t");
	else if (cp < 0 || (cp < 0x80 && find_hidden(cp)))
		*n = (size_t)snprintf(room, 16, "\\x%02X", (unsigned char)*s);
	else if (is_shown(cp))
		*n = (size_t)snprintf(room, 16, "\\u{%04X}", (unsigned)cp);
	else
		return s;
	return room;
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
			piece = escape_char(piece, cp, &bytes, room);
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

/* Words parted by one space each: `gap` is set by whatever parts words and written before the next
 * character. */
struct words {
	char *out;
	size_t n, room;
	bool gap;
};

/* Room for `bytes` more: a gap is never more than the white space that made it, so no more are
 * needed than will be taken in. */
static void
words_reserve(struct words *w, size_t bytes)
{
	if (w->room - w->n > bytes)
		return;
	w->room = 2 * w->room + bytes + 1;
	w->out = mem_resize(w->out, w->room, 1);
}

static void
words_add(struct words *w, const char *s, size_t n)
{
	if (w->gap && w->n)
		w->out[w->n++] = ' ';
	w->gap = false;
	memcpy(w->out + w->n, s, n);
	w->n += n;
}

/* So many bytes of ASCII are seen, none of them white space: most words are no more. */
static size_t
seen_ascii(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && s[n] > ' ' && s[n] < 0x7f)
		n++;
	return n;
}

static char *
words_end(struct words *w)
{
	words_reserve(w, 0);
	w->out[w->n] = '\0';
	return w->out;
}

char *
text_fold_space(const char *s, size_t len)
{
	struct words w = {.gap = false};
	int32_t cp;

	words_reserve(&w, len);
	for (size_t at = 0, n; at < len; at += n) {
		n = seen_ascii(s + at, len - at);
		cp = -1;
		if (!n)
			n = next_char(s + at, len - at, &cp);
		if (cp >= 0 && is_white(cp, utf8proc_category(cp)))
			w.gap = true;
		else
			words_add(&w, s + at, n);
	}
	return words_end(&w);
}

/* A longer run of marks says nothing, and utf8proc sorts a run in the square of its length. */
#define MARKS_IN_A_ROW 30

static bool
is_mark(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	/* Lm: halfwidth voiced sound marks become marks only when they are mapped. */
	return is_between(category, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME) || category == UTF8PROC_CATEGORY_LM;
}

/* Inside a word, and nothing to part it at: "don't". */
static bool
is_apostrophe(int32_t cp)
{
	return cp == '\'' || cp == 0x2018 || cp == 0x2019 || cp == 0x02bc || cp == 0xff07;
}

/* No character stands for more of them, and none is so short a text as to be more for each of its bytes. */
#define MAPPED_FOR_A_BYTE 6

/* The characters of a text as utf8proc maps it: bytes that are not UTF-8 become spaces; characters that nobody sees and
 * marks past MARKS_IN_A_ROW are left out, and where case is folded apostrophes (a mark behind one is the letter's
 * before it). malloc'd. */
static int32_t *
map(const char *s, size_t len, utf8proc_option_t options, size_t *n)
{
	char *in = mem_copy(s, len);
	size_t to = 0, room = MAPPED_FOR_A_BYTE * (len + 1);
	int32_t *mapped = mem_resize(NULL, room, sizeof *mapped), cp;
	unsigned marks = 0;

	options |= UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
	for (size_t at = 0, bytes; at < len; at += bytes) {
		bytes = next_char(s + at, len - at, &cp);
		if (cp >= 0 && (is_unseen_mark(cp) || (options & UTF8PROC_CASEFOLD &&
			(is_apostrophe(cp) || utf8proc_get_property(cp)->ignorable))))
			continue;
		marks = cp >= 0 && is_mark(cp) ? marks + 1 : 0;
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
	return !(all & UINT64_C(0x8080808080808080));
}

/* A symbol that is drawn as white space. */
#define BRAILLE_BLANK 0x2800

/* Punctuation, the marks of Markdown that count as symbols ('`', '^'), white space and control
 * characters part words. Other symbols stay: "a < b" and "a > b" are two claims. */
static bool
parts_words(int32_t cp, utf8proc_category_t category)
{
	return is_white(cp, category) || cp == BRAILLE_BLANK || category == UTF8PROC_CATEGORY_SK ||
	       category == UTF8PROC_CATEGORY_CC ||
	       is_between(category, UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}

static void
add_folded(struct words *w, const char *s, size_t len)
{
	size_t n;
	int32_t *folded = map(s, len, UTF8PROC_CASEFOLD | UTF8PROC_IGNORE, &n);

	words_reserve(w, 4 * n + 1);
	for (size_t i = 0; i < n; i++) {
		utf8proc_category_t category = utf8proc_category(folded[i]);
		char c[4];

		if (is_apostrophe(folded[i]) || category == UTF8PROC_CATEGORY_CF)
			continue;
		if (parts_words(folded[i], category))
			w->gap = true;
		else
			words_add(w, c, (size_t)utf8proc_encode_char(folded[i], (utf8proc_uint8_t *)c));
	}
	free(folded);
}

const char text_ascii_folds[128 + 1] = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
	"\0\0\0\0$\0\0\1\0\0\0+\0\0\0\0"
	"0123456789\0\0<=>\0"
	"\0abcdefghijklmnopqrstuvwxyz\0\0\0\0\0"
	"\0abcdefghijklmnopqrstuvwxyz\0|\0~\0";

/* The same of one that is ASCII, and not folded yet: nearly all there is, and most of what judging does. */
static void
add_ascii(struct words *w, const char *s, size_t len)
{
	words_reserve(w, len + 1);
	for (const char *end = s + len; s < end; s++) {
		const char c = text_fold_ascii(*s);
		if (c == FOLDS_AWAY)
			continue;
		if (c == FOLDS_TO_GAP) {
			w->gap = true;
			continue;
		}
		if (w->gap && w->n)
			w->out[w->n++] = ' ';
		w->gap = false;
		w->out[w->n++] = c;
	}
}

static bool
is_space(char c)
{
	return c == ' ' || c == '\n';
}

/* Between spaces, because nothing is composed across one, and only what is not ASCII takes the slow way. */
char *
text_fold_words(const char *s, size_t len)
{
	struct words w = {.gap = false};

	for (size_t at = 0, n; at < len; at += n + 1) {
		for (n = 0; at + n < len && !is_space(s[at + n]);)
			n++;
		if (text_is_ascii(s + at, n))
			add_ascii(&w, s + at, n);
		else
			add_folded(&w, s + at, n);
		w.gap = true;
	}
	return words_end(&w);
}

char *
text_slug(const char *s, size_t len)
{
	struct words w = {.gap = false};
	size_t n;
	int32_t *composed = map(s, len, 0, &n);

	words_reserve(&w, 4 * n + sizeof "debate");
	for (size_t i = 0; i < n; i++) {
		utf8proc_category_t category = utf8proc_category(composed[i]);
		bool begins = w.gap || !w.n; /* and no mark does */
		utf8proc_uint8_t lower[4];

		if (!is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) ||
			(begins && is_between(category, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME)))
			w.gap = true;
		else
			words_add(&w, (char *)lower,
				(size_t)utf8proc_encode_char(utf8proc_tolower(composed[i]), lower));
	}
	free(composed);
	if (!w.n)
		words_add(&w, "debate", strlen("debate"));
	words_end(&w);
	for (char *space = w.out; (space = strchr(space, ' '));)
		*space = '-';
	return w.out;
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

/* GitHub's \p{Word}: letters, marks, digits, letter-like numbers and connectors such as
 * '_'. */
static bool
is_word(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	return is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) ||
	       category == UTF8PROC_CATEGORY_PC;
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
		if (cp == ' ')
			cp = '-';
		if (cp == '-' || (cp >= 0 && is_word(cp)))
			utstring_bincpy(&anchor, (char *)lower,
				(size_t)utf8proc_encode_char(utf8proc_tolower(cp), lower));
	}
	return utstring_body(&anchor);
}
