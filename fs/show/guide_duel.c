/* A duel's README.md: who does what now. */
#include "fs/show/guide_inner.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"alice", "bob", "carol"};
static const char *const harnesses[] = {"shell", "editor"};

static bool
has_joined(const struct guide_facts *f, const char *name)
{
	for (unsigned i = 0; i < f->ctx->n_seats; i++)
		if (!strcmp(f->ctx->seats[i]->name, name))
			return true;
	return false;
}

/* Would the format let this one in, in the role that the command takes? */
static bool
may_join(const struct guide_facts *f, const struct actor *a)
{
	char role[FORMAT_ROLE_BYTES];
	bool has_role = guide_free_role(f, role);
	struct fault fault = format_join(f->fold,
			&(struct join_ask){.name = a->name,
				.harness = a->harness,
				.model = a->model,
				.role = has_role ? role : ""});

	free(fault.sentence);
	return !fault.rule;
}

/* Whose name nobody has yet, with a harness that the format takes beside those that are there. */
static struct actor
newcomer(const struct guide_facts *f)
{
	struct actor a = guide_somebody;

	for (size_t i = 0; has_joined(f, a.name) && i < sizeof names / sizeof names[0]; i++)
		a.name = names[i];
	for (size_t i = 0; !may_join(f, &a) && i < sizeof harnesses / sizeof harnesses[0]; i++)
		a.harness = harnesses[i];
	return a;
}

void
guide_duel(const struct guide_facts *f, UT_string *out)
{
	unsigned late = next_step_ended[f->next] ? f->next_seat : 0, seat = f->ctx->holder ? f->ctx->holder : late;
	struct actor who = !seat && guide_missing(f) ? newcomer(f)
						     : guide_actor(f, seat ? seat : guide_mover(f), guide_somebody);
	struct guide g = guide_about(f, who, late && debate_is_closed(f->fold) ? hand_in_next(f->fold, late) : NULL);

	guide_render(text_guide_taking_part_md, &g, out);
}
