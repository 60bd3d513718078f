/* The list of formats, and nothing else: a test may link another. Nothing else knows their names. */
#include "validators/formats.h"
#include "validators/kit/bridge.h"

extern const struct debate_format dialectic_format, rounds_format, socratic_format, adversarial_format;
BRIDGED(format_dialectic, dialectic_format)
BRIDGED(format_rounds, rounds_format)
BRIDGED(format_socratic, socratic_format)
BRIDGED(format_adversarial, adversarial_format)

const struct format *const formats[] = {
	&format_socratic.format,
	&format_dialectic.format,
	&format_rounds.format,
	&format_adversarial.format,
	NULL,
};
