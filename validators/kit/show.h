/*
 * A debate in files, prompts and the record of all formats. Each function appends Markdown.
 */
#ifndef VALIDATORS_KIT_SHOW_H
#define VALIDATORS_KIT_SHOW_H

#include "validators/kit/debate.h"

/*
 * The head of a record: a title, the source where the format shows it, when the duel was made, a table of keys, and a
 * table of those who have joined. It is written once and for good, with the first text.
 */
/* The title ("Debate: ", before the topic) and the keys that all formats have; the source is shown before them, too,
 * where `with_source` says so. */
void head_begin(const struct debate *d, const char *title, bool with_source, UT_string *out);
/* One more key. */
__attribute__((format(printf, 3, 4))) void head_row(UT_string *out, const char *key, const char *format, ...);
/* Those who have joined, with their roles where the format has some; `tool` is how it calls what a seat speaks for. */
void head_seats(const struct debate *d, const char *tool, UT_string *out);

/* The name of a seat, and who has it: `alice (claude-code / opus)`. */
void brief_seat(const struct debate *d, unsigned seat, UT_string *out);
/* The place of the first text that is new to a seat: what came behind its last one, and what was revealed with that;
 * the number of all where nothing is. */
size_t brief_news(const struct debate *d, unsigned seat);
/* The texts from the one of that place on that are not that seat's, each under a line that says whose it is, fenced; of
 * more than a prompt has room for, earlier ones by their files. */
void brief_texts(const struct debate *d, size_t from, unsigned seat, UT_string *out);

/* A list that has words of others in it, fenced below a title and `about` ("": nothing), if there is something in it;
 * it is empty again. */
void brief_list(const char *title, const char *about, UT_string *list, UT_string *out);

/* Appends a JSON value, which it frees, as a file: indented, its real numbers as they were written. */
void show_json(struct json_t *value, UT_string *out);

/* Does this seat decide between the others? */
bool debate_decides(const struct debate *d, unsigned seat);
/* The warnings of the debate itself as the first paragraph of conclusion.md; nothing where there are none. */
void debate_print_cautions(const struct debate *d, UT_string *out);
/* The topic and what the debate came to. They stand behind the cautions. */
void debate_print_end(const struct debate *d, UT_string *out);

#endif
