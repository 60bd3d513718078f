/* Memory that goes at once: what is in it is kept until then, however much there is and however it grows. */
#include "tests/unit/test.h"

#include <pthread.h>
#include <string.h>
#include "validators/text/arena.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

TEST(what_grows_keeps_its_bytes_wherever_it_has_to_go)
{
	struct arena *a = arena_new(0);
	char *grows, *beside;

	arena_enter(a);
	grows = arena_memory.realloc(NULL, 3);
	memcpy(grows, "abc", 3);
	for (size_t len = 16; len <= 4 << 20; len *= 2) {
		beside = arena_memory.calloc(1, len);
		for (size_t i = 0; i < len; i++)
			assert_int_equal(beside[i], 0);
		memset(beside, 'x', len);
		grows = arena_memory.realloc(grows, len);
		assert_memory_equal(grows, "abc", 3);
		memset(&grows[len / 2], 'y', len / 2);
	}
	arena_leave(a);
	arena_free(a);
}

TEST(what_was_taken_last_and_given_back_is_taken_again_and_is_clear)
{
	struct arena *a = arena_new(0);
	char *kept, *first, *second;

	arena_enter(a);
	kept = arena_memory.calloc(1, 40);
	strcpy(kept, "kept");
	first = arena_memory.calloc(3, 5);
	memset(first, 'x', 15);
	arena_memory.free(first);
	second = arena_memory.calloc(1, 15);
	assert_ptr_equal(first, second);
	assert_memory_equal(second, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 15);
	arena_memory.free(kept);
	assert_string_equal(kept, "kept");
	arena_memory.free(NULL);
	arena_leave(a);
	arena_free(a);
	arena_free(NULL);
}

/* Each thread has an arena of its own while it reads. What is returned is what is wrong. */
static void *
read_often(void *arg)
{
	struct md md;

	for (unsigned i = 0; i < 300; i++) {
		char *text = mem_format("# %s %u\n\n- *a* [b](c) `d`\n- f<e>\n", (const char *)arg, i), *want;
		md_parse(&md, text, strlen(text));
		want = mem_format("%s %u\na b d\nf<e>\n", (const char *)arg, i);
		bool same = !strcmp(md.text, want) && md.n_spans == 2 && md.spans[0].url_len == 1 && *md.spans[0].url == 'c';
		md_free(&md);
		free(text);
		free(want);
		if (!same)
			return arg;
	}
	return NULL;
}

TEST(texts_are_read_by_several_threads_at_once)
{
	static char *const names[] = {"one", "two", "three", "four"};
	pthread_t threads[4];
	void *wrong;

	for (size_t i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, read_often, names[i]), 0);
	for (size_t i = 0; i < 4; i++)
		assert_true(!pthread_join(threads[i], &wrong) && !wrong);
}
