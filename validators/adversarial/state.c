#include "validators/adversarial/adversarial.h"

#include <stdlib.h>
#include "validators/text/limits.h"
#include "validators/text/text.h"

struct adversarial *
adv_new(struct base *snapshot, struct base *start)
{
	struct adversarial *a = mem_calloc(1, sizeof *a);
	struct base_file file;

	a->snapshot = snapshot;
	a->start = start;
	a->live = base_copy(start, 0);
	/* what is written anew has its place among the files */
	if (!base_find(start, INDEX_FILE, &file))
		base_put(a->live, INDEX_FILE, (struct reader){"", ""});
	if (!base_find(start, REVISIONS_FILE, &file))
		base_put(a->live, REVISIONS_FILE, (struct reader){"", ""});
	return a;
}

/* The base of the files below a part; *any: there are some. */
static struct base *
base_below(const struct source_folder *folder, const char *part, const struct base_judge *judge, bool *any)
{
	struct base_file *below = mem_calloc(folder->n, sizeof *below);
	size_t n = 0, len = strlen(part);
	struct base *b;

	for (size_t i = 0; i < folder->n; i++) {
		const struct source_file *f = &folder->files[i];

		if (!strncmp(f->path, part, len) && f->path[len] == '/')
			below[n++] = (struct base_file){f->path + len + 1, between(f->text, f->text + f->len)};
	}
	*any = n;
	b = n || !strcmp(part, LIVE) ? base_make(below, n, judge) : NULL;
	free(below);
	return b;
}

/* What is wrong with a file of a part, told with the part before its path. */
struct telling {
	const char *part;
	const struct base_judge *to;
};

static void
tell(void *arg, const char *path, const struct findings *found)
{
	const struct telling *t = arg;
	char *whole = mem_format("%s/%s", t->part, path);

	t->to->fault(t->to->arg, whole, found);
	free(whole);
}

struct adversarial *
adv_of_folder(const struct source_folder *folder, const struct base_judge *judge)
{
	static const struct source_folder nothing;
	struct telling live = {LIVE, judge}, before = {SNAPSHOT, judge};
	struct base_judge of_live = {judge && judge->stable, tell, &live}, of_snapshot = {true, tell, &before};
	struct base *start, *snapshot;
	bool any;

	folder = folder ? folder : &nothing;
	start = base_below(folder, LIVE, judge ? &of_live : NULL, &any);
	snapshot = base_below(folder, SNAPSHOT, judge ? &of_snapshot : NULL, &any);
	if (!start || (any && !snapshot)) {
		base_free(start);
		base_free(snapshot);
		return NULL;
	}
	return adv_new(snapshot ? snapshot : base_hold(start), start);
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
	adv_drop(adv_of_folder(folder, &(struct base_judge){stable, add_findings, findings}));
}

static const struct source_file *
file_at(const struct source_folder *folder, const char *path)
{
	for (size_t i = 0; i < folder->n; i++)
		if (!strcmp(folder->files[i].path, path))
			return &folder->files[i];
	return NULL;
}

static char *
topic_of(const struct source_folder *folder)
{
	const struct source_file *summary = file_at(folder, LIVE "/" SUMMARY_FILE);

	return summary ? first_heading(summary->text, summary->len) : NULL;
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
	.topic = topic_of,
	.tell = tell_folder,
};

static void *
reading_make(const struct source *source, const struct source_folder *folder)
{
	(void)source;
	return folder ? adv_of_folder(folder, NULL) : NULL;
}
const struct format_reading adv_reading = {reading_make, adv_drop};

void *
adv_own(const struct context *ctx)
{
	return ctx->reading ? adv_copy(ctx->reading) : adv_of_folder(ctx->folder, NULL);
}

void *
adv_copy(const void *own)
{
	const struct adversarial *a = own;
	struct adversarial *copy = mem_calloc(1, sizeof *copy);

	*copy = *a;
	base_hold(a->snapshot);
	base_hold(a->start);
	base_hold(a->live);
	copy->claims = GROWN_COPY(a->claims, a->n_claims);
	copy->steps = GROWN_COPY(a->steps, a->n_steps);
	copy->citations = GROWN_COPY(a->citations, a->n_citations);
	copy->revisions = GROWN_COPY(a->revisions, a->n_revisions);
	copy->rulings = GROWN_COPY(a->rulings, a->n_rulings);
	copy->deflections = GROWN_COPY(a->deflections, a->n_deflections);
	copy->remarks = GROWN_COPY(a->remarks, a->n_remarks);
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
	base_free(a->start);
	base_free(a->live);
	free(a->claims);
	free(a->steps);
	free(a->citations);
	free(a->revisions);
	free(a->rulings);
	free(a->deflections);
	free(a->remarks);
	free(a->asks);
	free(a);
}

/* -- who is who -- */

unsigned
adv_position(const struct debate *d, unsigned seat)
{
	unsigned role = d->seats[seat - 1].role;

	return role_place(role) == ROLE_DEBATER ? role >> 16 : NO_POSITION;
}

unsigned
adv_debater(const struct debate *d, unsigned position)
{
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (position != NO_POSITION && adv_position(d, seat) == position)
			return seat;
	return 0;
}

const char *
adv_side(const struct debate *d, unsigned position)
{
	return position < base_positions(adv_of(d)->live) ? base_position(adv_of(d)->live, position) : NULL;
}

bool
adv_is_given_up(const struct debate *d, unsigned seat)
{
	return seat && d->order.given_up >> (seat - 1) & 1;
}

bool
adv_had_turn(const struct debate *d, unsigned seat, unsigned text)
{
	if (!seat || adv_is_given_up(d, seat))
		return true;
	for (size_t i = d->n; i > text; i--)
		if (d->texts[i - 1].seat == seat)
			return true;
	for (size_t i = 0; i < d->n_lapses; i++)
		if (d->lapses[i].seat == seat && d->lapses[i].behind >= text)
			return true;
	return false;
}

bool
adv_is_late(const struct debate *d, unsigned seat)
{
	for (size_t i = d->n_lapses; i-- > 0;) {
		if (d->lapses[i].seat != seat)
			continue;
		for (size_t t = d->lapses[i].behind; t < d->n; t++)
			if (d->texts[t].seat == seat)
				return false;
		return true;
	}
	return false;
}

bool
adv_has_opened(const struct debate *d, unsigned seat)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].seat == seat)
			return true;
	return false;
}

bool
adv_opens_sealed(const struct debate *d, unsigned seat)
{
	return d->terms->sealed_opening && d->order.phase <= PHASE_OPENING_SEALED &&
		(!seat || !adv_has_opened(d, seat));
}

/* -- turns that are owed -- */

/* Is it an added argument or `addresses` edge? */
static bool
is_for_moderator(const struct revision *r)
{
	return r->op == OP_NEW || (r->op == OP_EDGE && r->edge.type == ADDRESSES);
}

static bool
owe(UT_string *why, const char *what, unsigned text)
{
	if (why)
		utstring_printf(why, "%s in turn %u", what, text);
	return true;
}

static bool
is_owed_moderator(const struct debate *d, unsigned seat, UT_string *why)
{
	const struct adversarial *a = adv_of(d);

	for (size_t i = a->n_steps; i-- > 0;)
		if (a->steps[i].move == MOVE_OBJECT && a->claims[a->steps[i].claim - 1].waits &&
			!adv_had_turn(d, seat, a->steps[i].text))
			return owe(why, "an objection", a->steps[i].text);
	for (size_t i = 0; i < a->n_revisions; i++)
		if (is_for_moderator(&a->revisions[i]) && a->revisions[i].seat != seat &&
			!adv_had_turn(d, seat, a->revisions[i].text))
			return owe(why,
				a->revisions[i].op == OP_NEW ? "an added argument" : "an added `addresses` edge",
				a->revisions[i].text);
	return false;
}

bool
adv_is_owed(const struct debate *d, unsigned seat, UT_string *why)
{
	const struct adversarial *a = adv_of(d);
	unsigned position = adv_position(d, seat);

	if (d->seats[seat - 1].role == ROLE_MODERATOR)
		return is_owed_moderator(d, seat, why);
	if (position == NO_POSITION)
		return false;
	for (size_t i = 0; i < a->n_rulings; i++)
		if (a->rulings[i].word != RULED_REOPENED && a->claims[a->rulings[i].claim - 1].seat == seat &&
			!adv_had_turn(d, seat, a->rulings[i].text))
			return owe(why, "a ruling against it", a->rulings[i].text);
	for (size_t i = 0; i < a->n_deflections; i++)
		if (a->deflections[i].position == position && !adv_had_turn(d, seat, a->deflections[i].text))
			return owe(why, "a deflection of its side", a->deflections[i].text);
	for (size_t i = 0; i < a->n_revisions; i++) {
		const struct revision *r = &a->revisions[i];

		if (r->op == OP_LOWER && d->seats[r->seat - 1].role == ROLE_MODERATOR &&
			base_numbered(a->live, r->argument)->position == position && !adv_had_turn(d, seat, r->text))
			return owe(why, "a downgrade by the moderator", r->text);
	}
	return false;
}
