#include "validators/kit/shown.h"

/* More names are told by the first and the last. */
#define NAMES_SHOWN 8

size_t
shown_from(const size_t *bytes, size_t n, size_t room)
{
	size_t from = n, used = 0;

	while (from && (from == n || (bytes[from - 1] <= room && used <= room - bytes[from - 1])))
		used += bytes[--from];
	return from;
}

void
shown_put_left_out(
	UT_string *out, const char *what, size_t n, void (*put_name)(void *arg, size_t i, UT_string *out), void *arg)
{
	if (!n)
		return;
	utstring_printf(out, "Earlier %s are left out here for their length:", what);
	for (size_t i = 0; i < n; i++) {
		if (n > NAMES_SHOWN && i && i + 1 < n)
			continue;
		utstring_printf(out, "%s`", !i ? " " : n > NAMES_SHOWN ? " to " : ", ");
		put_name(arg, i, out);
		utstring_printf(out, "`");
	}
	if (n > NAMES_SHOWN)
		utstring_printf(out, ", %zu of them", n);
	utstring_printf(out, ".\n\n");
}
