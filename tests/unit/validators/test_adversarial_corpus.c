/*
 * Every text of tests/corpus/adversarial/{accepted,warned,refused}/RULE--what.md, behind the turns of its folder
 * `debate`: accepted as a whole and at every cut, accepted with that rule's warning, or refused under that rule. And
 * which rules have no such text.
 *
 * A text may begin with a line of how it is judged, which is no part of it, items with commas between them:
 *
 *	<!-- corpus: by mona, after 1, lower arg-004 baseless, criticise sources/x.md, wrote arg-004 kb/x.md, told: … -->
 *
 * by: who hands it in; else tess. after: so many turns stand already; else all. lower: an argument's status in the live
 * base is another. criticise: a source has more Criticism there. wrote: what was written below kb/ for this turn. told:
 * what is said of it, to the end of the line.
 */
#include "tests/unit/validators/adversarial_fixture.h"

#include <dirent.h>
#include <errno.h>

struct piece {
	char path[800], rule[64];
	char *bytes;
	const char *text;
	size_t len;
	char by[32], argument[16], status[16], source[128], wrote[256], told[512];
	unsigned after;
};

static void
read_item(struct piece *p, const char *item)
{
	if (sscanf(item, "by %31s", p->by) != 1 && sscanf(item, "after %u", &p->after) != 1 &&
		sscanf(item, "lower %15s %15s", p->argument, p->status) != 2 &&
		sscanf(item, "criticise %127s", p->source) != 1 && sscanf(item, "wrote %255[^,]", p->wrote) != 1)
		fail_msg("%s: what is \"%s\"?", p->path, item);
}

static void
read_first_line(struct piece *p)
{
	static const char begin[] = "<!-- corpus: ", end[] = " -->\n", told[] = "told: ";
	if (strncmp(p->text, begin, strlen(begin)))
		return;
	const char *stop = strstr(p->text, end);
	char *line = mem_copy(p->text + strlen(begin), (size_t)(stop - p->text) - strlen(begin)), *item = line;
	p->len -= (size_t)(stop + strlen(end) - p->text);
	p->text = stop + strlen(end);
	while (item && strncmp(item, told, strlen(told))) {
		char *comma = strstr(item, ", ");
		if (comma)
			*comma = '\0';
		read_item(p, item);
		item = comma ? comma + 2 : NULL;
	}
	if (item)
		snprintf(p->told, sizeof p->told, "%s", item + strlen(told));
	free(line);
}

/* The only path of the base that begins so. */
static const char *
path_of(const struct adversarial *d, const char *argument)
{
	size_t row = kb_argument_find(d->kb, argument, strlen(argument));
	assert_int_not_equal(row, KB_NONE);
	return kb_argument(d->kb, row)->path;
}

static void
stand_before(struct adversarial *d, struct piece *p)
{
	adversarial_set_up(d);
	adversarial_play(d, p->after);
	if (*p->argument) {
		size_t row = kb_argument_find(d->kb, p->argument, strlen(p->argument));
		char *from = mem_format("status: %s\n", kb_status_names[kb_argument(d->kb, row)->status]),
		     *to = mem_format("status: %s\n", p->status), *path = mem_strdup(path_of(d, p->argument));
		adversarial_change(d, path, from, to);
		free(from);
		free(to);
		free(path);
	}
	if (*p->source)
		adversarial_change(d, p->source, "- **Criticism**:", "- **Criticism**: Nobody asked why.");
	for (char *target = strtok(p->wrote, " "); target; target = strtok(NULL, " "))
		d->targets[d->n_targets++] = target;
}

static bool
is_told(const struct adversarial *d, const struct piece *p)
{
	char id[80];
	snprintf(id, sizeof id, "[%s]", p->rule);
	return strstr(adversarial_said(d), id) && strstr(adversarial_said(d), p->told);
}

static void
assert_no_cut_refused(struct adversarial *d, const struct piece *p, unsigned seat)
{
	for (size_t cut = 0; cut <= p->len; cut += sample_step())
		if (adversarial_try(d, seat, p->text, cut, true, false))
			fail_msg("%s is refused at %zu: %s", p->path, cut, adversarial_said(d));
}

/* What is read of a record is what was judged. */
static void
assert_reads_again(struct adversarial *d, const struct piece *p, unsigned seat)
{
	struct turn_text judged, read;
	adversarial_read(d, seat, p->text, p->len, false, false, &judged);
	memset(&read, 0, sizeof read);
	const char *heading = strstr(p->text, "## ");
	assert_true(turn_text_read(heading, p->len - (size_t)(heading - p->text), &read));
	assert_int_equal(judged.turn.number, read.turn.number);
	assert_int_equal(judged.turn.by_moderator, read.turn.by_moderator);
	assert_int_equal(judged.turn.n_items, read.turn.n_items);
	assert_int_equal(judged.turn.n_mutations, read.turn.n_mutations);
	assert_int_equal(judged.turn.n_deflections, read.turn.n_deflections);
	for (size_t i = 0; i < read.turn.n_items; i++) {
		assert_string_equal(judged.turn.items[i].words, read.turn.items[i].words);
		assert_int_equal(judged.turn.items[i].n_cites, read.turn.items[i].n_cites);
	}
	turn_text_free(&judged);
	turn_text_free(&read);
}

static void
assert_accepted(struct adversarial *d, const struct piece *p, unsigned seat)
{
	if (adversarial_try(d, seat, p->text, p->len, false, false) || *adversarial_said(d))
		fail_msg("%s: %s", p->path, adversarial_said(d));
	assert_no_cut_refused(d, p, seat);
	assert_reads_again(d, p, seat);
	char *text = mem_copy(p->text, p->len);
	adversarial_take(d, seat, text);
	free(text);
}

static void
assert_warned(struct adversarial *d, const struct piece *p, unsigned seat)
{
	if (adversarial_try(d, seat, p->text, p->len, false, false) || !is_told(d, p))
		fail_msg("%s: %s", p->path, adversarial_said(d));
	assert_no_cut_refused(d, p, seat);
}

static void
assert_refused(struct adversarial *d, const struct piece *p, unsigned seat)
{
	int err = adversarial_try(d, seat, p->text, p->len, false, false);
	if (err != -EINVAL || !is_told(d, p))
		fail_msg("%s: %d %s", p->path, err, *adversarial_said(d) ? adversarial_said(d) : "accepted");
}

static unsigned
each_text(const char *folder, const char *rule, void (*each)(struct adversarial *d, const struct piece *p, unsigned seat))
{
	char path[512];
	unsigned n = 0;
	snprintf(path, sizeof path, ADVERSARIAL_CORPUS "%s", folder);
	DIR *dir = opendir(path);
	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir));) {
		const char *end = strstr(e->d_name, "--");
		size_t len = rule ? strlen(rule) : 0;
		if (*e->d_name == '.' || (rule && (strncmp(e->d_name, rule, len) || end != e->d_name + len)))
			continue;
		n++;
		if (!each)
			continue;
		struct piece p = {.after = N(adversarial_debate), .by = "tess"};
		struct adversarial d;
		snprintf(p.path, sizeof p.path, "%s/%s", path, e->d_name);
		snprintf(p.rule, sizeof p.rule, "%.*s", (int)(end - e->d_name), e->d_name);
		p.text = p.bytes = read_whole(p.path, &p.len);
		read_first_line(&p);
		stand_before(&d, &p);
		each(&d, &p, adversarial_seat_named(p.by));
		adversarial_done(&d);
		free(p.bytes);
	}
	closedir(dir);
	return n;
}

TEST(accepted_turns_are_accepted_at_every_cut_and_nothing_is_told)
{
	assert_true(each_text("accepted", NULL, assert_accepted) > 60);
}

TEST(warned_turns_are_accepted_with_their_warning)
{
	assert_true(each_text("warned", NULL, assert_warned) > 5);
}

TEST(refused_turns_are_refused_under_their_rule)
{
	assert_true(each_text("refused", NULL, assert_refused) > 90);
}

TEST(every_rule_of_a_turn_has_two_texts_that_break_it_and_two_that_keep_it)
{
	/* The last is about writes below kb/. */
	for (size_t i = 0; i < RULE_MUTATION_LATE; i++) {
		const char *id = adversarial_rules[i].id;
		unsigned broken = each_text("refused", id, NULL) + each_text("warned", id, NULL),
			 kept = each_text("accepted", id, NULL);
		if (broken < 2 || kept < 2)
			fail_msg("%s has %u that break it and %u that keep it", id, broken, kept);
	}
}
