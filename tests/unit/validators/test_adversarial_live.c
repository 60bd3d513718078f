/*
 * `kb/` of an adversarial debate while it is live: what is proposed below it under a lease, what a turn brings along of
 * that, and what is shown of it.
 */
#include "tests/unit/validators/adversarial_duel.h"

#include <errno.h>
#include "validators/adversarial/live.h"
#include "validators/adversarial/proposal.h"
#include "validators/kit/refusal.h"

#define ARG_1 "arguments/arg-001-tabs-adapt-to-readers.md"
#define ARG_3 "arguments/arg-003-low-vision-readers-need-tabs.md"
#define ARG_10 "arguments/arg-010-three-readers-are-enough.md"
#define BRAILLE "sources/reports/braille-line-2020-notes.md"
#define OWN "sources/agents/debater-tabs/count-2021.md"
#define NODE "---\nid: arg-010\nslug: three-readers-are-enough\nposition: tabs\nlayer: empirical\nscope: readers\n" \
	"basis_type: reasoning\nstatus: contested\nasserter: derived-during-debate-by-debater-tabs\n" \
	"summary: Three readers show that it is possible.\n---\n\n## Statement\n\nThree readers did it.\n"
#define SOURCE "---\ntitle: A count\njournal_or_source: a letter\nyear: 2021\nurl: none\ndate_accessed: 2026-11-22\n" \
	"source_type: letter\nkey_finding: Three.\n---\n\n# A count\n"
#define CONTRADICTION "\n## C-003: who is counted\n\n- **Type**: of fact\n- **Involved arguments**: arg-003, arg-004\n" \
	"- **Involved sources**: none\n- **Description**: Each counts others.\n- **What would resolve it**: A count.\n" \
	"- **Status**: open\n"
#define EDGE(edge) edge " \"so it is\"\n"

static const struct format_tree *tree;
static struct fstate *proposed; /* NULL: nothing was written under this lease */

static int
begin_live(void **state)
{
	begin(state);
	tree = row_named("kb")->tree;
	all_join();
	return 0;
}

static void
drop_proposed(void)
{
	fstate_drop(proposed);
	proposed = NULL;
}

/* What a tree shows: paths, times, bytes; malloc'd. */
static char *
shown(const struct fstate *state)
{
	UT_string out;
	utstring_init(&out);
	for (unsigned n = 1; n <= tree->count(state, &d.ctx); n++) {
		const char *bytes;
		size_t len;
		tree->bytes(state, &d.ctx, n, &bytes, &len);
		utstring_printf(&out, "%u %s %lld %d\n%.*s", n, tree->path(state, &d.ctx, n),
			(long long)tree->time_ms(state, &d.ctx, n), (int)tree->is_proposed(state, n), (int)len, bytes);
	}
	return utstring_body(&out);
}

/* The tree, too, is what the log makes of it. */
static int
end_live(void **state)
{
	char *before = shown(d.state), *after;
	(void)state;
	drop_proposed();
	assert_replays(&d);
	after = shown(d.state);
	assert_string_equal(before, after);
	free(before);
	free(after);
	duel_done(&d);
	free_folder();
	return 0;
}

EACH_TEST(begin_live, end_live);

/* -- writing -- */

static const struct fstate *
now(void)
{
	return proposed ? proposed : d.state;
}

static unsigned
number_of(const struct fstate *state, const char *path)
{
	for (unsigned n = 1; n <= tree->count(state, &d.ctx); n++)
		if (!strcmp(tree->path(state, &d.ctx, n), path))
			return n;
	return 0;
}

static const char *
text_of(const struct fstate *state, const char *path)
{
	unsigned n = number_of(state, path);
	const char *bytes = "";
	size_t len = 0;
	if (n)
		tree->bytes(state, &d.ctx, n, &bytes, &len);
	assert_int_equal(strlen(bytes), len);
	return bytes;
}

/* The errno; what was found stands in d.printed. */
static int
write_bytes(const char *path, const char *text, size_t len)
{
	struct findings found = {.n = 0};
	struct fstate *next = tree->propose(now(), &d.ctx, path, text, len, &found);
	int err = findings_errno(&found);
	utstring_clear(&d.printed);
	findings_print(&found, "it", &d.printed);
	assert_int_equal(next != NULL, err == 0);
	findings_free(&found);
	if (next) {
		fstate_drop(proposed);
		proposed = next;
	}
	return err;
}

static int
write_text(const char *path, const char *text)
{
	return write_bytes(path, text, text ? strlen(text) : 0);
}

/* What it shows to who writes, with `to` in place of `from`, or, where that is NULL, behind the end. */
static char *
changed(const char *path, const char *from, const char *to)
{
	const char *text = text_of(now(), path), *at = from ? strstr(text, from) : text + strlen(text);
	if (!at)
		fail_msg("%s has not: %s", path, from);
	return mem_format("%.*s%s%s", (int)(at - text), text, to, at + (from ? strlen(from) : 0));
}

static int
change(const char *path, const char *from, const char *to)
{
	char *text = changed(path, from, to);
	int err = write_text(path, text);
	free(text);
	return err;
}

static void
takes(int err)
{
	if (err)
		fail_msg("%d: %s", err, duel_said(&d));
}

static void
refuses(int err, int want, const char *says)
{
	if (err != want)
		fail_msg("%d, not %d: %s", err, want, duel_said(&d));
	assert_printed(&d, says);
}

/* Paths that are proposed, in their numbers' order. */
static void
assert_proposed(const char *const *paths)
{
	for (unsigned n = 1; n <= tree->count(now(), &d.ctx); n++)
		if (tree->is_proposed(now(), n)) {
			assert_non_null(*paths);
			assert_string_equal(tree->path(now(), &d.ctx, n), *paths++);
		}
	assert_null(*paths);
}
#define PROPOSED(...) assert_proposed((const char *const[]){__VA_ARGS__, NULL})

static const struct kb_argument *
argument_of(const struct fstate *state, const char *id)
{
	size_t row = kb_argument_find(state->kb, id, strlen(id));
	return row == KB_NONE ? NULL : kb_argument(state->kb, row);
}

/* -- turns -- */

static void
give_floor(unsigned seat)
{
	assert_null(next_to(d.seats[seat - 1].role));
	assert_null(duel_claim(&d, seat, false));
	duel_tick(&d, 10);
}

/* The example of a turn, with these items in place of its own under Mutations; malloc'd. */
static char *
turn_with(const char *items)
{
	UT_string out;
	utstring_init(&out);
	d.f->hand_ins[0].example(now(), &d.ctx, d.ctx.holder, &out);
	char *own = strstr(utstring_body(&out), "\n**Mutations**");
	if (own) {
		*own = '\0';
		out.i = (size_t)(own - utstring_body(&out));
	}
	if (*items)
		utstring_printf(&out, "\n**Mutations**\n%s", items);
	return utstring_body(&out);
}

/* Judged on what is proposed, taken by what the debate is. */
static int
judge_turn(const char *items, struct verdict *v)
{
	char *text = turn_with(items);
	struct submission s = {.row = ROW_DEBATE, .text = text, .len = strlen(text)};
	*v = (struct verdict){.n = 0};
	format_judge(d.f, now(), &d.ctx, &s, v);
	utstring_clear(&d.printed);
	findings_print(&v->findings, "t", &d.printed);
	free(text);
	return findings_errno(&v->findings);
}

static int
try_turn(const char *items)
{
	struct verdict v;
	int err = judge_turn(items, &v);
	verdict_free(&v);
	return err;
}

static void
take_turn(const char *items)
{
	struct verdict v;
	takes(judge_turn(items, &v));
	duel_take(&d, d.ctx.holder, &v);
}

static void
end_lease(void)
{
	drop_proposed();
	duel_release(&d);
}

/* -- what is proposed -- */

TEST(a_proposal_is_seen_in_its_state_alone_and_stands_behind_what_was_there)
{
	unsigned before = tree->count(d.state, &d.ctx);
	give_floor(TESS);
	takes(change("edges.md", NULL, EDGE("arg-003 refutes arg-004")));
	takes(write_text(ARG_10, NODE));
	assert_int_equal(tree->count(d.state, &d.ctx), before);
	assert_int_equal(tree->count(proposed, &d.ctx), before + 1);
	assert_string_equal(tree->path(proposed, &d.ctx, before + 1), ARG_10);
	assert_int_equal(tree->time_ms(proposed, &d.ctx, before + 1), d.ctx.now_ms);
	assert_int_equal(tree->time_ms(proposed, &d.ctx, 1), d.ctx.created_ms);
	PROPOSED("edges.md", ARG_10);
	assert_null(strstr(text_of(d.state, "edges.md"), "so it is"));
	assert_non_null(strstr(text_of(proposed, "edges.md"), "arg-003 refutes arg-004 \"so it is\"\n"));
	assert_string_equal(text_of(proposed, ARG_10), NODE);
	for (unsigned n = 1; n <= before; n++)
		assert_false(tree->is_proposed(d.state, n));
	end_lease();
}

TEST(what_may_not_be_changed_is_refused_and_leaves_what_was_proposed)
{
	struct findings found = {.n = 0};
	give_floor(TESS);
	takes(change(ARG_1, "status: robust", "status: strong"));
	refuses(change(ARG_1, "status: strong", "status: weak\nlayer: meta"), -EPERM, "[kb.frozen]");
	refuses(change("arguments/arg-004-spaces-earn-more.md", "status: weak", "status: contested"), -EPERM, "[kb.promoted]");
	refuses(change("arguments/arg-004-spaces-earn-more.md", "status: weak", "status: refuted"), -EPERM, "[kb.concurrence]");
	refuses(write_text("sources/agents/debater-spaces/a.md", SOURCE), -EPERM, "[kb.owner]");
	refuses(write_text(OWN, "no front matter\n"), -EINVAL, "[kb.source]");
	refuses(write_text("revisions.md", "mine\n"), -EPERM, "[kb.frozen] kb/revisions.md would be new: the filesystem alone");
	refuses(change("arguments/index.md", NULL, "- mine\n"), -EPERM, "[kb.frozen]");
	refuses(write_text("quality-summary.md", NULL), -EPERM, "[kb.frozen] kb/quality-summary.md would be gone: a debate removes nothing");
	refuses(write_text("nowhere.md", NULL), -EPERM, "[kb.frozen] there is no kb/nowhere.md");
	PROPOSED(ARG_1);
	/* And none of what is refused is told as taken. */
	assert_null(tree->propose(d.state, &d.ctx, OWN, "x", 1, &found));
	findings_free(&found);
	end_lease();
}

TEST(bytes_that_are_no_text_are_refused)
{
	static char big[(1 << 20) + 1];
	memset(big, 'x', sizeof big);
	give_floor(TESS);
	refuses(write_bytes(OWN, "\xff\n", 2), -EILSEQ, "[text.utf8]");
	refuses(write_bytes(OWN, "a\0b\n", 4), -EINVAL, "[text.control]");
	refuses(write_bytes(OWN, "a\rb\n", 4), -EINVAL, "[text.control]");
	refuses(write_bytes(OWN, big, sizeof big), -EFBIG, "[text.size]");
	/* Nor what would be one, but for that. */
	refuses(write_text(OWN, SOURCE "\a\n"), -EINVAL, "[text.control]");
	refuses(write_text(OWN, SOURCE "\xff\n"), -EILSEQ, "[text.utf8]");
	assert_null(proposed);
	end_lease();
}

TEST(line_ends_of_other_systems_are_no_change)
{
	give_floor(TESS);
	takes(write_text(OWN, "---\r\ntitle: A count\r\njournal_or_source: a\r\nyear: 2021\r\nurl: none\r\ndate_accessed: x\r\n"
			      "source_type: y\r\nkey_finding: z\r\n---\r\n"));
	assert_null(strchr(text_of(proposed, OWN), '\r'));
	end_lease();
}

TEST(a_credential_is_refused_but_where_it_stood_before)
{
	static const char key[] = "AKIA" "QX7RZ2MPL4VN6TWY";
	char *text = mem_format("%sThe key is %s.\n", SOURCE, key);
	give_floor(TESS);
	refuses(write_text(OWN, text), -EINVAL, "[text.secret]");
	d.terms.secrets = SECRETS_WARN;
	takes(write_text(OWN, text));
	assert_printed(&d, "[text.secret]");
	assert_null(strstr(duel_said(&d), key));
	take_turn("- kb/" OWN ": it counts\n");
	end_lease();
	d.terms.secrets = SECRETS_REFUSE;
	give_floor(SAM);
	takes(change(OWN, NULL, "\n## Criticism\n\nWho counted?\n"));
	end_lease();
	free(text);
}

TEST(a_file_that_is_written_again_takes_its_own_place_or_goes_behind_what_it_names)
{
	give_floor(TESS);
	takes(change("edges.md", NULL, EDGE("arg-003 refutes arg-004")));
	refuses(change("edges.md", NULL, EDGE("arg-010 supports arg-003")), -EINVAL, "[kb.edge] there is no argument arg-010");
	takes(write_text(ARG_10, NODE));
	/* In its old place it would name what comes later. */
	takes(change("edges.md", NULL, EDGE("arg-010 supports arg-003")));
	assert_int_equal(proposed->proposed->n, 2);
	assert_string_equal(proposed->proposed->v[0].path, ARG_10);
	assert_string_equal(proposed->proposed->v[1].path, "edges.md");
	assert_int_equal(proposed->proposed->v[1].changes.n, 2);
	/* And this one stays where it is. */
	takes(change(ARG_10, "Three readers did it.", "Three readers did it, and said so."));
	assert_string_equal(proposed->proposed->v[0].path, ARG_10);
	PROPOSED("edges.md", ARG_10);
	/* What it would take from under another is refused, and told. */
	refuses(change(ARG_10, "position: tabs", "position: vim"), -EINVAL, "[kb.position] \"vim\" is no position");
	refuses(write_text(ARG_10, NULL), -EINVAL,
		"[kb.edge] kb/edges.md, which is written already, stands on this file: there is no argument arg-010");
	PROPOSED("edges.md", ARG_10);
	end_lease();
}

TEST(of_two_ways_to_refuse_the_one_with_fewer_faults_is_told)
{
	give_floor(TESS);
	takes(write_text(ARG_10, NODE));
	takes(change("edges.md", NULL, EDGE("arg-010 supports arg-003")));
	refuses(change(ARG_10, "status: contested", "status: strong"), -EPERM, "[kb.promoted] arg-010 would come in as strong");
	assert_false(duel_printed(&d, "kb/edges.md"));
	end_lease();
}

/* Nor does it come in higher by being written again. */
TEST(what_is_written_again_is_no_higher_than_what_it_refines)
{
	char *weak = mem_strdup(NODE);
	memcpy(strstr(weak, "contested"), "weak     ", strlen("contested"));
	give_floor(TESS);
	takes(write_text(ARG_10, weak));
	takes(change("edges.md", NULL, EDGE("arg-010 refines arg-004")));
	refuses(write_text(ARG_10, NODE), -EPERM,
		"[kb.promoted] kb/edges.md, which is written already, would not hold with this: arg-010, which this debate has derived, is "
		"contested, and arg-004, which it would refine, is only weak");
	PROPOSED("edges.md", ARG_10);
	assert_int_equal(argument_of(proposed, "arg-010")->status, KB_WEAK);
	end_lease();
	free(weak);
}

TEST(what_is_as_it_was_takes_the_proposal_back)
{
	char *before = mem_strdup(text_of(d.state, ARG_1));
	give_floor(TESS);
	takes(write_text(ARG_1, before));
	assert_null(tree->again(d.state, proposed));
	takes(change(ARG_1, "status: robust", "status: weak"));
	takes(write_text(OWN, SOURCE));
	PROPOSED(ARG_1, OWN);
	/* What editors leave of a file is no change either. */
	char *spaced = mem_format("%s\n\n", before);
	takes(write_text(ARG_1, spaced));
	PROPOSED(OWN);
	assert_int_equal(argument_of(proposed, "arg-001")->status, KB_ROBUST);
	assert_int_equal(tree->time_ms(proposed, &d.ctx, number_of(proposed, ARG_1)), d.ctx.created_ms);
	takes(write_text(OWN, NULL));
	assert_proposed((const char *const[]){NULL});
	assert_int_equal(number_of(proposed, OWN), 0);
	assert_int_equal(tree->count(proposed, &d.ctx), tree->count(d.state, &d.ctx));
	assert_null(tree->again(d.state, proposed));
	takes(try_turn(""));
	free(spaced);
	free(before);
	end_lease();
}

TEST(more_than_a_turn_can_bring_along_is_refused)
{
	char path[64], *text = mem_format("%s%0*d\n", SOURCE, 1000000, 0);
	give_floor(TESS);
	for (unsigned i = 1; i <= 4; i++) {
		snprintf(path, sizeof path, "sources/agents/debater-tabs/%u.md", i);
		takes(write_text(path, text));
	}
	refuses(write_text("sources/agents/debater-tabs/5.md", text), -ENOSPC,
		"[limit.staged] with this the files that were written below kb/ for this turn have 5000");
	/* Written again it is counted once. */
	takes(write_text(path, text));
	free(text);
	/* To the byte. */
	size_t left = FORMAT_PROPOSED_BYTES;
	for (unsigned i = 1; i <= 4; i++) {
		snprintf(path, sizeof path, "sources/agents/debater-tabs/%u.md", i);
		left -= strlen(text_of(proposed, path));
	}
	text = mem_format("%s%0*d\n", SOURCE, (int)(left - strlen(SOURCE) - 1), 0);
	takes(write_text("sources/agents/debater-tabs/5.md", text));
	char *more = mem_format("%s\n0\n", text);
	refuses(write_text("sources/agents/debater-tabs/5.md", more), -ENOSPC, "[limit.staged]");
	free(more);
	free(text);
	drop_proposed();
	for (unsigned i = 1; i <= ADVERSARIAL_ITEMS; i++) {
		snprintf(path, sizeof path, "sources/agents/debater-tabs/%u.md", i);
		takes(write_text(path, SOURCE));
	}
	refuses(write_text(OWN, SOURCE), -ENOSPC, "[limit.staged] with this there are 101 changes below kb/ for this turn, at most 100");
	end_lease();
}

/* -- who writes -- */

TEST(only_who_has_the_floor_writes_and_only_before_its_turn)
{
	refuses(write_text(OWN, SOURCE), -EACCES, "[lease.none]");
	give_floor(TESS);
	takes(write_text(OWN, SOURCE));
	take_turn("- kb/" OWN ": it counts\n");
	assert_null(tree->again(d.state, proposed));
	drop_proposed();
	refuses(change(ARG_1, "status: robust", "status: weak"), -EPERM,
		"[mutation.late] the turn of this lease was accepted: what is written below kb/ belongs to a turn");
	char *sentence;
	assert_string_equal(tree->may_write(d.state, &d.ctx, ARG_1, &sentence)->id, "mutation.late");
	free(sentence);
	end_lease();
	d.ctx.holder = SAM;
	refuses(change(ARG_1, "status: robust", "status: weak"), -EBUSY, "[lease.order]");
	d.ctx.holder = 0;
}

/* Before the first entry the tree is the folder. */
TEST(a_debate_without_a_base_takes_nothing_and_shows_the_folder)
{
	struct fstate *new = fstate_start(&format_adversarial);
	struct findings found = {.n = 0};
	assert_null(tree->propose(new, &d.ctx, OWN, SOURCE, strlen(SOURCE), &found));
	assert_int_equal(findings_errno(&found), -EBUSY);
	assert_string_equal(findings_first_error(&found)->rule->id, "lease.wait");
	assert_string_equal(findings_first_error(&found)->text, "there is no knowledge base yet");
	findings_free(&found);
	assert_int_equal(tree->count(new, &d.ctx), folder.n);
	for (unsigned n = 1; n <= folder.n; n++) {
		const char *bytes;
		size_t len;
		tree->bytes(new, &d.ctx, n, &bytes, &len);
		assert_string_equal(tree->path(new, &d.ctx, n), files[n - 1].path + 3);
		assert_int_equal(len, files[n - 1].len);
		assert_memory_equal(bytes, files[n - 1].text, len);
		assert_int_equal(tree->time_ms(new, &d.ctx, n), d.ctx.created_ms);
	}
	fstate_drop(new);
}

TEST(the_orchestrator_writes_nothing)
{
	char *sentence;
	play(2);
	assert_null(end_for("enough"));
	assert_null(duel_claim(&d, OLGA, false));
	refuses(change("edges.md", NULL, EDGE("arg-003 refutes arg-004")), -EPERM, "[kb.owner] the orchestrator changes nothing");
	assert_string_equal(tree->may_write(d.state, &d.ctx, "edges.md", &sentence)->id, "kb.owner");
	assert_non_null(strstr(sentence, "the orchestrator changes nothing"));
	free(sentence);
	synthesize();
	refuses(write_text(OWN, SOURCE), -EROFS, "[duel.closed]");
}

TEST(a_moderator_lowers_and_criticises_and_adds_no_argument)
{
	play(2);
	give_floor(MONA);
	takes(change(ARG_1, "status: robust", "status: strong"));
	takes(change(BRAILLE, NULL, "  And of one line.\n"));
	takes(change("edges.md", NULL, EDGE("arg-003 derived-from-source kb/" BRAILLE)));
	takes(change("contradictions.md", NULL, CONTRADICTION));
	takes(write_text("sources/agents/moderator/a.md", SOURCE));
	refuses(write_text(ARG_10, NODE), -EPERM, "[kb.owner]");
	refuses(change(ARG_3, NULL, "Lowered.\n"), -EPERM, "[kb.owner] the moderator adds nothing to Strength assessment");
	take_turn("- arg-001: Turn 2 shows it\n- kb/" BRAILLE ": so\n- kb/edges.md: so\n- kb/contradictions.md: so\n"
		  "- kb/sources/agents/moderator/a.md: so\n");
	assert_non_null(strstr(text_of(d.state, "revisions.md"), "## R-001 — 2026-11-20 — moderator, debate turn 3\n"));
	assert_non_null(strstr(text_of(d.state, "revisions.md"), "- **Triggered by**: Turn 3\n"));
	end_lease();
}

TEST(a_path_tells_whether_it_could_be_written_at_all)
{
	static const struct {
		const char *path, *rule;
	} rows[] = {{ARG_1, NULL}, {ARG_10, NULL}, {OWN, NULL}, {"edges.md", NULL}, {"contradictions.md", NULL},
		{"quality-summary.md", "kb.frozen"}, {"revisions.md", "kb.frozen"}, {"arguments/index.md", "kb.frozen"},
		{"sources/agents/debater-spaces/a.md", "kb.owner"}, {"sources/agents/debater-tabs/.a.md.swp", "kb.source"}};
	give_floor(TESS);
	for (size_t i = 0; i < N(rows); i++) {
		char *sentence;
		const struct rule *rule = tree->may_write(d.state, &d.ctx, rows[i].path, &sentence);
		if (!rule != !rows[i].rule || (rule && strcmp(rule->id, rows[i].rule)) || !rule != !sentence)
			fail_msg("%s: %s", rows[i].path, sentence);
		free(sentence);
	}
	end_lease();
}

/* -- over what the debate has become -- */

static int
begin_third(void **state)
{
	begin_large(state);
	tree = row_named("kb")->tree;
	assert_null(duel_sit(&d, "stan", "debater-static-typing", "h", "m"));
	assert_null(duel_sit(&d, "dyna", "debater-dynamic-typing", "h", "m"));
	assert_null(duel_sit(&d, "kim", "moderator", "h", "m"));
	assert_null(duel_sit(&d, "olga", "orchestrator", "h", "m"));
	return 0;
}

static const struct test_around with_a_third = {begin_third, end_live};

TEST_IN(with_a_third, who_joins_meanwhile_has_a_folder_before_what_is_proposed)
{
	struct fstate *again;
	char path[] = "sources/agents/debater-static-typing/a.md";
	give_floor(1);
	takes(write_text(path, SOURCE));
	unsigned n = number_of(proposed, path);
	assert_null(duel_sit(&d, "greta", "debater-gradual-typing", "h", "m"));
	again = tree->again(d.state, proposed);
	assert_non_null(again);
	drop_proposed();
	proposed = again;
	assert_string_equal(tree->path(proposed, &d.ctx, n), "sources/agents/debater-gradual-typing/");
	assert_int_equal(number_of(proposed, path), n + 1);
	takes(write_text(path, SOURCE "More.\n"));
	take_turn("- kb/sources/agents/debater-static-typing/a.md: it counts\n");
	assert_int_equal(number_of(d.state, path), n + 1);
	assert_string_equal(text_of(d.state, path), SOURCE "More.\n");
	end_lease();
}

TEST(proposals_stand_over_what_happens_beside)
{
	struct fstate *again;
	give_floor(TESS);
	takes(write_text(OWN, SOURCE));
	takes(change("edges.md", NULL, EDGE("arg-003 refutes arg-004")));
	char *before = shown(proposed), *after;
	duel_fold(&d, ENTRY_REFRESH, TESS, "{\"seconds\":900}", NULL, 0, NULL);
	again = tree->again(d.state, proposed);
	assert_non_null(again);
	assert_ptr_equal(again->kb, proposed->kb);
	after = shown(again);
	assert_string_equal(before, after);
	drop_proposed();
	proposed = again;
	take_turn("- kb/" OWN ": it counts\n- kb/edges.md: it follows\n");
	end_lease();
	free(before);
	free(after);
}

/* -- what a turn brings along -- */

TEST(a_turn_says_why_of_all_that_it_brings_and_of_nothing_else)
{
	give_floor(TESS);
	takes(change(ARG_1, "status: robust", "status: weak"));
	takes(change("edges.md", NULL, EDGE("arg-003 refutes arg-004")));
	refuses(try_turn(""), -EINVAL, "[mutation.unsaid] arg-001 was changed for this turn");
	assert_printed(&d, "[mutation.unsaid] kb/edges.md was changed");
	refuses(try_turn("- arg-001: as arg-003 has it\n"), -EINVAL, "kb/edges.md was changed");
	refuses(try_turn("- arg-001: as arg-003 has it\n- kb/edges.md: so\n- arg-003: so\n"), -EINVAL, "[mutation.unmade] arg-003 was not changed");
	takes(try_turn("- arg-001: as arg-003 has it\n- kb/edges.md: so\n"));
	drop_proposed();
	refuses(try_turn("- arg-001: as arg-003 has it\n"), -EINVAL, "[mutation.unmade]");
	end_lease();
}

/* What a turn brings itself is a ground; what was lowered by another turn needs none any more. */
TEST(an_argument_is_lowered_for_something_that_is_there)
{
	give_floor(TESS);
	takes(change(ARG_1, "status: robust", "status: baseless"));
	takes(change(ARG_3, NULL, "Lowered by nobody.\n"));
	refuses(try_turn("- arg-001: 无\n- arg-003: 无\n"), -EINVAL, "t:10: error: [mutation.untraced] arg-001 is lowered, and \"无\"");
	assert_null(strstr(utstring_body(&d.printed), "arg-003 is"));
	refuses(try_turn("- arg-001: kb/" OWN "\n- arg-003: x\n"), -EINVAL, "and kb/" OWN " is not there");
	takes(write_text(OWN, SOURCE));
	takes(try_turn("- arg-001: kb/" OWN "\n- arg-003: x\n- kb/" OWN ": x\n"));
	takes(write_text(ARG_10, NODE));
	takes(try_turn("- arg-001: arg-010\n- arg-003: x\n- kb/" OWN ": x\n- arg-010: x\n"));
	takes(change("contradictions.md", NULL, CONTRADICTION));
	take_turn("- arg-001: C-003\n- arg-003: x\n- kb/" OWN ": x\n- arg-010: x\n- kb/contradictions.md: x\n");
	end_lease();
	give_floor(SAM);
	takes(change(ARG_1, NULL, "So it is.\n"));
	takes(try_turn("- arg-001: 无\n"));
	end_lease();
}

TEST(a_blank_has_an_item_for_each_and_its_example_is_taken)
{
	UT_string blank;
	give_floor(TESS);
	takes(change(ARG_1, "status: robust", "status: weak"));
	takes(change(ARG_1, NULL, "Lowered.\n"));
	takes(change(ARG_3, "status: contested", "status: weak"));
	takes(change(BRAILLE, NULL, "  And of one line.\n"));
	utstring_init(&blank);
	d.f->hand_ins[0].blank(proposed, &d.ctx, TESS, &blank);
	/* A target has one, whatever was done to it. */
	assert_non_null(strstr(utstring_body(&blank), "\n**Mutations**\n- arg-001: ...\n- arg-003: ...\n- kb/" BRAILLE ": ...\n"));
	utstring_clear(&blank);
	d.f->hand_ins[0].example(proposed, &d.ctx, TESS, &blank);
	struct submission s = {.row = ROW_DEBATE, .text = utstring_body(&blank), .len = utstring_len(&blank)};
	struct verdict v = {.n = 0};
	format_judge(d.f, proposed, &d.ctx, &s, &v);
	takes(findings_errno(&v.findings));
	verdict_free(&v);
	utstring_done(&blank);
	end_lease();
}

/* A rating is that with the turn's own changes, and so is what may be ruled. */
TEST(a_turn_is_judged_with_its_own_changes)
{
	static const char close[] = "## Turn 3 — mona (gemini / pro) — moderator\n\n**Rulings**\n"
		"- close L-002 (arg-003) as refuted: Turn 2 shows it [kb/" BRAILLE "]\n\n**Mutations**\n- arg-003: L-001 needs none of it\n";
	struct submission s = {.row = ROW_DEBATE, .text = close, .len = strlen(close)};
	struct verdict v = {.n = 0};
	play(2);
	give_floor(MONA);
	takes(change(ARG_3, "status: contested", "status: weak"));
	format_judge(d.f, now(), &d.ctx, &s, &v);
	utstring_clear(&d.printed);
	findings_print(&v.findings, "t", &d.printed);
	refuses(findings_errno(&v.findings), -EINVAL, "[ruling.graph] arg-003 is rated weak");
	verdict_free(&v);
	takes(change(ARG_3, "status: weak", "status: refuted"));
	v = (struct verdict){.n = 0};
	format_judge(d.f, now(), &d.ctx, &s, &v);
	takes(findings_errno(&v.findings));
	duel_take(&d, MONA, &v);
	assert_int_equal(ledger_claim(d.state->ledger, 2)->status, CLAIM_CLOSED);
	assert_int_equal(argument_of(d.state, "arg-003")->status, KB_REFUTED);
	end_lease();
}

static const char all_items[] = "- arg-001: C-001 has no such group\n- kb/edges.md: it follows from arg-010\n- arg-010: it was asked for\n"
				"- kb/" OWN ": nobody had counted\n- kb/" BRAILLE ": one line is not all\n- kb/contradictions.md: each counts others\n"
				"- arg-003: seen in Turn 2\n";

/* Eight changes, of each type at least one. */
static void
propose_all(void)
{
	takes(change(ARG_1, "status: robust", "status: strong"));
	takes(write_text(ARG_10, NODE));
	takes(change("edges.md", NULL, EDGE("arg-010 refines arg-003") EDGE("arg-003 refutes arg-004")));
	takes(write_text(OWN, SOURCE));
	takes(change(BRAILLE, NULL, "  And of one line.\n"));
	takes(change("contradictions.md", NULL, CONTRADICTION));
	takes(change(ARG_3, NULL, "Lowered by nobody.\n"));
}

#define HEAD(n) "\n## R-00" n " — 2026-11-20 — debater-tabs, debate turn 3\n\n"
#define TRIGGER "- **Triggered by**: Turn 2\n"
static const char revisions[] = "# Revisions\n"
	HEAD("1") "- **Type**: status-downgrade\n- **Target**: arg-001\n- **Change**: robust → strong\n"
	"- **Justification**: C-001 has no such group\n" TRIGGER
	HEAD("2") "- **Type**: new-node\n- **Target**: arg-010\n- **Change**: Three readers show that it is possible.\n"
	"- **Justification**: it was asked for\n" TRIGGER
	HEAD("3") "- **Type**: new-edge\n- **Target**: kb/edges.md\n- **Change**: arg-010 refines arg-003 \"so it is\"\n"
	"- **Justification**: it follows from arg-010\n" TRIGGER
	HEAD("4") "- **Type**: new-edge\n- **Target**: kb/edges.md\n- **Change**: arg-003 refutes arg-004 \"so it is\"\n"
	"- **Justification**: it follows from arg-010\n" TRIGGER
	HEAD("5") "- **Type**: new-source\n- **Target**: kb/" OWN "\n- **Change**: A count\n"
	"- **Justification**: nobody had counted\n" TRIGGER
	HEAD("6") "- **Type**: criticism-append\n- **Target**: kb/" BRAILLE "\n- **Change**: And of one line.\n"
	"- **Justification**: one line is not all\n" TRIGGER
	HEAD("7") "- **Type**: contradiction-added\n- **Target**: kb/contradictions.md\n- **Change**: C-003: who is counted\n"
	"- **Justification**: each counts others\n" TRIGGER
	HEAD("8") "- **Type**: notes-append\n- **Target**: arg-003\n- **Change**: Strength assessment: Lowered by nobody.\n"
	"- **Justification**: seen in Turn 2\n" TRIGGER;

TEST(a_turn_brings_its_changes_their_revisions_and_the_rows_of_indexes)
{
	unsigned first;
	play(2);
	first = tree->count(d.state, &d.ctx) + 1;
	give_floor(TESS);
	propose_all();
	char *numbers[2] = {mem_strdup(tree->path(proposed, &d.ctx, first)), mem_strdup(tree->path(proposed, &d.ctx, first + 1))};
	assert_int_equal(number_of(proposed, "revisions.md"), 0);
	assert_null(strstr(text_of(proposed, "arguments/index.md"), "arg-010"));
	utstring_clear(&d.events);
	take_turn(all_items);
	assert_string_equal(text_of(d.state, "revisions.md"), revisions);
	assert_non_null(strstr(text_of(d.state, "arguments/index.md"), "| arg-001 | tabs | strong | "));
	assert_non_null(strstr(text_of(d.state, "arguments/index.md"),
		"| arg-010 | tabs | contested | Three readers show that it is possible. |\n"));
	/* Numbers are those that the proposals had. */
	assert_string_equal(tree->path(d.state, &d.ctx, first), numbers[0]);
	assert_string_equal(tree->path(d.state, &d.ctx, first + 1), numbers[1]);
	assert_string_equal(tree->path(d.state, &d.ctx, first + 2), "revisions.md");
	assert_int_equal(tree->count(d.state, &d.ctx), first + 2);
	for (unsigned n = 1; n <= first + 2; n++)
		assert_false(tree->is_proposed(d.state, n));
	assert_true(tree->time_ms(d.state, &d.ctx, number_of(d.state, "arguments/index.md")) > d.ctx.created_ms);
	assert_int_equal(tree->time_ms(d.state, &d.ctx, number_of(d.state, "quality-summary.md")), d.ctx.created_ms);
	assert_non_null(strstr(utstring_body(&d.events),
		"kb_revised turn:3 \"turn_number\":3,\"participant\":\"tess\",\"type\":\"status-downgrade\",\"target\":\"arg-001\"\n"));
	assert_non_null(strstr(utstring_body(&d.events), "\"type\":\"notes-append\",\"target\":\"arg-003\"\n"));
	/* The snapshot is what it was. */
	assert_int_equal(kb_arguments(d.state->snapshot), 9);
	end_lease();
	free(numbers[0]);
	free(numbers[1]);
}

static void
assert_status(const char *key, const char *text, int64_t integer)
{
	for (size_t i = 0; i < d.f->n_status; i++)
		if (!strcmp(d.f->status[i].key, key)) {
			struct status_value v = d.f->status[i].value(d.state, &d.ctx);
			if (text)
				assert_string_equal(v.text, text);
			else
				assert_int_equal(v.integer, integer);
			free(v.owned);
			return;
		}
	fail_msg("no %s", key);
}

TEST(what_was_changed_is_told_in_status_prompts_and_the_synthesis)
{
	UT_string out;
	play(2);
	assert_status("downgrades", "", 0);
	assert_status("revisions", NULL, 0);
	give_floor(TESS);
	propose_all();
	take_turn(all_items);
	end_lease();
	assert_status("downgrades", "arg-001: robust → strong, turn 3\n", 0);
	assert_status("revisions", NULL, 8);
	for (unsigned seat = SAM; seat <= OLGA; seat++) {
		utstring_init(&out);
		d.f->brief(d.state, &d.ctx, seat, SHOWN_ALL, &out);
		assert_non_null(strstr(utstring_body(&out),
			"### Changes of the knowledge base\n\n- turn 3, status-downgrade, arg-001: robust → strong\n"));
		utstring_done(&out);
	}
	/* A second turn goes on, and who speaks never is told of the newest alone. */
	give_floor(MONA);
	takes(change(ARG_1, "status: strong", "status: contested"));
	take_turn("- arg-001: less, by arg-003\n");
	end_lease();
	assert_status("downgrades", "arg-001: robust → strong, turn 3\narg-001: strong → contested, turn 4\n", 0);
	assert_non_null(strstr(text_of(d.state, "revisions.md"), "\n## R-009 — 2026-11-20 — moderator, debate turn 4\n"));
	assert_int_equal(strncmp(text_of(d.state, "revisions.md"), revisions, strlen(revisions)), 0);
	utstring_init(&out);
	d.f->brief(d.state, &d.ctx, OLGA, SHOWN_ALL, &out);
	assert_null(strstr(utstring_body(&out), "- turn 3, "));
	assert_null(end_for("enough"));
	assert_null(duel_claim(&d, OLGA, false));
	utstring_clear(&out);
	d.f->hand_ins[1].blank(d.state, &d.ctx, OLGA, &out);
	assert_non_null(strstr(utstring_body(&out), "Revisions: 9, in kb/revisions.md"));
	duel_release(&d);
	utstring_done(&out);
}

/* What the turn answers is what its changes were triggered by, claims first. */
TEST(a_revision_names_what_its_turn_answers)
{
	static const char turn[] = "## Turn 3 — tess (claude-code / opus) — debater-tabs\n\n**Answers**: Turn 2, L-003, L-004\n\n**Claims**\n"
		"- rebut L-003: alignment is no indentation, and a tab in front of it takes nothing away [arg-001]\n\n**Argument**\nSo.\n\n"
		"**Mutations**\n- arg-001: Turn 2 shows it\n";
	struct submission s = {.row = ROW_DEBATE, .text = turn, .len = strlen(turn)};
	struct verdict v = {.n = 0};
	play(2);
	give_floor(TESS);
	takes(change(ARG_1, "status: robust", "status: strong"));
	format_judge(d.f, now(), &d.ctx, &s, &v);
	takes(findings_errno(&v.findings));
	duel_take(&d, TESS, &v);
	assert_non_null(strstr(text_of(d.state, "revisions.md"), "- **Triggered by**: L-003, L-004, Turn 2\n"));
	end_lease();
}

TEST(an_index_that_does_not_follow_stays_as_it_came)
{
	unsigned n = number_of(d.state, "arguments/index.md");
	char *before = mem_strdup(text_of(d.state, "arguments/index.md"));
	give_floor(TESS);
	takes(change(ARG_1, NULL, "Lowered by nobody.\n"));
	take_turn("- arg-001: so\n");
	assert_string_equal(text_of(d.state, "arguments/index.md"), before);
	assert_int_equal(tree->time_ms(d.state, &d.ctx, n), d.ctx.created_ms);
	assert_int_equal(tree->time_ms(d.state, &d.ctx, number_of(d.state, "sources/index.md")), d.ctx.created_ms);
	assert_true(tree->time_ms(d.state, &d.ctx, number_of(d.state, ARG_1)) > d.ctx.created_ms);
	end_lease();
	free(before);
}

/* Its file is as it was: a prompt has both ends of them. */
TEST(edges_of_the_debate_stand_by_both_their_arguments)
{
	UT_string out;
	give_floor(TESS);
	takes(write_text(ARG_10, NODE));
	takes(change("edges.md", NULL, EDGE("arg-003 refutes arg-002") EDGE("arg-008 refines arg-002") EDGE("arg-010 supports arg-001")));
	take_turn("- kb/edges.md: so\n- arg-010: so\n");
	end_lease();
	give_floor(SAM);
	end_lease();
	utstring_init(&out);
	d.f->brief(d.state, &d.ctx, SAM, SHOWN_ALL, &out);
	assert_non_null(strstr(utstring_body(&out), "\n  - refutes arg-002 (new)\n"));
	assert_non_null(strstr(utstring_body(&out), "\n  - arg-003 refutes it (new)\n  - arg-008 refines it (new)\n"));
	assert_non_null(strstr(utstring_body(&out), "\n  - arg-010 supports it (new)\n"));
	assert_null(strstr(utstring_body(&out), "addresses arg-001 (new)"));
	assert_null(strstr(utstring_body(&out), "arg-002 contradicts it"));
	utstring_done(&out);
}

TEST(guides_say_what_may_be_written_and_that_the_turn_says_why)
{
	UT_string out;
	utstring_init(&out);
	d.f->terms(&d.terms, &out);
	assert_non_null(strstr(utstring_body(&out), "may write below `kb/`"));
	assert_non_null(strstr(utstring_body(&out), "a release, or a lease that runs out, drops it\n"));
	assert_non_null(strstr(d.f->hand_ins[0].how, "`- kb/edges.md: …`"));
	utstring_done(&out);
}

/* -- entries -- */

TEST(an_entry_that_says_something_else_is_damaged)
{
	static const char *const data[] = {"{\"kb\":[{\"path\":\"edges.md\"}]}", "{\"kb\":[{\"path\":\"edges.md\",\"text\":\"\"}]}",
		"{\"kb\":[{\"path\":\"edges.md\",\"text\":\"arg-001 likes arg-002\",\"changes\":[]}]}", "{\"kb\":[7]}",
		"{\"kb\":[{\"path\":\"a.md\",\"text\":\"\",\"changes\":[{\"type\":\"new-moon\",\"target\":\"x\",\"change\":\"y\"}]}]}",
		"{\"kb\":[{\"path\":\"../a.md\",\"text\":\"\",\"changes\":[]}]}"};
	give_floor(TESS);
	char *text = turn_with("");
	for (size_t i = 0; i < N(data); i++) {
		struct entry *e = entry_new(ENTRY_TURN, TESS, 1, data[i], text, strlen(text));
		struct fstate *next = apply_entry(d.state, &d.ctx, e, 0, NULL);
		if (next)
			fail_msg("%s", data[i]);
		entry_free(e);
	}
	struct entry *old = entry_new(ENTRY_TURN, TESS, 1, "{\"number\":1,\"warnings\":[]}", text, strlen(text));
	struct fstate *next = apply_entry(d.state, &d.ctx, old, 0, NULL);
	assert_non_null(next);
	assert_ptr_equal(next->kb, d.state->kb);
	fstate_drop(next);
	entry_free(old);
	free(text);
	end_lease();
}

/* -- what a base has already -- */

static int
begin_revised(void **state)
{
	begin(state);
	duel_done(&d);
	free_folder();
	load_folder("small");
	struct kb_set *with = set;
	kb_set_text(with, "revisions.md", "# KB Revisions Log\n\n## R-041 — then\n\nIt was so.");
	kb_set_text(with, "sources/agents/debater-tabs", "a file in the way\n");
	kb_set_text(with, "sources/reports/a note: one.md", SOURCE);
	for (size_t i = 0; i + 3 < set->n; i++)
		free((char *)files[i].path);
	files = mem_resize(files, set->n, sizeof *files);
	for (size_t i = 0; i < set->n; i++)
		files[i] = (struct source_file){mem_format("kb/%s", set->v[i].path), set->v[i].text, set->v[i].len};
	qsort(files, set->n, sizeof *files, by_path);
	folder = (struct source_folder){"/srv/run", "run", files, set->n};
	duel_begin_over(&d, &format_adversarial,
		(struct terms){.topic = "T", .topic_slug = "t", .wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30,
			.novelty_threshold = 0.8, .turn_seconds = 300, .move_seconds = 3600, .min_turns = 2, .max_turns = 7},
		NULL, &folder);
	tree = row_named("kb")->tree;
	all_join();
	return 0;
}

static const struct test_around over_revised = {begin_revised, end_live};

TEST_IN(over_revised, numbers_of_revisions_go_on_and_a_file_in_the_way_is_no_directory)
{
	assert_int_equal(number_of(d.state, "sources/agents/debater-tabs/"), 0);
	assert_true(number_of(d.state, "sources/agents/debater-spaces/") > 0);
	assert_true(number_of(d.state, "sources/agents/moderator/") > 0);
	give_floor(TESS);
	refuses(write_text(OWN, SOURCE), -EINVAL, "cannot be there: a file is where it wants a directory");
	takes(write_text("revisions.md", text_of(d.state, "revisions.md")));
	refuses(write_text("revisions.md", "mine\n"), -EPERM, "[kb.frozen] kb/revisions.md stays as it is: the filesystem alone");
	takes(change(ARG_1, "status: robust", "status: strong"));
	take_turn("- arg-001: less, by arg-003\n");
	assert_non_null(strstr(text_of(d.state, "revisions.md"),
		"# KB Revisions Log\n\n## R-041 — then\n\nIt was so.\n\n## R-042 — 2026-11-20 — debater-tabs, debate turn 1\n"));
	end_lease();
}

TEST_IN(over_revised, a_file_with_blanks_in_its_name_can_be_said)
{
	give_floor(TESS);
	takes(change("sources/reports/a note: one.md", NULL, "\n## Criticism\n\nWho counted?\n"));
	take_turn("- kb/sources/reports/a note: one.md: nobody did\n");
	assert_non_null(strstr(text_of(d.state, "revisions.md"), "- **Target**: kb/sources/reports/a note: one.md\n"));
	assert_non_null(strstr(text_of(d.state, "revisions.md"), "- **Justification**: nobody did\n"));
	end_lease();
}

TEST(a_folder_is_there_from_the_join_of_its_role)
{
	unsigned n = number_of(d.state, "sources/agents/debater-tabs/");
	assert_int_equal(n, folder.n + 1);
	assert_int_equal(number_of(d.state, "sources/agents/debater-spaces/"), n + 1);
	assert_int_equal(number_of(d.state, "sources/agents/moderator/"), n + 2);
	assert_int_equal(tree->count(d.state, &d.ctx), n + 2);
	assert_string_equal(text_of(d.state, "sources/agents/moderator/"), "");
	assert_int_equal(tree->time_ms(d.state, &d.ctx, n), d.log[1]->time_ms);
}
