/*
 * What a kernel may ask for, in any order: lines to `lock`; files opened, written, truncated, flushed, synced and closed, four at a time, of
 * two users; time that passes; a signal that ends a writer; the mount ended and begun anew. Two bytes are an operation. Nobody's refused bytes
 * are seen: the record begins with what it had once a turn is in, and changes at an answer of 0 alone; and its log folds to the same duel.
 */
#include "tests/fuzz/core.h"

#define SLOTS 4
#define OPS_MAX 120

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct run {
	char duel[32];
	struct door *slots[SLOTS];
	const uint8_t *at, *end;
	int err; /* of the last operation; 0 also where it was none */
};

static const char *const names[] = {"alice", "bob", "carol"};
static const char *const stances[] = {"OPEN_TO_DEBATE", "CONVERGING", "ACCEPTING_CONSENSUS", "DISSENTING"};

static const char *
line_of(const char *word, unsigned arg)
{
	static char line[256];
	static const char *const behind[] = {"", " force=yes", " outcome=INVALIDATED reason=x", " role=proposition", " role=opposition",
		" role=judge", " role=proposer harness=a", " role=challenger harness=b", " role=orchestrator", " for=timeout", " piecewise=yes"};
	snprintf(line, sizeof line, "%s %s%s", word, names[arg % 3], behind[arg / 3 % (sizeof behind / sizeof *behind)]);
	return line;
}

static int
op_verb(struct run *r, unsigned arg)
{
	static const char *const verbs[] = {"join", "claim", "refresh", "release"};
	return say_as(core, r->duel, arg > 200 ? 1000 : 0, line_of(verbs[arg % 4], arg / 4), NULL);
}

static int
op_maker(struct run *r, unsigned arg)
{
	static const char *const lines[] = {"pause maker reason=x", "resume maker", "say maker text=\"a word\"", "close maker reason=x"};
	return say_as(core, r->duel, 0, lines[arg % 16 ? arg % 3 : 3], NULL);
}

static int
op_open(struct run *r, unsigned arg)
{
	static const int files[] = {DOOR_DEBATE, DOOR_DEBATE, DOOR_CHECK, DOOR_DRAFT, DOOR_CONFIG, DOOR_DESK + 1, DOOR_DESK + 2, DOOR_CHAIR_CHECK + 1};
	struct door **slot = &r->slots[arg % SLOTS];
	int file = files[arg / SLOTS % 8];
	struct duel *d = the_duel(core, r->duel);
	if (*slot || (file >= DOOR_OWN && d->fold->n_seats < 2))
		return 0;
	return opened(core, r->duel, file, 0, arg & 128, slot);
}

/* A turn that may be due, or the bytes that follow; behind, at the start, or somewhere. */
static int
op_write(struct run *r, unsigned arg)
{
	struct door *w = r->slots[arg % SLOTS];
	if (!w)
		return 0;
	unsigned pieces = fstate_pieces(the_duel(core, r->duel)->fold->state);
	char *text, *old = record(core, r->duel);
	size_t n = r->at < r->end ? *r->at++ : 0;
	const char *turn = turn_text(pieces + 1, names[n % 2], stances[n / 2 % 4]);
	switch (arg / SLOTS % 4) {
	case 0:
		text = mem_strdup(turn);
		break;
	case 1:
		text = mem_format("%s\n---\n\n%s", old, turn);
		break;
	case 2:
		text = mem_copy(turn, strlen(turn) * n / 256);
		break;
	default:
		n = n < (size_t)(r->end - r->at) ? n : (size_t)(r->end - r->at);
		text = mem_copy(r->at, n);
		r->at += n;
	}
	free(old);
	int err = written(core, w, text, arg & 16 ? (int64_t)(arg & 96) * 64 : -1);
	free(text);
	return err;
}

static int
op_decide(struct run *r, unsigned arg)
{
	struct door **slot = &r->slots[arg % SLOTS];
	struct answer a = ANSWER;
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
		registry_lock(core->r);
		int err = door_truncate(*slot, arg & 128 ? 0 : arg * 7u);
		registry_unlock(core->r);
		return err;
	case 4:
		registry_lock(core->r);
		door_cut(*slot, 9, answered, &a);
		registry_unlock(core->r);
		return answer_wait(&a);
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
	bed_pass(core, arg % 8);
	return 0;
}

/* The mount ends: what is staged is dropped. */
static void
stop(struct run *r)
{
	registry_lock(core->r);
	for (unsigned i = 0; i < SLOTS; i++) {
		if (r->slots[i])
			door_stop(r->slots[i]);
		r->slots[i] = NULL;
	}
	registry_unlock(core->r);
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
	free(shown(core, r->duel, renders[arg % 2], 0));
	return 0;
}

static int (*const ops[])(struct run *r, unsigned arg) = {op_verb, op_verb, op_open, op_open, op_write, op_write, op_decide, op_decide, op_decide,
	op_maker, op_time, op_look, op_verb, op_write, op_decide, op_remount};

/* What was accepted stays at the beginning, once a piece is in; a refusal changes no byte. */
static void
check_record(const struct run *r, const char *before, unsigned pieces_before, int err)
{
	char *after = record(core, r->duel);
	if (err && (pieces_before || err != -EBUSY)) /* a claim that has to wait joins, and the head says who has */
		assert(!strcmp(before, after));
	else if (pieces_before)
		assert(!strncmp(before, after, strlen(before)));
	free(after);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = {"socratic", "socratic", "rounds", "adversarial"};
	struct run r = {.at = data + 1, .end = data + size};
	if (size < 3)
		return 0;
	core_begin(r.duel, formats[data[0] % 4]);
	for (unsigned n = 0; r.end - r.at >= 2 && n < OPS_MAX; n++) {
		unsigned op = *r.at++ % 16, arg = *r.at++;
		unsigned pieces = fstate_pieces(the_duel(core, r.duel)->fold->state);
		char *before = record(core, r.duel);
		int err = ops[op](&r, arg);
		assert(err <= 0);
		check_record(&r, before, pieces, err);
		free(before);
	}
	stop(&r);
	if (core_chosen(data, size))
		core_replays(r.duel);
	return 0;
}
