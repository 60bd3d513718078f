/* Pictures of a format's graphs: when they are laid out, which one is shown, and who waits for it. */
#include "own_fixture.h"

#include <fcntl.h>
#include <sys/stat.h>
#include "fs/registry/drawing.h"
#include "fs/registry/wait.h"

/* In Graphviz's place: a script, and a gate that its runs wait at where it says so. */
struct easel {
	struct bed *b;
	char program[96], gate[96];
};

static struct easel easel;

#define ECHO "echo \"<svg>$(cat)</svg>\"\n"

static void
write_program(const char *script)
{
	char beside[112];
	snprintf(beside, sizeof beside, "%s.new", easel.program);
	FILE *f = fopen(beside, "w");
	assert_non_null(f);
	fprintf(f, "#!/bin/sh\n%s", script);
	fclose(f);
	assert_int_equal(chmod(beside, 0755), 0);
	assert_int_equal(rename(beside, easel.program), 0);
}

/* Each run waits until let_one_go. */
static void
write_gated_program(void)
{
	char script[256];
	assert_int_equal(mkfifo(easel.gate, 0666), 0);
	assert_int_equal(chmod(easel.gate, 0666), 0);
	snprintf(script, sizeof script, "read -r word <%s\n" ECHO, easel.gate);
	write_program(script);
}

static void
let_one_go(void)
{
	int fd = open(easel.gate, O_WRONLY); /* waits for the run that waits for us */
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "go\n", 3), 3);
	close(fd);
}

static int
easel_setup(void **state)
{
	if (bed_setup(state))
		return -1;
	easel.b = *state;
	assert_int_equal(chmod(easel.b->dir, 0755), 0);
	snprintf(easel.program, sizeof easel.program, "%s/dot", easel.b->dir);
	snprintf(easel.gate, sizeof easel.gate, "%s/gate", easel.b->dir);
	easel.b->r->dot = easel.program;
	write_program(ECHO);
	own_duel(easel.b);
	return 0;
}

EACH_TEST(easel_setup, bed_teardown);

/* The picture, as `cat` shows it; malloc'd. */

struct looker {
	struct waiter waiter; /* the first member */
	struct wait wait;
	struct answer answer;
};

static void
looker_woken(struct waiter *w, int err, unsigned before)
{
	struct looker *l = (struct looker *)w;
	(void)before;
	duel_drop(l->wait.duel);
	answered(&l->answer, err);
}

static bool
look(struct bed *b, struct looker *l)
{
	struct duel *d = the_duel(b, "d");
	*l = (struct looker){.waiter = {.wait = &l->wait, .wake = looker_woken}, .answer = ANSWER};
	registry_lock(b->r);
	bool waits = drawing_wait(d, OWN_GRAPH, &l->wait);
	if (waits) {
		duel_hold(d);
		assert_int_equal(waiter_watch(&l->waiter), 0);
	}
	registry_unlock(b->r);
	return waits;
}

static char *
there(struct bed *b)
{
	return shown(b, "d", render_own, own_sub(OWN_GRAPH, 0));
}

static char *
picture(struct bed *b)
{
	struct looker l;
	if (look(b, &l))
		assert_int_equal(answer_wait(&l.answer), 0);
	return there(b);
}

static int64_t
picture_ms(struct bed *b)
{
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	int64_t ms = own_ms(d, own_sub(OWN_GRAPH, 0));
	registry_unlock(b->r);
	return ms;
}

static void
changed(struct bed *b, const char *graph)
{
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	own.graph = graph;
	d->fold->version++;
	registry_unlock(b->r);
}

TEST(the_graph_is_read_as_its_picture)
{
	struct bed *b = *state;
	changed(b, "graph one");
	assert_holds(picture(b), "<svg>graph one</svg>");
}

TEST(whoever_looks_sees_the_graph_as_it_is_then)
{
	struct bed *b = *state;
	assert_holds(picture(b), "digraph {}");
	changed(b, "graph two");
	assert_holds(picture(b), "<svg>graph two</svg>");
}

TEST(a_graph_that_has_not_changed_is_not_laid_out_again)
{
	struct bed *b = *state;
	struct looker l;
	free(picture(b));
	assert_false(look(b, &l));
	assert_int_equal(b->r->layouts, 1);
}

static uint64_t
layouts(struct bed *b)
{
	registry_lock(b->r);
	uint64_t begun = b->r->layouts;
	registry_unlock(b->r);
	return begun;
}

TEST(a_commit_draws_nothing_and_whoever_looks_then_sees_what_it_changed)
{
	struct bed *b = *state;
	free(picture(b));
	changed(b, "graph three");
	own.drawn = 0;
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(layouts(b), 1);
	assert_int_equal(own.drawn, 0);
	assert_holds(picture(b), "graph three");
	assert_int_equal(layouts(b), 2);
}

TEST(a_graph_is_asked_for_once_in_each_version_of_its_duel)
{
	struct bed *b = *state;
	free(picture(b));
	own.drawn = 0;
	free(picture(b));
	free(there(b));
	assert_int_equal(own.drawn, 0);
	assert_int_equal(say(b, "join alice"), 0);
	free(picture(b));
	free(there(b));
	assert_int_equal(own.drawn, 1);
	assert_int_equal(layouts(b), 1);
}

TEST(a_look_that_does_not_wait_begins_the_layout)
{
	struct bed *b = *state;
	free(picture(b));
	changed(b, "graph four");
	assert_holds(there(b), "<svg>digraph {}</svg>");
	assert_int_equal(layouts(b), 2);
	assert_holds(picture(b), "<svg>graph four</svg>");
	assert_int_equal(layouts(b), 2);
}

TEST(a_picture_on_its_way_shows_the_one_before)
{
	struct bed *b = *state;
	struct looker l;
	free(picture(b));
	int64_t before_ms = picture_ms(b);
	write_gated_program();
	changed(b, "graph four");
	assert_true(look(b, &l));
	assert_holds(there(b), "<svg>digraph {}</svg>");
	assert_int_equal(picture_ms(b), before_ms);
	let_one_go();
	assert_int_equal(answer_wait(&l.answer), 0);
	assert_holds(there(b), "<svg>graph four</svg>");
	assert_true(picture_ms(b) > before_ms);
}

TEST(before_the_first_picture_there_is_one_that_says_so)
{
	struct bed *b = *state;
	write_gated_program();
	assert_holds(there(b), "being laid out");
	assert_holds(there(b), "</svg>");
	let_one_go();
	assert_holds(picture(b), "<svg>digraph {}</svg>");
}

TEST(the_newest_graph_wins)
{
	struct bed *b = *state;
	struct looker first, last;
	write_gated_program();
	changed(b, "graph a");
	assert_true(look(b, &first));
	changed(b, "graph b");
	assert_true(look(b, &last));
	changed(b, "graph c");
	let_one_go();
	assert_int_equal(answer_wait(&first.answer), 0);
	assert_holds(there(b), "<svg>graph a</svg>");
	let_one_go();
	assert_int_equal(answer_wait(&last.answer), 0);
	assert_holds(there(b), "<svg>graph c</svg>");
	assert_int_equal(b->r->layouts, 2);
}

TEST(a_size_under_one_version_is_that_of_what_is_there)
{
	struct bed *b = *state;
	struct duel *d = the_duel(b, "d");
	free(there(b));
	uint64_t before = duel_version(d);
	free(picture(b));
	assert_true(duel_version(d) > before);
}

TEST(a_picture_that_lands_is_nobodys_news)
{
	struct bed *b = *state;
	struct wait w;
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	wait_begin(&w, d, WAIT_CHANGE, 0);
	registry_unlock(b->r);
	free(picture(b));
	registry_lock(b->r);
	assert_false(wait_over(&w));
	registry_unlock(b->r);
}

TEST(nobody_waits_longer_than_one_layout_may_take)
{
	struct bed *b = *state;
	struct looker l;
	write_gated_program();
	assert_true(look(b, &l));
	bed_pass(b, 11);
	the_duel(b, "d"); /* a touch lets what is due happen */
	assert_int_equal(answer_wait(&l.answer), 0);
	let_one_go();
}

TEST(a_machine_without_graphviz_shows_what_to_install_until_it_is)
{
	struct bed *b = *state;
	assert_int_equal(unlink(easel.program), 0);
	assert_holds(picture(b), "apt install graphviz");
	int64_t ms = picture_ms(b);
	assert_holds(picture(b), "apt install graphviz");
	assert_int_equal(picture_ms(b), ms);
	write_program(ECHO);
	assert_holds(picture(b), "<svg>digraph {}</svg>");
}

TEST(the_end_of_the_mount_does_not_wait_for_a_layout)
{
	struct bed *b = *state;
	write_gated_program();
	free(there(b));
	bed_close(b); /* nobody lets it go */
}

TEST(a_layout_holds_up_no_rmdir)
{
	struct bed *b = *state;
	struct answer a = ANSWER;
	struct caller who = caller_of(0);
	write_gated_program();
	free(there(b));
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	registry_remove(b->r, d, &who, answered, &a);
	registry_unlock(b->r);
	assert_int_equal(answer_wait(&a), 0);
	let_one_go(); /* it lands nowhere */
}

TEST(other_rules_draw_their_own_graph)
{
	struct bed *b = *state;
	struct looker l;
	write_gated_program();
	assert_true(look(b, &l));
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	duel_undraw(d);
	assert_true(wait_over(&l.wait));
	registry_unlock(b->r);
	let_one_go();
	write_program(ECHO);
	changed(b, "another graph");
	assert_holds(picture(b), "<svg>another graph</svg>");
	registry_lock(b->r);
	waits_wake(d);
	registry_unlock(b->r);
	assert_int_equal(answer_wait(&l.answer), 0);
}
