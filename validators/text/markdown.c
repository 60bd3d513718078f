#include "validators/text/markdown.h"

#include <ctype.h>
#include <string.h>
#include <cmark-gfm.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

char *
md_plain(const char *line, size_t len)
{
	char *heading = mem_format("# %.*s", (int)len, line), *plain;
	cmark_node *root = cmark_parse_document(heading, strlen(heading), CMARK_OPT_DEFAULT);

	plain = cmark_render_plaintext(root, CMARK_OPT_DEFAULT, 0);
	plain[strcspn(plain, "\n")] = '\0';
	cmark_node_free(root);
	free(heading);
	return plain;
}

/* In the middle of a line: marks of inlines, of cells, and a `#` that would close a heading. An underscore behind a
 * letter opens nothing, a `>` behind anything (`g->first`) closes nothing, and addresses stay (`/~ann/Lease_(law)`). */
static bool
is_mark(const char *s, size_t i)
{
	if (s[i] == '>')
		return !i || s[i - 1] == ' ' || s[i - 1] == '>';
	if (s[i] == '&') {
		/* One only where a semicolon ends what it begins: the query of a URL stays as it is. */
		for (i += s[i + 1] == '#' ? 2 : 1; isalnum((unsigned char)s[i]);)
			i++;
		return s[i] == ';';
	}
	if (s[i] == '_')
		return !i || !isalnum((unsigned char)s[i - 1]);
	if (s[i] == '~')
		return !i || s[i - 1] != '/' || !isalnum((unsigned char)s[i + 1]);
	if (s[i] == '#')
		return !i || s[i - 1] == ' ' || s[i - 1] == '#';
	return strchr("\\`*[]<|", s[i]) != NULL;
}

void
md_escape(UT_string *out, const char *s)
{
	grow_for(out, 2 * strlen(s));
	for (size_t i = 0; s[i]; i++) {
		const char *run = s + i;

		/* These are no marks, whatever stands beside them: most of a text. */
		while (isalnum((unsigned char)s[i]) || s[i] == ' ' || s[i] == '.' || s[i] == ',' ||
			(unsigned char)s[i] >= 0x80)
			i++;
		utstring_bincpy(out, run, (size_t)(s + i - run));
		if (!s[i])
			return;
		const char *code = s[i] == '`' ? strpbrk(s + i + 1, "`|\n\r\t") : NULL; /* a `|` would end a cell */
		if (code && *code == '`' && code > s + i + 1 && code[1] != '`') {
			utstring_bincpy(out, s + i, (size_t)(code + 1 - (s + i)));
			i = (size_t)(code - s);
			continue;
		}
		if (is_mark(s, i))
			utstring_bincpy(out, "\\", 1);
		utstring_bincpy(out, (unsigned char)s[i] < ' ' || s[i] == 0x7f ? " " : s + i, 1);
	}
}

void
md_escape_paragraph(UT_string *out, const char *s)
{
	char *line = text_fold_space(s, strlen(s));
	size_t digits = strspn(line, "0123456789");
	const char *rest = line;

	/* Such a mark of its own, which md_escape leaves alone, makes a block of what follows it. */
	if (line[digits] && strchr(digits ? ".)" : "-+=", line[digits])) {
		utstring_printf(out, "%.*s\\%c", (int)digits, line, line[digits]);
		rest += digits + 1;
	}
	md_escape(out, rest);
	free(line);
}

void
md_escape_url(UT_string *out, const char *s)
{
	for (; *s; s++)
		if (isalnum((unsigned char)*s) || strchr("/._~-", *s))
			utstring_bincpy(out, s, 1);
		else
			utstring_printf(out, "%%%02X", (unsigned char)*s);
}

/* Marks that make a fence. */
#define FENCE_MIN 3

void
md_fence(UT_string *out, const char *info, const char *s, size_t len)
{
	size_t length = FENCE_MIN, run = 0;

	/* Longer than any run of what it is made of. */
	for (size_t i = 0; i < len; i++) {
		run = s[i] == '`' ? run + 1 : 0;
		length = run < length ? length : run + 1;
	}

	char *fence = memset(mem_calloc(length + 1, 1), '`', length);

	utstring_reserve(out, len + 2 * length + strlen(info) + 8);
	utstring_printf(out, "%s%s\n", fence, info);
	utstring_bincpy(out, s, len);
	utstring_printf(out, "%s%s\n", len && s[len - 1] != '\n' ? "\n" : "", fence);
	free(fence);
}

void
html_put(UT_string *out, const char *s, size_t len)
{
	static const char *const escapes[] = {['"'] = "&quot;", ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;"};

	for (const char *end = s + len; s < end; s++) {
		const char *run = s;

		while (s < end && !strchr("\"&<>", *s) && ((unsigned char)*s >= ' ' || *s == '\n' || *s == '\t'))
			s++;
		utstring_bincpy(out, run, (size_t)(s - run));
		if (s < end && escapes[(unsigned char)*s])
			utstring_printf(out, "%s", escapes[(unsigned char)*s]);
	}
}
