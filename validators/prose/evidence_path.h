/*
 * A file's name where an entry cites one: how far it reaches, and whether it is the duel's source. For evidence.c,
 * evidence_file.c and lookup.c.
 *
 * The source is cited by its path, by an end of that path or by its name, and as the copy of it that the duel shows,
 * `source.md`. Paths are compared by their words alone: `docs/../docs//plan.md` and `file:///srv/docs/plan.md` are
 * /srv/docs/plan.md.
 */
#ifndef VALIDATORS_PROSE_EVIDENCE_PATH_H
#define VALIDATORS_PROSE_EVIDENCE_PATH_H

#include "validators/prose/evidence.h"
#include "validators/text/reader.h"

struct file {
	const char *name;
	size_t len;
	bool is_source;
	struct reader rest; /* where parts of it may be named */
};

/* `[…](#turn-2)`: the place is in this document, and what the link says counts. */
static inline bool
link_is_own(const struct md_span *link)
{
	return link->url_len && *link->url == '#';
}

/* Is this the source's name? */
bool file_is_source(const struct evidence *ev, const char *s, size_t len);
/* Does a file's name stand here? */
bool file_read(const struct evidence *ev, const struct reader *r, struct file *file);

/* Whatever names the source ends in its name, or in that of its copy. Where each of the two stands next in a text is
 * known as long as it is not passed, so that a text is searched once, wherever it is asked for. */
struct file_names {
	struct {
		const char *next; /* NULL: nowhere */
		bool looked;
	} v[2];
};
/* The nearest one from `r` on, which moves on through one text; NULL: there is none. */
const char *file_names_next(struct file_names *names, const struct evidence *ev, const struct reader *r);
/* How much longer than its path a name of the source may be: as `docs/../docs//plan.md` is. */
#define FILE_NAME_MORE_BYTES 256

/* The same in the address of a link, where %20 is a space. *url is malloc'd and what *file points into: the caller
 * frees it, in any case. */
bool file_read_url(const struct evidence *ev, const struct md_span *link, char **url, struct file *file);
/* %41 is A. In place; what is no such escape stays. The new length; nothing is put behind it. */
size_t file_decode_url(char *s, size_t len);

#endif
