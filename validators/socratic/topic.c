/* Does a text speak of the topic? By its words, as rules compare texts. */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <strings.h>
#include "validators/mem.h"
#include "validators/text.h"

/* Words that say nothing about a topic, in order. */
static const char *const stop_words[] = { "about", "and", "any", "are", "but", "can", "does", "for", "from", "has", "have", "how", "into",
	"its", "may", "not", "our", "shall", "should", "than", "that", "the", "their", "them", "then", "they", "this", "was", "what", "when",
	"where", "which", "who", "why", "will", "with", "would", "you", "your" };

#define TOPIC_WORD_LETTERS 3
/* A topic may have a thousand bytes; so many words of it say enough. */
#define TOPIC_WORDS_MAX 32

static int
compare_words(const void *a, const void *b)
{
	return strcmp(a, *(const char *const *)b);
}

static bool
is_content_word(const char *word)
{
	size_t letters = 0;

	for (const char *s = word; *s; s++)
		letters += ((unsigned char)*s & 0xc0) != 0x80;
	return letters >= TOPIC_WORD_LETTERS &&
		!bsearch(word, stop_words, sizeof stop_words / sizeof stop_words[0], sizeof stop_words[0], compare_words);
}

static bool
is_ascii(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s >= 0x80)
			return false;
	return true;
}

static bool
is_word_byte(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool
has_ascii_word(const char *text, size_t len, const char *word)
{
	size_t n = strlen(word);
	char first[] = { word[0], (char)toupper((unsigned char)word[0]), '\0' };

	for (const char *s = text, *end = text + len; s < end; s++) {
		s += strcspn(s, first);
		if (s >= end || (size_t)(end - s) < n)
			return false;
		if (!strncasecmp(s, word, n) && (s == text || !is_word_byte(s[-1])) && (s + n == end || !is_word_byte(s[n])))
			return true;
	}
	return false;
}

/* Bytes of a text that are folded in search of a word: folding takes a hundred times what looking does. */
#define FOLDED_BYTES 16384

/* Letter by letter first, which costs little and is nearly always enough; then as rules compare texts. Scripts that do not part words
 * have no ends of words to look at. */
static bool
occurs(const char *text, size_t len, char **folded, const char *word)
{
	bool ascii = is_ascii(word);

	if (ascii && has_ascii_word(text, len, word))
		return true;
	if (!*folded)
		*folded = text_fold_words(text, len < FOLDED_BYTES ? len : FOLDED_BYTES);
	return ascii ? has_ascii_word(*folded, strlen(*folded), word) : strstr(*folded, word) != NULL;
}

struct topic_words
topic_count(const char *topic, const char *text, size_t len)
{
	char *words = text_fold_words(topic, strlen(topic)), *rest = words, *folded = NULL;
	struct topic_words count = { .n = 0 };

	for (char *word; count.n < TOPIC_WORDS_MAX && (word = strsep(&rest, " "));)
		if (is_content_word(word)) {
			count.n++;
			count.found += occurs(text, len, &folded, word);
		}
	free(folded);
	free(words);
	return count;
}
