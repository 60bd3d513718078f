/*
 * The verdict: generated debates over generated bases, each question judged anew by an oracle that goes by the page alone
 * and by what the test itself did; and attacks, in which one seat tries to force a verdict.
 */
#include "tests/unit/formats/adversarial.h"

enum { MOST_ARGUMENTS = 12, MOST_EVENTS = 1000, POSITIONS_MOST = 3 };
static const char *const slugs[] = {"alpha", "beta", "gamma"};
/* The page's words, in the order of enum adv_verdict. */
static const char *const lines[] = {"better-grounded", "asymmetric engagement", "both engaged, evidence contested",
	"neither engaged", "not settled by this corpus"};

static uint32_t seed;
static unsigned
draw(unsigned n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

/* -- what the test knows: the base that it made, and what happened -- */

struct node {
	int position; /* -1: none */
	int start;    /* status; of what the debate added, as it came */
	int live;
	unsigned added; /* turn; 0: it is of the snapshot */
};
static struct world {
	unsigned positions, questions, n; /* arguments 1 to n */
	struct node node[MOST_ARGUMENTS + 1];
	bool stands[2][MOST_ARGUMENTS + 1];
	bool addresses[MOST_ARGUMENTS + 1][MOST_ARGUMENTS + 1]; /* in the snapshot */
} w;

enum happened { CITED, LOWERED, ADDED, ADDRESSED, CLOSED_DEBUNKED, CALLED_OUT, SPOKE, SILENT };
static struct event {
	enum happened what;
	unsigned turn, seat, one, other; /* arguments */
	int after;
} events[MOST_EVENTS];
static size_t n_events;

static void
happened(struct event e)
{
	if (n_events < MOST_EVENTS)
		events[n_events++] = e;
}

static int
position_of(unsigned seat)
{
	return seat == MOD ? -1 : (int)seat - TESS;
}

/* -- the oracle -- */

#define EACH(e) for (const struct event *e = events; e < events + n_events; e++)

static bool
had(unsigned seat, unsigned turn)
{
	EACH(e)
		if (e->seat == seat && ((e->what == SPOKE && e->turn > turn) || (e->what == SILENT && e->turn >= turn)))
			return true;
	return seat - TESS >= POSITIONS_MOST && seat != MOD;
}

static int
counted(unsigned arg)
{
	int s = w.node[arg].start, position = w.node[arg].position;
	bool by_another = false;

	EACH(e)
		by_another |= e->what == LOWERED && e->one == arg && e->seat != MOD && position_of(e->seat) != position;
	EACH(e) {
		if (e->what != LOWERED || e->one != arg)
			continue;
		if (e->seat != MOD ? position_of(e->seat) == position
				   : by_another && (position < 0 || had(TESS + (unsigned)position, e->turn)))
			s = e->after;
	}
	return s;
}

static bool
dead(unsigned arg)
{
	if (counted(arg) >= REFUTED)
		return true;
	EACH(e)
		if (e->what == CLOSED_DEBUNKED && e->one == arg &&
			(w.node[arg].position < 0 || had(TESS + (unsigned)w.node[arg].position, e->turn)))
			return true;
	return false;
}

/* For what was handed in in that turn: an edge that somebody added counts from its own turn on. */
static bool
of_question(unsigned q, unsigned arg, unsigned turn)
{
	if (w.stands[q][arg])
		return true;
	for (unsigned to = 1; to <= w.n; to++) {
		bool named = false;

		if (!w.stands[q][to])
			continue;
		if (w.addresses[arg][to])
			return true;
		EACH(e)
			named |= e->what == CALLED_OUT && e->one == arg && e->other == to;
		EACH(e)
			if (e->what == ADDRESSED && e->one == arg && e->other == to && e->turn <= turn && had(MOD, e->turn) && !named)
				return true;
	}
	return false;
}

static bool
central(unsigned q, unsigned arg)
{
	bool is = w.stands[q][arg];

	for (unsigned to = 1; to <= w.n; to++)
		is |= w.stands[q][to] && w.addresses[arg][to];
	return is && !w.node[arg].added;
}

static bool
opened(int position)
{
	EACH(e)
		if (e->what == SPOKE && position_of(e->seat) == position)
			return true;
	return false;
}

static bool
oracle_engages(unsigned q, int position)
{
	EACH(e)
		if (e->what == CITED && position_of(e->seat) == position && w.node[e->one].position == position &&
			of_question(q, e->one, e->turn) && !dead(e->one))
			return true;
	return false;
}

static bool
oracle_beaten(unsigned q, int position)
{
	bool any = false, alive = false;
	unsigned called = 0;

	for (unsigned arg = 1; arg <= w.n; arg++)
		if (w.node[arg].position == position && central(q, arg)) {
			any = true;
			alive |= !dead(arg);
		}
	if (any && !alive)
		return true;
	if (oracle_engages(q, position))
		return false;
	EACH(e) {
		if (e->what != CALLED_OUT || (int)e->seat != position || !of_question(q, e->other, UINT_MAX) ||
			!had(TESS + (unsigned)position, e->turn))
			continue;
		if (called && called != e->turn)
			return true;
		called = e->turn;
	}
	return false;
}

/* Exactly one row of the page's table fits, each asked by itself. */
static enum adv_verdict
oracle(unsigned q, uint32_t *named)
{
	uint32_t in = 0, engage = 0, beaten = 0, alive = 0;
	bool good = false;
	enum adv_verdict v;

	for (int p = 0; p < (int)w.positions; p++) {
		if (!opened(p))
			continue;
		in |= 1u << p;
		engage |= oracle_engages(q, p) ? 1u << p : 0;
		beaten |= oracle_beaten(q, p) ? 1u << p : 0;
		for (unsigned arg = 1; arg <= w.n; arg++)
			if (w.node[arg].position == p && central(q, arg)) {
				alive |= dead(arg) ? 0 : 1u << p;
				good |= counted(arg) <= STRONG;
			}
	}
	*named = 0;
	for (int p = 0; p < (int)w.positions; p++)
		if ((engage & alive) >> p & 1 && ((beaten | 1u << p) & in) == in)
			*named = 1u << p;
	v = !engage ? NEITHER_ENGAGED : *named ? BETTER_GROUNDED : engage != in ? ASYMMETRIC : good ? BOTH_ENGAGED : NOT_SETTLED;
	if (v == ASYMMETRIC)
		*named = engage;
	return v;
}

/* -- making bases and debates -- */

static void
make_base(void)
{
	struct files *files = mem_calloc(1, sizeof *files);
	UT_string *edges = test_string(), *summary = test_string();
	char path[64], text[512];

	w = (struct world){.positions = 2 + draw(2), .questions = 1 + draw(2), .n = 5 + draw(3)};
	for (unsigned i = 1; i <= w.n; i++) {
		int p = i <= w.positions ? (int)i - 1 : (int)draw(w.positions + 1) - 1, status = (int)draw(5), layer = (int)draw(2);

		w.node[i] = (struct node){p, status, status, 0};
		snprintf(path, sizeof path, "arguments/arg-%03u-x.md", i);
		snprintf(text, sizeof text, "---\nid: arg-%03u\nposition: %s\nlayer: %s\nstatus: %s\n---\n## Statement\nx\n", i,
			p < 0 ? "neutral" : slugs[p], layer_words[layer], status_words[status]);
		files_add(files, path, text, strlen(text));
		snprintf(path, sizeof path, "sources/s%u.md", i);
		files_add(files, path, "---\na: b\n---\n", 13);
		utstring_printf(edges, "arg-%03u derived-from-source kb/sources/s%u.md\n", i, i);
		for (unsigned to = 1; to <= w.n; to++)
			if ((to < i || to > i) && draw(9) == 0) {
				w.addresses[i][to] = true;
				utstring_printf(edges, "arg-%03u addresses arg-%03u\n", i, to);
			} else if (to != i && draw(4) == 0) {
				utstring_printf(edges, "arg-%03u tangential-to arg-%03u\n", i, to);
			}
	}
	/* An argument that edges name before it is there: they are read last. */
	utstring_printf(summary, "stable: yes\n\n## Central questions\n\n");
	for (unsigned q = 0; q < w.questions; q++) {
		utstring_printf(summary, "- Which?");
		for (unsigned k = 0; k < 1 + draw(2); k++) {
			unsigned arg = 1 + draw(w.n);

			w.stands[q][arg] = true;
			utstring_printf(summary, " arg-%03u", arg);
		}
		utstring_printf(summary, "\n");
	}
	files_add(files, "edges.md", utstring_body(edges), utstring_len(edges));
	files_add(files, "quality-summary.md", utstring_body(summary), utstring_len(summary));
	struct base *b = base_of(files);
	begin_with(b, base_hold(b), false);
	/* The seats argue for the first two positions, and EVE for a third. */
	duel.seats[TESS - 1].role = ROLE_DEBATER;
	duel.seats[SAM - 1].role = ROLE_DEBATER + 1;
	if (w.positions > 2 && draw(2))
		debate_join(&duel, &(struct debate_seat){"eve", "codex", "gpt-5", ROLE_DEBATER + 2, 0});
	terms.max_turns = 200;
	n_events = 0;
	files_free(files);
}

/* An argument, more often than not one of two, so that things meet. */
static unsigned
some_argument(void)
{
	return draw(3) ? 1 + seed / 4096 % 2 : 1 + draw(w.n);
}

static void
put_rated(UT_string *out, unsigned arg)
{
	utstring_printf(out, "[arg-%03u: %s]", arg, status_words[w.node[arg].live]);
}

/* An operation that lowers; false: there is none. */
static bool
put_lower(UT_string *out, unsigned seat, struct event *e)
{
	unsigned arg = some_argument();
	int to = w.node[arg].live + (int)draw(4), most = seat == MOD || w.node[arg].position == position_of(seat) ? BASELESS : WEAK;

	if (to > most)
		return false;
	*e = (struct event){LOWERED, (unsigned)duel.n + 1, seat, arg, 0, to};
	utstring_printf(out, "- lower arg-%03u to %s — Turn 1\n", arg, status_words[to]);
	return true;
}

static bool
put_edge(UT_string *out, unsigned seat, struct event *e)
{
	unsigned from = 1 + draw(w.n), to = 1 + draw(w.n);

	if (from == to || base_has_edge(adv_of(&duel)->live, from, ADDRESSES, to, 0))
		return false;
	*e = (struct event){ADDRESSED, (unsigned)duel.n + 1, seat, from, to, 0};
	utstring_printf(out, "- edge arg-%03u addresses arg-%03u \"x\"\n", from, to);
	return true;
}

/* Hands in what somebody made, with what would have happened then; nothing happens where it is refused. */
static bool
try(unsigned seat, UT_string *text, const struct event *made, size_t n)
{
	unsigned turn = (unsigned)duel.n + 1;
	const char *ids;

	if (duel.order.phase != PHASE_OPENING)
		name(seat);
	ids = handed_in(seat, utstring_body(text));
	if (*ids) {
		/* An argument that an operation lowered may be cited by another rating, or be lowered again; nothing
		 * else here is refused. */
		for (char *rest, *id = strtok_r((char *)(uintptr_t)ids, "+", &rest); id; id = strtok_r(NULL, "+", &rest))
			if (!strstr("claim.rating deflection.none ruling.graph claim.move kb.promoted kb.edge", id))
				fail_msg("seat %u: %s: %s (%s)", seat, utstring_body(text), id, said);
		return false;
	}
	happened((struct event){SPOKE, turn, seat, 0, 0, 0});
	for (size_t i = 0; i < n; i++) {
		happened(made[i]);
		if (made[i].what == LOWERED)
			w.node[made[i].one].live = made[i].after;
		else if (made[i].what == ADDED)
			w.n++;
	}
	return true;
}

/* A turn of a debater: `does`: with operations. */
static bool
debate_once(unsigned seat, bool does)
{
	struct event made[64];
	size_t n = 0;
	unsigned turn = (unsigned)duel.n + 1, added = does && w.n < MOST_ARGUMENTS && draw(4) == 0 ? w.n + 1 : 0;
	UT_string *text = test_string();
	bool done;

	utstring_printf(text, "**Claims**\n");
	if (added) {
		int status = CONTESTED + (int)draw(2);

		w.node[added] = (struct node){position_of(seat), status, status, turn};
		made[n++] = (struct event){ADDED, turn, seat, added, 0, 0};
	}
	if (added && draw(2)) {
		made[n++] = (struct event){CITED, turn, seat, added, 0, 0};
		utstring_printf(text, "- new — it is new in turn %u ", turn);
		put_rated(text, added);
		utstring_printf(text, "\n");
	}
	for (unsigned i = 0; i < 1 + draw(2); i++) {
		unsigned arg = some_argument();

		made[n++] = (struct event){CITED, (unsigned)duel.n + 1, seat, arg, 0, 0};
		utstring_printf(text, "- new — n%zu%u ", duel.n, i);
		put_rated(text, arg);
		utstring_printf(text, "\n");
	}
	/* A claim that concedes or withdraws cites nothing that counts; what rebuts or defends does. */
	for (unsigned i = 1 + draw(2); does && n < 32 && i <= adv_of(&duel)->n_claims; i += 1 + draw(5)) {
		const struct claim *c = &adv_of(&duel)->claims[i - 1];
		bool own = c->seat == seat, argues = draw(3) == 0 && (!own || c->state == CLAIM_PARTLY);
		unsigned arg = some_argument();

		if (c->state > CLAIM_PARTLY || c->conceded)
			continue;
		if (argues)
			made[n++] = (struct event){CITED, turn, seat, arg, 0, 0};
		utstring_printf(text, "- L-%03u: %s — as n%zu%u has it ", i,
			argues ? own ? "defend" : "rebut" : own ? "withdraw" : "concede", duel.n, i);
		put_rated(text, arg);
		utstring_printf(text, "\n");
	}
	if (added || (does && draw(2)))
		utstring_printf(text, "**Mutations**\n");
	if (added) {
		unsigned to = 1 + draw(w.n);

		utstring_printf(text, "- new x\n```\n---\nlayer: meta\nstatus: %s\n---\n## Statement\nx\n```\n",
			status_words[w.node[added].live]);
		if (draw(2)) {
			made[n++] = (struct event){ADDRESSED, turn, seat, added, to, 0};
			utstring_printf(text, "- edge arg-%03u addresses arg-%03u \"x\"\n", added, to);
		}
	} else if (strstr(utstring_body(text), "**Mutations**")) {
		for (unsigned i = 0; i < 2; i++)
			n += draw(2) ? put_lower(text, seat, &made[n]) : put_edge(text, seat, &made[n]);
		utstring_printf(text, "- criticism kb/sources/s%u.md — no\n", 1 + draw(5));
	}
	done = try(seat, text, made, n);
	return done;
}

static bool
moderate_once(void)
{
	const struct adversarial *a = adv_of(&duel);
	struct event made[4];
	size_t n = 0;
	UT_string *text = test_string();
	bool done;

	utstring_printf(text, "Finding: so.\n");
	if (draw(2) && a->n_citations) {
		const struct citation *c = &a->citations[draw((unsigned)a->n_citations)];
		const struct step *by = a->steps;

		while (by->cites + by->n_cites <= (size_t)(c - a->citations))
			by++;
		unsigned to = 1 + draw(w.n);

		while (!w.stands[0][to])
			to = 1 + draw(w.n);
		made[n++] = (struct event){
			CALLED_OUT, (unsigned)duel.n + 1, (unsigned)position_of(by->seat), c->argument, to, 0};
		for (unsigned twice = draw(2); twice < 2; twice++)
			utstring_printf(text, "Deflection: Position %s has cited arg-%03u across turns %u to address arg-%03u.\n",
				slugs[position_of(by->seat)], c->argument, by->text, to);
	} else if (draw(2) && a->n_claims) {
		unsigned claim = 1 + draw((unsigned)a->n_claims), arg;
		struct reader r = a->claims[claim - 1].words;

		if (next_argument(&r, &arg)) {
			made[n++] = (struct event){CLOSED_DEBUNKED, (unsigned)duel.n + 1, MOD, arg, 0, 0};
			utstring_printf(text, "Ruling: claim L-%03u (arg-%03u) is CLOSED as source-debunked.\n"
				"Justification: Turn 1, kb/sources/s1.md\n", claim, arg);
		}
	}
	utstring_printf(text, "**Mutations**\n");
	for (unsigned i = 0; i < 2; i++)
		n += draw(4) ? put_lower(text, MOD, &made[n]) : put_edge(text, MOD, &made[n]);
	if (!strcmp(utstring_body(text) + utstring_len(text) - 14, "**Mutations**\n"))
		utstring_printf(text, "None.\n");
	done = try(MOD, text, made, n);
	return done;
}

static void
open_all(void)
{
	for (unsigned seat = TESS; seat <= duel.n_seats; seat++)
		while (duel.order.phase == PHASE_OPENING && debate_due(&duel, seat) >= 0)
			debate_once(seat, false);
}

static void
play_a_turn(void)
{
	unsigned seat = MOD + draw(duel.n_seats - 1);

	if (seat == duel.order.last)
		return;
	if (draw(8) == 0) {
		name(seat);
		debate_silent(&duel);
		happened((struct event){SILENT, (unsigned)duel.n, seat, 0, 0, 0});
	} else if (seat == MOD) {
		moderate_once();
	} else {
		debate_once(seat, true);
	}
}

/* -- tests -- */

TEST(what_the_snapshot_alone_has_is_nothing_to_a_verdict)
{
	struct files *files = files_of(BASE_FOLDER);
	struct base *start = base_of(files), *snapshot;

	files_change(files, "arguments/arg-010-x.md", NULL,
		"---\nid: arg-010\nposition: tabs\nlayer: meta\nstatus: robust\n---\n## Statement\nx\n");
	files_change(files, "edges.md", "# Edges\n", "arg-010 addresses arg-002\narg-002 addresses arg-010\n");
	snapshot = base_of(files);
	begin_with(snapshot, start, false);
	open_both();
	const struct facts *f = facts_now();
	assert_int_equal(f->standing[2].engage, 1 << SPACES);
	debate_free(&duel);
}

/* arg-010 came in a debate before, and quality-summary.md names it for Q-3. */
TEST(what_the_snapshot_does_not_have_engages_a_question_and_is_not_central)
{
	struct files *files = files_of(BASE_FOLDER);
	struct base *start, *snapshot = base_of(files);

	files_change(files, "arguments/arg-010-x.md", NULL,
		"---\nid: arg-010\nposition: tabs\nlayer: meta\nstatus: strong\n---\n## Statement\nx\n");
	files_change(files, "quality-summary.md", "shown? (arg-002)", "shown? (arg-002, arg-010)");
	start = base_of(files);
	begin_with(snapshot, start, false);
	open_both();
	turn(TESS, "**Claims**\n- new — as before [arg-010: strong]\n");
	for (unsigned seen = 0; seen < 2; seen++) {
		const struct facts *f = facts_now();
		assert_int_equal(f->standing[2].engage, 1 << SPACES | seen << TABS);
		assert_int_equal(fact_of(f, 10)->central, 0);
		turn(MOD, "Finding: seen.\n");
	}
	debate_free(&duel);
}

/* Q-3 asks for arg-002; arg-009 of tabs has nothing to do with it until tess says so. */
TEST(an_added_edge_counts_for_claims_of_its_own_turn_and_of_later_ones)
{
#define LATER "**Claims**\n- new — narrow ones [arg-007]\n"
	static const struct {
		const char *tess, *then;
		bool engages;
	} rows[] = {
		{LATER "**Mutations**\n- edge arg-009 addresses arg-002 \"x\"\n", NULL, false},
		{LATER "**Mutations**\n- edge arg-009 addresses arg-002 \"x\"\n", "**Claims**\n- new — wide [arg-009: contested]\n", true},
		{"**Claims**\n- new — wide [arg-009: contested]\n**Mutations**\n- edge arg-009 addresses arg-002 \"x\"\n", NULL, true},
		{"**Claims**\n- L-001: withdraw — too wide\n**Mutations**\n- edge arg-009 addresses arg-002 \"x\"\n", NULL, false},
	};

	for (size_t i = 0; i < N(rows); i++) {
		UT_string *why = test_string();

		begin(NULL);
		open_both();
		turn(TESS, rows[i].tess);
		turn(MOD, "Finding: so.\n");
		if (rows[i].then)
			turn(TESS, rows[i].then);
		const struct facts *f = facts_now();
		assert_int_equal(f->standing[2].engage, 1 << SPACES | rows[i].engages << TABS);
		print_why(f, 2, why);
		assert_true(!rows[i].engages == !strstr(utstring_body(why), "tabs engages by arg-009, which addresses arg-002 (L-00"));
		debate_free(&duel);
	}
}

/* An argument is dead while the closure that names it stands, and for a downgrade that counts. */
TEST(a_closure_kills_its_argument_while_it_stands_and_where_what_it_rests_on_counts)
{
#define PAY "kb/sources/surveys/pay-survey-2017-spaces.md"
#define SPEAKS(words) "**Claims**\n- new — " words " [arg-008]\n"

	begin(NULL);
	open_both();
	turn(TESS, SPEAKS("first") "**Mutations**\n- criticism " PAY " — its sample chose itself\n");
	turn(SAM, "**Claims**\n- new — pay [arg-004: weak]\n");
	assert_int_equal(adv_of(&duel)->n_claims, 4);
	turn(MOD, "Ruling: claim L-004 (arg-004) is CLOSED as source-debunked.\nJustification: Turn 2, " PAY "\n");
	for (int step = 0; step < 4; step++) {
		const struct facts *f = facts_now();
		/* its side has had no turn yet; it objects; the closure is undone */
		assert_int_equal(fact_of(f, 4)->dead, step == 1 || step == 2);
		if (step == 0)
			turn(SAM, "**Claims**\n- L-004: object — read [kb/sources/manuals/make-4-3-recipes.md]\n");
		else if (step == 1)
			turn(TESS, SPEAKS("second"));
		else if (step == 2)
			turn(MOD, "Ruling: claim L-004 is REOPENED.\n");
	}
	turn(SAM, SPEAKS("third"));
	turn(MOD, "Ruling: claim L-004 (arg-004) is CLOSED as refuted.\nJustification: Turn 2, " PAY "\n"
		"**Mutations**\n- lower arg-004 to refuted — Turn 1\n");
	turn(SAM, SPEAKS("fourth"));
	const struct facts *f = facts_now();
	assert_false(fact_of(f, 4)->dead);
	debate_free(&duel);
}

TEST(each_question_has_the_one_verdict_that_the_page_gives_it)
{
	unsigned seen[VERDICTS] = {0};

	for (unsigned round = 0; round < sample_of(6000); round++) {

		seed = round + 1;
		make_base();
		open_all();
		for (unsigned i = draw(24); i; i--)
			play_a_turn();
		const struct facts *f = facts_now();
		for (unsigned q = 0; q < w.questions; q++) {
			uint32_t named;
			enum adv_verdict want = oracle(q, &named);

			if (f->standing[q].verdict != want || f->standing[q].named != named)
				fail_msg("round %u, Q-%u: %s %x, and the page says %s %x", round, q + 1,
					verdict_words[f->standing[q].verdict], f->standing[q].named, verdict_words[want], named);
			seen[want]++;
		}
		debate_free(&duel);
	}
	for (int v = 0; v < VERDICTS; v++)
		assert_true(seen[v] > sample_of(40));
}

/* A synthesis is accepted with the one line, of all that there may be, that is earned. */
TEST(only_the_verdict_that_is_earned_is_accepted)
{
	for (unsigned round = 0; round < sample_of(400); round++) {
		UT_string *due = test_string(), *text = test_string(), *line = test_string();
		unsigned accepted = 0;

		seed = 77777 + round;
		make_base();
		open_all();
		for (unsigned i = draw(10); i; i--)
			play_a_turn();
		end_crossing();
		const struct facts *f = facts_now();
		for (unsigned v = 0; v < VERDICTS; v++)
			for (uint32_t who = 0; who < (v > ASYMMETRIC ? 1u : 1u << w.positions); who++) {
				utstring_clear(text);
				utstring_clear(line);
				utstring_printf(line, "%s ", lines[v]);
				print_positions(adv_of(&duel)->live, who, line);
				utstring_printf(text, "**Verdict**\n- Q-1: %s\n", utstring_body(line));
				for (size_t q = 1; q < f->n; q++) {
					utstring_clear(due);
					print_verdict(f, q, due);
					utstring_printf(text, "- Q-%zu: %s\n", q + 1, utstring_body(due));
				}
				utstring_printf(text, "**What was settled**\nx\n**What was not**\nx\n**What to read next**\nx\n");
				const char *ids = judged(ORCH, utstring_body(text));
				if (!*ids) {
					accepted++;
					assert_int_equal(v, f->standing[0].verdict);
					assert_int_equal(who, f->standing[0].named);
				} else {
					assert_string_equal(ids, "verdict.unearned");
				}
			}
		assert_int_equal(accepted, 1);
		debate_free(&duel);
	}
}

/* One seat does what it can, `attacker`; the other debater has an engaged question with a central argument. */
static void
attack(unsigned attacker, unsigned round)
{

	seed = round * 31 + attacker;
	make_base();
	open_all();
	for (unsigned i = 0; i < 16; i++) {
		unsigned seat = i % 2 ? attacker : MOD + draw(duel.n_seats - 1);

		if (seat == duel.order.last || (seat == attacker) != (i % 2))
			continue;
		if (i == 0)
			facts_now();
		if (seat != attacker && seat == MOD) {
			UT_string *text = test_string();
			utstring_printf(text, "Finding: so.\n");
			try(MOD, text, NULL, 0);
		} else if (seat != attacker) {
			debate_once(seat, false);
		} else if (attacker == MOD) {
			moderate_once();
		} else {
			debate_once(attacker, true);
		}
	}
	const struct facts *after = facts_now();
	for (unsigned arg = 1; arg <= w.n; arg++)
		if (w.node[arg].position != position_of(attacker) || attacker == MOD) {
			assert_int_equal(fact_of(after, arg)->counted, w.node[arg].start);
			assert_int_equal(fact_of(after, arg)->dead, w.node[arg].start >= REFUTED);
		}
	/* Nobody is beaten who has a living central argument and engages. */
	for (unsigned q = 0; q < w.questions; q++)
		for (unsigned p = 0; p < w.positions; p++) {
			bool alive = false;

			for (unsigned arg = 1; arg <= w.n; arg++)
				alive |= w.node[arg].position == (int)p && central(q, arg) && w.node[arg].start < REFUTED;
			if (alive && after->standing[q].engage >> p & 1 && (int)p != position_of(attacker)) {
				assert_false(after->standing[q].beaten >> p & 1);
				assert_false(after->standing[q].verdict == BETTER_GROUNDED && after->standing[q].named != 1u << p);
			}
		}
	debate_free(&duel);
}

TEST(neither_a_debater_nor_the_moderator_alone_kills_an_argument_of_others)
{
	for (unsigned round = 0; round < sample_of(1200); round++) {
		attack(TESS, round);
		attack(MOD, round);
	}
}
