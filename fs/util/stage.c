#include "fs/util/stage.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"

void
stage_free(struct stage *s)
{
	free(s->bytes);
	*s = (struct stage){0};
}

static void
put_bytes(struct stage *s, const char *bytes, size_t len, size_t at)
{
	size_t end = at + len, needed = end > s->len ? end : s->len;
	if (needed > s->room) {
		s->room = needed < 4096 ? 4096 : needed + needed / 2;
		s->bytes = mem_resize(s->bytes, s->room, 1);
	}
	if (at > s->len)
		memset(s->bytes + s->len, 0, at - s->len);
	if (len)
		memcpy(s->bytes + at, bytes, len);
	s->len = needed;
	assert(s->len <= s->room);
}

/* From appending, or from nothing, to an image of the whole file. */
static void
begin_rewrite(struct stage *s, const char *base, size_t base_len)
{
	if (s->rewriting)
		return;
	s->rewriting = true;
	if (s->truncated)
		return; /* what was appended stands behind nothing */
	size_t appended = s->len;
	char *kept = appended ? mem_copy(s->bytes, appended) : NULL;
	s->len = 0;
	put_bytes(s, base, base_len, 0);
	put_bytes(s, kept, appended, base_len);
	free(kept);
}

bool
stage_write(struct stage *s, const char *bytes, size_t len, uint64_t offset, bool append, const char *base,
	size_t base_len,
	size_t limit)
{
	if (!append)
		begin_rewrite(s, base, base_len);
	size_t at = append ? s->len : (size_t)offset;
	if (offset > SIZE_MAX / 2 || len > limit || at > limit - len)
		return false;
	put_bytes(s, bytes, len, at);
	if (!len)
		return true;
	s->written = true;
	s->writes++;
	if (at <= s->covered && at + len > s->covered)
		s->covered = at + len;
	return true;
}

bool
stage_truncate(struct stage *s, uint64_t size, const char *base, size_t base_len, size_t limit)
{
	begin_rewrite(s, base, base_len);
	if (size > limit)
		return false;
	assert(s->rewriting);
	put_bytes(s, NULL, 0, (size_t)size);
	s->len = (size_t)size;
	if (s->covered > s->len)
		s->covered = s->len;
	return true;
}

bool
stage_is_one_text(const struct stage *s, bool ended, const char *base, size_t base_len)
{
	size_t n = s->covered;
	assert(s->rewriting);
	if (s->writes != 1 || !n || n % 512 == 0)
		return false;
	bool newline = s->bytes[n - 1] == '\n';
	bool lines = (newline || !ended) && stage_lines(s->bytes, n) + !newline >= 2;
	return lines && (n != base_len || memcmp(s->bytes, base, n));
}

size_t
stage_same(const char *image, size_t len, const char *base, size_t base_len)
{
	size_t n = len < base_len ? len : base_len, at = 0;
	if (!n || !memcmp(image, base, n))
		return n;
	while (image[at] == base[at])
		at++;
	return at;
}

int
stage_lines(const char *bytes, size_t offset)
{
	assert(bytes || !offset);
	int n = 0;
	for (const char *p = bytes; offset && (p = memchr(p, '\n', (size_t)(bytes + offset - p))); p++)
		n++;
	return n;
}
