/* What is to be said of citations that were looked up. What was found instead is told to whoever wrote the text. */
#include <errno.h>
#include "validators/prose/lookup.h"

#include "validators/text/mem.h"
#include "validators/text/quote.h"

/* clang-format off */
const struct rule lookup_rules[LOOKUP_RULES] = {
	[LOOKUP_MISSING] = { "evidence.missing", SEVERITY_ERROR, EINVAL,
		.gloss = "a file that is cited stands beneath the evidence root (evidence_root), under the path that "
			"is given; `path (removed)` and `path (new)` are not looked for" },
	[LOOKUP_LINE]    = { "evidence.line", SEVERITY_ERROR, EINVAL,
		.gloss = "a line that is cited of a file beneath the evidence root is there, and a range does not run "
			"backwards" },
	[LOOKUP_QUOTE]   = { "ref.quote", SEVERITY_ERROR, EINVAL,
		.gloss = "what stands in quotation marks directly behind a citation stands in that file, within five "
			"lines of the line where one is given" },
	[LOOKUP_MENTION] = { "evidence.mention", SEVERITY_WARNING, 0,
		.gloss = "a path that is named in passing stands beneath the evidence root" },
	[LOOKUP_HIDDEN]  = { "evidence.skipped", SEVERITY_WARNING, 0,
		.gloss = "a citation was not looked up: a hidden name, no text, no right to read it, too many, or no "
			"answer in time" },
};
/* clang-format on */

static void
report(const struct lookup *l, enum lookup_rule rule, bool sealed, struct findings *out, const char *sealed_sentence,
	char *sentence)
{
	if (l->where)
		findings_add_path(
			out, &lookup_rules[rule], l->line, l->where, "%s", sealed ? sealed_sentence : sentence);
	else
		findings_add(out, &lookup_rules[rule], l->line, "%s", sealed ? sealed_sentence : sentence);
	free(sentence);
}

static void
report_missing(const struct lookup *l, const struct sight *s, bool sealed, struct findings *out)
{
	struct quote path = quote(l->path, strlen(l->path));

	report(l, l->mention ? LOOKUP_MENTION : LOOKUP_MISSING, sealed, out,
		"a file that is cited here is not beneath the evidence root",
		s->kind == SIGHT_OUTSIDE
			? mem_format(
				  "\"%s\" is not beneath the evidence root: cite a file by its path from there", path.s)
			: s->kind == SIGHT_DIRECTORY
			? mem_format("\"%s\" is a directory, which has no lines: cite a file in it", path.s)
			: mem_format("there is no file \"%s\" beneath the evidence root: cite it by its path from "
				     "there, or "
				     "write `(removed)` or `(new)` behind it",
				  path.s));
}

static void
report_line(const struct lookup *l, const struct sight *s, bool sealed, struct findings *out)
{
	char *lines =
		l->first == l->last ? mem_format("line %u", l->first) : mem_format("lines %u-%u", l->first, l->last);

	report(l, LOOKUP_LINE, sealed, out, "a line that is cited here is not in its file",
		l->last < l->first ? mem_format("\"%s\": %s run backwards", quote(l->path, strlen(l->path)).s, lines)
				   : mem_format("\"%s\" has no %s", quote(l->path, strlen(l->path)).s, lines));
	if (!sealed)
		findings_tell(out, &lookup_rules[LOOKUP_LINE], "the file has %u lines", s->lines);
	free(lines);
}

static void
report_quote(const struct lookup *l, const struct sight *s, bool sealed, struct findings *out)
{
	struct quote path = quote(l->path, strlen(l->path)), words = quote(l->quote, strlen(l->quote));

	report(l, LOOKUP_QUOTE, sealed, out, "words that are quoted here do not stand where they are said to",
		l->has_lines ? mem_format("\"%s\" does not stand in \"%s\" within %d lines of line %u: quote it word "
					  "for word, or "
					  "leave the quotation marks out",
				       words.s, path.s, LOOKUP_NEAR_LINES, l->first)
			     : mem_format("\"%s\" does not stand in \"%s\": quote it word for word, or leave the "
					  "quotation marks out",
				       words.s, path.s));
	if (sealed)
		return;
	if (s->quote_is_far)
		findings_tell(out, &lookup_rules[LOOKUP_QUOTE], "it stands elsewhere in the file");
	else if (s->text && *s->text)
		findings_tell(out, &lookup_rules[LOOKUP_QUOTE], "line %u reads \"%.*s\"", s->text_first,
			(int)strcspn(s->text, "\n"), s->text);
}

static void
report_unseen(const struct lookup *l, const char *why, bool sealed, struct findings *out)
{
	report(l, LOOKUP_HIDDEN, sealed, out, "a citation here was not looked up",
		mem_format("\"%s\" was not looked up: %s", quote(l->path, strlen(l->path)).s, why));
}

static void
judge_one(const struct lookup *l, const struct sight *s, bool sealed, struct findings *out)
{
	const char *hidden = lookup_path_hidden(l->path);

	if (l->has_lines && (l->first > l->last || !l->first)) {
		report_line(l, s, sealed, out);
	} else if (hidden || s->kind == SIGHT_HIDDEN || s->kind == SIGHT_NONE) {
		if (!l->mention)
			report_unseen(l, hidden ? hidden : s->why, sealed, out);
	} else if (s->kind == SIGHT_MISSING || s->kind == SIGHT_OUTSIDE ||
		(s->kind == SIGHT_DIRECTORY && (l->has_lines || l->quote))) {
		report_missing(l, s, sealed, out);
	} else if (s->kind == SIGHT_FILE && l->last > s->lines) {
		report_line(l, s, sealed, out);
	} else if (s->kind == SIGHT_FILE && l->quote && !s->quote_is_there) {
		report_quote(l, s, sealed, out);
	}
}

void
lookups_judge(const struct lookups *l, const struct sight *seen, const char *why, bool sealed, struct findings *out)
{
	if (!seen && l->n) {
		findings_add(
			out, &lookup_rules[LOOKUP_HIDDEN], 0, "none of the files cited here was looked up: %s", why);
		return;
	}
	for (size_t i = 0; i < l->n; i++)
		judge_one(&l->v[i], &seen[i], sealed, out);
	if (l->more)
		findings_add(out, &lookup_rules[LOOKUP_HIDDEN], 0,
			"%zu citations more than the %d of a turn that are looked up were not", l->more, LOOKUPS_MAX);
}
