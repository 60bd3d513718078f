/* Skills: see skill.h. */
#include "fs/skill.h"

#include <stdlib.h>
#include <string.h>
#include "fs/command.h"
#include "validators/kit/texts.h"

TEXT_FILE(duelfs_participant_SKILL_md);
TEXT_FILE(duelfs_debate_SKILL_md);
TEXT_FILE(skills_AGENTS_md);

/* clang-format off */
static const struct {
	const char *name, *text;
} skills[] = {
	{"duelfs-participant", text_duelfs_participant_SKILL_md},
	{"duelfs-debate", text_duelfs_debate_SKILL_md},
	{"AGENTS.md", text_skills_AGENTS_md},
};
/* clang-format on */
#define SKILLS (sizeof skills / sizeof skills[0])

void
skill_names(UT_string *out)
{
	for (size_t i = 0; i < SKILLS; i++)
		utstring_printf(out, "%s%s", i ? ", " : "", skills[i].name);
}

int
skill_print(const char *name)
{
	size_t i = 0;
	UT_string said;
	utstring_init(&said);
	while (i < SKILLS && name && strcmp(name, skills[i].name) != 0)
		i++;
	if (i == SKILLS)
		skill_names(&said);
	else
		utstring_bincpy(&said, skills[i].text, strlen(skills[i].text));
	int status = i < SKILLS ? command_say(&said, EXIT_SUCCESS)
				: command_fail("--print-skill %s: there is no such skill; there are %s", name,
					  utstring_body(&said));
	utstring_done(&said);
	return status;
}
