/*
 * A claim is a node that ledgers share until a turn changes it; so is what each turn said, in a chain, newest first. A
 * turn costs what it says, and pointers to what was there before.
 */
#include "validators/adversarial/ledger_inner.h"

#include <assert.h>
#include "validators/text/mem.h"

/* -- what is kept -- */

/* A claim, with what it points to. */
struct node {
	atomic_uint refs;
	struct claim c;
	struct claim_cite *cites;
	unsigned *thread;
	struct bag bag;
};

static struct node *
node_new(const struct claim *c)
{
	struct node *n = mem_calloc(1, sizeof *n);

	atomic_init(&n->refs, 1);
	n->c = *c;
	n->c.words = bag_keep(&n->bag, c->words);
	n->c.argument = bag_keep(&n->bag, c->argument);
	n->c.ruling = bag_keep(&n->bag, c->ruling);
	n->c.cites = n->cites = mem_calloc(c->n_cites, sizeof *n->cites);
	for (size_t i = 0; i < c->n_cites; i++) {
		n->cites[i] = c->cites[i];
		n->cites[i].ref = bag_keep(&n->bag, c->cites[i].ref);
	}
	n->c.thread = n->thread = mem_calloc(c->n_thread, sizeof *n->thread);
	if (c->n_thread)
		memcpy(n->thread, c->thread, c->n_thread * sizeof *n->thread);
	return n;
}

static void
node_drop(struct node *n)
{
	if (atomic_fetch_sub_explicit(&n->refs, 1, memory_order_acq_rel) != 1)
		return;
	bag_empty(&n->bag);
	free(n->cites);
	free(n->thread);
	free(n);
}

/* The turn names it. */
static void
node_name(struct node *n, unsigned turn)
{
	if (n->c.n_thread && n->thread[n->c.n_thread - 1] == turn)
		return;
	n->c.thread = n->thread = mem_resize(n->thread, n->c.n_thread + 1, sizeof *n->thread);
	n->thread[n->c.n_thread++] = turn;
}

/* Its side's stand first, also what another has cited before. */
static void
node_cite(struct node *n, const struct claim_cite *cite, bool own)
{
	struct claim_cite is = *cite;
	size_t at = 0, to = own ? n->c.n_own : n->c.n_cites;

	while (at < n->c.n_cites && strcmp(n->cites[at].ref, cite->ref))
		at++;
	if (at < n->c.n_own || (at < n->c.n_cites && !own))
		return;
	if (at == n->c.n_cites) {
		n->c.cites = n->cites = mem_resize(n->cites, ++n->c.n_cites, sizeof *n->cites);
		is.ref = bag_keep(&n->bag, cite->ref);
	} else {
		is.ref = n->cites[at].ref;
	}
	memmove(&n->cites[to + 1], &n->cites[to], (at - to) * sizeof *n->cites);
	n->cites[to] = is;
	n->c.n_own += own;
}

/* -- ledgers -- */

static unsigned *
copy_numbers(const unsigned *v, size_t n, size_t more)
{
	unsigned *copy = mem_calloc(n + more, sizeof *copy);

	if (n)
		memcpy(copy, v, n * sizeof *copy);
	return copy;
}

/* With room for so many more claims and deflections. */
static struct ledger *
copy(const struct ledger *l, size_t claims, size_t deflections)
{
	struct ledger *to = mem_calloc(1, sizeof *to);

	/* not the count: another may hold `l`, or let go of it, right now */
	atomic_init(&to->refs, 1);
	to->n = l->n;
	to->n_deflections = l->n_deflections;
	to->turns = l->turns;
	to->n_findings = l->n_findings;
	to->nodes = mem_calloc(l->n + claims, sizeof *to->nodes);
	for (size_t i = 0; i < l->n; i++) {
		to->nodes[i] = l->nodes[i];
		atomic_fetch_add_explicit(&to->nodes[i]->refs, 1, memory_order_relaxed);
	}
	to->deflections = mem_calloc(l->n_deflections + deflections, sizeof *to->deflections);
	for (size_t i = 0; i < l->n_deflections; i++) {
		const struct deflection *d = &l->deflections[i];

		to->deflections[i] = (struct deflection){
			.side = d->side,
			.cited = mem_strdup(d->cited),
			.unaddressed = mem_strdup(d->unaddressed),
			.turns = copy_numbers(d->turns, d->n_turns, 0),
			.n_turns = d->n_turns,
			.called = copy_numbers(d->called, d->n_called, 0),
			.n_called = d->n_called,
			.answered = d->answered,
		};
	}
	return to;
}

struct ledger *
ledger_start(void)
{
	struct ledger *l = mem_calloc(1, sizeof *l);

	atomic_init(&l->refs, 1);
	return l;
}

struct ledger *
ledger_hold(const struct ledger *l)
{
	struct ledger *held = (struct ledger *)l;

	atomic_fetch_add_explicit(&held->refs, 1, memory_order_relaxed);
	return held;
}

void
ledger_drop(struct ledger *l)
{
	if (!l || atomic_fetch_sub_explicit(&l->refs, 1, memory_order_acq_rel) != 1)
		return;
	for (size_t i = 0; i < l->n; i++)
		node_drop(l->nodes[i]);
	for (size_t i = 0; i < l->n_deflections; i++) {
		struct deflection *d = &l->deflections[i];

		free((char *)d->cited);
		free((char *)d->unaddressed);
		free((unsigned *)d->turns);
		free((unsigned *)d->called);
	}
	told_drop(l->last);
	free(l->nodes);
	free(l->deflections);
	free(l);
}

/* A claim that this turn changes. */
static struct node *
own_node(struct ledger *l, unsigned number)
{
	struct node **at = &l->nodes[number - 1];

	assert(number && number <= l->n);
	if (atomic_load_explicit(&(*at)->refs, memory_order_acquire) > 1) {
		struct node *own = node_new(&(*at)->c);

		node_drop(*at);
		*at = own;
	}
	return *at;
}

/* What was accepted names no other: but an entry of another day may. */
static void
name_claim(struct ledger *l, unsigned number, unsigned turn)
{
	if (ledger_claim(l, number))
		node_name(own_node(l, number), turn);
}

static void
take_item(struct ledger *l, const struct claim_item *item, unsigned turn, unsigned seat, size_t side)
{
	struct node *n;

	if (item->move == MOVE_NEW) {
		l->nodes[l->n++] = n = node_new(&(struct claim){.number = (unsigned)l->n + 1,
			.status = CLAIM_OPEN,
			.seat = seat,
			.side = side,
			.turn = turn,
			.words = item->words});
	} else if (!ledger_claim(l, item->claim)) {
		return;
	} else {
		n = own_node(l, item->claim);
		claim_make_move(&n->c, item, turn, seat);
	}
	if (item->move == MOVE_CLOSE) {
		n->c.argument = bag_keep(&n->bag, item->argument);
		n->c.ruling = bag_keep(&n->bag, item->words);
	}
	for (size_t i = 0; i < item->n_cites; i++)
		node_cite(n, &item->cites[i], side == n->c.side);
	node_name(n, turn);
}

static void
append_number(const unsigned **v, size_t *n, unsigned number)
{
	for (size_t i = 0; i < *n; i++)
		if ((*v)[i] == number)
			return;
	unsigned *more = mem_resize((unsigned *)*v, *n + 1, sizeof *more);
	more[(*n)++] = number;
	*v = more;
}

static size_t
side_named(const struct kb *kb, const char *slug)
{
	size_t side = 0;

	while (side < kb_positions(kb) && strcmp(kb_position(kb, side)->slug, slug))
		side++;
	return side < kb_positions(kb) ? side : KB_NONE;
}

static void
take_call(struct ledger *l, const struct kb *kb, const struct deflection_item *item, unsigned turn)
{
	size_t side = side_named(kb, item->side);
	struct deflection *d = l->deflections;

	while (d < l->deflections + l->n_deflections &&
		(d->side != side || strcmp(d->cited, item->cited) || strcmp(d->unaddressed, item->unaddressed)))
		d++;
	if (d == l->deflections + l->n_deflections) {
		l->n_deflections++;
		*d = (struct deflection){
			.side = side, .cited = mem_strdup(item->cited), .unaddressed = mem_strdup(item->unaddressed)};
	}
	for (size_t i = 0; i < item->n_turns; i++)
		append_number(&d->turns, &d->n_turns, item->turns[i]);
	append_number(&d->called, &d->n_called, turn);
}

/* An argument that addresses the other on its own layer: an edge that a debater adds across layers answers nothing. */
static bool
addresses(const struct kb *kb, const char *ref, size_t argument)
{
	size_t row = kb_argument_find(kb, ref, strlen(ref));

	return row != KB_NONE && kb_argument(kb, row)->layer == kb_argument(kb, argument)->layer &&
		kb_edge_find(kb, row, KB_ADDRESSES, argument) != KB_NONE;
}

static void
answer_calls(struct ledger *l, const struct kb *kb, size_t side)
{
	const struct told *t = l->last;

	for (size_t i = 0; i < l->n_deflections; i++) {
		struct deflection *d = &l->deflections[i];
		size_t argument = kb_argument_find(kb, d->unaddressed, strlen(d->unaddressed));

		for (size_t k = 0; k < t->n_cited && d->side == side && argument != KB_NONE && !d->answered; k++)
			if (!k || strcmp(t->cited[k].ref, t->cited[k - 1].ref))
				d->answered = addresses(kb, t->cited[k].ref, argument);
	}
}

struct ledger *
ledger_after(const struct ledger *before, const struct kb *kb, const struct adversarial_turn *turn, unsigned seat,
	size_t side)
{
	struct ledger *l = copy(before, turn->n_items, turn->n_deflections);

	assert(turn->by_moderator == (side == KB_NONE));
	for (size_t i = 0; i < turn->n_answers_claims; i++)
		name_claim(l, turn->answers_claims[i], turn->number);
	for (size_t i = 0; i < turn->n_items; i++)
		take_item(l, &turn->items[i], turn->number, seat, side);
	for (size_t i = 0; i < turn->n_press; i++)
		name_claim(l, turn->press[i].claim, turn->number);
	for (size_t i = 0; i < turn->n_deflections; i++)
		take_call(l, kb, &turn->deflections[i], turn->number);
	l->last = told_new(before->last, turn, side);
	l->turns++;
	l->n_findings += turn->n_findings;
	if (!turn->by_moderator)
		answer_calls(l, kb, side);
	return l;
}

/* -- questions -- */

unsigned
ledger_claims(const struct ledger *l)
{
	return (unsigned)l->n;
}

const struct claim *
ledger_claim(const struct ledger *l, unsigned number)
{
	return number && number <= l->n ? &l->nodes[number - 1]->c : NULL;
}

unsigned
ledger_withdrawn(const struct ledger *l)
{
	unsigned n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += l->nodes[i]->c.status == CLAIM_REBUTTED && l->nodes[i]->c.withdrawn;
	return n;
}

size_t
ledger_deflections(const struct ledger *l)
{
	return l->n_deflections;
}

const struct deflection *
ledger_deflection(const struct ledger *l, size_t row)
{
	assert(row < l->n_deflections);
	return &l->deflections[row];
}

bool
deflection_persists(const struct deflection *d)
{
	return d->n_called > 1 && !d->answered;
}

unsigned
ledger_turns(const struct ledger *l)
{
	return l->turns;
}

char *
ledger_move_fault(const struct ledger *l, enum claim_move move, unsigned number, size_t side)
{
	const struct claim *c = ledger_claim(l, number);
	unsigned n = ledger_claims(l);

	if (move == MOVE_NEW)
		return side == KB_NONE ? mem_strdup("a moderator makes no claim") : NULL;
	if (!c && !n)
		return mem_format("there is no L-%03u: no claim has been made yet, and `new: …` makes one", number);
	if (!c)
		return mem_format("there is no L-%03u: the last claim is L-%03u", number, n);
	return claim_move_fault(c, move, side);
}
