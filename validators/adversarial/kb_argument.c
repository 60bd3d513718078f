/* arguments/arg-NNN-slug.md: what an argument says of itself. */
#include "validators/adversarial/kb_inner.h"

#include <string.h>
#include "validators/text/mem.h"

const char *const kb_status_names[KB_STATUSES] = {
	[KB_ROBUST] = "robust",
	[KB_STRONG] = "strong",
	[KB_CONTESTED] = "contested",
	[KB_WEAK] = "weak",
	[KB_REFUTED] = "refuted",
	[KB_BASELESS] = "baseless",
};
const char *const kb_layer_names[KB_LAYERS] = {
	[KB_EMPIRICAL] = "empirical",
	[KB_METHODOLOGICAL] = "methodological",
	[KB_ETHICAL] = "ethical/metaphysical",
	[KB_CULTURAL] = "cultural/religious",
	[KB_POLICY] = "policy/regulatory",
	[KB_META] = "meta",
};
const char *const kb_basis_names[KB_BASES] = {
	[KB_BASIS_EMPIRICAL] = "empirical",
	[KB_BASIS_REASONING] = "reasoning",
	[KB_BASIS_METAPHYSICAL] = "metaphysical",
	[KB_BASIS_MIXED] = "mixed",
};

enum key {
	KEY_ID,
	KEY_SLUG,
	KEY_POSITION,
	KEY_LAYER,
	KEY_SCOPE,
	KEY_BASIS,
	KEY_STATUS,
	KEY_ASSERTER,
	KEY_SUMMARY,
	KEYS
};
static const struct key_row {
	const char *name;
	const char *const *values; /* one of these; NULL: anything */
	size_t n;
} keys[KEYS] = {
	[KEY_ID] = {"id", NULL, 0},
	[KEY_SLUG] = {"slug", NULL, 0},
	[KEY_POSITION] = {"position", NULL, 0},
	[KEY_LAYER] = {"layer", kb_layer_names, KB_LAYERS},
	[KEY_SCOPE] = {"scope", NULL, 0},
	[KEY_BASIS] = {"basis_type", kb_basis_names, KB_BASES},
	[KEY_STATUS] = {"status", kb_status_names, KB_STATUSES},
	[KEY_ASSERTER] = {"asserter", NULL, 0},
	[KEY_SUMMARY] = {"summary", NULL, 0},
};

enum { SECTION_STATEMENT, SECTIONS = 9 };
static const char *const sections[SECTIONS] = {
	[SECTION_STATEMENT] = "Statement",
	"Evidentiary basis",
	"Supporting arguments",
	"Attacking arguments",
	"Refining / derivative arguments",
	"Depends on",
	"Engagement",
	"Traceback notes",
	"Strength assessment",
};

#define ERROR(out, line, ...) findings_add(out, &kb_rules[KB_RULE_ARGUMENT], line, __VA_ARGS__)

struct said {
	const char *value;
	size_t row; /* in the key's values */
	int line;
};

static void
take_value(struct doc *d, const struct key_row *key, const struct front_line *line, struct said *said,
	struct findings *out)
{
	if (said->line) {
		ERROR(out, line->number, "%s stands twice, first in line %d", key->name, said->line);
		return;
	}
	*said = (struct said){.value = doc_piece(d, line->value, line->value_len), .line = line->number};
	if (!line->value_len || !strcmp(said->value, "|") || !strcmp(said->value, ">")) {
		ERROR(out, line->number, "%s is empty; what it says stands on the same line", key->name);
		said->value = NULL;
		return;
	}
	while (said->row < key->n && strcmp(key->values[said->row], said->value))
		said->row++;
	if (key->n && said->row == key->n) {
		char *known = kb_names(key->values, key->n);

		ERROR(out, line->number, "%s is %s, not \"%s\"", key->name, known, QUOTED(said->value));
		free(known);
		*said = (struct said){.line = line->number};
	}
}

static void
read_front(struct doc *d, struct said said[KEYS], struct findings *out)
{
	size_t end = front_end(d->text, d->len), at = 0;
	struct front_line line;
	int number = 0;

	if (!end) {
		ERROR(out, 1, "it does not begin with front matter, lines of `key: value` between two lines of `---`");
		return;
	}
	while (front_next(d->text, end, &at, &number, &line)) {
		if (!line.key_len)
			ERROR(out, number, "no line `key: value`");
		for (size_t k = 0; k < KEYS; k++)
			if (line.key_len == strlen(keys[k].name) &&
				!memcmp(d->text + line.key, keys[k].name, line.key_len))
				take_value(d, &keys[k], &line, &said[k], out);
	}
	for (size_t k = 0; k < KEYS; k++)
		if (!said[k].line)
			ERROR(out, 1, "the front matter has no %s", keys[k].name);
}

/* Its id and slug stand in its name already. */
static void
compare_name(const struct doc *d, const struct said said[KEYS], struct findings *out)
{
	const char *const named[] = {[KEY_ID] = d->argument.id, [KEY_SLUG] = d->argument.slug};

	for (size_t k = KEY_ID; k <= KEY_SLUG; k++)
		if (said[k].value && strcmp(said[k].value, named[k]))
			ERROR(out, said[k].line, "%s is %s by the name of the file, not \"%s\"", keys[k].name, named[k],
				QUOTED(said[k].value));
}

static void
read_sections(struct doc *d, struct findings *out)
{
	const struct kb_file file = {d->path, d->text, d->len};
	int lines[SECTIONS] = {0};
	struct lines l;
	struct line line;
	size_t off, len;

	lines_start(&l, d->text, d->len);
	while (line_next(&l, &line))
		for (size_t s = 0; s < SECTIONS; s++) {
			if (line.level != 2 || !line_says(d->text, &line, sections[s]))
				continue;
			if (lines[s])
				ERROR(out, line.number, "the section %s stands twice, first in line %d", sections[s],
					lines[s]);
			else
				lines[s] = line.number;
		}
	for (size_t s = 0; s < SECTIONS; s++)
		if (!lines[s] && s != SECTION_STATEMENT)
			findings_add(out, &kb_rules[KB_RULE_SECTION], 0, "there is no section `## %s`", sections[s]);
	if (!lines[SECTION_STATEMENT]) {
		ERROR(out, 0, "there is no section `## Statement`");
		return;
	}
	kb_section(&file, sections[SECTION_STATEMENT], &off, &len);
	text_trim(d->text, &off, &len);
	d->argument.statement = doc_piece(d, off, len);
	if (!len)
		ERROR(out, lines[SECTION_STATEMENT], "the section Statement is empty");
}

void
kb_read_argument(struct doc *d, struct findings *out)
{
	struct said said[KEYS] = {0};

	read_front(d, said, out);
	compare_name(d, said, out);
	d->argument.position = said[KEY_POSITION].value;
	d->position_line = said[KEY_POSITION].line;
	d->argument.layer = (enum kb_layer)said[KEY_LAYER].row;
	d->argument.basis = (enum kb_basis)said[KEY_BASIS].row;
	d->argument.status = (enum kb_status)said[KEY_STATUS].row;
	d->argument.scope = said[KEY_SCOPE].value;
	d->argument.asserter = said[KEY_ASSERTER].value;
	d->argument.summary = said[KEY_SUMMARY].value;
	read_sections(d, out);
}
