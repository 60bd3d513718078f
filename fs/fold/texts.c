#include "fs/fold/texts.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

struct format_texts {
	const struct format *format; /* NULL: the mount's own */
	const struct text_row *rows;
	struct text *texts; /* one a row, as far as `n` */
	const struct text **places;
	size_t n;
};

struct text_set {
	atomic_uint holds;
	struct format_texts *of; /* one a format, in their order, and the mount's own */
	size_t n;
	struct text secrets;
};

__attribute__((format(printf, 4, 5))) static int
refuse(UT_string *why, const char *path, int line, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	utstring_printf(why, "%s:", path);
	if (line)
		utstring_printf(why, "%d:", line);
	utstring_printf(why, " %s", text);
	free(text);
	return -EINVAL;
}

static int
refuse_errno(UT_string *why, const char *path, int err)
{
	refuse(why, path, 0, "cannot be read: %s", strerrordesc_np(err));
	return -err;
}

/* As many as there are up to `room`; 0 or a positive errno. */
static int
read_all(int fd, char *bytes, size_t room, size_t *len)
{
	ssize_t n = 1;
	*len = 0;
	while (*len < room && n) {
		n = read(fd, bytes + *len, room - *len);
		if (n < 0 && errno != EINTR)
			return errno;
		*len += n > 0 ? (size_t)n : 0;
	}
	return 0;
}

static int
take_bytes(
	const struct text_row *row, const char *path, const char *bytes, size_t len, struct text *out, UT_string *why)
{
	char *fault = NULL;
	int line;
	if (len > LIMIT_TEXT_FILE_BYTES)
		return refuse(why, path, 0, "the file has more than %d bytes", LIMIT_TEXT_FILE_BYTES);
	int err = text_take(row, bytes, len, out, &line, &fault);
	if (err)
		refuse(why, path, line, "%s", fault);
	free(fault);
	return err;
}

static int
take_open(const struct text_row *row, const char *path, int fd, struct text *out, UT_string *why)
{
	struct stat st;
	size_t len;
	if (fstat(fd, &st) < 0)
		return refuse_errno(why, path, errno);
	if (!S_ISREG(st.st_mode))
		return refuse(why, path, 0, "is no regular file");
	char *bytes = mem_calloc(1, LIMIT_TEXT_FILE_BYTES + 1);
	int err = read_all(fd, bytes, LIMIT_TEXT_FILE_BYTES + 1, &len);
	err = err ? refuse_errno(why, path, err) : take_bytes(row, path, bytes, len, out, why);
	free(bytes);
	return err;
}

/* The user's file, where there is one: opened so that a pipe in its place does not hold up the mount. */
static int
take_row(const struct text_row *row, const char *dir, struct text *out, UT_string *why)
{
	if (!dir)
		return take_bytes(row, row->name, row->bytes, *row->len, out, why);
	char *path = mem_format("%s/%s", dir, row->name);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	int err = fd < 0 && errno == ENOENT ? take_row(row, NULL, out, why)
		: fd < 0 ? refuse_errno(why, path, errno) : take_open(row, path, fd, out, why);
	if (fd >= 0)
		close(fd);
	free(path);
	return err;
}

static int
take_rows(struct format_texts *t, const struct format *f, const struct text_row *rows, size_t n, const char *dir,
	UT_string *why)
{
	int err = 0;
	*t = (struct format_texts){.format = f, .rows = rows, .texts = mem_calloc(n, sizeof *t->texts),
		.places = mem_calloc(n, sizeof *t->places)};
	for (; t->n < n && !err; t->n += !err) {
		t->places[t->n] = &t->texts[t->n];
		err = take_row(&rows[t->n], dir, &t->texts[t->n], why);
	}
	return err;
}

int
text_set_read(const char *dir, const struct text_row *own, size_t n, struct text_set **out, UT_string *why)
{
	struct text_set *s = mem_calloc(1, sizeof *s);
	size_t n_formats = 0;
	int err = 0;
	while (formats[n_formats])
		n_formats++;
	s->holds = 1;
	s->of = mem_calloc(n_formats + 1, sizeof *s->of);
	for (const struct format *const *f = formats; *f && !err; f++)
		err = take_rows(&s->of[s->n++], *f, (*f)->texts, (*f)->n_texts, dir, why);
	if (!err)
		err = take_row(&secrets_text, dir, &s->secrets, why);
	if (own && !err)
		err = take_rows(&s->of[s->n++], NULL, own, n, dir, why);
	if (err)
		text_set_drop(s);
	else
		*out = s;
	return err;
}

struct text_set *
text_set_built_in(void)
{
	struct text_set *s = NULL;
	UT_string why;
	utstring_init(&why);
	int err = text_set_read(NULL, NULL, 0, &s, &why);
	assert(!err);
	(void)err;
	utstring_done(&why);
	return s;
}

struct text_set *
text_set_hold(struct text_set *s)
{
	assert(s->holds);
	s->holds++;
	return s;
}

void
text_set_drop(struct text_set *s)
{
	assert(!s || s->holds);
	if (!s || --s->holds)
		return;
	for (size_t i = 0; i < s->n; i++) {
		for (size_t j = 0; j < s->of[i].n; j++)
			text_drop(&s->of[i].rows[j], &s->of[i].texts[j]);
		free(s->of[i].texts);
		free(s->of[i].places);
	}
	free(s->of);
	text_drop(&secrets_text, &s->secrets);
	free(s);
}

const struct secrets *
text_set_secrets(const struct text_set *s)
{
	return s->secrets.made;
}

const struct text *const *
text_set_of(const struct text_set *s, const struct format *f)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->of[i].format == f)
			return s->of[i].places;
	return NULL;
}
