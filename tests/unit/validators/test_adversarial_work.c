/*
 * Judging a turn of an adversarial debate, and taking it, is work in proportion to what it says and to what was said
 * before: not to each claim held against each.
 */
#include "tests/unit/validators/adversarial_fixture.h"

#include "tests/unit/validators/work.h"
#include "validators/adversarial/threads.h"

/* Claims of random words, each with a beginning that all have. */
static char *
turn_text(unsigned number, unsigned who, unsigned claims)
{
	const struct seat *s = &adversarial_seats[who - 1];
	UT_string text;
	utstring_init(&text);
	utstring_printf(&text, "## Turn %u — %s (%s / %s) — %s\n\n%s**Claims**\n", number, s->name, s->harness,
		s->model, s->role, number > 2 ? "**Answers**: Turn 1\n\n" : "");
	for (unsigned i = 0; i < claims; i++) {
		utstring_printf(&text, "- new: as the sources of this base have it");
		for (unsigned k = 0; k < 60; k++)
			utstring_printf(&text, " w%x", (unsigned)rand() % 5000);
		utstring_printf(&text, " [arg-%03u]\n", 1 + i % 2);
	}
	utstring_printf(&text, "\n**Argument**\nSo.\n");
	return utstring_body(&text);
}

#define TURNS 12
struct fstate_common {
	struct adversarial d;
	char *next;
};

static void
hold(struct fstate_common *at, unsigned claims)
{
	srand(claims);
	adversarial_set_up(&at->d);
	for (unsigned n = 1; n <= TURNS; n++) {
		char *text = turn_text(n, n % 2 ? TESS : SAM, claims);
		adversarial_take(&at->d, n % 2 ? TESS : SAM, text);
		free(text);
	}
	at->next = turn_text(TURNS + 1, TESS, claims);
}

static void
drop(struct fstate_common *at)
{
	adversarial_done(&at->d);
	free(at->next);
}

static void
judge_turn(struct fstate_common *at)
{
	assert_int_equal(adversarial_try(&at->d, TESS, at->next, strlen(at->next), false, false), 0);
}

static void
take_turn(struct fstate_common *at)
{
	struct turn_text t;
	assert_int_equal(adversarial_read(&at->d, TESS, at->next, strlen(at->next), false, false, &t), 0);
	ledger_drop(ledger_after(at->d.ledger, at->d.kb, &t.turn, TESS, adversarial_side_of(&at->d, TESS)));
	turn_text_free(&t);
}

static void
show_threads(struct fstate_common *at)
{
	UT_string out;
	utstring_init(&out);
	threads_render(at->d.ledger, at->d.kb, &out);
	utstring_done(&out);
}

static const char *
name_of(void *arg, unsigned seat)
{
	(void)arg;
	return adversarial_seats[seat - 1].name;
}

static void
show_ledger(struct fstate_common *at)
{
	UT_string out;
	utstring_init(&out);
	ledger_render(at->d.ledger, at->d.kb, name_of, NULL, &out);
	utstring_done(&out);
}

struct pair {
	struct fstate_common few, many;
	void (*run)(struct fstate_common *at);
};

/* `text` says only which. */
static void
run_one(void *arg, const char *text, size_t len)
{
	struct pair *p = arg;
	(void)len;
	p->run(*text == 'f' ? &p->few : &p->many);
}

TEST(a_debate_of_many_claims_is_work_in_proportion_to_them)
{
	work_counts();
	static const struct {
		const char *what;
		void (*run)(struct fstate_common *at);
	} rows[] = {{"judged", judge_turn}, {"taken", take_turn}, {"threads", show_threads}, {"ledger", show_ledger}};
	static struct pair p;
	hold(&p.few, 100 / WORK_GROWTH);
	hold(&p.many, 100 / WORK_GROWTH * WORK_GROWTH);
	for (size_t i = 0; i < N(rows); i++) {
		uint64_t small, large;
		p.run = rows[i].run;
		if (!work_in_proportion(run_one, &p, "f", 1, "m", 1, &small, &large))
			fail_msg("%s: %.1f times the work for %d times as many claims", rows[i].what,
				(double)large / (double)small, WORK_GROWTH);
	}
	drop(&p.few);
	drop(&p.many);
}

/* -- a large graph -- */

/* So many arguments, each with edges to some others. */
static struct kb *
graph_of(unsigned arguments)
{
	struct kb_set *set = kb_set_load("small");
	UT_string edges;
	utstring_init(&edges);
	for (unsigned i = 10; i < 10 + arguments; i++) {
		char *path = mem_format("arguments/arg-%03u-s%u.md", i, i),
		     *text = mem_format("---\nid: arg-%03u\nslug: s%u\nposition: tabs\nlayer: empirical\nscope: all\n"
					"basis_type: empirical\nstatus: strong\nasserter: us\nsummary: It is %u.\n---\n\n"
					"## Statement\n\nIt is %u.\n", i, i, i, i);
		kb_set_text(set, path, text);
		for (unsigned k = 1; k < 6; k++)
			utstring_printf(&edges, "arg-%03u %s arg-%03u \"\"\n", i, kb_edge_names[k], 10 + (i + 7 * k) % arguments);
		free(path);
		free(text);
	}
	kb_set_text(set, "edges.md", utstring_body(&edges));
	struct kb *kb = kb_set_read(set);
	utstring_done(&edges);
	kb_set_free(set);
	return kb;
}

struct graphs {
	struct kb *few, *many;
};

static void
put_all(void *arg, const char *text, size_t len)
{
	const struct graphs *g = arg;
	const struct kb *kb = *text == 'f' ? g->few : g->many;
	UT_string out;
	(void)len;
	utstring_init(&out);
	for (size_t row = 0; row < kb_arguments(kb); row++)
		argument_put(kb, kb, row, &out);
	utstring_done(&out);
}

/* Answers names every claim, each of which cites all that there is, and each item of the turn answers all of them. */
static void
judge_answering(void *arg, const char *text, size_t len)
{
	adversarial_try(arg, TESS, text, len, false, false);
}

static char *
answering_text(unsigned items)
{
	UT_string text;
	utstring_init(&text);
	utstring_printf(&text, "## Turn 3 — tess (claude-code / opus) — debater-tabs\n\n**Answers**: ");
	for (unsigned i = 1; i <= items; i++)
		utstring_printf(&text, "L-%03u, ", i);
	utstring_printf(&text, "\n\n**Claims**\n");
	for (unsigned i = 0; i < items; i++)
		utstring_printf(&text, "- new: number %u [arg-001]\n", i);
	utstring_printf(&text, "\n**Argument**\nSo.\n");
	return utstring_body(&text);
}

TEST(what_a_turn_answers_is_looked_at_once_and_not_for_each_claim)
{
	work_counts();
	static struct adversarial d;
	char *few = answering_text(96 / WORK_GROWTH), *many = answering_text(96);
	struct claim_cite cites[500];
	struct claim_item items[96];
	uint64_t small, large;
	adversarial_set_up(&d);
	kb_drop(d.kb);
	d.kb = graph_of(N(cites));
	for (unsigned i = 0; i < N(cites); i++)
		cites[i] = (struct claim_cite){.ref = mem_format("arg-%03u", 10 + i)};
	for (unsigned i = 0; i < N(items); i++)
		items[i] = (struct claim_item){.move = MOVE_NEW, .words = "it is", .cites = cites, .n_cites = N(cites)};
	for (unsigned n = 1; n < 3; n++) {
		struct adversarial_turn turn = {.number = n, .items = items, .n_items = N(items)};
		struct ledger *after = ledger_after(d.ledger, d.kb, &turn, n, adversarial_side_of(&d, n));
		ledger_drop(d.ledger);
		d.ledger = after;
	}
	if (!work_in_proportion(judge_answering, &d, few, strlen(few), many, strlen(many), &small, &large))
		fail_msg("%.1f times the work for %d times as many", (double)large / (double)small, WORK_GROWTH);
	for (unsigned i = 0; i < N(cites); i++)
		free((char *)cites[i].ref);
	adversarial_done(&d);
	free(few);
	free(many);
}

TEST(putting_all_arguments_down_is_work_in_proportion_to_their_edges)
{
	work_counts();
	struct graphs g = {graph_of(250), graph_of(250 * WORK_GROWTH)};
	uint64_t small, large;
	if (!work_in_proportion(put_all, &g, "f", 1, "m", 1, &small, &large))
		fail_msg("%.1f times the work for %d times as many", (double)large / (double)small, WORK_GROWTH);
	kb_drop(g.few);
	kb_drop(g.many);
}
