/* The list of formats, and nothing else: a test may link another. Nothing else knows their names. */
#include "validators/formats.h"

const struct format *const formats[] = {
	&socratic_format,
	&dialectic_format,
	&rounds_format,
	&adversarial_format,
	NULL,
};
