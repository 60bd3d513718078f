/* svg.h: a notice in a picture's place. */
#include "validators/text/svg.h"

#include "tests/unit/test.h"

#include <string.h>

TEST(a_notice_is_an_image_that_says_so)
{
	static const char *const lines[] = { "a < b & \"c\"", "install it" };
	UT_string out;

	utstring_init(&out);
	svg_notice(lines, sizeof lines / sizeof *lines, &out);
	assert_non_null(strstr(utstring_body(&out), "<svg xmlns=\"http://www.w3.org/2000/svg\""));
	assert_non_null(strstr(utstring_body(&out), ">a &lt; b &amp; \"c\"</text>\n"));
	assert_non_null(strstr(utstring_body(&out), ">install it</text>\n</svg>\n"));
	utstring_done(&out);
}
