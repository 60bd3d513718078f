#include "validators/adversarial/live.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/adversarial/folder.h"
#include "validators/adversarial/proposal.h"
#include "validators/text/mem.h"

/* -- which files there are -- */

struct live *
live_start(const struct source_folder *folder)
{
	struct folder_part part = folder_part(folder, BASE_LIVE);
	struct live *live = mem_calloc(1, sizeof *live);

	atomic_init(&live->refs, 1);
	live->v = mem_calloc(part.n, sizeof *live->v);
	for (; live->n < part.n; live->n++) {
		const struct source_file *f = &part.files[live->n];

		live->v[live->n].path = mem_strdup(f->path + part.skip);
		if (!strcmp(f->path + part.skip, KB_REVISIONS_FILE))
			live->revisions = mem_copy(f->text, f->len);
	}
	return live;
}

struct live *
live_hold(struct live *live)
{
	if (live)
		atomic_fetch_add(&live->refs, 1);
	return live;
}

void
live_drop(struct live *live)
{
	if (!live || atomic_fetch_sub(&live->refs, 1) != 1)
		return;
	for (size_t i = 0; i < live->n; i++)
		free(live->v[i].path);
	free(live->v);
	free(live->revisions);
	free(live);
}

struct live *
live_copy(const struct live *live)
{
	struct live *copy = mem_calloc(1, sizeof *copy);

	atomic_init(&copy->refs, 1);
	copy->v = mem_calloc(live->n, sizeof *copy->v);
	for (; copy->n < live->n; copy->n++)
		copy->v[copy->n] = (struct live_file){mem_strdup(live->v[copy->n].path), live->v[copy->n].time_ms};
	copy->revisions = live->revisions ? mem_strdup(live->revisions) : NULL;
	return copy;
}

void
live_put(struct live *live, const char *path, int64_t time_ms)
{
	size_t i = 0;

	while (i < live->n && strcmp(live->v[i].path, path))
		i++;
	if (i == live->n) {
		live->v = mem_resize(live->v, live->n + 1, sizeof *live->v);
		live->v[live->n++].path = mem_strdup(path);
	}
	live->v[i].time_ms = time_ms;
}

/* -- entries -- */

char *
live_handle(const struct fstate *state, unsigned seat)
{
	size_t side = adversarial_side(state, seat);

	if (side != KB_NONE)
		return mem_format(ADVERSARIAL_DEBATER "%s", kb_position(state->kb, side)->slug);
	return fstate_role(state, seat) == ROLE_MODERATOR ? mem_strdup(ADVERSARIAL_MODERATOR) : NULL;
}

bool
live_join(struct step *st)
{
	struct fstate *s = st->s;
	char *handle = s->kb ? live_handle(s, st->e->seat) : NULL;
	char *path = handle ? mem_format("sources/agents/%s/", handle) : NULL;

	if (path && kb_has_room(s->kb, path)) {
		struct live *live = live_copy(s->live);

		live_put(live, path, st->e->time_ms);
		live_drop(s->live);
		s->live = live;
	}
	free(path);
	free(handle);
	return true;
}

/* What a turn has to do with the base. */
struct revising {
	struct step *st;
	const struct adversarial_turn *turn;
	struct kb *kb;
	struct live *live;
};

/* False: the base cannot have them. */
static bool
put_files(struct revising *r, const struct kb_file *files, size_t n)
{
	struct kb *kb = kb_with_all(r->kb, files, n);

	if (!kb)
		return false;
	kb_drop(r->kb);
	r->kb = kb;
	for (size_t i = 0; i < n; i++)
		live_put(r->live, files[i].path, r->st->e->time_ms);
	return true;
}

static const char *
words_for(const struct adversarial_turn *turn, const char *target)
{
	for (size_t i = 0; i < turn->n_mutations; i++)
		if (!strcmp(turn->mutations[i].target, target))
			return turn->mutations[i].words;
	return "";
}

/* What the turn answers, "L-003, Turn 6"; else itself. */
static char *
trigger_of(const struct adversarial_turn *turn)
{
	UT_string out;

	utstring_init(&out);
	for (size_t i = 0; i < turn->n_answers_claims; i++)
		utstring_printf(&out, "%sL-%03u", utstring_len(&out) ? ", " : "", turn->answers_claims[i]);
	for (size_t i = 0; i < turn->n_answers_turns; i++)
		utstring_printf(&out, "%sTurn %u", utstring_len(&out) ? ", " : "", turn->answers_turns[i]);
	if (!utstring_len(&out))
		utstring_printf(&out, "Turn %u", turn->number);
	return utstring_body(&out);
}

static void
put_revisions(struct revising *r, const struct mutations *changes)
{
	const char *before = r->live->revisions ? r->live->revisions : "# Revisions\n";
	size_t len = strlen(before);
	char *handle = live_handle(r->st->s, r->st->e->seat), *trigger = trigger_of(r->turn);
	struct revision revision = {.number = revisions_last(before, len),
		.time_ms = r->st->e->time_ms,
		.handle = handle,
		.turn = r->turn->number,
		.trigger = trigger};
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s%s", before, len && before[len - 1] != '\n' ? "\n" : "");
	for (size_t i = 0; i < changes->n; i++) {
		revision.number++;
		revision.mutation = &changes->v[i];
		revision.justification = words_for(r->turn, changes->v[i].target);
		revision_put(&out, &revision);
	}
	free(r->live->revisions);
	r->live->revisions = utstring_body(&out);
	if (kb_has_room(r->kb, KB_REVISIONS_FILE))
		live_put(r->live, KB_REVISIONS_FILE, r->st->e->time_ms);
	free(trigger);
	free(handle);
}

/* More indexes than anybody keeps. */
#define INDEXES_MAX 16

static void
follow_index(struct revising *r, const struct kb_file *index, const struct mutations *changes)
{
	char *path = mem_strdup(index->path), *text = mem_copy(index->text, index->len);
	size_t len = index->len, after;
	bool followed = false;

	for (size_t i = 0; i < changes->n; i++) {
		const char *id = changes->v[i].target;
		size_t row = kb_argument_find(r->kb, id, strlen(id));
		char *next = row == KB_NONE ? NULL : index_follow(text, len, kb_argument(r->kb, row), &after);

		if (!next)
			continue;
		free(text);
		text = next;
		len = after;
		followed = true;
	}
	/* One for which there is no room stays as it is. */
	if (followed)
		put_files(r, &(struct kb_file){path, text, len}, 1);
	free(text);
	free(path);
}

static bool
is_index(const struct kb_file *f)
{
	size_t len = strlen(f->path), n = strlen(KB_INDEX_FILE);

	return len >= n && !strcmp(f->path + len - n, KB_INDEX_FILE) && (len == n || f->path[len - n - 1] == '/') &&
		strstr(f->text, "arg-");
}

static void
follow_indexes(struct revising *r, const struct mutations *changes)
{
	for (size_t i = 0, n = 0; i < kb_files(r->kb) && n < INDEXES_MAX; i++) {
		struct kb_file f = kb_file_at(r->kb, i);

		if (!is_index(&f))
			continue;
		n++;
		follow_index(r, &f, changes);
	}
}

bool
live_turn(struct step *st, const struct adversarial_turn *turn, struct adversarial_piece *piece)
{
	struct fstate *s = st->s;
	struct json_t *list = json_object_get(st->data, "kb"), *file;
	struct revising r = {.st = st, .turn = turn};
	struct kb_file *files;
	bool good = true;
	size_t i;

	if (!list)
		return true;
	r.kb = kb_hold(s->kb);
	r.live = live_copy(s->live);
	files = mem_calloc(json_array_size(list), sizeof *files);
	json_array_foreach(list, i, file) {
		const struct json_t *path = json_object_get(file, "path"), *text = json_object_get(file, "text");

		good = good && json_is_string(path) && json_is_string(text) && proposal_read(file, &piece->changes);
		if (good)
			files[i] = (struct kb_file){
				json_string_value(path), json_string_value(text), json_string_length(text)};
	}
	good = good && put_files(&r, files, json_array_size(list));
	free(files);
	if (good && piece->changes.n) {
		put_revisions(&r, &piece->changes);
		follow_indexes(&r, &piece->changes);
	}
	if (good) {
		struct kb *kb = s->kb;
		struct live *live = s->live;

		s->kb = r.kb, r.kb = kb;
		s->live = r.live, r.live = live;
	}
	kb_drop(r.kb);
	live_drop(r.live);
	return good;
}

/* -- the tree -- */

/* Before the first entry it is the folder, as it is then. */
static unsigned
count(const struct fstate *state, const struct context *ctx)
{
	return (unsigned)(state->live ? state->live->n : folder_part(ctx->folder, BASE_LIVE).n);
}

static const char *
path(const struct fstate *state, const struct context *ctx, unsigned number)
{
	struct folder_part part = folder_part(ctx->folder, BASE_LIVE);

	return state->live ? state->live->v[number - 1].path : part.files[number - 1].path + part.skip;
}

static void
bytes(const struct fstate *state, const struct context *ctx, unsigned number, const char **out, size_t *len)
{
	const char *name = path(state, ctx, number);
	size_t row;

	*out = "";
	*len = 0;
	if (!state->live) {
		struct source_file file = folder_part(ctx->folder, BASE_LIVE).files[number - 1];

		*out = file.text;
		*len = file.len;
	} else if (!strcmp(name, KB_REVISIONS_FILE)) {
		*out = state->live->revisions;
		*len = strlen(*out);
	} else if ((row = kb_file_find(state->kb, name)) != KB_NONE) {
		struct kb_file file = kb_file_at(state->kb, row);

		*out = file.text;
		*len = file.len;
	}
}

static int64_t
time_ms(const struct fstate *state, const struct context *ctx, unsigned number)
{
	int64_t changed = state->live ? state->live->v[number - 1].time_ms : 0;

	return changed ? changed : ctx->created_ms;
}

static bool
is_proposed(const struct fstate *state, unsigned number)
{
	return state->proposed && proposals_has(state->proposed, state->live->v[number - 1].path);
}

const struct format_tree adversarial_live = {.count = count,
	.path = path,
	.bytes = bytes,
	.time_ms = time_ms,
	.propose = proposal_make,
	.again = proposals_again,
	.may_write = proposal_may_be,
	.is_proposed = is_proposed};
