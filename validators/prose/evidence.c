#include "validators/prose/evidence.h"

#include <ctype.h>
#include "validators/text/reader.h"

bool
evidence_is_url(const char *s, size_t len)
{
	struct reader r = { s, s + len };

	if (!skip_word(&r, "https://") && !skip_word(&r, "http://"))
		return false;
	return r.s < r.end && (isalnum((unsigned char)*r.s) || *r.s == '[' || (unsigned char)*r.s >= 0x80);
}
