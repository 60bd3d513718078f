/*
 * Debates as good agents write them, in eight languages: tests/corpus/adversarial/natural/LANGUAGE.md, texts parted by
 * `=== ROLE`. None is refused, and none is warned of.
 */
#include "tests/unit/formats/adversarial.h"

#define NATURAL "tests/corpus/adversarial/natural/"

static unsigned
seat_of(const char *role)
{
	return !strncmp(role, "tabs", 4) ? TESS : !strncmp(role, "spaces", 6) ? SAM : *role == 'm' ? MOD : ORCH;
}

TEST(no_natural_text_is_refused_or_warned_of_in_eight_languages)
{
	struct dirent **names;
	int n = scandir(NATURAL, &names, NULL, alphasort), files = 0;
	size_t texts = 0, claims = 0, steps = 0, revisions = 0, ruled = 0, remarks = 0;

	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		char path[512];
		size_t len;
		void *none = NULL;

		snprintf(path, sizeof path, NATURAL "%s", names[i]->d_name);
		if (*names[i]->d_name != '.') {
			char *all = read_whole(path, &len);

			begin(&none);
			files++;
			for (char *s = strstr(all, "=== "), *next; s; s = next) {
				char *text = strchr(s, '\n') + 1;
				unsigned seat = seat_of(s + 4);

				next = strstr(text, "\n=== ");
				if (next)
					*++next = '\0';
				if (seat == ORCH)
					adv_end(&duel);
				else if (duel.order.phase == PHASE_NAMING)
					name(seat);
				const char *ids = handed_in(seat, text);
				if (*ids || *warned)
					print_error("%s, text %zu: %s %s (%s)\n", path, duel.n + 1, ids, warned, said);
				assert_string_equal(ids, "");
				assert_string_equal(warned, "");
				texts++;
				if (next)
					*next = '=';
			}
			const struct adversarial *a = adv_of(&duel);
			claims += a->n_claims, steps += a->n_steps, revisions += a->n_revisions, ruled += a->n_rulings + a->n_deflections;
			remarks += a->n_remarks;
			free(all);
			end(&none);
		}
		free(names[i]);
	}
	free(names);
	assert_int_equal(files, 8);
	assert_true(texts >= 30);
	/* And all of it is read. */
	assert_int_equal(claims, 25);
	assert_int_equal(steps, 50);
	assert_int_equal(revisions, 14);
	assert_int_equal(ruled, 3);
	assert_int_equal(remarks, 13);
}
