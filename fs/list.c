/*
 * A line has the values of `status` (fs/show), from a duel that is loaded as a mount would load it. Lines are
 * gathered first and written afterwards: the store is not held for a reader that is slow, and columns are as wide as
 * the widest.
 */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/command.h"
#include "fs/duels/offline.h"
#include "fs/show/show.h"
#include "fs/store/store.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Keys of `status`, in the order of a line. */
static const char *const keys[] = {"duel", "format", "state", "turns", "outcome", "created_at", "updated_at", "topic"};
#define KEYS (sizeof keys / sizeof *keys)
/* Not more of a topic, on a line for people. */
#define TOPIC_SHOWN 4096

struct listing {
	bool half_made;
	json_t *rows; /* of objects of these keys */
};

static int
add_row(void *arg, struct store *s, const struct store_duel *row)
{
	struct listing *l = arg;
	UT_string status;
	int err;
	struct duel *d = offline_load(s, row, &err);
	if (!d)
		return err;
	utstring_init(&status);
	render_status_json(d, 0, &status);
	json_t *all = json_loadb(utstring_body(&status), utstring_len(&status), 0, NULL), *chosen = json_object();
	for (size_t i = 0; i < KEYS; i++)
		json_object_set(chosen, keys[i], json_object_get(all, keys[i]));
	json_array_append_new(l->rows, chosen);
	json_decref(all);
	utstring_done(&status);
	offline_free(d);
	return 0;
}

/* Perhaps once more: then it begins anew. */
static int
gather_rows(void *arg, struct store *s)
{
	struct listing *l = arg;
	json_array_clear(l->rows);
	l->half_made = s->half_made;
	return command_each_duel(s, add_row, l);
}

/* As people read it; malloc'd. */
static char *
print_cell(const json_t *row, size_t column)
{
	const json_t *value = json_object_get(row, keys[column]);
	const char *text = json_string_value(value);
	UT_string out;
	if (json_is_integer(value))
		return mem_format("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	if (!text || !*text)
		return mem_strdup("-");
	utstring_init(&out);
	text_escape(&out, text, strlen(text), TOPIC_SHOWN);
	return utstring_body(&out);
}

static void
print_for_people(const json_t *rows, UT_string *out)
{
	int widths[KEYS] = {0};
	size_t n = json_array_size(rows);
	char *(*cells)[KEYS] = mem_calloc(n, sizeof *cells);
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < KEYS; k++) {
			int width = (int)strlen(cells[i][k] = print_cell(json_array_get(rows, i), k));
			widths[k] = width > widths[k] ? width : widths[k];
		}
	}
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < KEYS; k++) {
			bool last = k + 1 == KEYS,
			     number = json_is_integer(json_object_get(json_array_get(rows, i), keys[k]));
			utstring_printf(out, number ? "%*s%s" : "%-*s%s", last ? 0 : widths[k], cells[i][k],
				last ? "\n" : "  ");
			free(cells[i][k]);
		}
	}
	free(cells);
}

static void
print_for_programs(const json_t *rows, UT_string *out)
{
	for (size_t i = 0; i < json_array_size(rows); i++) {
		char *line = mem_check(json_dumps(json_array_get(rows, i), JSON_COMPACT | JSON_ENSURE_ASCII));
		utstring_printf(out, "%s\n", line);
		free(line);
	}
}

int
list_run(const struct command_words *w)
{
	struct listing l = {.rows = json_array()};
	UT_string said;
	utstring_init(&said);
	int status = command_read(w->store, STORE_OPEN_READ, "", gather_rows, &l);
	if (!status) {
		(w->json ? print_for_programs : print_for_people)(l.rows, &said);
		status = command_say(&said, status);
	}
	if (l.half_made)
		status = command_fail("%s: %s", w->store->shown, STORE_HALF_MADE);
	utstring_done(&said);
	json_decref(l.rows);
	return status;
}
