/*
 * Any bytes, as Mutations of adversarial: texts parted by NUL, each below a claim in a turn of a debater, or (those
 * that begin with an `M`) of the moderator. An accepted text has made a base that reads without a fault and says the
 * same, and every file that is listed can be shown.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/unit/formats/judged.h"
#include "validators/adversarial/files.h"

#define NODE(id, position, status) \
	"---\nid: " id "\nposition: " position "\nlayer: empirical\nstatus: " status "\n---\n\n## Statement\n\nSo.\n\n" \
	"## Traceback notes\n\nNone.\n"
#define TEXT(path, s) {path, s, sizeof s - 1}
static const struct source_file base_texts[] = {
	TEXT("arguments/arg-001-a.md", NODE("arg-001", "pro", "strong")),
	TEXT("arguments/arg-002-b.md", NODE("arg-002", "con", "contested")),
	TEXT("arguments/arg-003-c.md", NODE("arg-003", "neutral", "robust")),
	TEXT("edges.md", "arg-001 contradicts arg-002 \"x\"\narg-001 derived-from-source kb/sources/s.md\n"),
	TEXT("contradictions.md", "# Contradictions\n"),
	TEXT("sources/s.md", "---\na: b\n---\n\n- **Criticism**: none\n"),
	TEXT("quality-summary.md", "stable: yes\n\n## Central questions\n\n- Which? arg-001, arg-002\n"),
};

static const struct debate_seat seats[] = {
	{.name = "olga", .harness = "codex", .model = "gpt-5", .role = ROLE_ORCHESTRATOR},
	{.name = "mona", .harness = "gemini", .model = "pro", .role = ROLE_MODERATOR},
	{.name = "con", .harness = "claude", .model = "opus", .role = ROLE_DEBATER},
	{.name = "pro", .harness = "codex", .model = "gpt-5", .role = ROLE_DEBATER + 1}};
enum { MOD = 2, CON, PRO };
static const char *const roles[] = {[MOD] = "moderator", [CON] = "debater-con", [PRO] = "debater-pro"};

static void
no_fault(void *arg, const char *path, const struct findings *found)
{
	(void)arg;
	(void)path;
	assert(!found->errors);
}

/* Read again, the base says what the debate's own says. */
static void
check_base(const struct base *live)
{
	size_t n = live->n_files;
	struct source_file *files = mem_calloc(n, sizeof *files);
	struct base *again;

	for (size_t i = 0; i < n; i++) {
		const struct base_file *f = live->files[i];

		files[i] = (struct source_file){f->path, f->body.s, len_of(&f->body)};
	}
	again = base_make(
		&(struct source_folder){.files = files, .n = n}, "", &(struct base_judge){false, no_fault, NULL});
	assert(again);
	assert(again->n_arguments == live->n_arguments && again->n_edges == live->n_edges);
	for (size_t i = 0; i < live->n_arguments; i++) {
		const struct argument *a = &live->arguments[i], *b = &again->arguments[i];

		assert(a->number == b->number && a->status == b->status && a->layer == b->layer &&
			a->position == b->position &&
			!strcmp(base_file(live, a->file)->path, base_file(again, b->file)->path));
	}
	for (size_t i = 0; i < live->n_edges; i++) {
		const struct edge *e = &live->edges[i];

		assert(base_has_edge(again, e->from, e->type, e->to,
			e->source ? base_find(again, base_file(live, e->source)->path) : 0));
	}
	base_free(again);
	free(files);
}

static void
show_all(const struct debate *d)
{
	UT_string out;

	utstring_init(&out);
	for (const struct format_row *row = adv_rows; row->name; row++) {
		const struct debate_tree *t = row->tree;

		for (unsigned i = 1; t && i <= t->count(d); i++) {
			assert(*t->path(d, i) && t->time_ms(d, i) >= d->created_ms);
			t->shows(d, i, &out);
		}
		if (!t)
			row->shows(d, &out);
	}
	adv_synthesis_file(d, &out);
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		adv_brief(d, seat, &out);
	utstring_done(&out);
}

static void
hand_in(struct debate *d, unsigned seat, const char *text)
{
	struct findings fs = {0};

	debate_judge(d, seat, text, strlen(text), &fs);
	assert_said_clean(&fs);
	if (!findings_errno(&fs))
		debate_apply(d, seat, text, strlen(text));
	findings_free(&fs);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct terms terms = {.min_turns = 2, .max_turns = 200};
	struct debate d = {.format = &adversarial_format, .terms = &terms, .topic = "?"};
	const uint8_t *end = data + size;
	struct base *b;

	b = base_make(
		&(struct source_folder){.files = base_texts, .n = sizeof base_texts / sizeof *base_texts}, "", NULL);
	d.own = adv_new(b, base_hold(b));
	debate_open(&d);
	for (size_t i = 0; i < sizeof seats / sizeof *seats; i++)
		debate_join(&d, &seats[i]);
	hand_in(&d, CON, "**Claims**\n- new — con [arg-002: contested]\n");
	hand_in(&d, PRO, "**Claims**\n- new — pro [arg-001: strong]\n");
	unsigned turn = 0;
	for (const uint8_t *s = data, *to; s < end; s = to + 1, turn++) {
		unsigned seat = *s == 'M' ? MOD : turn % 2 ? PRO : CON;
		char *text;

		to = memchr(s, 0, (size_t)(end - s));
		to = to ? to : end;
		if (seat == MOD)
			text = mem_format("Finding: so.\n**Mutations**\n%.*s\n", (int)(to - s) - 1, s + 1);
		else
			text = mem_format("**Claims**\n- new — turn %u [arg-003]\n**Mutations**\n%.*s\n", turn, (int)(to - s), s);
		adv_verbs[0].apply(&d, &(struct verb_ask){.to = roles[seat], .asks = "?"});
		hand_in(&d, seat, text);
		free(text);
	}
	check_base(adv_of(&d)->live);
	/* It takes longer than all the rest. */
	if (size % 16 == 0)
		show_all(&d);
	debate_free(&d);
	return 0;
}
