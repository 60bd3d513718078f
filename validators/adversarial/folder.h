/*
 * The files of a base as they came (base.h), for those that are shown as they are: the parts of the folder that is
 * debated, each a run of its files.
 */
#ifndef VALIDATORS_ADVERSARIAL_FOLDER_H
#define VALIDATORS_ADVERSARIAL_FOLDER_H

#include "validators/adversarial/base.h"

struct folder_part {
	const struct source_file *files;
	size_t n;
	size_t skip; /* bytes of the part's name, and a slash, before each path */
};
struct folder_part folder_part(const struct source_folder *folder, const char *part);
/* The same of what the debate begins with: the live one where no earlier debate left a snapshot. */
struct folder_part folder_snapshot(const struct source_folder *folder);
/* The number of the last revision that came with it (mutation.h); 0: none. */
unsigned folder_revisions(const struct source_folder *folder);

#endif
