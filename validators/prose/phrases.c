/* Phrases of all lists stand in one trie of word hashes, to be walked by wording.c. */
#include "validators/prose/phrases_inner.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

struct phrases *
phrases_new(void)
{
	struct phrases *p = mem_calloc(1, sizeof *p);

	p->room = 64;
	p->nodes = mem_calloc(p->room, sizeof *p->nodes);
	p->n = ROOTS;
	p->slots = 64;
	p->edges = mem_calloc(p->slots, sizeof *p->edges);
	strcpy(p->names[p->n_languages++], "en");
	return p;
}

void
phrases_free(struct phrases *p)
{
	if (!p)
		return;
	free(p->nodes);
	free(p->edges);
	free(p);
}

static struct edge *
edge_slot(const struct phrases *p, uint64_t key)
{
	size_t i = key & (p->slots - 1);

	while (p->edges[i].key && p->edges[i].key != key)
		i = (i + 1) & (p->slots - 1);
	return &p->edges[i];
}

static uint64_t
edge_key(uint32_t node, uint64_t word)
{
	uint64_t key = hash_mix(word + HASH_GOLDEN * (node + 1));

	return key ? key : 1;
}

uint32_t
phrases_follow(const struct phrases *p, uint32_t node, uint64_t word)
{
	return edge_slot(p, edge_key(node, word))->to;
}

static void
edges_grow(struct phrases *p)
{
	struct edge *old = p->edges;
	size_t slots = p->slots;

	p->slots *= 2;
	p->edges = mem_calloc(p->slots, sizeof *p->edges);
	for (size_t i = 0; i < slots; i++)
		if (old[i].key)
			*edge_slot(p, old[i].key) = old[i];
	free(old);
}

static uint32_t
node_add(struct phrases *p)
{
	if (p->n == p->room)
		p->nodes = mem_resize(p->nodes, p->room *= 2, sizeof *p->nodes);
	p->nodes[p->n] = (struct node){ .ends = 0 };
	return (uint32_t)p->n++;
}

static uint32_t
edge_make(struct phrases *p, uint32_t node, uint64_t word)
{
	uint64_t key = edge_key(node, word);
	struct edge *e = edge_slot(p, key);

	if (e->key)
		return e->to;
	*e = (struct edge){ .key = key, .to = node_add(p) };
	node = e->to;
	if (2 * ++p->n_edges > p->slots)
		edges_grow(p);
	return node;
}

uint64_t
phrase_hash(const char *s, size_t len)
{
	uint64_t h = FNV_START;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)s[i]) * FNV_PRIME;
	return hash_mix(h);
}

/* Bytes of what stands at the beginning of a folded text and has a property; 0: it has not. All that have one of these
 * have three bytes or more. */
static size_t
bytes_if(bool (*has)(const char *s, const char *end), const char *s)
{
	const char *end = s + strnlen(s, 4);

	return (unsigned char)*s >= 0xe0 && has(s, end) ? char_bytes(s, end) : 0;
}

static bool
is_mark(const char *s, const char *end)
{
	utf8proc_category_t category = utf8proc_category(char_at(s, end));

	return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool
phrase_word_next(const char **s, struct phrase_word *w)
{
	while (**s == ' ')
		++*s;
	w->s = *s;
	w->len = bytes_if(char_is_dense, *s);
	w->dense = w->len > 0;
	if (w->dense)
		for (size_t n; (n = bytes_if(is_mark, w->s + w->len)); w->len += n)
			;
	else
		while (w->s[w->len] && w->s[w->len] != ' ' && !bytes_if(char_is_dense, w->s + w->len))
			w->len++;
	w->hash = phrase_hash(w->s, w->len);
	*s += w->len;
	return w->len > 0;
}

/* The gap in a phrase: its length in bytes, *at where it stands; 0: there is none. */
static size_t
find_gap(const char *s, size_t len, size_t *at)
{
	static const char *const gaps[] = { "*", "...", "…" };

	for (size_t i = 0; i < len; i++)
		for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
			size_t n = strlen(gaps[g]);
			if (n <= len - i && !memcmp(s + i, gaps[g], n)) {
				*at = i;
				return n;
			}
		}
	return 0;
}

/* Words from `s` on below a node: the last one's node. */
static uint32_t
add_words(struct phrases *p, uint32_t node, const char *s, size_t len, unsigned *words)
{
	char *folded = text_fold_words(s, len);
	const char *at = folded;
	struct phrase_word w;

	while (*words < PHRASE_WORDS + 1 && phrase_word_next(&at, &w)) {
		node = edge_make(p, node, w.hash);
		++*words;
	}
	free(folded);
	return node;
}

/* Words of one language, in a line. */
static const char *
add_common(struct phrases *p, unsigned language, const char *s, size_t len)
{
	for (size_t at = 0, n; at < len; at += n + 1) {
		const char *space = memchr(s + at, ' ', len - at);
		bool ending = s[at] == '-';
		unsigned words = 0;
		uint32_t node;

		n = space ? (size_t)(space - s) - at : len - at;
		node = add_words(p, ending ? ROOT_ENDING : ROOT, s + at, n, &words);
		if (n && words != 1)
			return "words of a language are parted by spaces, each a word";
		p->nodes[node].common |= n ? UINT64_C(1) << language : 0;
	}
	p->counts[PHRASES_COMMON]++;
	return NULL;
}

static const char *
add_phrase(struct phrases *p, unsigned list, unsigned language, const char *s, size_t len)
{
	size_t at = len, again, gap = find_gap(s, len, &at);
	unsigned before = 0, behind = 0;
	uint32_t node = *s == '^' ? ROOT_CLAUSE : ROOT;
	bool closes = s[len - 1] == '$';

	if (closes && at == len)
		at = --len;
	else if (closes)
		len--;
	if (gap && find_gap(s + at + gap, len - at - gap, &again))
		return "a phrase has one gap at most";
	node = add_words(p, node, s, at, &before);
	if (!before)
		return gap ? "a gap stands between two words" : "a phrase has a word";
	if (gap) {
		if (!p->nodes[node].gap) {
			uint32_t to = node_add(p);
			p->nodes[node].gap = to;
		}
		node = add_words(p, p->nodes[node].gap, s + at + gap, len - at - gap, &behind);
		if (!behind)
			return "a gap stands between two words";
	}
	if (before + behind > PHRASE_WORDS)
		return "a phrase has 16 words at most";
	if ((list == PHRASES_NEGATION || list == PHRASES_FILLER) && before + behind > 1)
		return list == PHRASES_FILLER ? "a filler is one word" : "a negation is one word";
	*(closes ? &p->nodes[node].closes : &p->nodes[node].ends) |= 1u << list;
	p->languages[list] |= UINT64_C(1) << language;
	p->counts[list]++;
	return NULL;
}

/* `[de]`, `[zh-Hant]`: the language of the lines behind it. */
static const char *
begin_language(struct phrases *p, unsigned *language, const char *s, size_t len)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz", all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
	char name[PHRASE_LANGUAGE_BYTES + 1] = "";

	if (len < 4 || len - 2 > PHRASE_LANGUAGE_BYTES || s[len - 1] != ']')
		return "a language is two or three small letters in brackets: `[de]`";
	memcpy(name, s + 1, len - 2);
	for (size_t i = 0; name[i]; i++)
		if (!strchr(letters, name[i]) && (i < 2 || !strchr(all, name[i])))
			return "a language is two or three small letters in brackets: `[de]`";
	for (*language = 0; *language < p->n_languages && strcmp(p->names[*language], name) != 0;)
		++*language;
	if (*language == PHRASE_LANGUAGES)
		return "there are 64 languages at most";
	if (*language == p->n_languages)
		memcpy(p->names[p->n_languages++], name, sizeof name);
	return NULL;
}

static const char *
parse_line(struct phrases *p, unsigned list, unsigned *language, const char *s, size_t len)
{
	while (len && strchr(" \t\r", s[len - 1]))
		len--;
	while (len && strchr(" \t", *s)) {
		s++;
		len--;
	}
	if (!len || *s == '#')
		return NULL;
	if (len > PHRASE_BYTES)
		return "a phrase has 200 bytes at most";
	if (!text_clean_line(s, len))
		return "a phrase is clean UTF-8 on one line, without control characters";
	if (*s == '[')
		return begin_language(p, language, s, len);
	if (p->counts[list] == PHRASES_MAX)
		return "a file has 1000 phrases at most";
	if (list == PHRASES_COMMON)
		return add_common(p, *language, s, len);
	return add_phrase(p, list, *language, s, len);
}

const char *
phrases_parse(struct phrases *p, unsigned list, const char *text, size_t len, int *line)
{
	const char *end = text + len, *fault = NULL;
	unsigned language = 0;

	*line = 0;
	if (len > PHRASES_FILE_BYTES)
		return "a file of phrases has 64 KiB at most";
	for (const char *s = text, *next; s < end && !fault; s = next) {
		const char *newline = memchr(s, '\n', (size_t)(end - s));
		next = newline ? newline + 1 : end;
		++*line;
		fault = parse_line(p, list, &language, s, (size_t)((newline ? newline : end) - s));
	}
	return fault;
}
