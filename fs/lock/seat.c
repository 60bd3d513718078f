/* The writer of `lock`: proving its seat, and joining; and join, the verb, which takes a seat and does nothing else. */
#include <stdio.h>

#include "fs/lock/lock_inner.h"
#include "fs/util/names.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

int
lock_prove_seat(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const struct seat *s = fold->seats[q->seat - 1];
	const struct seat_secret *secret = &fold->secrets[q->seat - 1];
	const char *token = q->values[KEY_TOKEN];
	unsigned char hash[TOKEN_HASH_BYTES];
	if (!fold_may_act(fold, q->seat, q->who.uid)) {
		q->seat = 0; /* it is not that one who is refused */
		return lock_refuse(q, REFUSAL_SEAT_UID, "\"%s\" is the seat of uid %u, and uid %u opened this file",
			s->name, (unsigned)s->uid, (unsigned)q->who.uid);
	}
	if (!secret->has_token && token && secret->claimed)
		return lock_refuse(
			q, REFUSAL_LEASE_TOKEN, "this seat has had the floor without a token; it is too late for one");
	if (secret->has_token && token)
		token_hash(fold->secret, token, strlen(token), hash);
	if (secret->has_token && (!token || sodium_memcmp(hash, secret->hash, sizeof hash)))
		return lock_refuse(q, REFUSAL_LEASE_TOKEN,
			"whoever wrote this does not have the token of \"%s\": add token=SECRET, the right one",
			s->name);
	q->binds = !secret->has_token && token;
	/* A harness, model or role that is given must be the one joined with. Until its first text a seat may join
	 * again with another harness or model. */
	bool may_change = q->verb == &verb_join && !secret->accepted_texts && !duel_is_closed(q->d) &&
		!events_full(q->d);
	const struct {
		enum key key;
		const char *joined;
	} same[] = {{KEY_HARNESS, s->harness}, {KEY_MODEL, s->model}, {KEY_ROLE, s->role}};
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		const char *given = q->values[same[i].key];
		if (!given || !strcmp(given, same[i].joined))
			continue;
		q->again = true;
		if (!may_change || same[i].key == KEY_ROLE)
			return lock_refuse(q, REFUSAL_SEAT_IDENTITY,
				"\"%s\" joined with %s \"%s\": give that, or leave it out; `join` changes harness and "
				"model until the first text", s->name, key_rows[same[i].key].name, same[i].joined);
	}
	return 0;
}

/* The format's answer to a join with this role. */
static struct fault
join_fault(struct request *q, const char *role)
{
	struct seat ask = {.name = q->name,
		.harness = q->values[KEY_HARNESS] ?: SEAT_HARNESS,
		.model = q->values[KEY_MODEL] ?: SEAT_MODEL,
		.role = role};
	return format_join(q->d->fold->state, &ask);
}

/* Which role is there to take, for whoever named none or one that there is not. */
static int
refuse_role(struct request *q)
{
	const struct format *f = q->d->fold->format;
	UT_string free_roles;
	utstring_init(&free_roles);
	for (const struct debate_role *r = f->roles; r->name; r++) {
		struct fault fault = join_fault(q, r->name);
		if (!fault.rule)
			utstring_printf(&free_roles, "%srole=%s", utstring_len(&free_roles) ? ", " : "", r->name);
		free(fault.sentence);
	}
	const char *role = q->values[KEY_ROLE];
	int err = role && *role && !token_is_shaped(role, strlen(role)) && utstring_len(&free_roles)
		? lock_refuse(q, REFUSAL_VALUE_BAD, "format %s has no role \"%s\"; free for you: %s", f->name, role,
			  utstring_body(&free_roles))
		: utstring_len(&free_roles)
		? lock_refuse(q, REFUSAL_VALUE_BAD, "format %s wants a role; free for you: %s", f->name,
			  utstring_body(&free_roles))
		: lock_refuse(q, REFUSAL_SEAT_TAKEN, "format %s wants a role, and none is free for you", f->name);
	utstring_done(&free_roles);
	return err;
}

/* Harness and model, where the line says them. */
static int
may_join_as(struct request *q)
{
	static const struct {
		enum key key;
		enum name_kind kind;
	} names[] = {{KEY_HARNESS, NAME_HARNESS}, {KEY_MODEL, NAME_MODEL}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = q->values[names[i].key];
		const char *fault = value ? name_fault(value, strlen(value), names[i].kind) : NULL;
		/* rounds wants two tools, and a reader has to tell them apart */
		if (value && !fault && names[i].key == KEY_HARNESS)
			fault = name_join_fault(value, strlen(value));
		if (fault)
			return lock_refuse(q, REFUSAL_VALUE_BAD, "%s: %s", key_rows[names[i].key].name, fault);
	}
	return 0;
}

static int
may_join(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const struct format *f = fold->format;
	if (duel_is_closed(q->d))
		return lock_refuse(q, REFUSAL_DUEL_CLOSED,
			"this duel is closed: nobody joins it any more, so make another to go on (mkdir)");
	/* Root is bound as anybody, for the seat would be root's. */
	char *list = mem_strdup(fold->rules.participants), *rest = list, *line, *key = name_key(q->name);
	bool invited = !*list;
	while (!invited && (line = strsep(&rest, "\n"))) {
		uint64_t uid;
		line[participant_name_len(line, strlen(line), &uid)] = '\0';
		char *other = name_key(line);
		invited = !strcmp(key, other) && (uid == UINT64_MAX || uid == q->who.uid);
		free(other);
	}
	free(list);
	free(key);
	if (!invited)
		return lock_refuse(q, REFUSAL_SEAT_UNINVITED,
			"\"%s\" of uid %u is not among the `participants` of config.toml", q->name,
			(unsigned)q->who.uid);
	int err = may_join_as(q);
	if (err)
		return err;
	if (fold->rules.require_token && !q->values[KEY_TOKEN])
		return lock_refuse(q, REFUSAL_LEASE_TOKEN, "this duel wants a token for every seat: add token=SECRET");
	if (fold->n_seats >= format_seats(f))
		return lock_refuse(q, REFUSAL_SEAT_TAKEN, "all %u seats are taken", format_seats(f));
	const char *role = q->values[KEY_ROLE];
	if (role && !f->roles)
		return lock_refuse(q, REFUSAL_VALUE_BAD, "format %s has no roles", f->name);
	const struct debate_role *known = f->roles;
	while (known && known->name && strcmp(known->name, role ?: ""))
		known++;
	if (known && !known->name && !f->folder) /* else its roles are those of a base, which the format knows */
		return refuse_role(q);
	struct fault fault = join_fault(q, role ?: "");
	return fault.rule ? lock_refuse_rule(q, fault.rule, fault.sentence) : 0;
}

int
lock_join(struct request *q)
{
	struct fold *fold = q->d->fold;
	int err = may_join(q);
	if (err)
		return err;
	struct commit *c = commit_new(q->d);
	json_t *data = fold_join_data(q->name, q->values[KEY_HARNESS], q->values[KEY_MODEL], q->values[KEY_ROLE],
		q->who.uid);
	if (q->values[KEY_TOKEN])
		token_put(fold->secret, q->values[KEY_TOKEN], data);
	q->seat = fold->n_seats + 1;
	if (!fold->frozen) {
		/* the first entry of a log: what the rules are and when they were set, and what the source was */
		UT_string rules;
		json_t *set = json_pack("{s:s,s:s,s:I}", "source", fold->source ? fold->source->path : "",
			"source_sha256", source_sum(fold->source), "set_ms", (json_int_t)fold->rules_ms);
		utstring_init(&rules);
		rules_print(&fold->rules, true, &rules);
		commit_add(c, fold_entry_new(ENTRY_RULES, 0, 0, set, utstring_body(&rules), utstring_len(&rules)));
		utstring_done(&rules);
	}
	commit_add(c, fold_entry_new(ENTRY_JOIN, q->seat, 0, data, NULL, 0));
	err = duel_append(c);
	if (!err || err == -EAGAIN)
		return err;
	q->seat = 0;
	return lock_store_refused(q, err);
}

/* Joining again as the same changes nothing, with another harness or model these; a token that would be bound now is
 * bound by the first claim. */
static int
join_seat(struct request *q)
{
	if (q->binds)
		return lock_refuse(q, REFUSAL_LEASE_TOKEN,
			"\"%s\" has joined without a token; bring it with the first claim", q->name);
	if (!q->again)
		return 0;
	int err = may_join_as(q);
	if (err)
		return err;
	const struct seat *s = q->d->fold->seats[q->seat - 1];
	struct seat ask = {.name = q->name,
		.harness = q->values[KEY_HARNESS] ?: s->harness,
		.model = q->values[KEY_MODEL] ?: s->model,
		.role = s->role};
	struct fault fault = format_join(q->d->fold->state, &ask);
	if (fault.rule)
		return lock_refuse_rule(q, fault.rule, fault.sentence);
	return lock_append_one(q, fold_entry_new(ENTRY_JOIN, q->seat, 0,
		fold_join_data(s->name, ask.harness, ask.model, s->role, s->uid), NULL, 0));
}

const struct verb verb_join = {
	.name = "join",
	.keys = JOIN_KEYS,
	.act = join_seat,
};
