#include "validators/adversarial/proposal.h"

#include <jansson.h>
#include <string.h>
#include "validators/adversarial/live.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* -- counted -- */

static void
add_proposal(struct proposals *p, const char *path, int64_t time_ms, struct mutations changes)
{
	p->v = mem_resize(p->v, p->n + 1, sizeof *p->v);
	p->v[p->n++] = (struct proposal){mem_strdup(path), time_ms, changes};
}

static struct mutations
copy_changes(const struct mutations *m)
{
	struct mutations copy = {mem_calloc(m->n, sizeof *copy.v), m->n};

	for (size_t i = 0; i < m->n; i++)
		copy.v[i] = (struct mutation){m->v[i].type, mem_strdup(m->v[i].target), mem_strdup(m->v[i].change)};
	return copy;
}

/* None, for the turn that is due. `like`: these stand on the same; NULL: on what the debate is. */
static struct proposals *
proposals_new(const struct fstate *state, const struct proposals *like)
{
	struct proposals *p = mem_calloc(1, sizeof *p);

	atomic_init(&p->refs, 1);
	p->turn = fstate_pieces(state) + 1;
	p->base = kb_hold(like ? like->base : state->kb);
	p->live = live_hold(like ? like->live : state->live);
	p->kb = kb_hold(p->base);
	return p;
}

/* With all that the other has. */
static void
add_all(struct proposals *p, const struct proposals *of)
{
	for (size_t i = 0; i < of->n; i++)
		add_proposal(p, of->v[i].path, of->v[i].time_ms, copy_changes(&of->v[i].changes));
	kb_drop(p->kb);
	p->kb = kb_hold(of->kb);
}

struct proposals *
proposals_hold(struct proposals *p)
{
	if (p)
		atomic_fetch_add(&p->refs, 1);
	return p;
}

void
proposals_drop(struct proposals *p)
{
	if (!p || atomic_fetch_sub(&p->refs, 1) != 1)
		return;
	for (size_t i = 0; i < p->n; i++) {
		free(p->v[i].path);
		mutations_free(&p->v[i].changes);
	}
	free(p->v);
	free(p->targets);
	kb_drop(p->base);
	kb_drop(p->kb);
	live_drop(p->live);
	free(p);
}

/* -- what is asked of them -- */

static size_t
row_of(const struct proposals *p, const char *path)
{
	size_t i = 0;

	while (p && i < p->n && strcmp(p->v[i].path, path))
		i++;
	return p && i < p->n ? i : KB_NONE;
}

bool
proposals_has(const struct proposals *p, const char *path)
{
	return row_of(p, path) != KB_NONE;
}

static struct kb_file
file_of(const struct kb *kb, const char *path)
{
	size_t row = kb_file_find(kb, path);

	return row == KB_NONE ? (struct kb_file){path, "", 0} : kb_file_at(kb, row);
}

static size_t
count_changes(const struct proposals *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		n += p->v[i].changes.n;
	return n;
}

static bool
is_target(const struct proposals *p, const char *target)
{
	for (size_t i = 0; i < p->n_targets; i++)
		if (!strcmp(p->targets[i], target))
			return true;
	return false;
}

static void
name_targets(struct proposals *p)
{
	p->targets = mem_calloc(count_changes(p), sizeof *p->targets);
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->v[i].changes.n; k++)
			if (!is_target(p, p->v[i].changes.v[k].target))
				p->targets[p->n_targets++] = p->v[i].changes.v[k].target;
}

json_t *
proposals_json(const struct proposals *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->n; i++) {
		const struct mutations *m = &p->v[i].changes;
		struct kb_file file = file_of(p->kb, p->v[i].path);
		json_t *changes = json_array();

		for (size_t k = 0; k < m->n; k++)
			json_array_append_new(changes,
				json_pack("{s:s, s:s, s:s}", "type", mutation_type_names[m->v[k].type], "target",
					m->v[k].target, "change", m->v[k].change));
		json_array_append_new(list,
			json_pack("{s:s, s:s%, s:o}", "path", file.path, "text", file.text, file.len, "changes",
				changes));
	}
	return list;
}

bool
proposal_read(const json_t *file, struct mutations *to)
{
	json_t *list = json_object_get(file, "changes"), *change;
	size_t i;

	json_array_foreach(list, i, change) {
		const char *type = json_string_value(json_object_get(change, "type")),
			   *target = json_string_value(json_object_get(change, "target")),
			   *words = json_string_value(json_object_get(change, "change"));
		unsigned t = 0;

		while (type && t < MUTATION_TYPES && strcmp(mutation_type_names[t], type))
			t++;
		if (!type || t == MUTATION_TYPES || !target || !words)
			return false;
		to->v = mem_resize(to->v, to->n + 1, sizeof *to->v);
		to->v[to->n++] = (struct mutation){(enum mutation_type)t, mem_strdup(target), mem_strdup(words)};
	}
	return json_is_array(list);
}

/* -- who may -- */

static const struct rule *
writer_fault(const struct fstate *state, const struct context *ctx, const char **why)
{
	unsigned role = fstate_role(state, ctx->holder);

	*why = "the debate is closed";
	if (fstate_is_closed(state))
		return &refusals[REFUSAL_DUEL_CLOSED];
	*why = "there is no knowledge base yet";
	if (!state->kb)
		return &refusals[REFUSAL_LEASE_WAIT];
	*why = "below kb/ only who has the floor writes: claim it through `lock` first";
	if (role == DEBATE_ROLES_MAX)
		return &refusals[REFUSAL_LEASE_NONE];
	*why = "the orchestrator changes nothing of the knowledge base: debaters and the moderator do, for their turns";
	if (role == ROLE_ORCHESTRATOR)
		return &mutation_rules[MUTATION_OWNER];
	*why = "the turn of this lease was accepted: what is written below kb/ belongs to a turn, and is written "
	       "before it, when you are named again";
	if (ctx->holder == state->spoke)
		return &adversarial_rules[RULE_MUTATION_LATE];
	*why = "it is not this seat's turn";
	return ctx->holder == state->named ? NULL : &refusals[REFUSAL_LEASE_ORDER];
}

const struct rule *
proposal_may_be(const struct fstate *state, const struct context *ctx, const char *path, char **sentence)
{
	const char *why;
	const struct rule *rule = writer_fault(state, ctx, &why);
	struct mutator by = {.moderator = fstate_role(state, ctx->holder) == ROLE_MODERATOR,
		.side = adversarial_side(state, ctx->holder)};
	char *handle;

	*sentence = rule ? mem_strdup(why) : NULL;
	if (rule)
		return rule;
	by.handle = handle = live_handle(state, ctx->holder);
	rule = mutation_path_fault(state->kb, &by, path, sentence);
	free(handle);
	return rule;
}

/* -- a write -- */

struct proposing {
	const struct fstate *state;
	const struct proposals *before; /* NULL: nothing was proposed yet */
	struct mutator by;
	int64_t now_ms;
	struct kb_file file; /* what is written; its text is NULL where it is taken back */
};

/* Add a file to what is proposed; false: refused, and it is told why. One that changes nothing is none. */
static bool
add_file(const struct proposing *w, struct proposals *to, const struct kb_file *file, int64_t time_ms,
	struct findings *out)
{
	struct mutations changes;
	struct kb *kb = mutation_judge(to->kb, &w->by, file, out, &changes);

	if (!kb)
		return false;
	if (changes.n) {
		add_proposal(to, file->path, time_ms, changes);
		kb_drop(to->kb);
		to->kb = kb;
	} else {
		mutations_free(&changes);
		kb_drop(kb);
	}
	return true;
}

/* An earlier one, judged anew. */
static bool
add_again(const struct proposing *w, struct proposals *to, const struct proposal *earlier, struct findings *out)
{
	struct kb_file file = file_of(w->before->kb, earlier->path);
	struct findings found;
	bool good = add_file(w, to, &file, earlier->time_ms, &found);

	for (size_t i = 0; i < found.n && !good; i++)
		if (found.v[i].rule->severity == SEVERITY_ERROR)
			findings_add(out, found.v[i].rule, 0,
				w->file.text ? "kb/%s, which is written already, would not hold with this: %s"
					     : "kb/%s, which is written already, stands on this file: %s",
				earlier->path, found.v[i].text);
	findings_free(&found);
	return good;
}

/* All of them from the beginning: what is written in its old place, or behind the others. NULL: refused. */
static struct proposals *
propose_anew(const struct proposing *w, bool behind, struct findings *out)
{
	struct proposals *to = proposals_new(w->state, w->before);
	size_t own = row_of(w->before, w->file.path), n = w->before->n;
	bool good = true;

	for (size_t i = 0; i < n && good; i++)
		if (i != own)
			good = add_again(w, to, &w->before->v[i], out);
		else if (w->file.text && !behind)
			good = add_file(w, to, &w->file, w->now_ms, out);
	if (good && behind)
		good = add_file(w, to, &w->file, w->now_ms, out);
	if (good)
		return to;
	proposals_drop(to);
	return NULL;
}

static size_t
count_errors(const struct findings *found)
{
	size_t n = found->dropped;

	for (size_t i = 0; i < found->n; i++)
		n += found->v[i].rule->severity == SEVERITY_ERROR;
	return n;
}

static struct proposals *
propose_again(const struct proposing *w, struct findings *out)
{
	struct findings second = {.n = 0};
	struct proposals *to = propose_anew(w, false, out);

	if (to || !w->file.text)
		return to;
	to = propose_anew(w, true, &second);
	if (to || count_errors(&second) < count_errors(out)) {
		findings_free(out);
		*out = second;
	} else {
		findings_free(&second);
	}
	return to;
}

static struct proposals *
propose(const struct proposing *w, struct findings *out)
{
	struct proposals *to;

	if (proposals_has(w->before, w->file.path))
		return propose_again(w, out);
	to = proposals_new(w->state, w->before);
	if (w->before)
		add_all(to, w->before);
	if (add_file(w, to, &w->file, w->now_ms, out))
		return to;
	proposals_drop(to);
	return NULL;
}

/* Could this be text of a base at all? A credential that the file had before is nothing new. */
static bool
judge_bytes(const struct proposing *w, const struct context *ctx, struct findings *out)
{
	enum secrets_mode mode = ctx->secrets ? ctx->terms->secrets : SECRETS_ALLOW;
	struct kb_file was = file_of(w->before ? w->before->base : w->state->kb, w->file.path);
	struct source had = {.text = was.text, .len = was.len};

	if (text_check_lines(w->file.text, w->file.len, KB_FILE_BYTES, KB_FILE_BYTES, 0, false, out))
		return false;
	if (mode != SECRETS_ALLOW)
		secrets_judge(ctx->secrets, w->file.text, w->file.len, 0, &had, mode == SECRETS_WARN, out);
	return !findings_first_error(out);
}

static bool
judge_room(const struct proposing *w, struct findings *out)
{
	size_t bytes = w->file.len;

	for (size_t i = 0; w->before && i < w->before->n; i++)
		if (strcmp(w->before->v[i].path, w->file.path))
			bytes += file_of(w->before->kb, w->before->v[i].path).len;
	if (bytes > FORMAT_PROPOSED_BYTES)
		findings_add(out, &refusals[REFUSAL_LIMIT_STAGED], 0,
			"with this the files that were written below kb/ for this turn have %zu bytes, at most %d may "
			"be there",
			bytes, FORMAT_PROPOSED_BYTES);
	return bytes <= FORMAT_PROPOSED_BYTES;
}

/* Nobody removes what the debate has, or writes what the filesystem does. */
static bool
judge_kept(const struct proposing *w, struct findings *out)
{
	const struct fstate *s = w->state;
	const char *path = w->file.path;
	bool revisions = !strcmp(path, KB_REVISIONS_FILE), there = revisions || kb_file_find(s->kb, path) != KB_NONE;
	char *why;
	const struct rule *rule;

	if (!w->file.text && !proposals_has(w->before, path)) {
		findings_add(out, &mutation_rules[MUTATION_FROZEN], 0,
			there ? "kb/%s would be gone: a debate removes nothing" : "there is no kb/%s", path);
		return false;
	}
	if (revisions && (rule = mutation_path_fault(s->kb, &w->by, path, &why))) {
		findings_add(out, rule, 0, "%s", why);
		free(why);
		return false;
	}
	return true;
}

/* Takes the proposals. */
static struct fstate *
with_proposals(const struct fstate *state, struct proposals *p)
{
	struct fstate *s = fstate_copy(state);
	struct live *live = p->n ? live_copy(p->live) : live_hold(p->live);

	for (size_t i = 0; i < p->n; i++)
		live_put(live, p->v[i].path, p->v[i].time_ms);
	name_targets(p);
	kb_drop(s->kb);
	live_drop(s->live);
	proposals_drop(s->proposed);
	s->kb = kb_hold(p->kb);
	s->live = live;
	s->proposed = p;
	return s;
}

static struct fstate *
propose_file(const struct proposing *w, const struct context *ctx, struct findings *out)
{
	struct findings found = {.n = 0};
	struct proposals *p = NULL;

	if (judge_kept(w, out) && (!w->file.text || (judge_bytes(w, ctx, out) && judge_room(w, out))))
		p = propose(w, &found);
	findings_move(out, &found);
	if (p && count_changes(p) > ADVERSARIAL_ITEMS) {
		findings_add(out, &refusals[REFUSAL_LIMIT_STAGED], 0,
			"with this there are %zu changes below kb/ for this turn, at most %d may be there",
			count_changes(p), ADVERSARIAL_ITEMS);
		proposals_drop(p);
		p = NULL;
	}
	if (ctx->secrets && ctx->terms->secrets == SECRETS_WARN && w->file.text)
		secrets_mask(ctx->secrets, w->file.text, w->file.len, 0, NULL, out);
	return p ? with_proposals(w->state, p) : NULL;
}

static bool
is_revisions(const struct fstate *state, const char *path, const char *text, size_t len)
{
	const char *is = state->live ? state->live->revisions : NULL;

	return text && is && !strcmp(path, KB_REVISIONS_FILE) && strlen(is) == len && !memcmp(is, text, len);
}

struct fstate *
proposal_make(const struct fstate *state, const struct context *ctx, const char *path, const char *text, size_t len,
	struct findings *out)
{
	struct proposing w = {.state = state,
		.before = state->proposed,
		.by = {.moderator = fstate_role(state, ctx->holder) == ROLE_MODERATOR,
			.side = adversarial_side(state, ctx->holder)},
		.now_ms = ctx->now_ms,
		.file = {path, text, text ? len : 0}};
	const char *why;
	const struct rule *rule = writer_fault(state, ctx, &why);
	char *handle, *unix_text = NULL;
	struct fstate *next;

	if (rule) {
		findings_add(out, rule, 0, "%s", why);
		return NULL;
	}
	if (is_revisions(state, path, text, len))
		return fstate_hold(state);
	if (text && len <= KB_FILE_BYTES) {
		w.file.text = unix_text = mem_copy(text, len);
		w.file.len = text_unix(unix_text, len);
	}
	w.by.handle = handle = live_handle(state, ctx->holder);
	next = propose_file(&w, ctx, out);
	free(unix_text);
	free(handle);
	return next;
}

/* -- over what the debate has become -- */

struct fstate *
proposals_again(const struct fstate *state, const struct fstate *proposed)
{
	const struct proposals *p = proposed->proposed;
	struct proposals *again;

	if (!p || !p->n || p->turn != fstate_pieces(state) + 1 || p->base != state->kb)
		return NULL;
	again = proposals_new(state, NULL);
	add_all(again, p);
	return with_proposals(state, again);
}
