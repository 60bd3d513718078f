#include "validators/socratic/split.h"

#include <string.h>
#include "validators/kit/record.h"
#include "validators/kit/record_parts.h"
#include "validators/socratic/head.h"
#include "validators/socratic/reading.h"
#include "validators/text/mem.h"

/* Where the name ends: at the time, or at the reason before that. NULL: there is no reason where one must be. */
static const char *
name_ends(const struct head_note *what, const char *s, const char *comma)
{
	const char *colon = s + record_name_len(s, (size_t)(comma - s));

	if (!what->reason)
		return comma;
	return colon + 2 < comma && colon[1] == ' ' ? colon : NULL;
}

/* `> WHAT NAME, TIME` or `> WHAT NAME: REASON, TIME` in one line of its own. */
static bool
read_note(const char *s, size_t len, struct part_note *note)
{
	struct reader at = { s, s + len };

	if (!skip_text(&at, "> "))
		return false;
	for (const struct head_note *what = head_notes; what->begins; what++) {
		struct reader name = at, plain;
		const char *comma, *end;
		struct md md;

		if (!skip_text(&name, what->begins) || !skip_text(&name, " ") || !(comma = memrchr(name.s, ',', left(&name))))
			continue;
		if (comma + 2 >= name.end || comma[1] != ' ' || !record_time_read(comma + 2, (size_t)(name.end - comma - 2), &note->time_ms))
			continue;
		if (!(end = name_ends(what, name.s, comma)))
			continue;
		md_parse(&md, at.s, (size_t)(end - at.s));
		plain = md.n ? (struct reader){ md.text + md.lines[0].off, md.text + md.lines[0].off + md.lines[0].len } : at;
		note->name = md.n && skip_text(&plain, what->begins) && skip_text(&plain, " ") ? mem_copy(plain.s, left(&plain)) : NULL;
		md_free(&md);
		return note->name;
	}
	return false;
}

static enum entry_kind
begins(const char *s, const char *end, struct part_words *words)
{
	struct start_line heading;
	enum start start = heading_start(s, end, &heading);

	if (start == START_TURN) {
		struct heading_words said = heading_take_apart(heading.text, heading.len);
		*words = (struct part_words){ said.number, said.name, said.harness, said.model };
		return ENTRY_TURN;
	}
	return start == START_CONCLUSION ? ENTRY_CONCLUSION : 0;
}

static const struct record_grammar grammar = { .begins = begins, .note = read_note, .head = head_begins };

void
record_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg)
{
	record_parts(&grammar, text, len, each, arg);
}
