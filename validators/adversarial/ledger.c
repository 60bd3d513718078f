/*
 * A claim is a node that ledgers share until a turn changes it; so is what each turn said, in a chain, newest first. A
 * turn costs what it says, and pointers to what was there before.
 */
#include "validators/adversarial/ledger.h"

#include <assert.h>
#include <stdatomic.h>
#include "validators/adversarial/bag.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

const char *const claim_status_names[CLAIM_STATUSES] = {
	[CLAIM_OPEN] = "open",
	[CLAIM_PARTIALLY_REBUTTED] = "partially-rebutted",
	[CLAIM_REBUTTED] = "rebutted",
	[CLAIM_UNCLAIMABLE] = "unclaimable",
	[CLAIM_CONCEDED] = "conceded",
	[CLAIM_CLOSED] = "closed",
};

const char *const claim_move_names[CLAIM_MOVES] = {
	[MOVE_NEW] = "new",
	[MOVE_REBUT] = "rebut",
	[MOVE_CONCEDE] = "concede",
	[MOVE_DEFEND] = "defend",
	[MOVE_WITHDRAW] = "withdraw",
	[MOVE_OBJECT] = "object",
	[MOVE_ACCEPT] = "accept",
	[MOVE_FIND_REBUTTED] = "find rebutted",
	[MOVE_FIND_UNCLAIMABLE] = "find unclaimable",
	[MOVE_CLOSE] = "close",
	[MOVE_REAFFIRM] = "reaffirm",
	[MOVE_REOPEN] = "reopen",
};

const char *const closed_as_names[CLOSED_AS] = {
	[CLOSED_REFUTED] = "refuted",
	[CLOSED_BASELESS] = "baseless",
	[CLOSED_SOURCE_DEBUNKED] = "source-debunked",
};

/* -- the table of moves -- */

#define FROM(status) (1u << (CLAIM_##status))
#define FROM_ANY ((1u << CLAIM_STATUSES) - 1)
enum mover { MOVER_OWN, MOVER_OTHER, MOVER_MODERATOR };
enum only_if { IF_ANY, IF_STANDS, IF_UNSETTLED, IF_FRESH, IF_OBJECTED };

struct move_row {
	enum claim_move move;
	unsigned from;
	enum mover by;
	enum claim_status to;
	enum only_if only_if;
};

/* clang-format off */
static const struct move_row moves[] = {
	{ MOVE_REBUT, FROM(OPEN) | FROM(PARTIALLY_REBUTTED), MOVER_OTHER, CLAIM_PARTIALLY_REBUTTED, IF_ANY },
	{ MOVE_DEFEND, FROM(PARTIALLY_REBUTTED), MOVER_OWN, CLAIM_OPEN, IF_STANDS },
	{ MOVE_DEFEND, FROM(REBUTTED), MOVER_OWN, CLAIM_PARTIALLY_REBUTTED, IF_STANDS },
	{ MOVE_FIND_REBUTTED, FROM(OPEN) | FROM(PARTIALLY_REBUTTED), MOVER_MODERATOR, CLAIM_REBUTTED, IF_ANY },
	{ MOVE_FIND_UNCLAIMABLE, FROM(OPEN) | FROM(PARTIALLY_REBUTTED), MOVER_MODERATOR, CLAIM_UNCLAIMABLE, IF_ANY },
	{ MOVE_CONCEDE, FROM_ANY & ~FROM(CLOSED), MOVER_OTHER, CLAIM_CONCEDED, IF_ANY },
	{ MOVE_WITHDRAW, FROM_ANY & ~FROM(CLOSED), MOVER_OWN, CLAIM_REBUTTED, IF_ANY },
	{ MOVE_CLOSE, FROM_ANY, MOVER_MODERATOR, CLAIM_CLOSED, IF_UNSETTLED },
	{ MOVE_ACCEPT, FROM(CLOSED), MOVER_OWN, CLAIM_CLOSED, IF_ANY },
	{ MOVE_OBJECT, FROM(CLOSED), MOVER_OWN, CLAIM_CLOSED, IF_FRESH },
	{ MOVE_REAFFIRM, FROM(CLOSED), MOVER_MODERATOR, CLAIM_CLOSED, IF_OBJECTED },
	{ MOVE_REOPEN, FROM(CLOSED), MOVER_MODERATOR, CLAIM_PARTIALLY_REBUTTED, IF_OBJECTED },
};
/* clang-format on */

static bool
row_fits(const struct move_row *row, const struct claim *c)
{
	switch (row->only_if) {
	case IF_ANY:
		return true;
	case IF_STANDS:
		return !c->withdrawn;
	case IF_UNSETTLED:
		return !c->final && !c->unanswered;
	case IF_FRESH:
		return !c->objected_in && !c->accepted_by;
	case IF_OBJECTED:
		return c->unanswered;
	}
	return false;
}

static enum mover
mover_of(const struct claim *c, size_t side)
{
	return side == KB_NONE ? MOVER_MODERATOR : side == c->side ? MOVER_OWN : MOVER_OTHER;
}

static const struct move_row *
find_row(const struct claim *c, enum claim_move move, enum mover by)
{
	for (const struct move_row *row = moves; row < moves + sizeof moves / sizeof moves[0]; row++)
		if (row->move == move && row->by == by && row->from & 1u << c->status && row_fits(row, c))
			return row;
	return NULL;
}

static const char *
stands_as(const struct claim *c)
{
	if (c->status == CLAIM_CLOSED)
		return c->final		 ? "closed for good"
			: c->unanswered	 ? "closed, objected to and not ruled on"
			: c->accepted_by ? "closed, which its side has accepted"
			: c->objected_in ? "closed, and was objected to"
					 : "closed";
	return c->withdrawn ? "withdrawn" : claim_status_names[c->status];
}

char *
claim_move_fault(const struct claim *c, enum claim_move move, size_t side)
{
	static const char *const whose[] = {
		[MOVER_OWN] = "one's own claim that is",
		[MOVER_OTHER] = "a claim of another side that is",
		[MOVER_MODERATOR] = "a claim that is",
	};
	enum mover by = mover_of(c, side);
	char *could = mem_strdup("");

	if (find_row(c, move, by)) {
		free(could);
		return NULL;
	}
	for (enum claim_move other = MOVE_NEW; other < CLAIM_MOVES; other++)
		if (find_row(c, other, by)) {
			char *more = mem_format("%s%s`%s`", could, *could ? " or " : "", claim_move_names[other]);

			free(could);
			could = more;
		}
	char *fault = mem_format("`%s` is no move on L-%03u, %s %s: %s%s", claim_move_names[move], c->number, whose[by],
		stands_as(c), *could ? could : "nothing more is done to it", *could ? " is" : "");
	free(could);
	return fault;
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

void
claim_make_move(struct claim *c, const struct claim_item *item, unsigned turn, unsigned seat)
{
	const struct move_row *row = NULL;

	for (enum mover by = MOVER_OWN; by <= MOVER_MODERATOR && !row; by++)
		row = find_row(c, item->move, by);
	/* An entry of another day, when the table had it. */
	if (!row)
		return;
	c->status = row->to;
	switch (item->move) {
	case MOVE_CONCEDE:
		c->conceded_by = seat;
		break;
	case MOVE_WITHDRAW:
		c->withdrawn = true;
		break;
	case MOVE_ACCEPT:
		c->accepted_by = seat;
		c->unanswered = false;
		break;
	case MOVE_OBJECT:
		c->objected_in = turn;
		c->unanswered = true;
		break;
	case MOVE_CLOSE:
		c->as = item->as;
		c->argument = item->argument;
		c->ruling = item->words;
		c->closed_in = turn;
		break;
	case MOVE_REAFFIRM:
	case MOVE_REOPEN:
		c->unanswered = false;
		c->final = item->move == MOVE_REAFFIRM;
		/* What is closed anew may be objected to anew. */
		c->objected_in = item->move == MOVE_REAFFIRM ? c->objected_in : 0;
		break;
	default:
		break;
	}
}

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

/* What was cited in an item of a turn. */
struct cited {
	const char *ref;
	size_t item;
};

/* A turn: its citations by their bytes, what its claims say, its findings. */
struct told {
	atomic_uint refs;
	struct told *before;
	unsigned turn;
	size_t side;
	struct cited *cited;
	size_t n_cited;
	struct wordprint *prints;
	size_t n_prints;
	const char **findings;
	size_t n_findings;
	struct bag bag;
};

static struct told *
told_hold(struct told *t)
{
	if (t)
		atomic_fetch_add_explicit(&t->refs, 1, memory_order_relaxed);
	return t;
}

static void
told_drop(struct told *t)
{
	for (struct told *before; t && atomic_fetch_sub_explicit(&t->refs, 1, memory_order_acq_rel) == 1; t = before) {
		before = t->before;
		for (size_t i = 0; i < t->n_prints; i++)
			wordprint_free(&t->prints[i]);
		bag_empty(&t->bag);
		free(t->cited);
		free(t->prints);
		free(t->findings);
		free(t);
	}
}

static int
compare_cited(const void *a, const void *b)
{
	const struct cited *x = a, *y = b;
	int order = strcmp(x->ref, y->ref);

	return order ? order : (x->item > y->item) - (x->item < y->item);
}

bool
move_argues(enum claim_move move)
{
	return move == MOVE_NEW || move == MOVE_REBUT || move == MOVE_DEFEND || move == MOVE_OBJECT;
}

static struct told *
told_new(struct told *before, const struct adversarial_turn *turn, size_t side)
{
	struct told *t = mem_calloc(1, sizeof *t);
	size_t n = 0;

	atomic_init(&t->refs, 1);
	t->before = told_hold(before);
	t->turn = turn->number;
	t->side = side;
	for (size_t i = 0; i < turn->n_items; i++)
		n += turn->items[i].n_cites;
	t->cited = mem_calloc(n, sizeof *t->cited);
	t->prints = mem_calloc(turn->n_items, sizeof *t->prints);
	for (size_t i = 0; i < turn->n_items; i++) {
		const struct claim_item *item = &turn->items[i];

		for (size_t k = 0; k < item->n_cites; k++)
			t->cited[t->n_cited++] = (struct cited){bag_keep(&t->bag, item->cites[k].ref), i};
		if (move_argues(item->move))
			wordprint_make(&t->prints[t->n_prints++], item->words, strlen(item->words));
	}
	qsort(t->cited, t->n_cited, sizeof *t->cited, compare_cited);
	t->findings = mem_calloc(turn->n_findings, sizeof *t->findings);
	for (; t->n_findings < turn->n_findings; t->n_findings++)
		t->findings[t->n_findings] = bag_keep(&t->bag, turn->findings[t->n_findings]);
	return t;
}

/* The first row of this, or where it would stand. */
static size_t
find_cited(const struct told *t, const char *ref)
{
	size_t from = 0, to = t->n_cited;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (strcmp(t->cited[middle].ref, ref) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static bool
is_cited_at(const struct told *t, size_t row, const char *ref)
{
	return row < t->n_cited && !strcmp(t->cited[row].ref, ref);
}

/* -- ledgers -- */

struct ledger {
	atomic_uint refs;
	struct node **nodes;
	size_t n;
	struct deflection *deflections;
	size_t n_deflections;
	struct told *last;
	unsigned turns;
	size_t n_findings;
};

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

	*to = *l;
	atomic_init(&to->refs, 1);
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

bool
ledger_has_cited(const struct ledger *l, const char *ref)
{
	for (const struct told *t = l->last; t; t = t->before)
		if (t->side != KB_NONE && is_cited_at(t, find_cited(t, ref), ref))
			return true;
	return false;
}

bool
ledger_turn_cites(const struct ledger *l, unsigned turn, size_t side, const char *ref)
{
	for (const struct told *t = l->last; t; t = t->before)
		if (t->turn == turn)
			return t->side == side && is_cited_at(t, find_cited(t, ref), ref);
	return false;
}

bool
ledger_side_cites(const struct ledger *l, size_t side, const char *a, const char *b)
{
	for (const struct told *t = l->last; t; t = t->before) {
		size_t x = find_cited(t, a), y = find_cited(t, b);

		while (t->side == side && is_cited_at(t, x, a) && is_cited_at(t, y, b)) {
			if (t->cited[x].item == t->cited[y].item)
				return true;
			t->cited[x].item < t->cited[y].item ? x++ : y++;
		}
	}
	return false;
}

unsigned
ledger_repeats(const struct ledger *l, const struct wordprint *words, size_t side, bool denies, double threshold,
	enum novelty *how)
{
	for (const struct told *t = l->last; t; t = t->before)
		for (size_t i = 0; i < t->n_prints; i++) {
			bool equal_alone = denies && t->side != side;

			*how = wordprint_compare(words, &t->prints[i], equal_alone ? 0 : threshold);
			if (*how != NOVELTY_NEW)
				return t->turn;
		}
	return 0;
}

size_t
ledger_findings(const struct ledger *l)
{
	return l->n_findings;
}

const char *
ledger_finding(const struct ledger *l, size_t row, unsigned *turn)
{
	const struct told *t = l->last;
	size_t before = l->n_findings;

	assert(row < l->n_findings);
	while (before -= t->n_findings, row < before)
		t = t->before;
	*turn = t->turn;
	return t->findings[row - before];
}

/* -- output/claims-ledger.md -- */

static void
put_escaped(UT_string *out, const char *before, const char *words, const char *behind)
{
	utstring_printf(out, "%s", before);
	md_escape(out, words);
	utstring_printf(out, "%s", behind);
}

static const struct kb_argument *
argument_of(const struct kb *kb, const char *ref)
{
	size_t row = kb_argument_find(kb, ref, strlen(ref));

	return row == KB_NONE ? NULL : kb_argument(kb, row);
}

static void
put_references(UT_string *out, const struct claim *c, const struct kb *kb)
{
	utstring_printf(out, "- **References**: ");
	for (size_t i = 0; i < c->n_own; i++) {
		const struct kb_argument *a = argument_of(kb, c->cites[i].ref);

		put_escaped(out, i ? ", " : "", c->cites[i].ref, "");
		if (a)
			utstring_printf(out, " (KB-rated %s)", kb_status_names[a->status]);
	}
	utstring_printf(out, "%s\n", c->n_own ? "" : "none");
}

static void
put_closure(UT_string *out, const struct claim *c)
{
	if (c->status != CLAIM_CLOSED)
		return;
	utstring_printf(
		out, "- **Closure**: ruled by moderator at turn %u as %s", c->closed_in, closed_as_names[c->as]);
	put_escaped(out, " (", c->argument, "): \"");
	put_escaped(out, "", c->ruling, "\"");
	if (c->objected_in)
		utstring_printf(out, "; objected to at turn %u, %s", c->objected_in,
			c->final		? "and reaffirmed: final"
				: c->unanswered ? "not ruled on yet"
						: "then accepted");
	utstring_printf(out, "\n");
}

/* What carries the claim, or fails it: the weakest of the arguments that it stands on, as they are rated now. */
static void
put_notes(UT_string *out, const struct claim *c, const struct kb *kb, const char *conceded, const char *accepted)
{
	const struct kb_argument *weakest = NULL;

	utstring_printf(out, "- **Notes**: %s", c->withdrawn ? "withdrawn by its side; " : "");
	if (conceded)
		put_escaped(out, "granted by ", conceded, "; ");
	if (accepted)
		put_escaped(out, "its closure accepted by ", accepted, "; ");
	for (size_t i = 0; i < c->n_own; i++) {
		const struct kb_argument *a = argument_of(kb, c->cites[i].ref);

		if (a && (!weakest || a->status > weakest->status))
			weakest = a;
	}
	if (weakest)
		utstring_printf(
			out, "its weakest argument is %s, rated %s\n", weakest->id, kb_status_names[weakest->status]);
	else
		utstring_printf(out, "it stands on no argument of the graph\n");
}

static void
put_numbers(UT_string *out, const unsigned *v, size_t n, const char *between)
{
	for (size_t i = 0; i < n; i++)
		utstring_printf(out, "%s%u", i ? between : "", v[i]);
}

static void
put_argument(UT_string *out, const struct kb *kb, const char *id)
{
	const struct kb_argument *a = argument_of(kb, id);

	utstring_printf(out, "%s", id);
	if (!a)
		return;
	utstring_printf(out, " (layer: %s, scope: ", kb_layer_names[a->layer]);
	put_escaped(out, "", a->scope, ", status: ");
	utstring_printf(out, "%s)", kb_status_names[a->status]);
}

static void
put_deflection(UT_string *out, const struct kb *kb, const struct deflection *d)
{
	utstring_printf(out, "- **%s** cited ", kb_position(kb, d->side)->slug);
	put_argument(out, kb, d->cited);
	utstring_printf(out, " in turn%s ", d->n_turns == 1 ? "" : "s");
	put_numbers(out, d->turns, d->n_turns, ", ");
	utstring_printf(out, " where it had ");
	put_argument(out, kb, d->unaddressed);
	utstring_printf(out, " to address; called out in turn%s ", d->n_called == 1 ? "" : "s");
	put_numbers(out, d->called, d->n_called, ", ");
	utstring_printf(out, "; %s\n",
		d->answered			 ? "addressed since"
			: deflection_persists(d) ? "never addressed: persistent non-engagement"
						 : "not addressed yet");
}

void
ledger_render(const struct ledger *l, const struct kb *kb, const char *(*seat_name)(void *arg, unsigned seat),
	void *arg, UT_string *out)
{
	utstring_printf(out, "# Claim Ledger\n");
	for (unsigned i = 1; i <= l->n; i++) {
		const struct claim *c = ledger_claim(l, i);

		utstring_printf(out, "\n## L-%03u: ", c->number);
		put_escaped(out, "", c->words, "\n\n- **Asserted by**: ");
		put_escaped(out, "", seat_name(arg, c->seat), "");
		utstring_printf(out, " (debate turn %u)\n", c->turn);
		put_references(out, c, kb);
		utstring_printf(out, c->status == CLAIM_CLOSED ? "- **Status**: **%s**\n" : "- **Status**: %s\n",
			claim_status_names[c->status]);
		put_closure(out, c);
		utstring_printf(out, "- **Thread**: turn%s ", c->n_thread == 1 ? "" : "s");
		put_numbers(out, c->thread, c->n_thread, " → ");
		utstring_printf(out, "\n");
		put_notes(out, c, kb, c->conceded_by ? seat_name(arg, c->conceded_by) : NULL,
			c->accepted_by ? seat_name(arg, c->accepted_by) : NULL);
	}
	if (l->n_deflections)
		utstring_printf(out, "\n## Deflections\n\n");
	for (size_t i = 0; i < l->n_deflections; i++)
		put_deflection(out, kb, &l->deflections[i]);
	if (l->n_findings)
		utstring_printf(out, "\n## Findings\n\n");
	for (size_t i = 0; i < l->n_findings; i++) {
		unsigned turn;
		const char *finding = ledger_finding(l, i, &turn);

		utstring_printf(out, "- Turn %u: ", turn);
		put_escaped(out, "", finding, "\n");
	}
}
