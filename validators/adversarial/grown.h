/*
 * A text against what it was, where it may differ in some places alone: what stands outside of them is as it was, line
 * by line, and in them something was added at their end, or a key's value exchanged.
 *
 * Lines are compared without the white space at their ends and without blank lines between them, and what was there
 * stays as it was, to the byte: an editor that cuts blanks, or writes another end of the file, changes nothing. Texts
 * have LF line ends.
 */
#ifndef VALIDATORS_ADVERSARIAL_GROWN_H
#define VALIDATORS_ADVERSARIAL_GROWN_H

#include "validators/adversarial/kb.h"

enum place_kind {
	PLACE_KEY,     /* a key's value in the front matter is another one */
	PLACE_SECTION, /* a section, or an item, has something added at its end; where it was missing the file has */
	PLACE_END,     /* the file has */
};

struct place {
	enum place_kind kind;
	const char *title;
	bool grown;               /* or exchanged */
	const char *added;        /* what was added, without white space round it; the value; not terminated */
	size_t added_len;

	/* What grown_read goes by: slices of the old text and of the new one; NOWHERE: it is in neither. */
	size_t was, was_end, is, is_end;
	bool missing;             /* from the old one */
};

/* A line that is not what it was. */
struct difference {
	const char *was, *is; /* not terminated; NULL: there is none, it was added or removed */
	size_t was_len, is_len;
	const char *where;    /* the heading that it was under, without its marks; NULL: none */
	size_t where_len;
	int line;             /* of the new text; of the old one where it is gone */
	const char *fault;    /* what was added cannot stand there: a clause, static; then `is` is its line */
};

/* Fill in places, n of them, whose kind and title are set, and bring them into the order of the text. False: they do
 * not account for all that is different, and *d says what does not. Else what the file is then is appended to *out.
 * Slices are of the two texts. */
bool grown_read(const struct kb_file *was, const struct kb_file *is, struct place *places, size_t n, UT_string *out,
	struct difference *d);

#endif
