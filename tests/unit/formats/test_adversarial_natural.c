/*
 * Debates as good agents write them, in eight languages: tests/corpus/adversarial/natural/LANGUAGE.md, texts parted by
 * `=== ROLE`. None is refused, and none is warned of.
 */
#include "tests/unit/formats/adversarial.h"

#define NATURAL "tests/corpus/adversarial/natural/"

static size_t texts, claims, steps, revisions, ruled, remarks;

static void
natural_debate(const char *path, const char *file)
{
	size_t len;
	char *all = read_whole(path, &len);
	void *none = NULL;

	(void)file;
	begin(&none);
	for (char *s = strstr(all, "=== "), *next; s; s = next) {
		char *text = strchr(s, '\n') + 1;
		unsigned seat = s[4] == 't' ? TESS : s[4] == 's' ? SAM : s[4] == 'm' ? MOD : ORCH;

		next = strstr(text, "\n=== ");
		if (next)
			*++next = '\0';
		if (seat == ORCH)
			end_crossing();
		else if (duel.order.phase == PHASE_NAMING)
			name(seat);
		const char *ids = handed_in(seat, text);
		if (*ids || *warned)
			fail_msg("%s, text %zu: %s %s (%s)", path, duel.n + 1, ids, warned, said);
		texts++;
		if (next)
			*next = '=';
	}
	const struct adversarial *a = adv_of(&duel);
	claims += a->n_claims, revisions += a->n_revisions, ruled += a->n_deflections;
	for (size_t i = 0; i < a->n_steps; i++)
		*(a->steps[i].move == MOVE_RULED ? &ruled : &steps) += 1;
	remarks += a->n_remarks;
	free(all);
	free_duel(&none);
}

TEST(no_natural_text_is_refused_or_warned_of_in_eight_languages)
{
	assert_int_equal(each_file(NATURAL, natural_debate), 8);
	assert_true(texts >= 30);
	/* And all of it is read. */
	assert_int_equal(claims, 25);
	assert_int_equal(steps, 50);
	assert_int_equal(revisions, 14);
	assert_int_equal(ruled, 3);
	assert_int_equal(remarks, 13);
}
