/*
 * Requests of a kernel, in any order, to a duel of each format: lines to `lock`; files opened, written, truncated,
 * flushed, synced and closed, four at a time, of two users; time that passes; a signal that ends a writer; the mount
 * ended and begun anew. The first byte says which format, and two bytes are an operation. Nobody's refused bytes are
 * seen: the record begins with what it had once a turn is in, and changes at an answer of 0 alone; what is below kb/
 * changes with a turn alone, and the snapshot never; and its log folds to the same duel.
 */
#include "tests/fuzz/debates.h"

#define SLOTS 4
#define OPS_MAX 120

struct run {
	const struct said_debate *kind;
	char duel[32];
	struct intake *slots[SLOTS];
	const uint8_t *at, *end;
};

static const char *const stances[] = {"OPEN_TO_DEBATE", "CONVERGING", "ACCEPTING_CONSENSUS", "DISSENTING"};

/* A seat that joins has the role of its place in the debate, in most cases. */
static const char *
line_of(const struct said_debate *kind, const char *word, unsigned arg)
{
	static char line[256];
	static const char *const behind[] = {"", " force=yes", " outcome=INVALIDATED reason=x", " role=proposition", " role=opposition",
		" role=judge", " role=proposer harness=a", " role=challenger harness=b", " role=orchestrator", " for=timeout"};
	unsigned seat = arg % kind->n_seats, more = arg / kind->n_seats % (sizeof behind / sizeof *behind);
	bool own_role = !more && !strcmp(word, "join");
	snprintf(line, sizeof line, "%s %s%s%s", word, kind->seats[seat], own_role ? " " : "", own_role ? kind->roles[seat] : behind[more]);
	return line;
}

static int
op_verb(struct run *r, unsigned arg)
{
	static const char *const verbs[] = {"join", "claim", "refresh", "release"};
	return say_as(core, r->duel, arg > 200 ? 1000 : 0, line_of(r->kind, verbs[arg % 4], arg / 4));
}

/* The lines of the orchestrator of an adversarial debate. */
static int
op_order(struct run *r, unsigned arg)
{
	static const char *const orders[] = {"next olga to=debater-tabs asks=\"what of arg-004?\"", "next olga to=debater-spaces asks=\"L-001: is it so?\"",
		"next olga to=moderator asks=\"L-002: may it stand?\"", "end olga reason=\"it is said\"", "fail olga who=sam reason=x",
		"fail olga who=tess reason=x", "fail olga who=mona reason=x", "next olga to=orchestrator asks=x"};
	return say_as(core, r->duel, arg > 200 ? 1000 : 0, orders[arg % 8]);
}

static int
op_maker(struct run *r, unsigned arg)
{
	static const char *const lines[] = {"say maker text=\"a word\"", "close maker reason=x"};
	return say_as(core, r->duel, 0, lines[arg % 16 == 0]);
}

/* The intake of the format's own file that is written to; the record's where it has none. */
static int
op_open(struct run *r, unsigned arg)
{
	static const int files[] = {INTAKE_FILE_DEBATE, INTAKE_FILE_DEBATE, INTAKE_FILE_DRAFT, INTAKE_FILE_CONFIG,
		INTAKE_FILE_DESK, INTAKE_FILE_DESK, INTAKE_FILE_SEAT_CHECK};
	struct intake **slot = &r->slots[arg % SLOTS];
	int file = files[arg / SLOTS % 7];
	unsigned seats = the_duel(core, r->duel)->fold->n_seats;
	if (*slot || (file >= INTAKE_FILE_DESK && seats < 2))
		return 0;
	if (file >= INTAKE_FILE_DESK)
		file += 1 + (int)(arg / SLOTS % seats);
	return opened(core, r->duel, file, 0, arg & 128, slot);
}

/* The text that is due, or in a socratic duel some turn that may be. */
static const char *
due_text(struct run *r, unsigned n)
{
	if (!r->kind->due)
		return n & 128 ? debate_last(r->kind)
			       : turn_text(debate_pieces(the_duel(core, r->duel)->fold->state) + 1,
					 r->kind->seats[n % 2], stances[n / 2 % 4]);
	const char *path = r->kind->due(r->kind, shown(core, r->duel, render_status_toml, 0));
	return path ? test_owns(debate_file(path)) : debate_last(r->kind);
}

/* A part of the text that is due, or the bytes that follow; behind, at the start, or somewhere. */
static int
op_write(struct run *r, unsigned arg)
{
	struct intake *w = r->slots[arg % SLOTS];
	if (!w)
		return 0;
	size_t n = r->at < r->end ? *r->at++ : 0;
	const char *due = due_text(r, (unsigned)n), *text;
	switch (arg / SLOTS % 4) {
	case 0:
		text = due;
		break;
	case 1:
		text = TEXT("%s\n---\n\n%s", record(core, r->duel), due);
		break;
	case 2:
		text = test_owns(mem_copy(due, strlen(due) * n / 256));
		break;
	default:
		n = n < (size_t)(r->end - r->at) ? n : (size_t)(r->end - r->at);
		text = test_owns(mem_copy(r->at, n));
		r->at += n;
	}
	return written(core, w, text, arg & 16 ? (int64_t)(arg & 96) * 64 : -1);
}

static int
op_decide(struct run *r, unsigned arg)
{
	struct intake **slot = &r->slots[arg % SLOTS];
	int err;
	if (!*slot)
		return 0;
	switch (arg / SLOTS % 6) {
	case 0:
		return flushed(core, *slot, true);
	case 1:
		return flushed(core, *slot, false);
	case 2:
		return synced(core, *slot);
	case 3:
		LOCKED(core, err = intake_truncate(*slot, arg & 128 ? 0 : arg * 7u));
		return err;
	case 4:
		LOCKED(core, err = intake_cut(*slot, 9));
		return err;
	default:
		err = closed(core, *slot);
		*slot = NULL;
		return err;
	}
}

static int
op_time(struct run *r, unsigned arg)
{
	(void)r;
	bed_pass(core, arg & 64 ? arg % 8 * 300 : arg % 8);
	return 0;
}

/* The mount ends: what is staged is dropped. */
static void
stop(struct run *r)
{
	duels_lock(core->r);
	for (unsigned i = 0; i < SLOTS; i++) {
		if (r->slots[i])
			intake_close(r->slots[i], false);
		r->slots[i] = NULL;
	}
	duels_unlock(core->r);
}

/* It begins anew, too. */
static int
op_remount(struct run *r, unsigned arg)
{
	if (arg % 16)
		return op_time(r, arg);
	stop(r);
	core_replays(r->duel);
	return 0;
}

static int
op_look(struct run *r, unsigned arg)
{
	static const render_fn renders[] = {render_last_error, render_status_toml};
	shown(core, r->duel, renders[arg % 2], 0);
	return 0;
}

static int (*const ops[])(struct run *r, unsigned arg) = {op_verb, op_verb, op_open, op_open, op_write, op_write, op_decide, op_decide, op_decide,
	op_maker, op_time, op_look, op_verb, op_write, op_decide, op_remount, op_look, op_look, op_order, op_look};
#define OPS (sizeof ops / sizeof *ops)

/* The state to compare with what comes: all that everybody sees. */
struct run_seen {
	char *record; /* without the front, which follows from the rest */
	char *trees[FORMAT_ROWS_MAX]; /* NULL: the row is none, or one that is rendered */
	unsigned pieces, seats;
};

static struct run_seen
look(const char *duel)
{
	struct run_seen s = {.pieces = 0};
	const char *bytes;
	size_t len;
	struct duel *d = the_duel(core, duel);
	duels_lock(core->r);
	/* Entries that fell due are written first. */
	int err = duel_enter(d);
	assert(!err);
	duel_leave(d);
	size_t front = record_front_len(d->fold);
	record_whole(d->fold, &bytes, &len);
	assert(front <= len);
	s.record = test_owns(mem_copy(bytes + front, len - front));
	s.pieces = debate_pieces(d->fold->state);
	s.seats = d->fold->n_seats;
	for (unsigned row = 0; own_row_at(d, row); row++)
		s.trees[row] = core_tree(d, row);
	duels_unlock(core->r);
	return s;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run r = {.at = data + 1, .end = data + size};
	const char *show = getenv("SHOW");
	if (size < 3)
		return 0;
	r.kind = &debates[data[0] % DEBATES];
	debate_begin(r.duel, r.kind);
	struct run_seen before = look(r.duel);
	for (unsigned n = 0; r.end - r.at >= 2 && n < OPS_MAX; n++) {
		unsigned op = *r.at++ % OPS, arg = *r.at++;
		int err = ops[op](&r, arg);
		assert(err <= 0);
		struct run_seen after = look(r.duel);
		if (show) /* to look at a finding */
			fprintf(stderr, "%u: operation %u, %u: %d; %u seats, %u pieces\n", n, op, arg, err, after.seats, after.pieces);
		/* A claim that has to wait joins, and the head says who has. */
		if (err && (before.pieces || err != -EBUSY))
			assert(!strcmp(before.record, after.record));
		else if (before.pieces)
			assert(!strncmp(before.record, after.record, strlen(before.record)));
		struct duel *d = the_duel(core, r.duel);
		for (unsigned row = 0; before.seats && own_row_at(d, row); row++) {
			if (!before.trees[row])
				continue;
			bool same = !strcmp(before.trees[row], after.trees[row]);
			assert(same || strncmp(own_row_at(d, row)->name, "kb", 2) ||
				(!strcmp(own_row_at(d, row)->name, "kb") && after.pieces > before.pieces));
		}
		before = after;
	}
	stop(&r);
	if (core_chosen(data, size))
		core_replays(r.duel);
	duels_work_wait(core->r); /* the archive's job has freed what it had, too */
	test_frees();
	return 0;
}
