/* The list of formats, and nothing else: a test may link another. Nothing else knows their names. */
#include "validators/adversarial/adversarial.h"
#include "validators/dialectic/dialectic.h"
#include "validators/formats.h"
#include "validators/next/kit/bridge.h"
#include "validators/next/rounds/rounds.h"
#include "validators/socratic/socratic.h"

BRIDGED(format_rounds, rounds_format)

const struct format *const formats[] = {
	&format_socratic,
	&format_dialectic,
	&format_rounds.format,
	&format_adversarial,
	NULL,
};
