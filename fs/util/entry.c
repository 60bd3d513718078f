#include "fs/util/entry.h"

#include <endian.h>
#include <sodium.h>
#include "validators/text/mem.h"

/* clang-format off */
const struct entry_kind_row entry_kinds[ENTRY_KINDS] = {
	[ENTRY_RULES]      = { .name = "rules" },
	[ENTRY_JOIN]       = { .name = "join" },
	[ENTRY_CLAIM]      = { .name = "claim" },
	[ENTRY_REFRESH]    = { .name = "refresh" },
	[ENTRY_RELEASE]    = { .name = "release" },
	[ENTRY_EXPIRE]     = { .name = "expire" },
	[ENTRY_WAIT]       = { .name = "wait" },
	[ENTRY_REJECT]     = { .name = "reject" },
	[ENTRY_HEAD]       = { .name = "head", .record = true },
	[ENTRY_TURN]       = { .name = "turn", .record = true },
	[ENTRY_NOTE]       = { .name = "note", .record = true },
	[ENTRY_CONCLUSION] = { .name = "conclusion", .record = true },
	[ENTRY_CLOSE]      = { .name = "close" },
	[ENTRY_HANDIN]     = { .name = "handin" },
	[ENTRY_REPORT]     = { .name = "report" },
	[ENTRY_LAPSE]      = { .name = "lapse" },
	[ENTRY_MAKER]      = { .name = "maker" },
};
/* clang-format on */

struct entry *
entry_new(enum entry_kind kind, unsigned seat, uint64_t lease, const char *data, const char *body,
	size_t body_len)
{
	struct entry *e = mem_calloc(1, sizeof *e);

	e->kind = kind;
	e->seat = seat;
	e->lease = lease;
	if (data) {
		e->data = mem_strdup(data);
		e->data_len = strlen(data);
	}
	if (body) {
		e->body = mem_copy(body, body_len);
		e->body_len = body_len;
	}
	return e;
}

void
entry_free(struct entry *e)
{
	if (!e)
		return;
	free(e->data);
	free(e->body);
	free(e);
}

/* The order is that of entry.h. */
void
entry_chain(struct entry *e, const unsigned char before[ENTRY_HASH_BYTES])
{
	const uint64_t head[] = {htole64(e->seq), htole64(e->kind), htole64(e->seat), htole64(e->lease),
		htole64((uint64_t)e->time_ms), htole64((uint64_t)e->clock_ms), htole64((uint64_t)e->boot),
		htole64(e->data_len)};
	const uint64_t body_len = htole64(e->body_len);
	crypto_generichash_state h;

	crypto_generichash_init(&h, NULL, 0, ENTRY_HASH_BYTES);
	crypto_generichash_update(&h, before, ENTRY_HASH_BYTES);
	crypto_generichash_update(&h, (const unsigned char *)head, sizeof head);
	crypto_generichash_update(&h, (const unsigned char *)e->data, e->data_len);
	crypto_generichash_update(&h, (const unsigned char *)&body_len, sizeof body_len);
	crypto_generichash_update(&h, (const unsigned char *)e->body, e->body_len);
	crypto_generichash_final(&h, e->hash, ENTRY_HASH_BYTES);
}

void
entry_chain_start(unsigned char before[ENTRY_HASH_BYTES], int64_t id)
{
	uint64_t le = htole64((uint64_t)id);

	memset(before, 0, ENTRY_HASH_BYTES);
	memcpy(before, &le, sizeof le);
}
