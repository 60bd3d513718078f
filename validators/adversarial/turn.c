/*
 * A turn, judged: each move against the ledger as the items before it have left it, what is cited against the live
 * graph, a moderator's rulings and deflections against both.
 */
#include "validators/adversarial/turn_inner.h"

#include "validators/text/words.h"

void
turn_text_free(struct turn_text *t)
{
	bag_empty(&t->bag);
	*t = (struct turn_text){.turn = {.number = 0}};
}

/* -- what is cited -- */

static size_t
argument_row(const struct kb *kb, const char *ref)
{
	return kb_argument_find(kb, ref, strlen(ref));
}

static bool
is_source(const char *ref)
{
	return !strncmp(ref, "kb/", 3);
}

/* Also what was written for this turn is there. */
static bool
is_there(const struct turn_reading *r, const char *ref)
{
	return is_source(ref) ? kb_source_is_there(r->ask->kb, ref, strlen(ref))
			      : argument_row(r->ask->kb, ref) != KB_NONE;
}

/* -- ratings -- */

static void
judge_rating(struct turn_reading *r, int line, const struct claim_cite *cite, const struct kb_argument *a)
{
	const char *live = kb_status_names[a->status];

	if (cite->rated && cite->rating == KB_STATUSES)
		REPORT(r, RULE_CLAIM_RATING, line, "what stands behind %s is no rating: it is rated %s now, `[%s: %s]`",
			a->id, live, a->id, live);
	else if (cite->rated && cite->rating != a->status)
		REPORT(r, RULE_CLAIM_RATING, line, "%s is rated %s now, and this says %s: `[%s: %s]`", a->id, live,
			kb_status_names[cite->rating], a->id, live);
	else if (!cite->rated && !r->moderator && a->status >= KB_REFUTED)
		REPORT(r, RULE_CLAIM_RATING, line, "%s is %s, and is cited with that: `[%s: %s]`", a->id, live, a->id,
			live);
	else if (!cite->rated && !r->moderator && a->status >= KB_CONTESTED)
		findings_add(r->h->out, &adversarial_rating_warned, line + r->h->s.line0,
			"%s is rated %s, and that is not said: `[%s: %s]`", a->id, live, a->id, live);
}

static void
judge_cites(struct turn_reading *r, const struct claim_item *item)
{
	const struct kb *kb = r->ask->kb;

	for (size_t i = 0; i < item->n_cites; i++) {
		const struct claim_cite *cite = &item->cites[i];
		size_t row = argument_row(kb, cite->ref);

		if (!is_there(r, cite->ref))
			REPORT(r, RULE_CLAIM_UNTRACED, item->line, "%s is no %s of this knowledge base: %s", cite->ref,
				is_source(cite->ref) ? "source" : "argument",
				is_source(cite->ref) ? "a source is cited with its whole path, `[kb/sources/…]`"
						     : "see kb/arguments/");
		else if (row != KB_NONE)
			judge_rating(r, item->line, cite, kb_argument(kb, row));
	}
	if (!item->n_cites && move_argues(item->move))
		REPORT(r, RULE_CLAIM_UNTRACED, item->line,
			"\"%s\" cites nothing: an argument, `[arg-014]`, or a source, `[kb/sources/…]`, in brackets",
			quote(item->words, strlen(item->words)).s);
}

/* -- moves -- */

static bool
is_in(const char *ref, const struct claim_cite *cites, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(ref, cites[i].ref))
			return true;
	return false;
}

/* Does it cite what neither the thread nor an earlier item of this turn on the same claim has? */
static bool
cites_new(const struct turn_reading *r, const struct claim_item *item, const struct claim *c)
{
	for (size_t i = 0; i < item->n_cites; i++) {
		bool known = is_in(item->cites[i].ref, c->cites, c->n_cites);

		for (const struct claim_item *at = r->items; at < item && !known; at++)
			known = at->claim == item->claim && is_in(item->cites[i].ref, at->cites, at->n_cites);
		if (!known)
			return true;
	}
	return false;
}

static bool
cites_new_source(const struct turn_reading *r, const struct claim_item *item)
{
	for (size_t i = 0; i < item->n_cites; i++)
		if (is_source(item->cites[i].ref) && !ledger_has_cited(r->ask->ledger, item->cites[i].ref))
			return true;
	return false;
}

/* The claim as it stands when this item comes; false: there is none. */
static bool
claim_before(const struct turn_reading *r, const struct claim_item *item, const bool *taken, struct claim *c)
{
	const struct claim *stands = ledger_claim(r->ask->ledger, item->claim);

	if (!stands)
		return false;
	*c = *stands;
	for (const struct claim_item *at = r->items; at < item; at++)
		if (at->claim == item->claim && taken[at - r->items])
			claim_make_move(c, at, r->ask->number, 1);
	return true;
}

/* May the claim be moved so? It is told why not. */
static bool
judge_move(struct turn_reading *r, const struct claim_item *item, const bool *taken)
{
	struct claim c = {.number = 0};
	bool known = item->move == MOVE_NEW || claim_before(r, item, taken, &c);
	bool closed = c.status == CLAIM_CLOSED && !r->moderator;
	char *fault = known && item->move != MOVE_NEW
		? claim_move_fault(&c, item->move, r->ask->side)
		: ledger_move_fault(r->ask->ledger, item->move, item->claim, r->ask->side);

	if (!fault && item->move == MOVE_DEFEND && !cites_new(r, item, &c))
		fault = mem_format(
			"`defend` of L-%03u takes an argument or source that its thread has not cited yet", c.number);
	if (!fault && item->move == MOVE_OBJECT && !cites_new_source(r, item))
		fault = mem_format(
			"`object` to the closure of L-%03u takes a source, `[kb/sources/…]`, that no claim of this "
			"debate has cited before",
			c.number);
	if (fault)
		REPORT(r,
			!known		 ? RULE_CLAIM_UNKNOWN
				: closed ? RULE_CLAIM_CLOSED
					 : RULE_CLAIM_MOVE,
			item->line, "%s", fault);
	free(fault);
	return !fault;
}

/* -- repetition -- */

static const char *
how_alike(enum novelty how)
{
	return how == NOVELTY_EQUAL ? "repeats" : "is nearly a copy of";
}

static void
judge_repeats(struct turn_reading *r)
{
	const struct adversarial_turn *turn = &r->t->turn;
	struct wordprint *prints = mem_calloc(turn->n_items, sizeof *prints);

	for (size_t i = 0; i < turn->n_items; i++) {
		const struct claim_item *item = &turn->items[i];
		enum novelty how = NOVELTY_NEW;
		unsigned earlier;

		wordprint_make_claim(&prints[i], item->words, strlen(item->words));
		if (!move_argues(item->move))
			continue;
		earlier = ledger_repeats(r->ask->ledger, &prints[i], r->ask->side, item->move != MOVE_NEW,
			r->ask->novelty_threshold, &how);
		if (earlier)
			REPORT(r, RULE_CLAIM_REPEAT, item->line, "\"%s\" %s a claim of turn %u: say what is new",
				quote(item->words, strlen(item->words)).s, how_alike(how), earlier);
		for (size_t k = 0; k < i && how == NOVELTY_NEW; k++) {
			how = !move_argues(turn->items[k].move)
				? NOVELTY_NEW
				: wordprint_compare(&prints[i], &prints[k], r->ask->novelty_threshold);
			if (how != NOVELTY_NEW)
				REPORT(r, RULE_CLAIM_REPEAT, item->line, "\"%s\" %s the claim in line %d",
					quote(item->words, strlen(item->words)).s, how_alike(how),
					turn->items[k].line + r->h->s.line0);
		}
	}
	for (size_t i = 0; i < turn->n_items; i++)
		wordprint_free(&prints[i]);
	free(prints);
}

/* -- deflecting claims -- */

static bool
deflects(enum kb_edge_type type)
{
	return type == KB_TANGENTIAL_TO || type == KB_SCOPE_MISMATCH_WITH || type == KB_LAYER_SHIFT_FROM;
}

enum { ROW_CITED = 1, ROW_ANSWERED = 2 };

static void
mark(const struct kb *kb, const struct claim_cite *cites, size_t from, size_t to, unsigned char *rows, unsigned char as)
{
	for (size_t i = from; i < to; i++) {
		size_t row = argument_row(kb, cites[i].ref);

		if (row != KB_NONE)
			rows[row] |= as;
	}
}

/* The rows of what the claims under Answers stand on, marked; malloc'd. */
static unsigned char *
mark_answers(const struct turn_reading *r)
{
	const struct adversarial_turn *turn = &r->t->turn;
	unsigned char *rows = mem_calloc(kb_arguments(r->ask->kb), 1);

	for (size_t i = 0; i < turn->n_answers_claims; i++) {
		const struct claim *c = ledger_claim(r->ask->ledger, turn->answers_claims[i]);

		if (c)
			mark(r->ask->kb, c->cites, 0, c->n_own, rows, ROW_ANSWERED);
	}
	return rows;
}

/* What a claim answers: the claim that it rebuts, what was said against the one that it defends, or, of a new one,
 * those under Answers. */
static void
mark_answered(const struct turn_reading *r, const struct claim_item *item, const unsigned char *answers,
	unsigned char *rows)
{
	const struct claim *c = ledger_claim(r->ask->ledger, item->claim);

	if (item->move == MOVE_NEW)
		memcpy(rows, answers, kb_arguments(r->ask->kb));
	else if (c)
		mark(r->ask->kb, c->cites, item->move == MOVE_REBUT ? 0 : c->n_own,
			item->move == MOVE_REBUT ? c->n_own : c->n_cites, rows, ROW_ANSWERED);
}

static void
judge_deflects(struct turn_reading *r, const struct claim_item *item, const unsigned char *answers)
{
	const struct kb *kb = r->ask->kb;
	size_t n = kb_arguments(kb);
	unsigned char *rows = mem_calloc(n, 1);
	const struct kb_edge *by = NULL;
	bool reached = false;

	mark_answered(r, item, answers, rows);
	mark(kb, item->cites, 0, item->n_cites, rows, ROW_CITED);
	for (size_t i = 0; i < n; i++)
		reached = reached || rows[i] == (ROW_CITED | ROW_ANSWERED);
	for (size_t i = 0; i < kb_edges(kb) && !reached; i++) {
		const struct kb_edge *e = kb_edge(kb, i);
		bool there = e->to != KB_NONE && rows[e->from] & ROW_CITED && rows[e->to] & ROW_ANSWERED;
		bool back = e->to != KB_NONE && rows[e->to] & ROW_CITED && rows[e->from] & ROW_ANSWERED;

		if (there && deflects(e->type))
			by = by ? by : e;
		else
			reached = (there || back) && !deflects(e->type);
	}
	if (by && !reached)
		REPORT(r, RULE_CLAIM_DEFLECTS, item->line,
			"%s reaches %s, which is answered here, only by `%s`: cite what addresses it",
			kb_argument(kb, by->from)->id, kb_argument(kb, by->to)->id, kb_edge_names[by->type]);
	free(rows);
}

/* -- a moderator's rulings -- */

/* What stands under Criticism; nothing where nothing does. */
static size_t
criticism_of(const struct kb_file *f, const char **text)
{
	size_t off = 0, len = 0;

	if (!kb_section(f, "Criticism", &off, &len))
		return 0;
	*text = f->text + off;
	return len;
}

/* Has this debate added Criticism to it? What is the same is not read: it may be long, and many may be cited. */
static bool
is_criticised(const struct turn_reading *r, const char *source)
{
	size_t row = kb_file_find(r->ask->kb, source + strlen("kb/")),
	       row_before = kb_file_find(r->ask->snapshot, source + strlen("kb/"));
	struct kb_file now, before = {.text = ""};
	const char *text = "", *text_before = "";
	size_t len;

	if (row == KB_NONE)
		return false;
	now = kb_file_at(r->ask->kb, row);
	if (row_before != KB_NONE)
		before = kb_file_at(r->ask->snapshot, row_before);
	if (now.len == before.len && (now.text == before.text || !memcmp(now.text, before.text, now.len)))
		return false;
	len = criticism_of(&now, &text);
	return len != criticism_of(&before, &text_before) || memcmp(text, text_before, len);
}

static bool
is_debunked(const struct turn_reading *r, const struct claim *c, size_t argument)
{
	size_t n;
	const size_t *edges = kb_edges_from(r->ask->kb, argument, &n);

	for (size_t i = 0; i < c->n_own; i++)
		if (is_source(c->cites[i].ref) && is_criticised(r, c->cites[i].ref))
			return true;
	for (size_t i = 0; i < n; i++) {
		const char *source = kb_edge(r->ask->kb, edges[i])->source;

		if (source && is_criticised(r, source))
			return true;
	}
	return false;
}

static void
judge_closure(struct turn_reading *r, const struct claim_item *item, const struct claim *c)
{
	static const enum kb_status asked[] = {
		[CLOSED_REFUTED] = KB_REFUTED, [CLOSED_BASELESS] = KB_BASELESS, [CLOSED_SOURCE_DEBUNKED] = KB_WEAK};
	size_t row = argument_row(r->ask->kb, item->argument);
	const struct kb_argument *a = row == KB_NONE ? NULL : kb_argument(r->ask->kb, row);
	bool debunked = item->as == CLOSED_SOURCE_DEBUNKED;

	if (!a || !is_in(item->argument, c->cites, c->n_own))
		REPORT(r, RULE_RULING_GRAPH, item->line,
			"%s is none of what L-%03u stands on: it is closed for an argument "
			"among its references",
			item->argument, c->number);
	else if (debunked ? a->status < KB_WEAK : a->status != asked[item->as])
		REPORT(r, RULE_RULING_GRAPH, item->line,
			"%s is rated %s in the live graph, and L-%03u is closed for it as %s where it is %s%s: lower "
			"it "
			"below kb/ in this turn, or rule otherwise",
			a->id, kb_status_names[a->status], c->number, closed_as_names[item->as],
			kb_status_names[asked[item->as]], debunked ? " or worse" : "");
	else if (debunked && !is_debunked(r, c, row))
		REPORT(r, RULE_RULING_GRAPH, item->line,
			"no source that L-%03u or %s cites has Criticism that this debate has added", c->number, a->id);
}

/* Is a turn of this debate named there? */
static bool
names_turn(const struct turn_reading *r, const char *words)
{
	for (const char *at = words; (at = strcasestr(at, "turn")); at += 4) {
		struct reader in = {at + 4, words + strlen(words)};
		unsigned turn;

		skip_word(&in, "s");
		skip_white(&in);
		if (skip_number(&in, &turn) && turn && turn < r->ask->number)
			return true;
	}
	return false;
}

static void
judge_ruling(struct turn_reading *r, const struct claim_item *item)
{
	const struct claim *c = ledger_claim(r->ask->ledger, item->claim);

	if (item->move != MOVE_CLOSE || !c)
		return;
	judge_closure(r, item, c);
	if (!names_turn(r, item->words) || !item->n_cites)
		REPORT(r, RULE_RULING_GROUNDS, item->line, "what closes L-%03u %s", c->number,
			item->n_cites ? "names no turn before this one: `Turn 6`"
				      : "cites nothing: `[kb/sources/…]` or `[arg-014]`");
}

/* -- deflections that are called out -- */

static size_t
position_row(const struct kb *kb, const char *slug)
{
	size_t side = 0;

	while (side < kb_positions(kb) && strcmp(kb_position(kb, side)->slug, slug))
		side++;
	return side < kb_positions(kb) ? side : KB_NONE;
}

static bool
is_between(const struct kb *kb, size_t a, size_t b)
{
	for (enum kb_edge_type type = KB_TANGENTIAL_TO; type <= KB_LAYER_SHIFT_FROM; type++)
		if (kb_edge_find(kb, a, type, b) != KB_NONE || kb_edge_find(kb, b, type, a) != KB_NONE)
			return true;
	return false;
}

#define NO_DEFLECTION(...) REPORT(r, RULE_DEFLECTION_NONE, d->line, __VA_ARGS__)

static void
judge_deflection(struct turn_reading *r, const struct deflection_item *d)
{
	const struct kb *kb = r->ask->kb;
	size_t side = position_row(kb, d->side), cited = argument_row(kb, d->cited),
	       left_out = argument_row(kb, d->unaddressed);

	if (side == KB_NONE) {
		NO_DEFLECTION("\"%s\" is no position's slug: the first is `%s`", quote(d->side, strlen(d->side)).s,
			kb_position(kb, 0)->slug);
		return;
	}
	if (cited == KB_NONE || left_out == KB_NONE) {
		NO_DEFLECTION("%s is no argument of this knowledge base", cited == KB_NONE ? d->cited : d->unaddressed);
		return;
	}
	for (size_t i = 0; i < d->n_turns; i++)
		if (!ledger_turn_cites(r->ask->ledger, d->turns[i], side, d->cited))
			NO_DEFLECTION("in turn %u no claim of %s cites %s", d->turns[i], d->side, d->cited);
	if (cited == left_out)
		NO_DEFLECTION("%s is both what was cited and what was left", d->cited);
	else if (kb_edge_find(kb, cited, KB_ADDRESSES, left_out) != KB_NONE)
		NO_DEFLECTION("%s addresses %s: there is such an edge", d->cited, d->unaddressed);
	else if (kb_argument(kb, cited)->layer == kb_argument(kb, left_out)->layer && !is_between(kb, cited, left_out))
		NO_DEFLECTION("%s and %s are both %s, and no edge `tangential-to`, `scope-mismatch-with` or "
			      "`layer-shift-from` is between them",
			d->cited, d->unaddressed, kb_layer_names[kb_argument(kb, cited)->layer]);
}

/* -- mutations -- */

static bool
is_target(const struct turn_ask *ask, const char *target)
{
	for (size_t i = 0; i < ask->n_targets; i++)
		if (!strcmp(ask->targets[i], target))
			return true;
	return false;
}

static bool
is_lowered(const struct turn_ask *ask, const char *target)
{
	size_t was = argument_row(ask->before, target), is = argument_row(ask->kb, target);

	return was != KB_NONE && kb_argument(ask->kb, is)->status > kb_argument(ask->before, was)->status;
}

static const struct mutation_item *
find_mutation(const struct adversarial_turn *turn, const char *target, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(turn->mutations[i].target, target))
			return &turn->mutations[i];
	return NULL;
}

static void
judge_mutations(struct turn_reading *r)
{
	const struct adversarial_turn *turn = &r->t->turn;
	int line = r->sections[SECTION_MUTATIONS].line;

	for (size_t i = 0; i < turn->n_mutations; i++) {
		const struct mutation_item *m = &turn->mutations[i], *first = find_mutation(turn, m->target, i);

		if (first)
			REPORT(r, RULE_MUTATION_UNMADE, m->line, "%s has an item in line %d already", m->target,
				first->line + r->h->s.line0);
		else if (!is_target(r->ask, m->target))
			REPORT(r, RULE_MUTATION_UNMADE, m->line,
				"%s was not changed while this turn's floor was held: write it below kb/ first, or "
				"leave "
				"the item out",
				m->target);
		else if (is_lowered(r->ask, m->target))
			turn_judge_ground(r, m);
	}
	for (size_t i = 0; i < r->ask->n_targets; i++)
		if (!find_mutation(turn, r->ask->targets[i], turn->n_mutations))
			REPORT(r, RULE_MUTATION_UNSAID, line ? line : r->h->opening.line,
				"%s was changed for this turn, and no item under Mutations says why: `- %s: …`",
				r->ask->targets[i], r->ask->targets[i]);
}

/* -- sections -- */

/* Whose sections are there? */
static void
judge_whose(struct turn_reading *r)
{
	bool any = false;

	if (r->moderator && r->sections[SECTION_CLAIMS].line)
		REPORT(r, RULE_MODERATOR_ADVOCATES, r->sections[SECTION_CLAIMS].line,
			"a moderator makes no claims: it rules, calls out deflections, presses, and says what was "
			"found");
	for (size_t id = SECTION_RULINGS; id <= SECTION_FINDINGS; id++) {
		any = any || r->sections[id].line;
		if (!r->moderator && r->sections[id].line)
			REPORT(r, RULE_MODERATOR_ALONE, r->sections[id].line,
				"%s are the moderator's: a debater makes Claims", adversarial_sections[id].title);
	}
	if (r->moderator && !any && !r->h->s.prefix)
		REPORT(r, RULE_SECTION_MISSING, r->h->opening.line,
			"a moderator's turn has one or more of `**Rulings**`, `**Deflections**`, `**Press**` and "
			"`**Findings**`");
}

/* Do those that are there have an item? */
static void
judge_none(struct turn_reading *r)
{
	const struct adversarial_turn *turn = &r->t->turn;
	size_t n = turn->n_items + turn->n_deflections + turn->n_press + turn->n_findings;

	if (n || findings_first_error(r->h->out))
		return;
	if (r->moderator)
		REPORT(r, RULE_SECTION_EMPTY, r->h->opening.line,
			"this turn rules on nothing, calls out, presses and finds nothing");
	else
		REPORT(r, RULE_CLAIM_NONE, r->sections[SECTION_CLAIMS].line,
			"there is no claim: each is a list item, `- new: … [arg-014]` or `- rebut L-003: … [arg-014]`");
}

static void
judge_answers(struct turn_reading *r)
{
	const struct adversarial_turn *turn = &r->t->turn;

	if (!r->answers_line && !r->moderator && !r->ask->opening)
		REPORT(r, RULE_SECTION_MISSING, r->h->opening.line,
			"the section Answers is missing: `**Answers**: L-003, Turn 6` says which claims and turns are "
			"answered");
	else if (r->answers_line && !r->moderator && !r->ask->opening && !turn->n_answers_claims &&
		!turn->n_answers_turns)
		REPORT(r, RULE_SECTION_EMPTY, r->answers_line,
			"Answers names no claim and no turn: `**Answers**: L-003, Turn 6`");
	for (size_t i = 0; i < turn->n_answers_claims; i++)
		if (!ledger_claim(r->ask->ledger, turn->answers_claims[i]))
			REPORT(r, RULE_CLAIM_UNKNOWN, r->answers_line, "there is no L-%03u: %u claims were made",
				turn->answers_claims[i], ledger_claims(r->ask->ledger));
	for (size_t i = 0; i < turn->n_answers_turns; i++)
		if (!turn->answers_turns[i] || turn->answers_turns[i] >= r->ask->number)
			REPORT(r, RULE_CLAIM_UNKNOWN, r->answers_line,
				"turn %u is not before this one, which is turn %u", turn->answers_turns[i],
				r->ask->number);
}

static void
judge_items(struct turn_reading *r)
{
	const struct adversarial_turn *turn = &r->t->turn;
	bool taken[ADVERSARIAL_ITEMS];
	unsigned char *answers = mark_answers(r);

	for (size_t i = 0; i < turn->n_items; i++) {
		const struct claim_item *item = &turn->items[i];

		judge_cites(r, item);
		taken[i] = judge_move(r, item, taken);
		if (r->moderator)
			judge_ruling(r, item);
		else if (move_argues(item->move))
			judge_deflects(r, item, answers);
	}
	free(answers);
	for (size_t i = 0; i < turn->n_press; i++)
		if (!ledger_claim(r->ask->ledger, turn->press[i].claim))
			REPORT(r, RULE_CLAIM_UNKNOWN, turn->press[i].line, "there is no L-%03u: %u claims were made",
				turn->press[i].claim, ledger_claims(r->ask->ledger));
	for (size_t i = 0; i < turn->n_deflections; i++)
		judge_deflection(r, &turn->deflections[i]);
}

void
turn_judge(struct hearing *h, const struct turn_ask *ask, struct turn_text *t)
{
	struct turn_reading r = {.h = h,
		.ask = ask,
		.t = t,
		.moderator = h->s.alone ? turn_heading_says(&h->heading, ADVERSARIAL_MODERATOR) : ask->side == KB_NONE};

	turn_heading_judge(&r);
	turn_read_outline(&r);
	judge_whose(&r);
	if (h->s.prefix)
		return;
	turn_read_items(&r);
	t->turn.number = h->s.alone ? h->heading.number : ask->number;
	t->turn.by_moderator = r.moderator;
	judge_none(&r);
	if (h->s.alone)
		return;
	judge_answers(&r);
	judge_items(&r);
	judge_repeats(&r);
	judge_mutations(&r);
}

bool
turn_text_read(const char *body, size_t len, struct turn_text *t)
{
	char *text = mem_copy(body ? body : "", len);
	struct findings findings = {.n = 0};
	struct hearing h = {.s = {.text = text, .len = len}, .out = &findings};
	struct turn_reading r = {.h = &h, .t = t};
	bool good = hearing_begin(&h, &adversarial_heading, 1, MD_FINE) && h.heading.row;

	if (good) {
		heading_expect(&h.heading, NULL);
		r.moderator = turn_heading_says(&h.heading, ADVERSARIAL_MODERATOR);
		turn_read_outline(&r);
		turn_read_items(&r);
		t->turn.number = h.heading.number;
		t->turn.by_moderator = r.moderator;
	}
	hearing_end(&h);
	findings_free(&findings);
	free(text);
	return good;
}
