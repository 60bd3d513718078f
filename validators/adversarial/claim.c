/*
 * A claim, and what moves it: the table of moves (design page adversarial.md, A turn), who may make which, and what
 * each makes of a claim.
 */
#include "validators/adversarial/ledger.h"

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

bool
move_argues(enum claim_move move)
{
	return move == MOVE_NEW || move == MOVE_REBUT || move == MOVE_DEFEND || move == MOVE_OBJECT;
}
