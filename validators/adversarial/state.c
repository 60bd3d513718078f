#include "validators/adversarial/adversarial.h"

#include <stdlib.h>
#include "validators/text/text.h"

struct adversarial *
adv_new(struct base *snapshot, struct base *start)
{
	static const char log[] =
		"# KB Revisions Log\n\n[Append-only. Every mutation to live kb/ during the debate phase logs here.]\n";
	struct adversarial *a = mem_calloc(1, sizeof *a);
	UT_string index;

	utstring_init(&index);
	a->snapshot = snapshot;
	a->opened = a->lapsed = SIZE_MAX;
	a->live = base_copy(start, 0);
	base_free(start);
	base_print_index(a->live, &index);
	base_put(a->live, INDEX_FILE, printed_text(&index));
	if (!base_find(a->live, REVISIONS_FILE))
		base_put(a->live, REVISIONS_FILE, reader_of(log, log + sizeof log - 1));
	utstring_done(&index);
	return a;
}

/* The files of a source: below `kb/`, and perhaps `kb-snapshot-construction/` beside it. NULL where there is a fault,
 * by base_make; the folder NULL: a base without anything. */
static struct adversarial *
of_folder(const struct source_folder *folder, const struct base_judge *judge)
{
	static const struct source_folder nothing;
	struct base_judge before = {true, judge ? judge->fault : NULL, judge ? judge->arg : NULL};
	struct base *start, *snapshot;
	bool has_snapshot = false;

	folder = folder ? folder : &nothing;
	start = base_make(folder, LIVE "/", judge);
	for (size_t i = 0; i < folder->n; i++)
		has_snapshot |= !strncmp(folder->files[i].path, SNAPSHOT "/", strlen(SNAPSHOT "/"));
	if (has_snapshot)
		snapshot = base_make(folder, SNAPSHOT "/", judge ? &before : NULL);
	else
		snapshot = start ? base_hold(start) : NULL;
	if (start && snapshot)
		return adv_new(snapshot, start);
	base_free(start);
	base_free(snapshot);
	return NULL;
}

/* -- as a mount knows a source -- */

static void
add_findings(void *arg, const char *path, const struct findings *found)
{
	for (size_t i = 0; i < found->n; i++) {
		const struct finding *f = &found->v[i];
		char *place = f->line ? mem_format("%s:%d", path, f->line) : mem_strdup(path);

		findings_add_path(arg, f->rule, 0, place, "%s", f->text);
		free(place);
	}
}

static void
judge_folder(const struct source_folder *folder, bool stable, struct findings *findings)
{
	adv_drop(of_folder(folder, &(struct base_judge){stable, add_findings, findings}));
}

static char *
folder_topic(const struct source_folder *folder)
{
	for (size_t i = 0; i < folder->n; i++)
		if (!strcmp(folder->files[i].path, LIVE "/" SUMMARY_FILE))
			return first_heading(folder->files[i].text, folder->files[i].len);
	return NULL;
}

static void
tell_folder(const struct source_folder *folder, UT_string *out)
{
	size_t arguments = 0, sources = 0;

	for (size_t i = 0; i < folder->n; i++) {
		const char *path = folder->files[i].path;

		if (strncmp(path, LIVE "/", strlen(LIVE "/")))
			continue;
		arguments += base_argument_at(path + strlen(LIVE "/")) > 0;
		sources += base_is_source(path + strlen(LIVE "/"));
	}
	utstring_printf(out, "with %zu arguments and %zu sources, here as `" SNAPSHOT "/` and `" LIVE "/`", arguments,
		sources);
}

static const char *const parts[] = {LIVE, SNAPSHOT, NULL};
const struct format_folder adv_folder = {
	.parts = parts,
	.files = BASE_FILES_MOST,
	.file_bytes = BASE_FILE_BYTES,
	.bytes = BASE_BYTES,
	.depth = BASE_DEPTH_MOST,
	.fault = &base_rules[KB_SOURCE],
	.judge = judge_folder,
	.topic = folder_topic,
	.tell = tell_folder,
};

static void *
make_reading(const struct source *source, const struct source_folder *folder)
{
	(void)source;
	return folder ? of_folder(folder, NULL) : NULL;
}
const struct format_reading adv_reading = {make_reading, adv_drop};

void *
adv_own(const struct context *ctx)
{
	return ctx->reading ? adv_copy(ctx->reading) : of_folder(ctx->folder, NULL);
}

#define EACH_LIST(X) X(claims) X(steps) X(citations) X(revisions) X(deflections) X(remarks) \
	X(owed)

void *
adv_copy(const void *own)
{
	const struct adversarial *a = own;
	struct adversarial *copy = mem_calloc(1, sizeof *copy);

	*copy = *a;
	base_hold(a->snapshot);
	base_hold(a->live);
#define COPY(list) copy->list = GROWN_COPY(a->list, a->n_##list);
	EACH_LIST(COPY)
	copy->asks = a->asks ? mem_strdup(a->asks) : NULL;
	return copy;
}

void
adv_drop(void *own)
{
	struct adversarial *a = own;

	if (!a)
		return;
	base_free(a->snapshot);
	base_free(a->live);
#define FREE(list) free(a->list);
	EACH_LIST(FREE)
	free(a->asks);
	free(a);
}

/* -- who is who -- */

unsigned
adv_position(const struct debate *d, unsigned seat)
{
	unsigned role = d->seats[seat - 1].role;

	return role >= ROLE_DEBATER ? role - ROLE_DEBATER : NO_POSITION;
}

const char *
adv_handle(const struct debate *d, unsigned seat)
{
	return d->roles[d->seats[seat - 1].role - 1].name;
}

const struct debate_role *
adv_sides(const struct debate *d)
{
	const struct fixed *f = adv_of(d)->live->fixed;

	return f->n_positions ? f->roles : adv_roles;
}

bool
adv_is_given_up(const struct debate *d, unsigned seat)
{
	return seat && d->order.given_up >> (seat - 1) & 1;
}

/* The number of its last text; 0: it has none. */
static size_t
last_text(const struct debate *d, unsigned seat)
{
	size_t text = d->n;

	while (text && d->texts[text - 1].seat != seat)
		text--;
	return text;
}

/* How many texts stand before its last turn that did not come; SIZE_MAX: all came. */
static size_t
last_lapse(const struct debate *d, unsigned seat)
{
	for (size_t i = d->n_lapses; i-- > 0;)
		if (d->lapses[i].seat == seat)
			return d->lapses[i].behind;
	return SIZE_MAX;
}

bool
adv_had_turn(const struct debate *d, unsigned seat, unsigned text)
{
	size_t lapse = last_lapse(d, seat);

	return !seat || adv_is_given_up(d, seat) || last_text(d, seat) > text || (lapse < SIZE_MAX && lapse >= text);
}

bool
adv_is_late(const struct debate *d, unsigned seat)
{
	size_t lapse = last_lapse(d, seat);

	return lapse < SIZE_MAX && last_text(d, seat) <= lapse;
}

bool
adv_has_opened(const struct debate *d, unsigned seat)
{
	return last_text(d, seat) > 0;
}

bool
adv_opens_sealed(const struct debate *d, unsigned seat)
{
	return d->terms->sealed_opening && d->order.phase <= PHASE_OPENING_SEALED &&
		(!seat || !adv_has_opened(d, seat));
}

/* -- turns that are owed -- */

void
play_owe(struct play *play, unsigned role, unsigned claim, const char *what)
{
	*GROW(play->a->owed, play->a->n_owed) = (struct owed){role, play->by.text, claim, what};
}

bool
adv_is_owed(const struct debate *d, unsigned seat, UT_string *why)
{
	const struct adversarial *a = adv_of(d);

	EACH_OF(owed, o, a->owed, a->n_owed) {
		if (o->role != d->seats[seat - 1].role || (o->claim && !a->claims[o->claim - 1].waits) ||
			adv_had_turn(d, seat, o->text))
			continue;
		if (why)
			utstring_printf(why, "%s in turn %u", o->what, o->text);
		return true;
	}
	return false;
}
