/* Roles, and the joins that take them. */
#include "validators/kit/debate.h"

#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

/* -- roles -- */

unsigned
debate_role_named(const struct debate *d, const char *word)
{
	for (unsigned role = 1; d->roles[role - 1].name; role++)
		if (!strcmp(d->roles[role - 1].name, word))
			return role;
	return ROLE_NONE;
}

unsigned
debate_seat_of(const struct debate *d, unsigned role)
{
	unsigned seat = 1;

	while (seat <= d->n_seats && d->seats[seat - 1].role != role)
		seat++;
	return seat <= d->n_seats ? seat : 0;
}

unsigned
debate_free_role(const struct debate *d)
{
	unsigned role = d->roles ? 1 : ROLE_NONE;

	while (role && d->roles[role - 1].name && debate_seat_of(d, role))
		role++;
	return role;
}

/* Empty: it is not known, or of a person. */
static struct reader
family_of(const char *model)
{
	bool none = !strcmp(model, "unknown-model") || !strcasecmp(model, "human");

	return reader_of(model, model + (none ? 0 : strcspn(model, "-0123456789")));
}

unsigned
debate_model_families(const struct debate *d, struct reader *one)
{
	unsigned n = 0;
	bool all = true;

	*one = (struct reader){0};
	for (unsigned i = 0; i < d->n_seats; i++) {
		struct reader family = family_of(d->seats[i].model);
		bool known = len_of(&family);
		all &= known;

		for (unsigned k = 0; k < i && known; k++) {
			struct reader other = family_of(d->seats[k].model);
			known = len_of(&other) != len_of(&family) || strncasecmp(other.s, family.s, len_of(&family));
		}
		if (known && !n)
			*one = family;
		n += known;
	}
	if (n != 1 || !all)
		*one = (struct reader){0};
	return n;
}

struct fault
format_join(const struct debate *d, const struct seat *who)
{
	const struct format *f = d->format;
	UT_string free_roles;

	if (!f->roles)
		return NO_FAULT;
	if (f->folder && !d->path)
		return fault_of(REFUSAL_LEASE_WAIT, "this debate has no source yet: set `source` in config.toml");
	unsigned role = debate_role_named(d, who->role), seat = role ? debate_seat_of(d, role) : 0;
	if (seat && strcmp(d->seats[seat - 1].name, who->name))
		return fault_of(REFUSAL_SEAT_TAKEN, "the %s is \"%s\"", who->role, d->seats[seat - 1].name);
	if (role)
		return !f->joins ? NO_FAULT
			: f->joins(d, &(struct debate_seat){who->name, who->harness, who->model, role, 0});
	utstring_init(&free_roles);
	for (role = 1; d->roles[role - 1].name; role++)
		if (!debate_seat_of(d, role))
			utstring_printf(&free_roles, "%srole=%s", utstring_len(&free_roles) ? " or " : "",
				d->roles[role - 1].name);
	struct fault fault = !utstring_len(&free_roles)
		? fault_of(REFUSAL_SEAT_TAKEN, "every role of this debate is taken")
		: *who->role ? fault_of(REFUSAL_VALUE_BAD, "there is no role \"%s\": join with %s", who->role,
			utstring_body(&free_roles))
		: fault_of(REFUSAL_VALUE_BAD, "say what you are: join with %s", utstring_body(&free_roles));
	utstring_done(&free_roles);
	return fault;
}
