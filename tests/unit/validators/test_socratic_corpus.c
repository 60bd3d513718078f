/*
 * Every text of tests/corpus/socratic, as the third turn of a duel: accepted as a whole and at every cut, or refused under the rule that
 * its name begins with.
 */
#include "tests/unit/validators/socratic_fixture.h"

#include <dirent.h>

struct corpus {
	struct duel duel;
	char *source;
	unsigned n; /* texts seen */
};

static int
open_corpus(void **state)
{
	static struct corpus c;
	size_t len;
	char *turn;

	c.source = read_whole(CORPUS "plan.md", &len);
	duel_init(&c.duel, c.source);
	duel_join(&c.duel, "alice", "claude-code", "opus");
	duel_join(&c.duel, "bob", "claude-code", "opus");
	turn = read_whole(CORPUS "turn-1.md", &len);
	duel_accept(&c.duel, 1, turn, len);
	free(turn);
	turn = read_whole(CORPUS "turn-2.md", &len);
	duel_accept(&c.duel, 2, turn, len);
	free(turn);
	duel_floor(&c.duel, 1, GRANT_TURN);
	*state = &c;
	return 0;
}

static int
close_corpus(void **state)
{
	struct corpus *c = *state;

	duel_done(&c->duel);
	free(c->source);
	return 0;
}

static void
each_text(struct corpus *c, const char *folder, void (*each)(struct corpus *c, const char *name, const char *text, size_t len))
{
	char path[512];
	DIR *dir;

	snprintf(path, sizeof path, CORPUS "%s", folder);
	dir = opendir(path);
	assert_non_null(dir);
	c->n = 0;
	for (struct dirent *e; (e = readdir(dir));) {
		size_t len;
		char *text;

		if (*e->d_name == '.')
			continue;
		snprintf(path, sizeof path, CORPUS "%s/%s", folder, e->d_name);
		text = read_whole(path, &len);
		each(c, e->d_name, text, len);
		free(text);
		c->n++;
	}
	closedir(dir);
}

static void
assert_no_prefix_refused(struct corpus *c, const char *name, const char *text, size_t len)
{
	for (size_t cut = 0; cut <= len; cut++)
		if (duel_try(&c->duel, text, cut, true))
			fail_msg("%s is refused at %zu: %s", name, cut, utstring_body(&c->duel.printed));
}

static void
assert_accepted(struct corpus *c, const char *name, const char *text, size_t len)
{
	if (duel_try(&c->duel, text, len, false) || duel_printed(&c->duel, "t:"))
		fail_msg("%s: %s", name, utstring_body(&c->duel.printed));
	assert_no_prefix_refused(c, name, text, len);
}

static char *
rule_of(const char *name)
{
	char *id = mem_strdup(name), *end = strstr(id, "--");

	assert_non_null(end);
	*end = '\0';
	return id;
}

static void
assert_warned(struct corpus *c, const char *name, const char *text, size_t len)
{
	char *id = rule_of(name);

	if (duel_try(&c->duel, text, len, false) || !duel_printed(&c->duel, id))
		fail_msg("%s: %s", name, utstring_len(&c->duel.printed) ? utstring_body(&c->duel.printed) : "accepted");
	assert_no_prefix_refused(c, name, text, len);
	free(id);
}

static void
assert_refused(struct corpus *c, const char *name, const char *text, size_t len)
{
	char *id = rule_of(name);

	if (!duel_try(&c->duel, text, len, false) || !duel_printed(&c->duel, id))
		fail_msg("%s: %s", name, utstring_len(&c->duel.printed) ? utstring_body(&c->duel.printed) : "accepted");
	if (getenv("SHOW_FINDINGS"))
		print_message("%s:\n%s", name, utstring_body(&c->duel.printed));
	free(id);
}

static void
accepted_texts_are_accepted_at_every_cut(void **state)
{
	each_text(*state, "accepted", assert_accepted);
	assert_true(((struct corpus *)*state)->n > 40);
}

static void
warned_texts_are_accepted_with_their_warning(void **state)
{
	each_text(*state, "warned", assert_warned);
}

static void
refused_texts_are_refused_under_their_rule(void **state)
{
	each_text(*state, "refused", assert_refused);
	assert_true(((struct corpus *)*state)->n > 80);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepted_texts_are_accepted_at_every_cut),
		cmocka_unit_test(warned_texts_are_accepted_with_their_warning),
		cmocka_unit_test(refused_texts_are_refused_under_their_rule),
	};

	return cmocka_run_group_tests(tests, open_corpus, close_corpus);
}
