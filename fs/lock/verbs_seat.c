/* Who writes to `lock`: finding the seat, proving it, and joining. */
#include <errno.h>
#include <stdio.h>

#include "fs/lock/verbs_inner.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

int
find_seat(struct request *q)
{
	const struct fold *fold = q->d->fold;
	char *key = name_key(q->name);
	int err = 0;
	for (unsigned i = 0; i < fold->n_seats; i++)
		if (!strcmp(fold->seats[i]->key, key))
			q->seat = i + 1;
	free(key);
	const struct seat *s = q->seat ? fold->seats[q->seat - 1] : NULL;
	if (s && strcmp(s->name, q->name)) {
		q->seat = 0;
		err = refuse(q, REFUSAL_SEAT_NAME, "this is another spelling of \"%s\"; write it as it was joined", s->name);
	}
	return err;
}

static int
token_shape(struct request *q)
{
	const char *t = q->values[KEY_TOKEN];
	if (!t || !strcmp(t, "new") || token_is_shaped(t, strlen(t)))
		return 0;
	return refuse(q, REFUSAL_VALUE_BAD, "a token has %d to %d bytes and no white space, or is token=new", LIMIT_TOKEN_MIN_BYTES, LIMIT_TOKEN_MAX_BYTES);
}

/* Can the token that token=new asks for be learnt by anybody? */
static int
token_readable(struct request *q)
{
	const char *t = q->values[KEY_TOKEN];
	if (!t || strcmp(t, "new") || q->session->readable)
		return 0;
	return refuse(q, REFUSAL_VALUE_BAD, "token=new is read back through the same open file: open it for reading, too (exec 3<>lock)");
}

static int
prove_token(struct request *q)
{
	const struct seat_secret *s = &q->d->fold->secrets[q->seat - 1];
	const char *t = q->values[KEY_TOKEN];
	unsigned char hash[TOKEN_HASH_BYTES];
	if (!s->has_token && t && s->claimed)
		return refuse(q, REFUSAL_LEASE_TOKEN, "this seat has had the floor without a token; it is too late for one");
	if (!s->has_token) {
		q->binds = t;
		return token_readable(q);
	}
	if (t)
		fold_token_hash(q->d->fold, t, strlen(t), hash);
	if (t && !sodium_memcmp(hash, s->hash, sizeof hash))
		return 0;
	return refuse(q, REFUSAL_LEASE_TOKEN, t ? "this is not the token of that seat" : "this seat has a token: add token=SECRET");
}

/* A harness, model or role that is given must be the one joined with. */
static int
prove_identity(struct request *q)
{
	const struct seat *s = q->d->fold->seats[q->seat - 1];
	const struct {
		enum key key;
		const char *joined;
	} same[] = {{KEY_HARNESS, s->harness}, {KEY_MODEL, s->model}, {KEY_ROLE, s->role}};
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		const char *given = q->values[same[i].key];
		if (given && strcmp(given, same[i].joined))
			return refuse(q, REFUSAL_SEAT_IDENTITY, "\"%s\" joined with %s \"%s\": give that, or leave it out", s->name,
				key_rows[same[i].key].name, same[i].joined);
	}
	return 0;
}

int
prove_seat(struct request *q)
{
	const struct seat *s = q->d->fold->seats[q->seat - 1];
	if (q->who.uid && q->who.uid != s->uid)
		return refuse(q, REFUSAL_SEAT_UID, "\"%s\" is the seat of uid %u, and uid %u opened this file", s->name, (unsigned)s->uid,
			(unsigned)q->who.uid);
	int err = token_shape(q);
	if (!err)
		err = prove_token(q);
	return err ? err : prove_identity(q);
}

/* Make the token that token=new asks for, and leave it where only this open file reads it. */
void
token_make(struct request *q)
{
	unsigned char bytes[24];
	if (!q->binds || strcmp(q->values[KEY_TOKEN], "new"))
		return;
	randombytes_buf(bytes, sizeof bytes);
	sodium_bin2base64(q->token, sizeof q->token, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	q->values[KEY_TOKEN] = q->token;
}

void
token_tell(struct request *q)
{
	if (!*q->token)
		return;
	free(q->session->answer);
	q->session->answer = mem_format("token = \"%s\"\n", q->token);
}

void
token_member(struct request *q, json_t *data)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	if (!q->binds)
		return;
	fold_token_hash(q->d->fold, q->values[KEY_TOKEN], strlen(q->values[KEY_TOKEN]), hash);
	json_object_set_new(data, "token", token_json(hash));
}

static bool
has_role(const struct format *f, const char *role)
{
	for (const char *const *r = f->roles; r && *r; r++)
		if (!strcmp(*r, role))
			return true;
	return false;
}

/* What the format says of a join with this role: a rule that it breaks and its sentence (malloc'd), or NULL. */
static const struct rule *
join_rule(struct request *q, const char *role, char **sentence)
{
	struct fold *fold = q->d->fold;
	struct join_ask ask = {.name = q->name, .harness = q->values[KEY_HARNESS] ?: SEAT_HARNESS, .model = q->values[KEY_MODEL] ?: SEAT_MODEL,
		.role = role};
	struct context ctx;
	*sentence = NULL;
	if (!fold->format->join)
		return NULL;
	fold_context(q->d->fold, &ctx);
	return fold->format->join(fold->state, &ctx, &ask, sentence);
}

/* Which role is there to take, for whoever named none or one that there is not. */
static int
refuse_role(struct request *q)
{
	const struct format *f = q->d->fold->format;
	UT_string free_roles;
	utstring_init(&free_roles);
	for (const char *const *r = f->roles; *r; r++) {
		char *sentence;
		if (!join_rule(q, *r, &sentence))
			utstring_printf(&free_roles, "%srole=%s", utstring_len(&free_roles) ? ", " : "", *r);
		free(sentence);
	}
	const char *role = q->values[KEY_ROLE];
	int err = role && *role && may_quote(role, f->roles) && utstring_len(&free_roles) ?
		refuse(q, REFUSAL_VALUE_BAD, "format %s has no role \"%s\"; free for you: %s", f->name, role, utstring_body(&free_roles)) :
		utstring_len(&free_roles) ? refuse(q, REFUSAL_VALUE_BAD, "format %s wants a role; free for you: %s", f->name, utstring_body(&free_roles))
		: refuse(q, REFUSAL_SEAT_TAKEN, "format %s wants a role, and none is free for you", f->name);
	utstring_done(&free_roles);
	return err;
}

static int
may_take_role(struct request *q)
{
	const struct format *f = q->d->fold->format;
	const char *role = q->values[KEY_ROLE];
	char *sentence;
	if (role && !f->roles)
		return refuse(q, REFUSAL_VALUE_BAD, "format %s has no roles", f->name);
	if (f->roles && (!role || !has_role(f, role)))
		return refuse_role(q);
	const struct rule *rule = join_rule(q, role ?: "", &sentence);
	int err = rule ? refuse_rule(q->d, 0, q->who.uid, "lock", rule, "%s", sentence ? sentence : rule->gloss) : 0;
	free(sentence);
	return err;
}

static int
may_join_named(struct request *q)
{
	char *fault = name_join_fault(q->name, strlen(q->name));
	int err = fault ? refuse(q, REFUSAL_SEAT_NAME, "%s", fault) : 0;
	free(fault);
	return err;
}

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
		if (fault)
			return refuse(q, REFUSAL_VALUE_BAD, "%s: %s", key_rows[names[i].key].name, fault);
	}
	if (q->d->fold->rules.require_token && !q->values[KEY_TOKEN])
		return refuse(q, REFUSAL_LEASE_TOKEN, "this duel wants a token for every seat: add token=SECRET or token=new");
	return 0;
}

/* Asked with the duel's line free, and the join is committed before anything else may change it: what holds here holds at the commit. */
int
may_join(struct request *q)
{
	const struct fold *fold = q->d->fold;
	if (duel_is_closed(q->d))
		return refuse(q, REFUSAL_DUEL_CLOSED, "this duel is closed");
	int err = may_join_named(q);
	if (!err)
		err = token_shape(q);
	if (!err)
		err = token_readable(q);
	if (!err)
		err = may_join_as(q);
	if (!err && fold->n_seats >= fold->format->seats_max)
		err = refuse(q, REFUSAL_SEAT_TAKEN, "all %u seats are taken", fold->format->seats_max);
	return err ? err : may_take_role(q);
}

/* The first entry of a log says what the rules are and when they were set, and what the source was. */
static struct entry *
rules_entry(struct duel *d)
{
	const struct fold *fold = d->fold;
	unsigned char sum[crypto_hash_sha256_BYTES];
	char hex[2 * sizeof sum + 1] = "";
	UT_string rules;
	if (fold->source) {
		crypto_hash_sha256(sum, (const unsigned char *)fold->source->text, fold->source->len);
		sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
	}
	json_t *data = json_pack("{s:s,s:s,s:I}", "source", fold->source ? fold->source->path : "", "source_sha256", hex, "set_ms",
		(json_int_t)fold->rules_ms);
	char *text = mem_check(json_dumps(data, JSON_COMPACT));
	utstring_init(&rules);
	rules_print(&fold->rules, &rules);
	struct entry *e = entry_new(ENTRY_RULES, 0, 0, text, utstring_body(&rules), utstring_len(&rules));
	utstring_done(&rules);
	json_decref(data);
	free(text);
	return e;
}

static void
joined(struct commit *c, int err)
{
	struct request *q = c->arg;
	commit_free(c);
	if (err) {
		q->seat = 0;
		finish(q, store_refused(q, err));
		return;
	}
	q->binds = false; /* it is bound */
	token_tell(q);
	q->verb->act(q);
}

void
join(struct request *q)
{
	struct fold *fold = q->d->fold;
	q->binds = q->values[KEY_TOKEN];
	token_make(q);
	q->seat = fold->n_seats + 1;
	json_t *data = json_pack("{s:s,s:s,s:s,s:s,s:I}", "name", q->name, "harness", q->values[KEY_HARNESS] ?: SEAT_HARNESS, "model",
		q->values[KEY_MODEL] ?: SEAT_MODEL, "role", q->values[KEY_ROLE] ?: "", "uid", (json_int_t)q->who.uid);
	token_member(q, data);
	struct commit *c = commit_new(q->d);
	if (!fold->frozen)
		commit_add(c, rules_entry(q->d), NULL);
	commit_add(c, entry_of(q, ENTRY_JOIN, 0, data), NULL);
	c->done = joined;
	c->arg = q;
	commit_run(c);
}

void
act_join(struct request *q)
{
	/* Joining again as the same changes nothing; a token that would be bound now is bound by the first claim. */
	finish(q, q->binds ? refuse(q, REFUSAL_LEASE_TOKEN, "\"%s\" has joined without a token; bring it with the first claim", q->name) : 0);
}
