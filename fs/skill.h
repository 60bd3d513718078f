/*
 * What an agent is told of duelfs: the skills of config/skills/ (https://agentskills.io), each a SKILL.md in a folder
 * of its name, and lines for a project's AGENTS.md.
 */
#ifndef FS_SKILL_H
#define FS_SKILL_H

#include <utstring.h>

/* Print the one of this name; NULL: the first. The exit status: what is wrong is on stderr. */
int skill_print(const char *name);
/* Their names, with commas. */
void skill_names(UT_string *out);

#endif
