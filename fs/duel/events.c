/*
 * `events`: one JSON object a line, derived from the entries (socratic.md, Events). One row a kind of entry says which
 * common event it becomes; what a turn or a conclusion means is the format's to say. The common event of a hand-in
 * that may be sealed names the seat alone.
 */
#include "fs/duel/fold.h"

#include <assert.h>
#include <stdio.h>
#include "fs/util/sink.h"
#include "validators/text/grow.h"
#include "validators/text/mem.h"

/* Most are shorter. */
#define EVENT_BYTES 512

struct emitting {
	struct fold *fold;
	const struct entry *e;
};

/* Values of the members that entries bring along in their data, in this order, where they have them. */
static void
put_members(UT_string *out, json_t *data, const char *const *keys)
{
	for (; *keys; keys++) {
		json_t *value = json_object_get(data, *keys);
		if (!value)
			continue;
		utstring_printf(out, ",\"%s\":", *keys);
		sink_print(value, out);
	}
}

/* Every event begins with these members. The unit may hold a name; the others need no quoting. */
static void
event_begin(struct fold *fold, const struct entry *e, const char *event, const char *unit)
{
	assert(event && unit);
	UT_string *out = &fold->events;
	char time[RFC3339_BYTES];
	clock_rfc3339(e->time_ms, time);
	fold->events_ms = e->time_ms;
	grow_for(out, EVENT_BYTES);
	utstring_printf(out, "{\"seq\":%llu,\"time\":\"%s\",\"step\":\"%s\"", (unsigned long long)++fold->n_events,
		time, fold_state_name(fold));
	utstring_printf(out, ",\"unit\":");
	sink_print_text(unit, strlen(unit), out);
	utstring_printf(out, ",\"event\":\"%s\",\"duel\":\"%s\"", event, fold->name);
}

static void
emit_for_format(void *arg, const char *event, const char *unit, const char *members)
{
	struct emitting *m = arg;
	UT_string *out = &m->fold->events;
	event_begin(m->fold, m->e, event, unit);
	utstring_printf(out, "%s", *members ? "," : "");
	fold_append(out, members, strlen(members));
	utstring_printf(out, "}\n");
}

static void
lease_members(struct fold *fold, const struct entry *e, json_t *data)
{
	char until[RFC3339_BYTES];
	clock_rfc3339(e->time_ms + json_integer_value(json_object_get(data, "seconds")) * 1000, until);
	utstring_printf(&fold->events, "%s,\"lease\":%llu,\"lease_expires_at\":\"%s\"",
		json_object_get(data, "timeout") ? ",\"timeout\":true" : "", (unsigned long long)e->lease, until);
}

static void
join_members(struct fold *fold, const struct entry *e, json_t *data)
{
	(void)e, (void)data;
	utstring_printf(&fold->events, ",\"participant_count\":%u", fold->n_seats);
	utstring_printf(&fold->events, ",\"topic\":");
	sink_print_text(fold->topic, strlen(fold->topic), &fold->events);
}

static void
wait_members(struct fold *fold, const struct entry *e, json_t *data)
{
	(void)e, (void)data;
	utstring_printf(&fold->events, ",\"retry_after_seconds\":%lld", (long long)fold->rules.retry_after_seconds);
}

static void
end_members(struct fold *fold, const struct entry *e, json_t *data)
{
	(void)data;
	utstring_printf(&fold->events, ",\"lease\":%llu,\"closed\":%s", (unsigned long long)e->lease,
		fold->closed_ms ? "true" : "false");
}

struct event_row {
	const char *event;              /* NULL: only the format's events, if any */
	const char *const *keys;        /* members taken over from the entry's data */
	void (*members)(struct fold *fold, const struct entry *e, json_t *data);
	bool format;                    /* the format has something to say too */
};

static const char *const join_keys[] = {"harness", "model", "role", NULL};
static const char *const wait_keys[] = {"reason", "rule", "wait_until", NULL};
static const char *const lapse_keys[] = {"move", "missing", "due_at", "seconds", NULL};
static const char *const maker_keys[] = {"reason", "text", NULL};
static const char *const reject_keys[] = {"errno", "file", "rules", NULL};

static const struct event_row event_rows[ENTRY_KINDS] = {
	[ENTRY_JOIN] = {"participant_registered", join_keys, join_members, false},
	[ENTRY_CLAIM] = {"lock_acquired", NULL, lease_members, false},
	[ENTRY_REFRESH] = {"lock_refreshed", NULL, lease_members, false},
	[ENTRY_RELEASE] = {"lock_released", NULL, end_members, false},
	[ENTRY_EXPIRE] = {"lock_expired", NULL, end_members, false},
	[ENTRY_WAIT] = {"participant_waiting", wait_keys, wait_members, false},
	[ENTRY_REJECT] = {"turn_rejected", reject_keys, NULL, false},
	[ENTRY_TURN] = {NULL, NULL, NULL, true},
	[ENTRY_NOTE] = {NULL, NULL, NULL, true},
	[ENTRY_CONCLUSION] = {NULL, NULL, NULL, true},
	[ENTRY_CLOSE] = {NULL, NULL, NULL, true},
	[ENTRY_HANDIN] = {"handed_in", NULL, NULL, true},
	[ENTRY_REPORT] = {"handed_in", NULL, NULL, true},
	[ENTRY_LAPSE] = {"move_expired", lapse_keys, NULL, false},
};

static void
event_common(struct fold *fold, const struct entry *e, const struct event_row *row, json_t *data)
{
	const char *seat = e->seat && e->seat <= fold->n_seats ? fold->seats[e->seat - 1]->name : "";
	const char *missed = NULL;
	char unit[32 + LIMIT_NAME_BYTES];
	if (e->kind == ENTRY_REJECT)
		snprintf(unit, sizeof unit, "turn:%u", debate_pieces(fold->state) + 1);
	else
		snprintf(unit, sizeof unit, "participant:%s", seat);
	if (e->kind == ENTRY_LAPSE) /* nobody wrote it: it says itself who missed it */
		missed = json_string_value(json_object_get(data, "participant"));
	event_begin(fold, e, row->event, unit);
	utstring_printf(&fold->events, ",\"participant\":");
	sink_print_text(missed ?: seat, strlen(missed ?: seat), &fold->events);
	if (row->keys)
		put_members(&fold->events, data, row->keys);
	if (row->members)
		row->members(fold, e, data);
	utstring_printf(&fold->events, "}\n");
}

/* A conclusion ends the lease it was made under, which has its event as any other release. */
static void
event_release(struct fold *fold, const struct entry *e)
{
	static const struct event_row *const release = &event_rows[ENTRY_RELEASE];
	if (e->lease && e->seat)
		event_common(fold, e, release, NULL);
}

/* Each verb of the maker's is an event of its own. */
static void
event_maker(struct fold *fold, const struct entry *e, json_t *data)
{
	static const struct {
		const char *verb, *event;
	} names[] = {{"say", "maker_said"}, {"close", "maker_closed"}};
	const char *verb = json_string_value(json_object_get(data, "verb")), *event = "maker";
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (verb && !strcmp(verb, names[i].verb))
			event = names[i].event;
	event_begin(fold, e, event, "maker");
	utstring_printf(&fold->events, ",\"participant\":\"maker\"");
	put_members(&fold->events, data, maker_keys);
	utstring_printf(&fold->events, "}\n");
}

void
events_damaged(struct fold *fold, int64_t time_ms)
{
	assert(fold->damage);
	struct entry e = {.time_ms = time_ms};
	event_begin(fold, &e, "invalidated", "conclusion:INVALIDATED");
	utstring_printf(&fold->events, ",\"participant\":\"\",\"outcome\":\"INVALIDATED\",\"reason\":");
	sink_print_text(fold->damage, strlen(fold->damage), &fold->events);
	utstring_printf(&fold->events, "}\n");
}

void
events_add(struct fold *fold, const struct entry *e, json_t *data, const struct debate_mark *before)
{
	assert(e->kind > 0 && e->kind < ENTRY_KINDS && before);
	const struct event_row *row = &event_rows[e->kind];
	if (e->kind == ENTRY_MAKER)
		event_maker(fold, e, data);
	else if (row->event)
		event_common(fold, e, row, data);
	if (strcmp(before->phase, debate_phase_name(fold->state))) {
		event_begin(fold, e, "status_change", "duel");
		utstring_printf(&fold->events, "}\n");
	}
	if (!row->format)
		return;
	struct emitting m = {fold, e};
	if (e->kind == ENTRY_CONCLUSION || e->kind == ENTRY_CLOSE)
		event_release(fold, e);
	format_events(before, fold->state, e->seat, data, emit_for_format, &m);
}
