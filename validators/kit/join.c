/* Who joins, and as what. */
#include "validators/kit/fstate.h"

#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

typedef const struct fstate *state_at;
typedef const struct context *ctx_at;

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
format_role_at(state_at s, unsigned place, char out[FORMAT_ROLE_BYTES])
{
	const struct format *f = s->debate.format;
	UT_string word;
	bool is = true;

	utstring_init(&word);
	if (has_role_at(&s->debate, place))
		debate_print_role(&s->debate, role_at(f, place), &word);
	else if (role_at(f, place) && !role_side_of(role_at(f, place)))
		utstring_printf(&word, "%s", strchr(f->roles[place].wanted, '=') + 1);
	else
		is = false;
	snprintf(out, FORMAT_ROLE_BYTES, "%s", is ? utstring_body(&word) : "");
	utstring_done(&word);
	return is;
}

static const struct rule *
role_fault(const struct debate *d, const struct join_ask *ask, unsigned role, char **sentence)
{
	unsigned seat = role ? debate_seat_of(d, role) : 0;
	UT_string left;

	if (seat && strcmp(d->seats[seat - 1].name, ask->name)) {
		*sentence = mem_format("the %s is \"%s\"", ask->role, d->seats[seat - 1].name);
		return &refusals[REFUSAL_SEAT_TAKEN];
	}
	if (role)
		return NULL;
	utstring_init(&left);
	for (unsigned place = 0; has_role_at(d, place); place++) {
		if (debate_seat_of(d, role_at(d->format, place)))
			continue;
		utstring_printf(&left, "%srole=", utstring_len(&left) ? " or " : "");
		debate_print_role(d, role_at(d->format, place), &left);
	}
	*sentence = *ask->role ? mem_format("there is no role \"%s\": join with %s", ask->role, utstring_body(&left))
			       : mem_format("say what you are: join with %s", utstring_body(&left));
	utstring_done(&left);
	return &refusals[REFUSAL_VALUE_BAD];
}

const struct rule *
format_join(state_at s, ctx_at ctx, const struct join_ask *ask, char **sentence)
{
	const struct rule *rule = NULL;
	unsigned role;

	*sentence = NULL;
	if (!s->debate.format->roles)
		return NULL;
	if (s->debate.format->folder && !ctx->folder) {
		*sentence = mem_strdup("this debate has no source yet: set `source` in config.toml");
		return &refusals[REFUSAL_LEASE_WAIT];
	}
	role = debate_role_named(&s->debate, ask->role);
	rule = role_fault(&s->debate, ask, role, sentence);
	if (!rule && s->debate.format->joins)
		rule = s->debate.format->joins(
			&s->debate, &(struct debate_seat){ask->name, ask->harness, ask->model, role}, sentence);
	return rule;
}
