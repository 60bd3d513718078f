/* What the files of a base are made of: front matter, headings, list items, ids. */
#include "validators/adversarial/kb_inner.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

char *
kb_names(const char *const *names, size_t n)
{
	UT_string out;

	utstring_init(&out);
	for (size_t i = 0; i < n; i++)
		utstring_printf(&out, "%s%s", !i ? "" : i + 1 < n ? ", " : " or ", names[i]);
	return utstring_body(&out);
}

void
text_trim(const char *text, size_t *off, size_t *len)
{
	for (; *len && is_space(text[*off]); ++*off, --*len)
		;
	for (; *len && is_space(text[*off + *len - 1]); --*len)
		;
}

static size_t
line_end(const char *text, size_t len, size_t at)
{
	const char *newline = memchr(text + at, '\n', len - at);

	return newline ? (size_t)(newline - text) : len;
}

/* Is this line `---`, but for blanks behind it? */
static bool
is_dashes(const char *s, size_t len)
{
	while (len && is_space(s[len - 1]))
		len--;
	return len == 3 && !memcmp(s, "---", 3);
}

size_t
front_end(const char *text, size_t len)
{
	size_t at = line_end(text, len, 0);

	if (!is_dashes(text, at))
		return 0;
	while (at < len) {
		size_t from = at + 1, end = line_end(text, len, from);

		if (is_dashes(text + from, end - from))
			return end < len ? end + 1 : len;
		at = end;
	}
	return 0;
}

static void
without_quotes(const char *text, struct front_line *line)
{
	char quote = line->value_len > 1 ? text[line->value] : 0;

	if ((quote != '"' && quote != '\'') || text[line->value + line->value_len - 1] != quote)
		return;
	line->value++;
	line->value_len -= 2;
	text_trim(text, &line->value, &line->value_len);
}

bool
front_next(const char *text, size_t end, size_t *at, int *number, struct front_line *line)
{
	while (*at < end) {
		size_t from = *at, to = line_end(text, end, from), words = from, len = to - from;
		const char *colon = memchr(text + from, ':', len);

		*at = to + 1;
		*line = (struct front_line){.key = from, .number = ++*number};
		text_trim(text, &words, &len);
		/* What goes on from the key above, and comments, say nothing here. */
		if (!len || is_space(text[from]) || text[from] == '#' || is_dashes(text + from, to - from) ||
			(text[from] == '-' && is_space(text[from + 1])))
			continue;
		if (colon && (colon + 1 == text + to || is_space(colon[1]))) {
			line->key_len = (size_t)(colon - text) - from;
			text_trim(text, &line->key, &line->key_len);
			line->value = (size_t)(colon - text) + 1;
			line->value_len = to - line->value;
			text_trim(text, &line->value, &line->value_len);
			without_quotes(text, line);
		}
		return true;
	}
	return false;
}

bool
kb_front(const struct kb_file *file, const char *key, size_t *off, size_t *len)
{
	size_t end = front_end(file->text, file->len), at = 0;
	struct front_line line;
	int number = 0;

	while (front_next(file->text, end, &at, &number, &line))
		if (line.key_len == strlen(key) && !memcmp(file->text + line.key, key, line.key_len)) {
			*off = line.value;
			*len = line.value_len;
			return true;
		}
	return false;
}

void
lines_start(struct lines *l, const char *text, size_t len)
{
	*l = (struct lines){.text = text, .len = len, .at = front_end(text, len)};
	for (const char *s = text; (s = memchr(s, '\n', (size_t)(text + l->at - s))); s++)
		l->number++;
}

/* Does a fence open or close here, or go on? */
static bool
line_is_code(struct lines *l, const char *s, size_t len)
{
	char c = len ? *s : 0;
	size_t n = 0, rest;

	while (n < len && s[n] == c)
		n++;
	for (rest = n; rest < len && is_space(s[rest]); rest++)
		;
	if (!l->fence) {
		if ((c != '`' && c != '~') || n < 3 || (c == '`' && memchr(s + n, '`', len - n)))
			return false;
		l->fence = c;
		l->fence_n = n;
	} else if (c == l->fence && n >= l->fence_n && rest == len) {
		l->fence = 0;
	}
	return true;
}

static bool
skip_blank(const char *text, struct line *line, size_t n)
{
	if (n < line->n_words && !is_space(text[line->words + n]))
		return false;
	line->words += n;
	line->n_words -= n;
	text_trim(text, &line->words, &line->n_words);
	return true;
}

static void
read_heading(const char *text, struct line *line)
{
	unsigned level = 0;
	size_t n;

	while (level < line->n_words && text[line->words + level] == '#')
		level++;
	if (!level || level > 6 || line->indent > 3 || !skip_blank(text, line, level))
		return;
	line->level = level;
	for (n = line->n_words; n && text[line->words + n - 1] == '#'; n--)
		;
	if (!n || is_space(text[line->words + n - 1]))
		line->n_words = n;
	text_trim(text, &line->words, &line->n_words);
}

static void
read_item(const char *text, struct line *line)
{
	const char *s = text + line->words;
	size_t n = 0;

	if (line->n_words && strchr("-*+", *s)) {
		n = 1;
	} else {
		while (n < line->n_words && n < 9 && isdigit((unsigned char)s[n]))
			n++;
		if (!n || n == line->n_words || (s[n] != '.' && s[n] != ')'))
			return;
		n++;
	}
	line->item = skip_blank(text, line, n);
}

bool
line_next(struct lines *l, struct line *line)
{
	if (l->at >= l->len)
		return false;
	*line = (struct line){.off = l->at, .len = line_end(l->text, l->len, l->at) - l->at, .number = ++l->number};
	l->at += line->len + 1;
	line->words = line->off;
	line->n_words = line->len;
	text_trim(l->text, &line->words, &line->n_words);
	line->indent = (unsigned)(line->words - line->off);
	line->blank = !line->n_words;
	line->code = line_is_code(l, l->text + line->words, line->n_words);
	if (!line->code && !line->blank) {
		read_heading(l->text, line);
		if (!line->level)
			read_item(l->text, line);
	}
	return true;
}

bool
line_says(const char *text, const struct line *line, const char *words)
{
	return line->n_words == strlen(words) && !strncasecmp(text + line->words, words, line->n_words);
}

/* `**Title**: …` or `**Title:** …`: where what it says begins; 0: it is another item. */
static size_t
behind_label(const char *text, const struct line *line, const char *title)
{
	size_t n = strlen(title);
	const char *s = text + line->words;

	if (!line->item || line->n_words < n + 5 || memcmp(s, "**", 2) || strncasecmp(s + 2, title, n) ||
		(memcmp(s + 2 + n, "**:", 3) && memcmp(s + 2 + n, ":**", 3)))
		return 0;
	return line->words + n + 5;
}

/* Does what an item says end before this line? `parted`: a blank line stands before it. */
static bool
ends_item(const struct line *item, const struct line *line, bool parted)
{
	return line->level || (line->indent <= item->indent && (line->item || parted));
}

bool
kb_section(const struct kb_file *file, const char *title, size_t *off, size_t *len)
{
	struct line line, from = {.off = 0};
	struct lines l;
	size_t begin = 0, end = file->len;
	bool parted = false;

	lines_start(&l, file->text, file->len);
	while (line_next(&l, &line)) {
		if (begin && !line.code &&
			(from.item ? ends_item(&from, &line, parted) && !line.blank : line.level && line.level <= 2)) {
			end = line.off;
			break;
		}
		parted = line.blank;
		if (begin || line.code)
			continue;
		if (line.level == 2 && line_says(file->text, &line, title))
			begin = l.at < file->len ? l.at : file->len;
		else
			begin = behind_label(file->text, &line, title);
		from = line;
	}
	*off = begin;
	*len = end - begin;
	return begin;
}

size_t
number_id_read(const char *s, const char *end, const char *before, unsigned *number)
{
	size_t n = strlen(before), digits = 0;

	if ((size_t)(end - s) < n || memcmp(s, before, n))
		return 0;
	*number = 0;
	for (s += n; s + digits < end && isdigit((unsigned char)s[digits]); digits++)
		*number = *number > KB_NUMBER_MAX ? *number : *number * 10 + (unsigned)(s[digits] - '0');
	return digits < 3 || (digits > 3 && *s == '0') || *number > KB_NUMBER_MAX ? 0 : n + digits;
}

size_t
argument_id_read(const char *s, const char *end, unsigned *number)
{
	size_t n = number_id_read(s, end, "arg-", number);

	return n && s + n < end && (isalnum((unsigned char)s[n]) || s[n] == '_') ? 0 : n;
}
