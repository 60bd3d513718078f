/* Roles, and the joins that take them. */
#include "validators/kit/debate.h"

#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

/* -- roles -- */

unsigned
debate_role_named(const struct debate *d, const char *word)
{
	const struct debate_role *roles = d->format->roles;
	const char *side;
	unsigned role = 1;

	while (roles[role].name && strcmp(roles[role - 1].name, word))
		role++;
	if (!d->format->side || roles[role].name)
		return strcmp(roles[role - 1].name, word) ? ROLE_NONE : role;
	size_t len = strlen(roles[role - 1].name);
	if (strncmp(roles[role - 1].name, word, len) || word[len] != '-')
		return ROLE_NONE;
	for (unsigned i = 0; (side = d->format->side(d, i)); i++)
		if (!strcmp(side, word + len + 1))
			return role_side(role, i);
	return ROLE_NONE;
}

void
debate_print_role(const struct debate *d, unsigned role, UT_string *out)
{
	const struct debate_role *roles = d->format->roles;

	utstring_printf(out, "%s", roles[role_place(role) - 1].name);
	if (d->format->side && !roles[role_place(role)].name)
		utstring_printf(out, "-%s", d->format->side(d, role_side_of(role)));
}

unsigned
debate_seat_of(const struct debate *d, unsigned role)
{
	unsigned seat = 1;

	while (seat <= d->n_seats && d->seats[seat - 1].role != role)
		seat++;
	return seat <= d->n_seats ? seat : 0;
}

static struct reader
family_of(const char *model)
{
	size_t n = strcspn(model, "-0123456789");

	return strcmp(model, "unknown-model") ? between(model, model + n) : between(model, model);
}

unsigned
debate_model_families(const struct debate *d, struct reader *one)
{
	unsigned n = 0;
	bool all = true;

	*one = (struct reader){0};
	for (unsigned i = 0; i < d->n_seats; i++) {
		struct reader family = family_of(d->seats[i].model);
		bool known = left(&family);
		all &= known;

		for (unsigned k = 0; k < i && known; k++) {
			struct reader other = family_of(d->seats[k].model);
			known = left(&other) != left(&family) || strncasecmp(other.s, family.s, left(&family));
		}
		if (known && !n)
			*one = family;
		n += known;
	}
	if (n != 1 || !all)
		*one = (struct reader){0};
	return n;
}

/* -- who joins -- */

/* The role of a place: sides of the last one are numbered on. ROLE_NONE: none has that. */
static unsigned
role_at(const struct format *f, unsigned place)
{
	unsigned n = 0;

	while (f->roles && f->roles[n].name)
		n++;
	if (f->side && place >= n - 1)
		return role_side(n, place - (n - 1));
	return place < n ? place + 1 : ROLE_NONE;
}

static bool
has_role_at(const struct debate *d, unsigned place)
{
	unsigned role = role_at(d->format, place);

	return role && (!d->format->side || d->format->roles[role_place(role)].name ||
		d->format->side(d, role_side_of(role)));
}

/* Without a base nobody knows the sides. */
bool
format_role_at(const struct debate *d, unsigned place, char out[FORMAT_ROLE_BYTES])
{
	const struct format *f = d->format;
	UT_string word;
	bool is = true;

	utstring_init(&word);
	if (has_role_at(d, place))
		debate_print_role(d, role_at(f, place), &word);
	else if (role_at(f, place) && !role_side_of(role_at(f, place)))
		utstring_printf(&word, "%s", strchr(f->roles[place].wanted, '=') + 1);
	else
		is = false;
	snprintf(out, FORMAT_ROLE_BYTES, "%s", is ? utstring_body(&word) : "");
	utstring_done(&word);
	return is;
}

struct fault
format_join(const struct debate *d, const struct join_ask *ask)
{
	const struct format *f = d->format;
	struct fault fault;
	UT_string free_roles;

	if (!f->roles)
		return NO_FAULT;
	if (f->folder && !d->path)
		return fault_of(REFUSAL_LEASE_WAIT, "this debate has no source yet: set `source` in config.toml");
	unsigned role = debate_role_named(d, ask->role), seat = role ? debate_seat_of(d, role) : 0;
	if (seat && strcmp(d->seats[seat - 1].name, ask->name))
		return fault_of(REFUSAL_SEAT_TAKEN, "the %s is \"%s\"", ask->role, d->seats[seat - 1].name);
	if (role)
		return !f->joins ? NO_FAULT
			: f->joins(d, &(struct debate_seat){ask->name, ask->harness, ask->model, role, 0});
	utstring_init(&free_roles);
	for (unsigned place = 0; has_role_at(d, place); place++) {
		if (debate_seat_of(d, role_at(f, place)))
			continue;
		utstring_printf(&free_roles, "%srole=", utstring_len(&free_roles) ? " or " : "");
		debate_print_role(d, role_at(f, place), &free_roles);
	}
	fault = *ask->role ? fault_of(REFUSAL_VALUE_BAD, "there is no role \"%s\": join with %s", ask->role,
				     utstring_body(&free_roles))
			   : fault_of(REFUSAL_VALUE_BAD, "say what you are: join with %s", utstring_body(&free_roles));
	utstring_done(&free_roles);
	return fault;
}
