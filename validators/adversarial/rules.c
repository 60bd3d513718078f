/* The rules of a knowledge base (kb.h). */
#include "validators/adversarial/kb.h"

#include <errno.h>

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING

const struct rule kb_rules[KB_RULES] = {
	[KB_RULE_ARGUMENT] = { "kb.argument", ERROR,
		.gloss = "an argument is a file arguments/arg-NNN-slug.md whose front matter has id and slug as in its "
			"name, position, layer, scope, basis_type, status, asserter and summary, each once and not "
			"empty, with a section Statement; no two have one id" },
	[KB_RULE_EDGE] = { "kb.edge", ERROR,
		.gloss = "an edge is a line of edges.md: an argument, a type, another argument or the path of a "
			"source, and a comment in double quotes; both ends are there" },
	[KB_RULE_SOURCE] = { "kb.source", ERROR,
		.gloss = "a base has edges.md and quality-summary.md, and each source begins with front matter; it is "
			"text in regular files, within the limits" },
	[KB_RULE_CONTRADICTION] = { "kb.contradiction", ERROR,
		.gloss = "a contradiction is a heading `## C-NNN: title` in contradictions.md with Type, Involved "
			"arguments, Involved sources, Description, What would resolve it and Status; what it names is "
			"there" },
	[KB_RULE_QUESTION] = { "kb.question", ERROR,
		.gloss = "quality-summary.md has a heading with \"central question\" in it, and under it each question "
			"with the ids of the arguments that stand for it" },
	[KB_RULE_POSITION] = { "kb.position", ERROR,
		.gloss = "arguments are of two positions at least, besides neutral, factual and meta, which can be "
			"told by their slugs" },
	[KB_RULE_UNSTABLE] = { "kb.unstable", ERROR,
		.gloss = "quality-summary.md says that the graph is stable" },
	[KB_RULE_SECTION] = { "kb.section", WARNING,
		.gloss = "an argument has the sections Evidentiary basis, Supporting arguments, Attacking arguments, "
			"Refining / derivative arguments, Depends on, Engagement, Traceback notes and Strength "
			"assessment, even where they are empty" },
	[KB_RULE_STRAY] = { "kb.stray", WARNING,
		.gloss = "what stands in arguments/ is index.md, or is called arg-NNN-slug.md" },
	[KB_RULE_TWICE] = { "kb.twice", WARNING,
		.gloss = "an edge is there once" },
};
/* clang-format on */
