/* Reading and judging a whole base. */
#include "validators/adversarial/base.h"

#include <errno.h>
#include <stdlib.h>
#include "validators/text/text.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
const struct rule base_rules[BASE_RULES] = {
	[KB_ARGUMENT] = { "kb.argument", ERROR,
		.gloss = "arguments/arg-NNN-slug.md has id, position, layer, status and a Statement" },
	[KB_EDGE] = { "kb.edge", ERROR,
		.gloss = "an edge has a type, and two ends that are there and are not the same" },
	[KB_SOURCE] = { "kb.source", ERROR, .gloss = "a file of sources/ has front matter" },
	[KB_CONTRADICTION] = { "kb.contradiction", ERROR,
		.gloss = "a contradiction has a number of its own, six labels, and names what is there" },
	[KB_QUESTION] = { "kb.question", ERROR,
		.gloss = "quality-summary.md lists central questions, each with the arguments that stand for it" },
	[KB_POSITION] = { "kb.position", ERROR, .gloss = "there are two positions at least" },
	[KB_UNSTABLE] = { "kb.unstable", ERROR,
		.gloss = "quality-summary.md has a line `stable: yes`, or the duel's configuration `stable = true`" },
};

const char *const status_words[STATUSES + 1] = { "robust", "strong", "contested", "weak", "refuted", "baseless", NULL };
const char *const layer_words[LAYERS + 1] = { "empirical", "methodological", "ethical/metaphysical",
	"cultural/religious", "policy/regulatory", "meta", NULL };
const char *const edge_words[EDGE_TYPES + 1] = { "supports", "contradicts", "refutes", "depends-on", "refines",
	"exaggerates", "confounds", "derived-from-source", "addresses", "tangential-to", "scope-mismatch-with",
	"layer-shift-from", NULL };
const char *const contradiction_labels[CONTRADICTION_LABELS + 1] = { "Type", "Involved arguments", "Involved sources",
	"Description", "What would resolve it", "Status", NULL };
/* clang-format on */

struct reading {
	struct base *b;
	const char *part;
	const struct base_judge *judge; /* NULL: nobody asks */
	bool stable, failed;
	struct findings out; /* of the file that is read */
};

/* The findings in a file. */
static void
tell_findings(struct reading *r, const char *path)
{
	if (r->judge && r->out.n) {
		char *whole = mem_format("%s%s", r->part, path);

		r->judge->fault(r->judge->arg, whole, &r->out);
		free(whole);
		r->failed = true;
	}
	findings_free(&r->out);
}

static int
files_by_path(const void *a, const void *b)
{
	return strcmp((*(struct base_file *const *)a)->path, (*(struct base_file *const *)b)->path);
}

static void
take_files(struct reading *r, const struct source_folder *folder)
{
	size_t part = strlen(r->part);
	struct base *b = r->b;

	for (size_t i = 0; i < folder->n; i++) {
		const struct source_file *f = &folder->files[i];
		const char *path = f->path + part;

		if (strncmp(f->path, r->part, part))
			continue;
		/* A file that is read must be clean text. */
		if (base_argument_at(path) || base_is_source(path) || !strcmp(path, EDGES_FILE) ||
			!strcmp(path, CONTRADICTIONS_FILE) || !strcmp(path, SUMMARY_FILE))
			text_check(f->text, f->len, BASE_FILE_BYTES, BASE_FILE_BYTES, 0, &r->out);
		b->bytes += f->len;
		*GROW(b->files, b->n_files) = base_file_new(path, reader_of(f->text, f->text + f->len), 0);
		tell_findings(r, path);
	}
	if (b->n_files)
		qsort(b->files, b->n_files, sizeof *b->files, files_by_path);
	b->n_read = b->n_files;
}

/* -- arguments and positions -- */

static int
by_slug(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int
arguments_by_number(const void *a, const void *b)
{
	const struct argument *x = a, *y = b;

	return x->number != y->number ? (x->number < y->number ? -1 : 1) : (x->file > y->file) - (x->file < y->file);
}

static void
read_arguments(struct reading *r)
{
	struct base *b = r->b;

	for (unsigned place = 1; place <= b->n_files; place++) {
		const struct base_file *file = base_file(b, place);
		struct argument a = {.number = base_argument_at(file->path), .file = place};

		if (!a.number)
			continue;
		base_judge_argument(file->body, a.number, &a, &r->out);
		a.start = a.status;
		*GROW(b->arguments, b->n_arguments) = a;
		tell_findings(r, file->path);
	}
	if (b->n_arguments)
		qsort(b->arguments, b->n_arguments, sizeof *b->arguments, arguments_by_number);
	else
		findings_add(&r->out, &base_rules[KB_ARGUMENT], 0,
			"no file is named as an argument is, `arg-NNN-slug.md`: it has front matter with id (arg-NNN), "
			"position, layer and status, and a section `## Statement`");
	tell_findings(r, "arguments");
	for (size_t i = 1; i < b->n_arguments; i++)
		if (b->arguments[i].number == b->arguments[i - 1].number) {
			findings_add(&r->out, &base_rules[KB_ARGUMENT], 0, "this number is that of %s, too",
				base_file(b, b->arguments[i - 1].file)->path);
			tell_findings(r, base_file(b, b->arguments[i].file)->path);
		}
}

/* First positions, in the order of their slugs, then whose each argument is. */
static void
read_positions(struct reading *r)
{
	static const char *const none[] = {"neutral", "factual", "meta", NULL};
	struct fixed *f = r->b->fixed;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < r->b->n_arguments; i++) {
			struct argument *a = &r->b->arguments[i];
			struct reader value = {"", ""};

			base_front(base_file(r->b, a->file)->body, "position", &value, NULL);
			char *slug = value.s == value.end || word_of(none, value) >= 0
				? NULL : text_slug(value.s, len_of(&value));
			a->position = slug ? base_position_find(r->b, reader_of(slug, slug + strlen(slug)))
				: NO_POSITION;
			if (slug && a->position == NO_POSITION && f->n_positions == BASE_POSITIONS_MOST)
				findings_add(&r->out, &base_rules[KB_POSITION], 0, "there are more than %d positions",
					BASE_POSITIONS_MOST);
			else if (slug && a->position == NO_POSITION)
				f->positions[f->n_positions++] = mem_strdup(slug);
			free(slug);
		}
		if (f->n_positions && !pass)
			qsort(f->positions, f->n_positions, sizeof *f->positions, by_slug);
	}
	memcpy(f->roles, adv_roles, (ROLE_DEBATER - 1) * sizeof *adv_roles);
	for (unsigned i = 0; i < f->n_positions; i++) {
		struct debate_role *role = &f->roles[ROLE_DEBATER - 1 + i];

		*role = adv_roles[ROLE_DEBATER - 1];
		role->wanted = mem_format(ROLE_WANTED "debater-%s", f->positions[i]);
		role->name = role->wanted + strlen(ROLE_WANTED);
		f->transcripts[i] = mem_format("agents/%s/transcript.md", role->name);
	}
	if (f->n_positions < 2 && r->b->n_arguments)
		findings_add(&r->out, &base_rules[KB_POSITION], 0,
			"arguments have two positions at least, besides neutral, factual and meta");
	tell_findings(r, "arguments");
}

/* -- edges, contradictions, questions -- */

static void
read_edge(struct reading *r, struct reader line, int number)
{
	struct base *b = r->b;
	struct edge e = {0};
	struct reader word, cited;

	skip_argument(&line, &e.from);
	skip_white(&line);
	for (word = line; line.s < line.end && !isspace((unsigned char)*line.s); line.s++)
		;
	word.end = line.s;
	int type = word_of(edge_words, word);
	skip_white(&line);
	cited = line;
	if (type < 0) {
		findings_add(&r->out, &base_rules[KB_EDGE], number, "`%s` is no type of an edge",
			quote(word.s, len_of(&word)).s);
		return;
	}
	e.type = (enum edge_type)type;
	if (skip_argument(&line, &e.to)) {
		if (!base_numbered(b, e.to))
			findings_add(&r->out, &base_rules[KB_EDGE], number, "there is no arg-%03u", e.to);
		if (e.to == e.from)
			findings_add(&r->out, &base_rules[KB_EDGE], number, EDGE_TO_ITSELF, e.from);
	} else if (skip_text(&line, "kb/sources/")) {
		while (line.s < line.end && !isspace((unsigned char)*line.s))
			line.s++;
		cited.end = line.s;
		if (!(e.source = base_find_source(b, cited)))
			findings_add(&r->out, &base_rules[KB_EDGE], number, "there is no `%s`",
				quote(cited.s, len_of(&cited)).s);
	} else {
		findings_add(
			&r->out, &base_rules[KB_EDGE], number, "behind the type stands an argument or `kb/sources/…`");
		return;
	}
	if (!base_numbered(b, e.from))
		findings_add(&r->out, &base_rules[KB_EDGE], number, "there is no arg-%03u", e.from);
	line = without_white(line);
	if (len_of(&line) && !((skip_char(&line, '"') || skip_text(&line, "“")) &&
		(ends_in_char(&line, '"') || (len_of(&line) >= 3 && !memcmp(line.end - 3, "”", 3)))))
		findings_add(&r->out, &base_rules[KB_EDGE], number,
			"behind an edge stands a comment in double quotes, or nothing");
	if (base_numbered(b, e.from) && (e.source || base_numbered(b, e.to)))
		*GROW(b->edges, b->n_edges) = e;
}

static void
read_contradictions(struct reading *r)
{
	unsigned number, *seen = NULL;
	struct reader title, body;
	const char *s = base_text_at(r->b, CONTRADICTIONS_FILE).s;
	size_t n = 0;
	int line = 0;

	for (size_t at = 0; base_contradiction(r->b, &at, &number, &title, &body);) {
		for (; s < body.s; s++)
			line += *s == '\n';
		for (size_t i = 0; i < n; i++)
			if (seen[i] == number)
				findings_add(&r->out, &base_rules[KB_CONTRADICTION], line, "C-%03u is there already",
					number);
		if (title.s == title.end)
			findings_add(&r->out, &base_rules[KB_CONTRADICTION], line, "the heading is `## C-%03u: title`",
				number);
		base_judge_contradiction(r->b, body, line, &r->out);
		*GROW(seen, n) = number;
	}
	free(seen);
	tell_findings(r, CONTRADICTIONS_FILE);
}

static void
add_question(struct reading *r, struct reader text, int line)
{
	struct fixed *f = r->b->fixed;
	struct reader at = text;
	unsigned number, *v = NULL;
	size_t n = 0;

	if (f->n_questions == BASE_QUESTIONS_MOST) {
		findings_add(&r->out, &base_rules[KB_QUESTION], line, "there are more than %d questions",
			BASE_QUESTIONS_MOST);
		return;
	}
	while (next_argument(&at, &number)) {
		if (base_numbered(r->b, number))
			*GROW(v, n) = number;
		else
			findings_add(&r->out, &base_rules[KB_QUESTION], line, "there is no arg-%03u", number);
	}
	if (!n && r->b->n_arguments)
		findings_add(
			&r->out, &base_rules[KB_QUESTION], line, "the question has no argument that stands for it");
	f->questions[f->n_questions++] = (struct question){without_white(text), v, n};
}

static void
read_summary(struct reading *r)
{
	struct reader file = base_text_at(r->b, SUMMARY_FILE);
	struct lines ls;
	unsigned level = 0, depth = 0;
	struct reader item = {0};
	int line = 0;

	lines_read(&ls, file.s, len_of(&file));
	for (size_t i = 0; i <= ls.n; i++) {
		const struct line *l = i < ls.n ? &ls.v[i] : NULL;
		unsigned here = l && l->kind == LINE_TEXT ? skip_heading(&(struct reader){l->all.s, l->all.end}) : 0;
		struct reader at = l ? l->rest : (struct reader){"", ""};
		bool begins = l && l->kind == LINE_TEXT && l->listed && (!item.s || l->indent <= depth);

		skip_emphasis(&at);
		if (l && l->kind == LINE_TEXT && skip_words(&at, "stable") && (skip_emphasis(&at), skip_char(&at, ':')))
			r->stable |= says_only(at, "yes");
		if (item.s && (!l || here || begins)) {
			add_question(r, item, line);
			item.s = NULL;
		}
		if (here && level && here > level)
			continue;
		if (here) {
			/* Does the heading speak of central questions? */
			level = 0;
			for (at = l->all; at.s < at.end && !level; at.s++)
				level = skip_word(&at, "central question") ? here : 0;
		} else if (level && begins) {
			item = l->rest;
			depth = l->indent;
			line = (int)i + 1;
		} else if (item.s && l->kind != LINE_BLANK) {
			item.end = l->all.end;
		}
	}
	lines_free(&ls);
	if (!r->b->fixed->n_questions)
		findings_add(&r->out, &base_rules[KB_QUESTION], 0,
			"there is no heading with \"central question\" in it that has an item");
	if (!r->stable)
		findings_add(&r->out, &base_rules[KB_UNSTABLE], 0,
			"nothing says that the graph is stable: a line "
			"`stable: yes` does here, or `stable = true` in the duel's configuration");
	tell_findings(r, SUMMARY_FILE);
}

struct base *
base_make(const struct source_folder *folder, const char *part, const struct base_judge *judge)
{
	struct reading r = {
		.b = mem_calloc(1, sizeof *r.b), .part = part, .judge = judge, .stable = judge && judge->stable};

	r.b->refs = 1;
	r.b->fixed = mem_calloc(1, sizeof *r.b->fixed);
	r.b->fixed->refs = 1;
	take_files(&r, folder);
	if (!r.failed) {
		read_arguments(&r);
		read_positions(&r);
		for (size_t i = 0; i < r.b->n_files; i++) {
			const struct base_file *file = r.b->files[i];
			struct reader front;

			if (!base_is_source(file->path) || base_front_of(file->body, &front))
				continue;
			findings_add(&r.out, &base_rules[KB_SOURCE], 1, SOURCE_FORM);
			tell_findings(&r, file->path);
		}
		struct reader edges = base_text_at(r.b, EDGES_FILE), line;
		for (int number = 1; next_line(&edges, &line); number++) {
			unsigned argument;

			if (skip_argument(&(struct reader){line.s, line.end}, &argument))
				read_edge(&r, line, number);
		}
		tell_findings(&r, EDGES_FILE);
		read_contradictions(&r);
		read_summary(&r);
	}
	if (!r.failed)
		return r.b;
	base_free(r.b);
	return NULL;
}
