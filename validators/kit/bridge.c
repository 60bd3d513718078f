#include "validators/kit/bridge_inner.h"

#include "validators/text/mem.h"

static void *
reading_make(const struct source *source, const struct source_folder *folder)
{
	struct source_places *places = mem_calloc(1, sizeof *places);

	(void)folder;
	if (!source)
		return free(places), NULL;
	source_places_read(places, mem_copy(source->text, source->len), source->len);
	return places;
}

static void
reading_drop(void *reading)
{
	struct source_places *places = reading;

	free((char *)(uintptr_t)places->text.s);
	source_places_free(places);
	free(places);
}
static const struct format_reading reading = {reading_make, reading_drop};

void
bridge_make(struct bridged *b, const struct debate_format *of)
{
	*b = (struct bridged){.of = of,
		.format = {.name = of->name,
			.about = of->about,
			.separator = of->separator,
			.head = of->head,
			.terms = of->terms,
			.reading = of->reading ? of->reading : &reading,
			.folder = of->debates}};
	bridge_tables(b);
}
