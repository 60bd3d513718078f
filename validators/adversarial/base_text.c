/* The content of a file of a base: front matter, sections, labels, ids. */
#include "validators/adversarial/base.h"

#include <stdlib.h>
#include "validators/text/text.h"

void
print_line(struct reader words, size_t most, UT_string *out)
{
	char *line = text_fold_space(words.s, len_of(&words));
	size_t len = strlen(line), cut = text_cut(line, len, most);

	utstring_printf(out, "%.*s%s", (int)cut, line, cut < len ? QUOTE_MORE : "");
	free(line);
}

bool
skip_argument(struct reader *r, unsigned *number)
{
	struct reader at = *r;

	if (!skip_text(&at, "arg-") || !skip_number(&at, number) || *number > BASE_NUMBER_MOST ||
		(at.s < at.end && (isalpha((unsigned char)*at.s) || *at.s == '_')))
		return false;
	*r = at;
	return true;
}

/* Does a word begin at `s`, in a text from `from` on? */
static bool
begins_word(const char *from, const char *s)
{
	return s == from || !(isalnum((unsigned char)s[-1]) || strchr("-_/.", s[-1]));
}

bool
next_argument(struct reader *r, unsigned *number)
{
	for (const char *from = r->s, *hit; (hit = memmem(r->s, len_of(r), "arg-", 4)); r->s = hit + 4) {
		struct reader at = reader_of(hit, r->end);

		if (begins_word(from, hit) && skip_argument(&at, number)) {
			r->s = at.s;
			return true;
		}
	}
	r->s = r->end;
	return false;
}

bool
next_source(struct reader *r, struct reader *cited)
{
	for (const char *from = r->s, *hit; (hit = memmem(r->s, len_of(r), "kb/sources/", 11)); r->s = hit + 11) {
		if (!begins_word(from, hit))
			continue;
		for (const char *s = hit + 11; s < r->end && !isspace((unsigned char)*s) && !strchr("()[]{}\"`<>", *s);
			s++) {
			if (r->end - s < 3 || memcmp(s, ".md", 3))
				continue;
			if (s + 3 < r->end && (isalnum((unsigned char)s[3]) || strchr("-_/", s[3])))
				continue;
			*cited = reader_of(hit, s + 3);
			r->s = s + 3;
			return true;
		}
	}
	r->s = r->end;
	return false;
}

int
word_of(const char *const *words, struct reader value)
{
	value = without_white(value);
	for (int i = 0; words[i]; i++)
		if (len_of(&value) == strlen(words[i]) && !strncasecmp(value.s, words[i], len_of(&value)))
			return i;
	return -1;
}

char *
words_listed(const char *const *words)
{
	UT_string list;

	utstring_init(&list);
	for (int i = 0; words[i]; i++)
		utstring_printf(&list, "%s%s", i ? ", " : "", words[i]);
	return utstring_body(&list);
}

/* -- front matter -- */

bool
base_front_of(struct reader file, struct reader *front)
{
	struct reader r = file, line;

	if (!next_line(&r, &line) || !says_only(line, "---"))
		return false;
	for (*front = r; next_line(&r, &line);)
		if (len_of(&line) >= 3 && !memcmp(line.s, "---", 3) && is_blank(line.s + 3, len_of(&line) - 3)) {
			front->end = line.s;
			return true;
		}
	return false;
}

bool
base_front_next(struct reader *front, const char *key, struct reader *value, struct reader *whole)
{
	struct reader line;

	while (next_line(front, &line)) {
		struct reader r = line;

		if (!skip_text(&r, key))
			continue;
		skip_white(&r);
		if (r.s == r.end || *r.s++ != ':')
			continue;
		r = without_white(r);
		if (len_of(&r) > 1 && *r.s == r.end[-1] && strchr("\"'", *r.s))
			r.s++, r.end--;
		*value = without_white(r);
		if (whole)
			*whole = line;
		return true;
	}
	return false;
}

bool
base_front(struct reader file, const char *key, struct reader *value, struct reader *whole)
{
	struct reader front;

	return base_front_of(file, &front) && base_front_next(&front, key, value, whole);
}

/* -- sections and labels -- */

/* Does a line open a fence, or close the one of so many marks? */
static bool
is_fence(struct reader line, struct reader *open)
{
	struct reader marks;

	skip_white(&line);
	for (marks = reader_of(line.s, line.s); marks.end < line.end && *marks.end == *line.s; marks.end++)
		;
	if (len_of(&marks) < 3 || (*line.s != '`' && *line.s != '~') ||
		(open->s && (*open->s != *line.s || len_of(&marks) < len_of(open))))
		return false;
	*open = open->s ? (struct reader){0} : marks;
	return true;
}

/* A label that a line begins with, perhaps behind a list marker and in bold. */
static bool
skip_label(struct reader line, const char *label, struct reader *value)
{
	skip_white(&line);
	if (line.s < line.end && strchr("-*+", *line.s) && line.s + 1 < line.end && line.s[1] == ' ')
		line.s += 2;
	skip_white(&line);
	bool bold = skip_emphasis(&line);
	if (!skip_words(&line, label))
		return false;
	bold &= !skip_emphasis(&line);
	skip_white(&line);
	if (!skip_char(&line, ':'))
		return false;
	if (bold)
		skip_emphasis(&line);
	*value = line;
	return true;
}

bool
base_section(struct reader file, const char *title, struct reader *body, const char **behind)
{
	enum { LABEL_LEVEL = 7, NO_LEVEL } level = NO_LEVEL; /* of a heading, or below any */
	struct reader r = file, line, front, value, fence = {0};
	bool open = false;

	if (base_front_of(file, &front))
		r.s = front.end;
	for (const char *from = r.s; next_line(&r, &line); from = r.s) {
		if (is_fence(line, &fence) || fence.s)
			continue;
		unsigned here = skip_heading(&line);
		/* `- **Title**:` begins another label. */
		bool label = len_of(&line) >= 6 && strchr("-*+", *line.s) && !memcmp(line.s + 1, " **", 3) &&
			memmem(line.s + 4, len_of(&line) - 4, "**", 2);

		if (open && (level < LABEL_LEVEL ? here && here <= level : here || label)) {
			body->end = from;
			open = false;
		}
		/* A note may hold such a label, or such a heading of a lower level: that is not the file's section. */
		if (here && here < level && says_only(line, title))
			level = here;
		else if (!here && level == NO_LEVEL && skip_label(line, title, &value))
			level = LABEL_LEVEL;
		else
			continue;
		open = true;
		*body = reader_of(level < LABEL_LEVEL ? r.s : value.s, r.end);
	}
	if (level == NO_LEVEL)
		return false;
	if (behind)
		for (*behind = body->end; *behind > body->s && isspace((unsigned char)(*behind)[-1]);)
			--*behind;
	*body = without_white(*body);
	return true;
}

bool
base_label(struct reader text, const char *const *labels, const char *label, struct reader *value)
{
	struct reader line;
	bool found = false;

	for (const char *from = text.s; next_line(&text, &line); from = text.s) {
		struct reader at = line;
		bool other = skip_heading(&at);

		for (size_t i = 0; labels[i] && !other; i++)
			other = skip_label(line, labels[i], &at);
		if (other && found) {
			*value = without_white(reader_of(value->s, from));
			return true;
		}
		if (!found && skip_label(line, label, &at)) {
			found = true;
			*value = reader_of(at.s, text.end);
		}
	}
	if (found)
		*value = without_white(*value);
	return found;
}

/* -- files by themselves -- */

static int
line_at(struct reader file, const char *s)
{
	int line = 1;

	for (const char *at = file.s; at < s; at++)
		line += *at == '\n';
	return line;
}

/* The only value of a key; false: it is told. */
static bool
judge_key(struct reader file, const char *key, struct reader *value, struct findings *out)
{
	struct reader front, again, whole;

	if (!base_front_of(file, &front))
		return false;
	if (!base_front_next(&front, key, value, &whole) || value->s == value->end) {
		findings_add(out, &base_rules[KB_ARGUMENT], 1, "the front matter has no `%s: …`", key);
		return false;
	}
	if (base_front_next(&front, key, &again, &whole)) {
		findings_add(out, &base_rules[KB_ARGUMENT], line_at(file, whole.s), "`%s` stands here twice", key);
		return false;
	}
	return true;
}

static int
judge_word(struct reader file, const char *key, const char *const *words, struct findings *out)
{
	struct reader value;
	int word = 0;

	if (judge_key(file, key, &value, out) && (word = word_of(words, value)) < 0) {
		char *list = words_listed(words);

		findings_add(out, &base_rules[KB_ARGUMENT], line_at(file, value.s), "`%s: %s` is none of %s", key,
			quote(value.s, len_of(&value)).s, list);
		free(list);
	}
	return word < 0 ? 0 : word;
}

void
base_judge_argument(struct reader file, unsigned number, struct argument *a, struct findings *out)
{
	struct reader value;
	unsigned id;

	if (!base_front_of(file, &value))
		findings_add(out, &base_rules[KB_ARGUMENT], 1,
			"an argument begins with front matter: lines `key: value` between two lines `---`");
	if (number && judge_key(file, "id", &value, out) &&
		(!skip_argument(&value, &id) || value.s < value.end || id != number))
		findings_add(
			out, &base_rules[KB_ARGUMENT], line_at(file, value.s), "the file is that of arg-%03u", number);
	if (number)
		judge_key(file, "position", &value, out);
	a->layer = (enum layer)judge_word(file, "layer", layer_words, out);
	a->status = (enum status)judge_word(file, "status", status_words, out);
	if (!base_section(file, "Statement", &value, NULL) || value.s == value.end)
		findings_add(out, &base_rules[KB_ARGUMENT], 0, "there is no section `## Statement` with words in it");
}

void
base_judge_contradiction(const struct base *b, struct reader body, int line, struct findings *out)
{
	const struct rule *rule = &base_rules[KB_CONTRADICTION];
	struct reader value, cited;
	unsigned number;

	for (size_t i = 0; i < CONTRADICTION_LABELS; i++)
		if (!base_label(body, contradiction_labels, contradiction_labels[i], &value) || value.s == value.end)
			findings_add(out, rule, line, "the line `%s: …` is missing", contradiction_labels[i]);
	if (base_label(body, contradiction_labels, "Involved arguments", &value))
		while (next_argument(&value, &number))
			if (!base_numbered(b, number))
				findings_add(out, rule, line, "there is no arg-%03u", number);
	if (base_label(body, contradiction_labels, "Involved sources", &value))
		while (next_source(&value, &cited))
			if (!base_find_source(b, cited))
				findings_add(out, rule, line, "there is no `%s`", quote(cited.s, len_of(&cited)).s);
}
