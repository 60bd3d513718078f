/*
 * The source of an adversarial debate, a folder: `kb/`, and `kb-snapshot-construction/` where an earlier debate has
 * left one. What the debate begins with is the snapshot, else a copy of the base.
 */
#ifndef VALIDATORS_ADVERSARIAL_FOLDER_H
#define VALIDATORS_ADVERSARIAL_FOLDER_H

#include "validators/adversarial/kb.h"
#include "validators/kit/format.h"

#define FOLDER_KB "kb"
#define FOLDER_SNAPSHOT "kb-snapshot-construction"

/* format.folder */
extern const struct format_folder adversarial_folder;

/* The files of a part: they stand one behind the other. */
struct folder_part {
	const struct source_file *files;
	size_t n;
	size_t skip; /* bytes of the part's name, and a slash, before each path */
};
struct folder_part folder_part(const struct source_folder *folder, const char *part);
/* The same of what the debate begins with. */
struct folder_part folder_snapshot(const struct source_folder *folder);

/* Read a part that was judged; NULL: it is no base. */
struct kb *folder_base(const struct folder_part *part);

#endif
