/* Texts that are built in. */
#include "tests/unit/test.h"
#include "validators/kit/template.h"

TEXT_FILE(trial_two_lines_txt);
TEXT_FILE(trial_empty_md);

TEST(a_file_beside_the_sources_is_part_of_the_program_under_its_name)
{
	assert_int_equal(text_trial_two_lines_txt_len, 8);
	assert_string_equal(text_trial_two_lines_txt, "one\ntwo\n");
	assert_int_equal(text_trial_empty_md_len, 0);
	assert_string_equal(text_trial_empty_md, "");
}
