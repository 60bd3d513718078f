#include "fs/store/mark.h"

#include "validators/text/mem.h"

char *
store_mark_fault(const char *place)
{
	if (!*place)
		return mem_strdup("it is half of a copy that was not finished: copy again, or empty it");
	return mem_format("the duels were copied from here, and are at %s now: of two places that both go on "
			  "none would be the right one", place);
}
