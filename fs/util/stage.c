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

void
stage_clear(struct stage *s)
{
	uint64_t changes = s->changes;
	stage_free(s);
	s->changes = changes + 1;
}

static void
put(struct stage *s, const char *bytes, size_t len, size_t at)
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
	put(s, base, base_len, 0);
	put(s, kept, appended, base_len);
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
	put(s, bytes, len, at);
	s->changes++;
	if (!len)
		return true;
	s->written = true;
	s->writes++;
	s->last_len = len;
	s->last_is_line = memchr(bytes, '\n', len) == bytes + len - 1;
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
	put(s, NULL, 0, (size_t)size);
	s->changes++;
	s->len = (size_t)size;
	if (s->covered > s->len)
		s->covered = s->len;
	return true;
}

bool
stage_looks_whole(const struct stage *s, size_t base_len)
{
	if (!s->rewriting || !s->covered || s->bytes[s->covered - 1] != '\n' || s->covered % 512 == 0 ||
		s->last_is_line)
		return false;
	return s->covered > base_len || (s->writes == 1 && s->covered == s->last_len);
}

/* Where the newline is that a line end here comes to. */
static size_t
newline_from(const char *s, size_t len, size_t at)
{
	return s[at] == '\r' && at + 1 < len && s[at + 1] == '\n' ? at + 1 : at;
}

enum stage_change
stage_compare(const char *image, size_t len, const char *base, size_t base_len, size_t *at)
{
	size_t n = len < base_len ? len : base_len, i = 0, b = 0;
	if (!memcmp(image, base, n))
		i = b = n;
	for (; i < len && b < base_len; i++, b++) {
		size_t x = newline_from(image, len, i), y = newline_from(base, base_len, b);
		if (base[y] == '\n' && image[i] == '\r' && i + 1 == len)
			break; /* its newline may follow */
		if (image[x] != base[y]) {
			*at = i;
			return STAGE_DIFFERS;
		}
		i = x, b = y;
	}
	*at = i;
	if (b < base_len)
		return STAGE_WITHIN;
	return i == len ? STAGE_SAME : STAGE_APPENDS;
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
