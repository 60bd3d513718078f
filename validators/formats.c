/* The list of formats: to add one, add its row. Nothing else knows their names, and nothing else stands here: a test
 * may link another list. */
#include "validators/adversarial/adversarial.h"
#include "validators/dialectic/dialectic.h"
#include "validators/formats.h"
#include "validators/rounds/rounds.h"
#include "validators/socratic/socratic.h"

const struct format *const formats[] = {
	&format_socratic,
	&format_dialectic,
	&format_rounds,
	&format_adversarial,
	NULL,
};
