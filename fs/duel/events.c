/*
 * `events`: one JSON object a line, derived from the entries. One row a kind of entry says which common event it
 * becomes; what a turn or a conclusion means is the format's to say. The common event of a hand-in that may be sealed
 * names the seat alone.
 */
#include "fs/duel/fold.h"

#include <assert.h>
#include <stdio.h>
#include "fs/util/sink.h"
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
	char time[RECORD_TIME_BYTES];
	fold->events_ms = e->time_ms;
	grow_for(out, EVENT_BYTES);
	utstring_printf(out, "{\"seq\":%llu,\"time\":\"%s\",\"step\":\"%s\"", (unsigned long long)++fold->n_events,
		record_time(e->time_ms, time), fold_state_name(fold));
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

struct event_row {
	const char *event;              /* NULL: only the format's events, if any */
	const char *const *keys;        /* members taken over from the entry's data */
	bool format;                    /* the format has something to say too */
};

static const char *const join_keys[] = {"harness", "model", "role", NULL};
static const char *const wait_keys[] = {"reason", "rule", "wait_until", NULL};
static const char *const lapse_keys[] = {"move", "missing", "due_at", "seconds", NULL};
static const char *const maker_keys[] = {"reason", "text", NULL};
static const char *const reject_keys[] = {"errno", "file", "rules", NULL};

static const struct event_row event_rows[ENTRY_KINDS] = {
	[ENTRY_JOIN] = {"participant_registered", join_keys, false},
	[ENTRY_CLAIM] = {"lock_acquired", NULL, false},
	[ENTRY_REFRESH] = {"lock_refreshed", NULL, false},
	[ENTRY_RELEASE] = {"lock_released", NULL, false},
	[ENTRY_EXPIRE] = {"lock_expired", NULL, false},
	[ENTRY_WAIT] = {"participant_waiting", wait_keys, false},
	[ENTRY_REJECT] = {"turn_rejected", reject_keys, false},
	[ENTRY_TURN] = {NULL, NULL, true},
	[ENTRY_NOTE] = {NULL, NULL, true},
	[ENTRY_CONCLUSION] = {NULL, NULL, true},
	[ENTRY_CLOSE] = {NULL, NULL, true},
	[ENTRY_HANDIN] = {"handed_in", NULL, true},
	[ENTRY_REPORT] = {"handed_in", NULL, true},
	[ENTRY_LAPSE] = {"move_expired", lapse_keys, false},
};

/* The event of an entry of this kind: its own, or that of what it brings about. */
static void
event_common(struct fold *fold, const struct entry *e, enum entry_kind kind, json_t *data)
{
	const struct event_row *row = &event_rows[kind];
	const char *seat = e->seat && e->seat <= fold->n_seats ? fold->seats[e->seat - 1]->name : "";
	const char *missed = NULL;
	UT_string *out = &fold->events;
	char unit[32 + LIMIT_NAME_BYTES], until[RECORD_TIME_BYTES];
	if (kind == ENTRY_REJECT)
		snprintf(unit, sizeof unit, "turn:%u", debate_pieces(fold->state) + 1);
	else
		snprintf(unit, sizeof unit, "participant:%s", seat);
	if (kind == ENTRY_LAPSE) /* nobody wrote it: it says itself who missed it */
		missed = json_string_value(json_object_get(data, "participant"));
	event_begin(fold, e, row->event, unit);
	utstring_printf(out, ",\"participant\":");
	sink_print_text(missed ?: seat, strlen(missed ?: seat), out);
	if (row->keys)
		put_members(out, data, row->keys);
	switch (kind) {
	case ENTRY_JOIN:
		utstring_printf(out, ",\"participant_count\":%u,\"topic\":", fold->n_seats);
		sink_print_text(fold->topic, strlen(fold->topic), out);
		break;
	case ENTRY_CLAIM:
	case ENTRY_REFRESH:
		record_time(e->time_ms + json_integer_value(json_object_get(data, "seconds")) * 1000, until);
		utstring_printf(out, "%s,\"lease\":%llu,\"lease_expires_at\":\"%s\"",
			json_object_get(data, "timeout") ? ",\"timeout\":true" : "", (unsigned long long)e->lease,
			until);
		break;
	case ENTRY_RELEASE:
	case ENTRY_EXPIRE:
		utstring_printf(out, ",\"lease\":%llu,\"closed\":%s", (unsigned long long)e->lease,
			fold->closed_ms ? "true" : "false");
		break;
	case ENTRY_WAIT:
		utstring_printf(out, ",\"retry_after_seconds\":%lld", (long long)fold->rules.retry_after_seconds);
		break;
	default:
		break;
	}
	utstring_printf(out, "}\n");
	struct context ctx;
	fold_context(fold, &ctx);
	if (kind == ENTRY_CLAIM && format_next(fold->state, &ctx, e->seat) == NEXT_COMPOSE_TURN) {
		snprintf(unit, sizeof unit, "turn:%u", debate_pieces(fold->state) + 1);
		event_begin(fold, e, "turn_composing", unit);
		utstring_printf(out, ",\"participant\":");
		sink_print_text(seat, strlen(seat), out);
		utstring_printf(out, "}\n");
	}
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
events_add(struct fold *fold, const struct entry *e, json_t *data, const struct debate_change *change)
{
	assert(e->kind > 0 && e->kind < ENTRY_KINDS && change);
	const struct event_row *row = &event_rows[e->kind];
	if (e->kind == ENTRY_MAKER) { /* each verb of the maker's is an event of its own */
		const char *verb = json_string_value(json_object_get(data, "verb")) ?: "";
		bool says = !strcmp(verb, "say"), closes = !strcmp(verb, "close");
		event_begin(fold, e, says ? "maker_said" : closes ? "maker_closed" : "maker", "maker");
		utstring_printf(&fold->events, ",\"participant\":\"maker\"");
		put_members(&fold->events, data, maker_keys);
		utstring_printf(&fold->events, "}\n");
	} else if (row->event) {
		event_common(fold, e, e->kind, data);
	}
	if (change->entered) {
		event_begin(fold, e, "status_change", "duel");
		utstring_printf(&fold->events, "}\n");
	}
	if (!row->format)
		return;
	struct emitting m = {fold, e};
	/* a conclusion ends the lease it was made under, which has its event as any other release */
	if ((e->kind == ENTRY_CONCLUSION || e->kind == ENTRY_CLOSE) && e->lease && e->seat)
		event_common(fold, e, ENTRY_RELEASE, NULL);
	format_events(change, fold->state, e->seat, data, emit_for_format, &m);
}
