/*
 * Every text of tests/corpus/FORMAT/{accepted,warned,refused}/RULE--what.md, each where its debate stands when it is
 * due: accepted as a whole and at every cut, accepted with that rule's warning, or refused under that rule. And which
 * rules have no such text.
 *
 * A text may begin with a line of how it is judged, which is no part of it, items with commas between them:
 *
 *	<!-- corpus: in cache, after 3, by bob, to report.md, max 4, strict, closed, alone, told: it is `missing` -->
 *
 * in: the folder of the debate before it. after: so many texts of that debate stand already. by: who hands it in; else
 * whoever is next in that debate. to: the file; else debate.md. max: turns that the debate has at most.
 * strict: what else warns refuses. closing: there is a closing reply. closed: the judge has closed the debate. alone: only the rule of its name is looked
 * at, and others may refuse it. told: what is said of it, parts with && between them, to the end of the line.
 */
#include "tests/unit/validators/duel.h"

#include <dirent.h>
#include "validators/formats.h"

#define CORPUS "tests/corpus/"
#define STEPS 40

struct corpus {
	const char *format;
	struct terms terms;
	const char *source; /* a file, or NULL */
	struct seat seats[3];
	const char *debate[STEPS]; /* in order: who hands in, and the file; those of one folder are one debate */
	unsigned after; /* so many texts stand before one that says nothing else */
	const char *const *not_here; /* rules that no single text shows */
};

/* Whose turn it is, and what a seat may hand in, is asked before any text is read. */
static const char *const dialectic_not_here[] = {"seat.role", NULL};

static const struct corpus corpora[] = {
	{
		.format = "dialectic",
		.terms = {.topic = "This house would make buses free", .topic_slug = "buses", .scope = "", .novelty_threshold = 0.8},
		.seats = {{.name = "alice", .harness = "h", .model = "m", .role = "proposition"},
			{.name = "bob", .harness = "h", .model = "m", .role = "opposition"},
			{.name = "carol", .harness = "h", .model = "m", .role = "judge"}},
		.debate = {"alice plain/0-proposition.json", "bob plain/0-opposition.json", "carol plain/0-judge.json",
			"alice plain/1-proposition.json", "bob plain/1-opposition.json", "carol plain/1-judge.json",
			"alice plain/2-proposition.json", "bob plain/2-opposition.json", "carol plain/2-judge.json",
			"alice tongues/0-proposition.json", "bob tongues/0-opposition.json", "carol tongues/0-judge.json",
			"alice tongues/1-proposition.json"},
		.after = 6,
		.not_here = dialectic_not_here,
	},
};

/* One text of the corpus, and how it is judged. */
struct piece {
	const struct corpus *corpus;
	char path[512], rule[64];
	char *bytes; /* the whole file */
	const char *text;
	size_t len;
	char in[32], by[32], to[64], told[1024];
	unsigned after, max;
	bool strict, closing, closed, alone;
};

/* One item of the first line; *told takes the rest of it. */
static void
read_item(struct piece *p, const char *item)
{
	if (sscanf(item, "in %31s", p->in) == 1 || sscanf(item, "by %31s", p->by) == 1 ||
		sscanf(item, "to %63s", p->to) == 1 || sscanf(item, "after %u", &p->after) == 1 ||
		sscanf(item, "max %u", &p->max) == 1)
		return;
	if (!strcmp(item, "strict"))
		p->strict = true;
	else if (!strcmp(item, "closing"))
		p->closing = true;
	else if (!strcmp(item, "closed"))
		p->closed = true;
	else if (!strcmp(item, "alone"))
		p->alone = true;
	else
		fail_msg("%s: what is \"%s\"?", p->path, item);
}

static void
read_first_line(struct piece *p)
{
	static const char begin[] = "<!-- corpus: ", end[] = " -->\n", told[] = "told: ";
	if (strncmp(p->text, begin, strlen(begin)))
		return;
	const char *stop = strstr(p->text, end);
	char *line = mem_copy(p->text + strlen(begin), (size_t)(stop - p->text) - strlen(begin)), *item = line;
	p->len -= (size_t)(stop + strlen(end) - p->text);
	p->text = stop + strlen(end);
	while (item && strncmp(item, told, strlen(told))) {
		char *comma = strstr(item, ", ");
		if (comma)
			*comma = '\0';
		read_item(p, item);
		item = comma ? comma + 2 : NULL;
	}
	if (item)
		snprintf(p->told, sizeof p->told, "%s", item + strlen(told));
	free(line);
}

static struct piece
read_piece(const struct corpus *c, const char *folder, const char *name)
{
	struct piece p = {.corpus = c, .after = c->after};
	snprintf(p.path, sizeof p.path, CORPUS "%s/%s/%s", c->format, folder, name);
	const char *end = strstr(name, "--");
	if (!end)
		fail_msg("%s: a text is named RULE--what", p.path);
	snprintf(p.rule, sizeof p.rule, "%.*s", (int)(end - name), name);
	p.bytes = read_whole(p.path, &p.len);
	p.text = p.bytes;
	read_first_line(&p);
	return p;
}

static unsigned
seat_named(const struct corpus *c, const char *name)
{
	for (unsigned i = 0; i < 3 && c->seats[i].name; i++) {
		if (!strncmp(c->seats[i].name, name, strlen(c->seats[i].name)))
			return i + 1;
	}
	fail_msg("%s: nobody is %s", c->format, name);
	return 0;
}

static void
take_floor_for(struct duel *d, const struct corpus *c, const char *name)
{
	duel_floor(d, seat_named(c, name), GRANT_TURN);
}

static void
close_debate(struct duel *d)
{
	struct verdict v = {.n = 0};
	char *sentence = NULL;
	if (d->f->close(d->state, &d->ctx, "COMPLETED", "all is said", &v, &sentence))
		fail_msg("%s", sentence);
	duel_take(d, d->ctx.holder, &v);
}

/* The debate as it is when the text is handed in, and its writer has the floor. */
static void
stand_before(struct duel *d, const struct piece *p)
{
	const struct corpus *c = p->corpus;
	struct terms terms = c->terms;
	size_t len, folder = strlen(p->in);
	char path[512];
	unsigned n = 0, step = 0;
	terms.wait_seconds = 1200;
	terms.lease_seconds = 900;
	terms.retry_after_seconds = 30;
	terms.strict_words = terms.strict_evidence = p->strict;
	terms.closing = p->closing;
	if (p->max)
		terms.max_turns = p->max;
	if (c->source)
		snprintf(path, sizeof path, CORPUS "%s/%s", c->format, c->source);
	duel_begin(d, format_find(c->format), terms, c->source ? read_whole(path, &len) : NULL);
	for (unsigned i = 0; i < 3 && c->seats[i].name; i++)
		assert_null(duel_sit(d, c->seats[i].name, c->seats[i].role, c->seats[i].harness, c->seats[i].model));
	for (; step < STEPS && c->debate[step]; step++) {
		const char *file = strchr(c->debate[step], ' ') + 1;
		if (folder && (strncmp(file, p->in, folder) || file[folder] != '/'))
			continue;
		if (n++ == p->after)
			break;
		snprintf(path, sizeof path, CORPUS "%s/%s", c->format, file);
		char *text = read_whole(path, &len);
		take_floor_for(d, c, c->debate[step]);
		duel_hand_in(d, ROW_DEBATE, text, len);
		free(text);
	}
	if (*p->by)
		take_floor_for(d, c, p->by);
	else if (step < STEPS && c->debate[step])
		take_floor_for(d, c, c->debate[step]);
	else
		take_floor_for(d, c, c->debate[0]);
	if (p->closed)
		close_debate(d);
}

static void
leave(struct duel *d)
{
	free((char *)d->source.text);
	duel_done(d);
}

static int
row_of(const struct duel *d, const struct piece *p)
{
	for (size_t i = 0; i < d->f->n_rows; i++) {
		if (!strcmp(d->f->rows[i].name, p->to))
			return d->f->rows[i].id;
	}
	return ROW_DEBATE;
}

static void
assert_no_cut_refused(struct duel *d, const struct piece *p)
{
	const size_t step = sample_step();
	for (size_t cut = p->len % step; cut <= p->len; cut += step) {
		if (duel_try_row(d, row_of(d, p), p->text, cut, true))
			fail_msg("%s is refused at %zu: %s", p->path, cut, duel_said(d));
	}
}

static bool
told_rule(const struct duel *d, const struct piece *p)
{
	char id[80];
	snprintf(id, sizeof id, "[%s]", p->rule);
	return duel_printed(d, id);
}

/* Its rule is told, and each part of what it says is told. */
static void
assert_told(const struct duel *d, const struct piece *p)
{
	bool good = told_rule(d, p);
	for (const char *part = p->told, *next; part; part = next ? next + strlen(" && ") : NULL) {
		next = strstr(part, " && ");
		char *words = mem_copy(part, next ? (size_t)(next - part) : strlen(part));
		good = good && duel_printed(d, words);
		free(words);
	}
	if (!good)
		fail_msg("%s: %s", p->path, *duel_said(d) ? duel_said(d) : "accepted");
}

static void
assert_accepted(struct duel *d, const struct piece *p)
{
	int err = duel_try_row(d, row_of(d, p), p->text, p->len, false);
	if (p->alone ? told_rule(d, p) : err || *duel_said(d))
		fail_msg("%s: %s", p->path, duel_said(d));
	if (!p->alone)
		assert_no_cut_refused(d, p);
}

static void
assert_warned(struct duel *d, const struct piece *p)
{
	if (duel_try_row(d, row_of(d, p), p->text, p->len, false) && !p->alone)
		fail_msg("%s: %s", p->path, duel_said(d));
	assert_told(d, p);
	if (!p->alone)
		assert_no_cut_refused(d, p);
}

static void
assert_refused(struct duel *d, const struct piece *p)
{
	if (!duel_try_row(d, row_of(d, p), p->text, p->len, false))
		fail_msg("%s is accepted: %s", p->path, duel_said(d));
	assert_told(d, p);
}

/* Each text of a folder; how many there are under a rule: those of `rule`, all where it is NULL. */
static unsigned
each_text(const struct corpus *c, const char *folder, const char *rule,
	void (*each)(struct duel *d, const struct piece *p))
{
	char path[512];
	unsigned n = 0;
	snprintf(path, sizeof path, CORPUS "%s/%s", c->format, folder);
	DIR *dir = opendir(path);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		size_t len = rule ? strlen(rule) : 0;
		if (*e->d_name == '.' || (rule && (strncmp(e->d_name, rule, len) || strncmp(e->d_name + len, "--", 2))))
			continue;
		n++;
		if (!each)
			continue;
		struct piece p = read_piece(c, folder, e->d_name);
		struct duel d;
		stand_before(&d, &p);
		each(&d, &p);
		leave(&d);
		free(p.bytes);
	}
	if (dir)
		closedir(dir);
	return n;
}

TEST(accepted_texts_are_accepted_at_every_cut_and_nothing_is_told)
{
	for (size_t i = 0; i < N(corpora); i++)
		assert_true(each_text(&corpora[i], "accepted", NULL, assert_accepted) > 40);
}

TEST(warned_texts_are_accepted_with_their_warning)
{
	for (size_t i = 0; i < N(corpora); i++)
		assert_true(each_text(&corpora[i], "warned", NULL, assert_warned) > 4);
}

TEST(refused_texts_are_refused_under_their_rule)
{
	for (size_t i = 0; i < N(corpora); i++)
		assert_true(each_text(&corpora[i], "refused", NULL, assert_refused) > 80);
}

static bool
in_list(const char *const *list, const char *id)
{
	while (*list && strcmp(*list, id))
		list++;
	return *list;
}

/* A debate over a folder has its own: test_adversarial_corpus.c. */
static const char *const elsewhere[] = {"adversarial", NULL};

TEST(every_format_has_a_corpus)
{
	for (const struct format *const *f = formats; *f; f++) {
		bool found = in_list(elsewhere, (*f)->name) || (*f)->judges_lines; /* of the new kit: tests/unit/next */
		for (size_t i = 0; i < N(corpora); i++)
			found = found || !strcmp(corpora[i].format, (*f)->name);
		if (!found)
			fail_msg("format %s has none", (*f)->name);
	}
}

TEST(every_rule_of_a_format_has_two_texts_that_break_it_and_two_that_keep_it)
{
	UT_string lacking;
	utstring_init(&lacking);
	for (const struct corpus *c = corpora; c < corpora + N(corpora); c++) {
		const struct format *f = format_find(c->format);
		for (size_t i = 0; i < f->n_rules; i++) {
			const char *id = f->rules[i].id;
			unsigned broken = each_text(c, "refused", id, NULL) + each_text(c, "warned", id, NULL);
			unsigned kept = each_text(c, "accepted", id, NULL);
			bool not_here = in_list(c->not_here, id);
			if (not_here ? broken + kept > 0 : broken < 2 || kept < 2)
				utstring_printf(&lacking, "%s: %s has %u that break it and %u that keep it%s\n",
					c->format, id, broken, kept,
					not_here ? ", and is listed as one that no text shows" : "");
		}
	}
	if (utstring_len(&lacking))
		fail_msg("%s", utstring_body(&lacking));
	utstring_done(&lacking);
}
