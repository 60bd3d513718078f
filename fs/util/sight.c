#include "fs/util/sight.h"

#include <errno.h>
#include <stdlib.h>
#include "validators/kit/source.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* clang-format off */
const struct rule lookup_rules[LOOKUP_RULES] = {
	[LOOKUP_MISSING] = { "evidence.missing", SEVERITY_ERROR, EINVAL,
		.gloss = "a file that is cited is beneath the evidence root (evidence_root), under the path that is "
			"given" },
	[LOOKUP_LINE]    = { "evidence.line", SEVERITY_ERROR, EINVAL,
		.gloss = "a line that is cited of a file beneath the evidence root is there" },
	[LOOKUP_SKIPPED] = { "evidence.skipped", SEVERITY_WARNING, 0,
		.gloss = "a citation was not looked up: a hidden name, no text, no right to read it, too many, or no "
			"answer in time" },
};
/* clang-format on */

const char *
lookup_path_hidden(const char *path)
{
	for (const char *s = path; *s; s += strcspn(s, "/")) {
		s += strspn(s, "/");
		if (*s == '.' && strcspn(s, "/") != strspn(s, "."))
			return "a name in it begins with a dot";
	}
	return NULL;
}

/* -- what is seen of it -- */

void
sight_begin(struct sight_file *f, const char *text, size_t len)
{
	*f = (struct sight_file){.text = reader_of(text, text + len)};
	for (struct reader r = f->text, line; next_line(&r, &line);)
		f->lines++;
}

void
sight_end(struct sight_file *f)
{
	folding_free(&f->folding);
	*f = (struct sight_file){.lines = 0};
}

void
sight_free(struct sight *s)
{
	free(s->text);
	*s = (struct sight){.kind = SIGHT_NONE};
}

/* The lines from the first on, through the last, as far as there are. */
static struct reader
lines_of(const struct sight_file *f, size_t first, size_t last)
{
	struct reader r = f->text, line;
	const char *from = r.end;

	for (size_t number = 1; number <= last && next_line(&r, &line); number++)
		if (number == first)
			from = line.s;
	return reader_of(from, r.s);
}

/* Has a part of a file the words of a term, in any case and punctuation? One with a gap in it says nothing. */
static bool
has_term(struct reader part, const char *term)
{
	char *words = text_fold_words(term, strlen(term)), *all = text_fold_words(part.s, len_of(&part));
	bool has = strchr(term, '[') || strstr(term, "…") || strstr(term, "...") || strstr(all, words);

	free(words);
	free(all);
	return has;
}

void
sight_read(struct sight_file *f, const struct lookup *l, struct sight *out)
{
	struct reader part = f->text;

	*out = (struct sight){.kind = SIGHT_FILE, .lines = f->lines};
	if (l->first && l->first <= f->lines) {
		size_t most = (size_t)l->first + LOOKUP_LINES_MAX - 1;
		struct reader r = lines_of(f, l->first, l->last < most ? l->last : most), line;
		UT_string text;

		utstring_init(&text);
		while (utstring_len(&text) < LOOKUP_BYTES_MAX && next_line(&r, &line)) {
			size_t n = len_of(&line), room = LOOKUP_BYTES_MAX - utstring_len(&text);

			text_escape(&text, line.s, n - (n && line.s[n - 1] == '\r'), room > 4 ? room - 4 : 1);
			utstring_bincpy(&text, "\n", 1);
			out->text_last = out->text_last ? out->text_last + 1 : l->first;
		}
		out->text = utstring_body(&text);
		part = lines_of(f, l->first > SOURCE_NEAR_LINES ? l->first - SOURCE_NEAR_LINES : 1,
			(size_t)l->last + SOURCE_NEAR_LINES);
	}
	if (l->quote) {
		struct needles needles = needles_of(reader_of(l->quote, l->quote + strlen(l->quote)));
		size_t cost_left = QUOTES_COST, offset;

		out->term = !needles.n;
		out->quote_is_there = out->term ? !l->first || has_term(part, l->quote)
			: needles_stand(&needles, folding_of(&f->folding, f->text), f->text, part, &cost_left, &offset);
		needles_free(&needles);
	}
}

/* -- what is said of it -- */

__attribute__((format(printf, 5, 6))) static void
tell_lookup(const struct lookup *l, const struct rule *rule, bool sealed, struct findings *out, const char *format, ...)
{
	va_list args;
	char *sentence;

	va_start(args, format);
	sentence = sealed ? mem_format("this must hold: %s", rule->gloss) : mem_vformat(format, args);
	va_end(args);
	findings_add_path(out, rule, l->line, l->where, "%s", sentence);
	free(sentence);
}

void
lookups_judge(const struct lookups *l, const struct sight *seen, const char *why, bool sealed, struct findings *out)
{
	const struct rule *skipped = &lookup_rules[LOOKUP_SKIPPED];

	if (!seen && l->n) {
		findings_add(out, skipped, 0, "none of the files cited here was looked up: %s", why);
		return;
	}
	for (size_t i = 0; i < l->n; i++) {
		const struct lookup *look = &l->v[i];
		const struct sight *s = &seen[i];
		struct quote path = quote(look->path, strlen(look->path));

		if (s->kind == SIGHT_NONE)
			tell_lookup(look, skipped, sealed, out, "\"%s\" was not looked up: %s", path.s, s->why);
		else if (s->kind == SIGHT_MISSING)
			tell_lookup(look, &lookup_rules[LOOKUP_MISSING], sealed, out, "there is no file \"%s\" beneath "
				"the evidence root: cite it by its path from there", path.s);
		else if (look->last == REF_LINES_MOST)
			tell_lookup(look, &lookup_rules[LOOKUP_LINE], sealed, out, "\"%s\" has no such line: they "
				"count from 1, and it has %u", path.s, s->lines);
		else if (look->last > s->lines)
			tell_lookup(look, &lookup_rules[LOOKUP_LINE], sealed, out, "\"%s\" has no line %u: it has %u",
				path.s, look->last, s->lines);
		else if (look->quote && !s->quote_is_there)
			tell_lookup(look, &kit_rules[s->term ? KIT_QUOTE_UNFOUND : KIT_REF_QUOTE], sealed, out,
				"\"%s\" does not say \"%s\" there", path.s, quote(look->quote, strlen(look->quote)).s);
	}
	if (l->more)
		findings_add(out, skipped, 0, "%zu citations more than the %d of a turn that are looked up were not",
			l->more, LOOKUPS_MAX);
}
