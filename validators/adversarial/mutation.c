#include "validators/adversarial/mutation.h"

#include <string.h>
#include "validators/adversarial/grown.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/wide.h"

/* clang-format off */
const char *const mutation_type_names[MUTATION_TYPES] = {
	[MUTATION_STATUS_DOWNGRADE] = "status-downgrade",
	[MUTATION_NEW_EDGE] = "new-edge",
	[MUTATION_NEW_NODE] = "new-node",
	[MUTATION_NEW_SOURCE] = "new-source",
	[MUTATION_CRITICISM_APPEND] = "criticism-append",
	[MUTATION_CONTRADICTION_ADDED] = "contradiction-added",
	[MUTATION_NOTES_APPEND] = "notes-append",
};
/* clang-format on */

#define ARGUMENTS "arguments/"
#define SOURCES "sources/"
#define AGENTS SOURCES "agents/"
#define DERIVED "derived-during-debate-by-"
#define KEPT "the filesystem alone writes this file, which follows by itself"
#define REFUSE(w, rule, line, ...) findings_add((w)->out, &mutation_rules[rule], line, __VA_ARGS__)
#define QUOTED(string) (quote(string, strlen(string)).s)

/* Bytes of what a revision says was added; the file has it whole. */
#define CHANGE_BYTES 400

/* One write that is judged. */
struct writing {
	const struct kb *kb;
	const struct mutator *by;
	struct kb_file was, is; /* was: without text where the file is not there */
	bool is_new;
	struct kb *next; /* the base as it would be */
	struct findings *out;
	struct mutations *changes;
};

void
mutations_free(struct mutations *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free(m->v[i].target);
		free(m->v[i].change);
	}
	free(m->v);
	*m = (struct mutations){.n = 0};
}

/* Takes the change. */
static void
add_change(struct writing *w, enum mutation_type type, const char *target, char *change)
{
	struct mutations *m = w->changes;

	if (!(m->n & (m->n - 1)))
		m->v = mem_resize(m->v, m->n ? 2 * m->n : 1, sizeof *m->v);
	m->v[m->n++] = (struct mutation){type, target ? mem_strdup(target) : mem_format("kb/%s", w->is.path), change};
}

/* On one line, and not too long. */
static char *
one_line(const char *before, const char *s, size_t len)
{
	char *folded = text_fold_space(s, len), *line;
	size_t all = strlen(folded), cut = text_cut(folded, all, CHANGE_BYTES);

	line = mem_format("%s%.*s%s", before, (int)cut, folded, cut < all ? QUOTE_MORE : "");
	free(folded);
	return line;
}

/* -- what each kind of file may become -- */

/* Is it the file of an argument that is there in a base? */
static const struct kb_argument *
argument_of(const struct kb *kb, const char *path)
{
	const char *id = path + strlen(ARGUMENTS);
	size_t row,
		len = strncmp(path, ARGUMENTS, strlen(ARGUMENTS)) || strncmp(id, "arg-", 4)
		? 0
		: strlen("arg-") + strspn(id + strlen("arg-"), "0123456789");

	row = len ? kb_argument_find(kb, id, len) : KB_NONE;
	return row != KB_NONE && !strcmp(kb_argument(kb, row)->path, path) ? kb_argument(kb, row) : NULL;
}

static bool
is_derived(const struct kb_argument *a)
{
	return !strncmp(a->asserter, DERIVED, strlen(DERIVED));
}

/* Is it the writer's to give up: what it has derived, or what its position began with? */
static bool
is_own(const struct mutator *by, const struct kb_argument *a)
{
	if (is_derived(a))
		return !strcmp(a->asserter + strlen(DERIVED), by->handle);
	return a->side != KB_NONE && a->side == by->side;
}

static void
judge_status(struct writing *w, const struct place *key)
{
	const struct kb_argument *was = argument_of(w->kb, w->is.path), *is = argument_of(w->next, w->is.path);
	bool concurs = w->by->moderator || is_own(w->by, was);

	if (is->status < was->status)
		REFUSE(w, MUTATION_PROMOTED, 0,
			"%s would go from %s to %s: a debate only lowers; what would raise it "
			"is a finding for the moderator's turn",
			is->id, kb_status_names[was->status], kb_status_names[is->status]);
	else if (is->status > was->status && is->status >= KB_REFUTED && !concurs)
		REFUSE(w, MUTATION_CONCURRENCE, 0,
			"%s would go from %s to %s, and it is neither of your position nor derived by you: %s, and ask "
			"the moderator, who may, with a claim that cites it",
			is->id, kb_status_names[was->status], kb_status_names[is->status],
			was->status < KB_WEAK ? "lower it to weak at most" : "leave it as it is");
	else if (key->grown)
		add_change(w, MUTATION_STATUS_DOWNGRADE, is->id,
			mem_format("%s → %s", kb_status_names[was->status], kb_status_names[is->status]));
}

static void
judge_argument(struct writing *w, const struct place *places, size_t n)
{
	const char *id = argument_of(w->kb, w->is.path)->id;

	for (const struct place *p = places; p < places + n; p++) {
		if (p->kind == PLACE_KEY) {
			judge_status(w, p);
		} else if (p->grown && w->by->moderator) {
			REFUSE(w, MUTATION_OWNER, 0,
				"the moderator adds nothing to %s: it lowers a status, and adds edges, "
				"contradictions and Criticism",
				p->title);
		} else if (p->grown) {
			char *title = mem_format("%s: ", p->title);

			add_change(w, MUTATION_NOTES_APPEND, id, one_line(title, p->added, p->added_len));
			free(title);
		}
	}
}

static void
judge_criticism(struct writing *w, const struct place *places, size_t n)
{
	if (n && places->grown)
		add_change(w, MUTATION_CRITICISM_APPEND, NULL, one_line("", places->added, places->added_len));
}

/* Lines that were meant as edges: an argument's id stands in them. */
static void
judge_prose(struct writing *w, const struct place *added, size_t edges)
{
	const char *end = added->added + added->added_len;
	int line = 1;

	for (const char *s = w->is.text; s < added->added; s++)
		line += *s == '\n';
	for (const char *s = added->added, *stop; s < end; s = stop + 1, line++) {
		const char *id;

		stop = memchr(s, '\n', (size_t)(end - s));
		stop = stop ? stop : end;
		id = memmem(s, (size_t)(stop - s), "arg-", 4);
		if (id && strspn(s, " \t") != (size_t)(id - s))
			findings_add(w->out, &kb_rules[KB_RULE_EDGE], line,
				"\"%s\" is no edge, which begins with an "
				"argument: `arg-NNN type arg-NNN \"comment\"`",
				quote(s, (size_t)(stop - s)).s);
	}
	if (!edges && !findings_first_error(w->out))
		findings_add(w->out, &kb_rules[KB_RULE_EDGE], line - 1,
			"nothing of what is added is an edge: `arg-NNN type "
			"arg-NNN \"comment\"`");
}

/* What the debate has derived comes in no higher than what it refines. */
static void
judge_refines(struct writing *w, const struct kb_edge *e)
{
	const struct kb_argument *from = kb_argument(w->next, e->from),
				 *to = e->to == KB_NONE ? NULL : kb_argument(w->next, e->to);

	if (e->type == KB_REFINES && to && from->status < to->status && is_derived(from))
		REFUSE(w, MUTATION_PROMOTED, e->line,
			"%s, which this debate has derived, is %s, and %s, which it would "
			"refine, is only %s: lower it first",
			from->id, kb_status_names[from->status], to->id, kb_status_names[to->status]);
}

static void
judge_edges(struct writing *w, const struct place *places, size_t n)
{
	size_t from = kb_edges(w->kb), to = kb_edges(w->next);

	(void)n;
	if (!places->grown)
		return;
	judge_prose(w, places, to - from);
	for (size_t row = from; row < to; row++) {
		const struct kb_edge *e = kb_edge(w->next, row);
		char *edge = mem_format("%s %s %s \"%s\"", kb_argument(w->next, e->from)->id, kb_edge_names[e->type],
			e->to == KB_NONE ? e->source : kb_argument(w->next, e->to)->id, e->comment);

		judge_refines(w, e);
		add_change(w, MUTATION_NEW_EDGE, NULL, one_line("", edge, strlen(edge)));
		free(edge);
	}
}

static size_t
headings_in(const struct place *added)
{
	const char *s = added->added, *end = s + added->added_len;
	size_t n = 0;

	for (; s < end; s = memchr(s, '\n', (size_t)(end - s)), s = s ? s + 1 : end)
		n += !strncmp(s, "# ", 2) || !strncmp(s, "## ", 3);
	return n;
}

static void
judge_contradictions(struct writing *w, const struct place *places, size_t n)
{
	size_t from = kb_contradictions(w->kb), to = kb_contradictions(w->next);

	(void)n;
	if (places->grown && (headings_in(places) != to - from || *places->added != '#'))
		REFUSE(w, MUTATION_FROZEN, 0,
			"\"%s\" would become part of what stands before it: what is added to contradictions.md is "
			"contradictions alone, each from its `## C-NNN: title` on",
			quote(places->added, places->added_len).s);
	for (size_t row = from; row < to; row++) {
		const struct kb_contradiction *c = kb_contradiction(w->next, row);
		char *id = mem_format("C-%03u: ", c->number);

		add_change(w, MUTATION_CONTRADICTION_ADDED, NULL, one_line(id, c->title, strlen(c->title)));
		free(id);
	}
}

/* clang-format off */
/* What may change of a file, and what is judged of it then. */
enum file_kind { FILE_ARGUMENT, FILE_SOURCE, FILE_EDGES, FILE_CONTRADICTIONS, FILE_KEPT, FILE_FROZEN };
static const struct file_row {
	const char *what;
	struct place places[3];
	size_t n;
	void (*judge)(struct writing *w, const struct place *places, size_t n);
} files[] = {
	[FILE_ARGUMENT] = { "of an argument a debate lowers the status, and adds at the end of Traceback notes and "
		"Strength assessment", { { PLACE_KEY, .title = "status" },
		{ PLACE_SECTION, .title = "Traceback notes" },
		{ PLACE_SECTION, .title = "Strength assessment" } }, 3, judge_argument },
	[FILE_SOURCE] = { "to a source a debate adds at the end of its Criticism",
		{ { PLACE_SECTION, .title = "Criticism" } }, 1, judge_criticism },
	[FILE_EDGES] = { "to edges.md a debate adds lines at the end", { { PLACE_END, .title = "" } }, 1, judge_edges },
	[FILE_CONTRADICTIONS] = { "to contradictions.md a debate adds contradictions at the end",
		{ { PLACE_END, .title = "" } }, 1, judge_contradictions },
	[FILE_KEPT] = { KEPT, { { PLACE_END, .title = "" } }, 0, NULL },
	[FILE_FROZEN] = { "a debate does not change this file", { { PLACE_END, .title = "" } }, 0, NULL },
};
/* clang-format on */

static const char *
name_in(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool
is_kept(const char *path)
{
	return !strcmp(path, KB_REVISIONS_FILE) || !strcmp(name_in(path), KB_INDEX_FILE);
}

static const struct file_row *
kind_of(const struct kb *kb, const char *path)
{
	char *below = mem_format("kb/%s", path);
	bool source = kb_source_is_there(kb, below, strlen(below));

	free(below);
	if (!strcmp(path, KB_EDGES_FILE))
		return &files[FILE_EDGES];
	if (!strcmp(path, KB_CONTRADICTIONS_FILE))
		return &files[FILE_CONTRADICTIONS];
	if (argument_of(kb, path))
		return &files[FILE_ARGUMENT];
	if (is_kept(path))
		return &files[FILE_KEPT];
	return source ? &files[FILE_SOURCE] : &files[FILE_FROZEN];
}

/* -- files that are new -- */

static void
judge_node(struct writing *w)
{
	const struct kb_argument *a = argument_of(w->next, w->is.path);

	if (!is_derived(a) || strcmp(a->asserter + strlen(DERIVED), w->by->handle))
		REFUSE(w, MUTATION_OWNER, 0, "asserter is \"%s\": yours is " DERIVED "%s", QUOTED(a->asserter),
			w->by->handle);
	else if (a->status < KB_CONTESTED)
		REFUSE(w, MUTATION_PROMOTED, 0, "%s would come in as %s: a new argument is contested at most", a->id,
			kb_status_names[a->status]);
	else if (kb_positions(w->next) != kb_positions(w->kb))
		findings_add(w->out, &kb_rules[KB_RULE_POSITION], 0, "\"%s\" is no position of this debate",
			QUOTED(a->position));
	else if (a->side != KB_NONE && a->side != w->by->side)
		REFUSE(w, MUTATION_OWNER, 0, "position is \"%s\": what you add is of your own position, or of none",
			QUOTED(a->position));
	else
		add_change(w, MUTATION_NEW_NODE, a->id, one_line("", a->summary, strlen(a->summary)));
}

static const char *const source_keys[] = {
	"title", "journal_or_source", "year", "url", "date_accessed", "source_type", "key_finding"};

static void
judge_source(struct writing *w)
{
	size_t off, len = 0;

	for (size_t i = 0; i < sizeof source_keys / sizeof source_keys[0]; i++)
		if (!kb_front(&w->is, source_keys[i], &off, &len) || !len)
			findings_add(w->out, &kb_rules[KB_RULE_SOURCE], 0,
				"the front matter of a new source says its %s", source_keys[i]);
	if (!findings_first_error(w->out) && kb_front(&w->is, source_keys[0], &off, &len))
		add_change(w, MUTATION_NEW_SOURCE, NULL, one_line("", w->is.text + off, len));
}

#define NAME_BYTES 255

/* Why there cannot be a file of this path, whoever writes it; NULL: there can. */
static const char *
place_fault(const struct kb *kb, const char *path)
{
	const char *name = name_in(path);

	if (!text_clean_line(path, strlen(path)))
		return "the path is no clean UTF-8";
	if (!*name || strlen(name) > NAME_BYTES)
		return "a name has 1 to 255 bytes";
	if (*name == '.')
		return "a dot-file is not part of a base";
	return kb_has_room(kb, path)
		? NULL
		: "a file is where it wants a directory, or a directory where it wants to be";
}

static void
judge_node_path(struct writing *w)
{
	const char *path = w->is.path, *id = path + strlen(ARGUMENTS);
	size_t len = strlen("arg-") + strspn(id + strlen("arg-"), "0123456789");
	size_t there = kb_argument_find(w->kb, id, len);

	if (!kb_names_argument(path))
		findings_add(w->out, &kb_rules[KB_RULE_ARGUMENT], 0,
			"kb/%s would be new: a new argument is kb/arguments/arg-NNN-slug.md", path);
	else if (w->by->moderator)
		REFUSE(w, MUTATION_OWNER, 0, "%.*s would be new: the moderator adds no argument", (int)len, id);
	else if (there != KB_NONE)
		findings_add(w->out, &kb_rules[KB_RULE_ARGUMENT], 0, "%.*s is there already: kb/%s", (int)len, id,
			kb_argument(w->kb, there)->path);
}

static bool
has_white(const char *name)
{
	const char *end = name + strlen(name);

	while (name < end && !white_bytes(name, end))
		name++;
	return name < end;
}

static void
judge_source_path(struct writing *w)
{
	const char *path = w->is.path, *in = path + strlen(AGENTS), *handle = w->by->handle;
	size_t len = strlen(path), n = strlen(handle);

	if (strncmp(in, handle, n) || in[n] != '/')
		REFUSE(w, MUTATION_OWNER, 0, "kb/%s is in another's folder; yours is kb/" AGENTS "%s/", path, handle);
	else if (strchr(in + n + 1, '/'))
		REFUSE(w, MUTATION_FROZEN, 0, "no other directories are made in kb/" AGENTS "%s/", handle);
	else if (strcmp(path + len - 3, ".md"))
		findings_add(w->out, &kb_rules[KB_RULE_SOURCE], 0, "a new source is a Markdown file, NAME.md");
	else if (strpbrk(in + n + 1, ":*`[]<>|\\") || has_white(in + n + 1))
		findings_add(w->out, &kb_rules[KB_RULE_SOURCE], 0,
			"\"%s\" has a character that no turn could cite it with: white space, or one of :*`[]<>|\\",
			QUOTED(in + n + 1));
}

/* May there be a new file of this path? What is judged of it then; where it may not be that is told. */
static void (*judge_path(struct writing *w))(struct writing *)
{
	const char *path = w->is.path, *fault = place_fault(w->kb, path);

	if (fault)
		findings_add(w->out, &kb_rules[KB_RULE_SOURCE], 0, "kb/%s cannot be there: %s", path, fault);
	else if (is_kept(path))
		REFUSE(w, MUTATION_FROZEN, 0, "kb/%s would be new: " KEPT, path);
	else if (!strncmp(path, ARGUMENTS "arg-", strlen(ARGUMENTS "arg-")))
		return judge_node_path(w), judge_node;
	else if (!strncmp(path, AGENTS, strlen(AGENTS)))
		return judge_source_path(w), judge_source;
	else if (strcmp(path, KB_CONTRADICTIONS_FILE))
		REFUSE(w, MUTATION_FROZEN, 0,
			"kb/%s would be new: a debate adds arguments, kb/arguments/arg-NNN-slug.md, and "
			"sources in kb/" AGENTS "%s/",
			path, w->by->handle);
	return NULL;
}

/* -- a write -- */

/* The new text with LF line ends; what was appended to a line without its newline begins another. */
static char *
as_text(const struct writing *w, size_t *len)
{
	const struct kb_file *was = &w->was, *is = &w->is;
	bool joined = was->len && is->len > was->len && was->text[was->len - 1] != '\n' && is->text[was->len] != '\n' &&
		is->text[was->len] != '\r' && !memcmp(is->text, was->text, was->len);
	char *text = mem_calloc(is->len + 2, 1);

	memcpy(text, is->text, is->len);
	*len = is->len;
	if (joined) {
		memmove(text + was->len + 1, text + was->len, is->len - was->len);
		text[was->len] = '\n';
		++*len;
	}
	*len = text_unix(text, *len);
	text[*len] = '\0';
	return text;
}

#define QUOTE(text, len) (quote(text, len).s)

static void
tell_difference(struct writing *w, const struct file_row *kind, const struct difference *d)
{
	char *where = d->where ? mem_format(" in \"%s\"", QUOTE(d->where, d->where_len)) : mem_strdup("");

	if (d->fault)
		REFUSE(w, MUTATION_FROZEN, d->line, "\"%s\" cannot be added: %s", QUOTE(d->is, d->is_len), d->fault);
	else if (d->was && d->is)
		REFUSE(w, MUTATION_FROZEN, d->line, "\"%s\"%s would become \"%s\": %s", QUOTE(d->was, d->was_len),
			where, QUOTE(d->is, d->is_len), kind->what);
	else if (d->was)
		REFUSE(w, MUTATION_FROZEN, d->line, "\"%s\"%s would be gone: %s", QUOTE(d->was, d->was_len), where,
			kind->what);
	else
		REFUSE(w, MUTATION_FROZEN, d->line, "\"%s\" would be added%s: %s", QUOTE(d->is, d->is_len), where,
			kind->what);
	free(where);
}

/* The base with the file as it would be; what is wrong with it is told. */
static bool
link_file(struct writing *w, const struct kb_file *file)
{
	struct kb_faults faults;

	w->next = kb_with(w->kb, file, &faults);
	for (size_t i = 0; i < faults.n; i++) {
		struct findings *own = &faults.v[i].findings;

		if (!strcmp(faults.v[i].path, file->path))
			findings_move(w->out, own);
		for (size_t k = 0; k < own->n; k++)
			findings_add(w->out, own->v[k].rule, 0, "kb/%s: %s", faults.v[i].path, own->v[k].text);
	}
	kb_faults_free(&faults);
	return w->next;
}

static void
judge_change(struct writing *w, const struct file_row *kind)
{
	struct place places[3];
	struct difference d;
	UT_string text;

	memcpy(places, kind->places, sizeof places);
	utstring_init(&text);
	if (!grown_read(&w->was, &w->is, places, kind->n, &text, &d))
		tell_difference(w, kind, &d);
	else if (link_file(w, &(struct kb_file){w->is.path, utstring_body(&text), utstring_len(&text)}) && kind->judge)
		kind->judge(w, places, kind->n);
	utstring_done(&text);
}

struct kb *
mutation_judge(const struct kb *kb, const struct mutator *by, const struct kb_file *file, struct findings *out,
	struct mutations *changes)
{
	size_t row = kb_file_find(kb, file->path);
	struct writing w = {.kb = kb, .by = by, .is = *file, .is_new = row == KB_NONE, .out = out, .changes = changes};
	const struct file_row *kind = kind_of(kb, file->path);
	void (*judge)(struct writing *) = NULL;
	char *text;

	*out = (struct findings){.n = 0};
	*changes = (struct mutations){.n = 0};
	w.was = w.is_new ? (struct kb_file){file->path, "", 0} : kb_file_at(kb, row);
	w.is.text = text = as_text(&w, &w.is.len);
	if (w.is_new)
		judge = judge_path(&w);
	if (!findings_first_error(out) && !judge)
		judge_change(&w, kind);
	else if (!findings_first_error(out) && link_file(&w, &w.is))
		judge(&w);
	free(text);
	if (!findings_first_error(out))
		return w.next;
	kb_drop(w.next);
	mutations_free(changes);
	return NULL;
}

const struct rule *
mutation_path_fault(const struct kb *kb, const struct mutator *by, const char *path, char **sentence)
{
	struct findings out = {.n = 0};
	struct writing w = {.kb = kb, .by = by, .is = {path, "", 0}, .out = &out};
	const struct file_row *kind = kind_of(kb, path);
	const struct finding *fault;
	const struct rule *rule = NULL;

	if (kb_file_find(kb, path) == KB_NONE)
		judge_path(&w);
	else if (kind == &files[FILE_KEPT] || kind == &files[FILE_FROZEN])
		REFUSE(&w, MUTATION_FROZEN, 0, "kb/%s stays as it is: %s", path, kind->what);
	*sentence = NULL;
	if ((fault = findings_first_error(&out))) {
		rule = fault->rule;
		*sentence = mem_strdup(fault->text);
	}
	findings_free(&out);
	return rule;
}
