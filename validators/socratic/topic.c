/*
 * Does a text speak of the topic? By its words, as rules compare texts (files.md, Any language).
 *
 * A topic is taken apart into pieces that say something. Where words stand between spaces a piece is a word: of three
 * letters or more, and none of those that every question has. In dense scripts (script.h) it is a pair of letters, once
 * question words, particles and punctuation are cut out. In Katakana and in the alphabets of South East Asia any text
 * has most pairs: there a piece is three letters, or four. Hiragana is mostly endings, and a single letter little: they
 * count where there is nothing else.
 *
 * Outside ASCII a word is sought without its ending, which changes with the sentence: by its first two syllables in
 * Hangul, elsewhere by two thirds.
 */
#include "validators/socratic/reading.h"

#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* clang-format off */
/* Folded, in order: English, and what asks, binds or obliges in other languages as far as it is no word of English. */
static const char *const stop_words[] = {
	"about", "and", "any", "are", "auf", "aus", "aux", "avec", "bei", "but", "can", "como", "cuando", "cuál",
	"cómo", "dans", "darf", "das", "dass", "debe", "deben", "debería", "deberían", "dem", "der", "des", "does",
	"doit", "doivent", "dürfen", "ein", "eine", "einem", "einen", "einer", "elle", "est", "faut", "for", "from",
	"für", "has", "have", "how", "into", "ist", "its", "kann", "können", "les", "leur", "leurs", "los", "mais",
	"may", "muss", "más", "müssen", "nicht", "not", "oder", "ont", "our", "para", "pas", "pero", "por", "porque",
	"pourquoi", "quand", "que", "quel", "quelle", "qui", "quién", "qué", "shall", "should", "sich", "sind",
	"soll", "sollen", "sollte", "sollten", "sont", "than", "that", "the", "their", "them", "then", "they",
	"this", "una", "und", "une", "warum", "was", "welche", "welcher", "wenn", "wer", "werden", "what", "when",
	"where", "which", "who", "why", "wie", "will", "wird", "with", "would", "you", "your", "zum", "zur", "être",
	"über", "από", "αυτό", "για", "δεν", "είναι", "κάθε", "και", "μια", "μπορεί", "ναι", "που", "πρέπει", "πώσ",
	"στα", "στη", "στην", "στισ", "στο", "στον", "στουσ", "την", "τησ", "τισ", "τον", "του", "τουσ", "των",
	"быть", "ведь", "для", "должен", "должна", "должно", "должны", "если", "есть", "или", "как", "какие",
	"какой", "когда", "кто", "лучше", "может", "можно", "надо", "нам", "нас", "нет", "нужно", "обязаны",
	"почему", "при", "следует", "стоит", "чем", "что", "чтобы", "это", "является", "إلى", "التي", "الذي", "على",
	"كيف", "لماذا", "متى", "هذا", "هذه", "يجب", "يمكن", "ينبغي", "कैसे", "क्या", "क्यों", "चाहिए", "नहीं", "में",
	"हैं", "होना", "होनी", "होने",
};

/* Of dense scripts, wherever they stand: a longer one before its beginning. Folded: Thai U+0E33 is U+0E4D U+0E32. */
static const char *const particles[] = {
	/* Chinese */
	"为什么", "為什麼", "会不会", "會不會", "要不要", "该不该", "該不該", "能不能", "是不是", "有没有", "有沒有", "是否", "应该", "應該", "应当", "應當",
	"能否", "可否", "如何", "为何", "為何", "什么", "什麼", "怎么", "怎麼", "怎样", "怎樣", "哪个", "哪個", "哪些", "可以", "需要", "必须", "必須",
	"我们", "我們", "他们", "他們", "它们", "它們", "这个", "這個", "那个", "那個", "一个", "一個", "没有", "沒有", "还是", "還是", "或者", "以及",
	"因为", "因為", "所以", "如果", "的", "了", "吗", "嗎", "呢", "吧", "是", "在", "和", "与", "與", "或", "把", "被", "之", "也", "都", "及",
	"而", "该", "該", "么", "麼", "这", "這", "那", "哪", "谁", "誰",
	/* Japanese; Hiragana parts by itself */
	"我々", "何故", "何",
	/* Thai, Lao, Khmer, Burmese */
	"หรือเปล่า", "หรือไม่", "หรือ", "อย่างไร", "เมื่อไร", "เพราะ", "อะไร", "ท\u0e4d\u0e32ไม", "ไหม", "มั้ย", "ควร", "ต้อง", "ความ", "การ", "ที่", "ของ",
	"และ", "เป็น", "ให้", "ได้", "จะ", "ไม่", "กับ", "จาก", "โดย", "ใน", "มี", "ຫຼືບໍ່", "ຄວນ", "ການ", "ຂອງ", "និង", "តើ", "ការ", "ឬទេ", "ដែល",
	"သလား", "လား", "သင့်",
};

/* What is no content begins so in Korean. */
static const char *const auxiliaries[] = { "하는", "해야", "한가", "할까", "있는", "없는", "되는", "되어", "인가", "무엇", "어떤", "어떻", "위한", "대한",
	"것인", "것이", "우리", "또는", "혹은", "아니" };
/* clang-format on */
#define N(a) (sizeof(a) / sizeof(a)[0])

/* Where the stop words that begin with a byte begin, and behind the last those of the next. */
static unsigned char first_rows[257];

static void
find_first_rows(void)
{
	static_assert(N(stop_words) <= 255, "a place in it fits a byte");
	for (unsigned first = 0, at = 0; first <= 256; first++) {
		while (at < N(stop_words) && (unsigned char)*stop_words[at] < first)
			at++;
		first_rows[first] = (unsigned char)at;
	}
}

bool
topic_is_stop_word(const char *s, size_t len)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	assert(len);
	pthread_once(&once, find_first_rows);
	const unsigned char first = (unsigned char)*s;
	for (unsigned i = first_rows[first]; i < first_rows[first + 1]; i++)
		if ((len == 1 || s[1] == stop_words[i][1]) && !strncmp(s, stop_words[i], len) && !stop_words[i][len])
			return true;
	return false;
}

/* Moves behind the word of a list that stands here. */
static bool
skip_one_of(struct reader *r, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (skip_text(r, list[i]))
			return true;
	return false;
}

/* A topic may have a thousand bytes; so many pieces of it say enough. */
#define PIECES_MAX 64

struct piece {
	struct reader text;
	bool dense;
};

struct pieces {
	struct piece v[PIECES_MAX];
	unsigned n;
};

static void
add(struct pieces *p, const char *s, const char *end, bool dense)
{
	if (p->n < PIECES_MAX)
		p->v[p->n++] = (struct piece){ { s, end }, dense };
}

static bool
is_ascii(const struct reader *r)
{
	unsigned char all = 0;

	for (const char *s = r->s; s < r->end; s++)
		all |= (unsigned char)*s;
	return all < 0x80;
}

static size_t
count_letters(const struct reader *r)
{
	size_t letters = 0;

	for (const char *s = r->s; s < r->end; s++)
		letters += ((unsigned char)*s & 0xc0) != 0x80;
	return letters;
}

static const char *
behind_letters(const struct reader *r, size_t letters)
{
	const char *s = r->s;

	while (letters-- && s < r->end)
		s += char_bytes(s, r->end);
	return s;
}

#define WORD_LETTERS 3
#define STEM_LETTERS 4 /* at least, of longer words */
#define STEM_SYLLABLES 2

static void
add_word(struct pieces *p, const struct reader *word)
{
	size_t letters = count_letters(word), stem = letters - letters / 3;

	if (char_script(word->s, word->end) == SCRIPT_HANGUL) {
		if (letters >= STEM_SYLLABLES &&
			!skip_one_of(&(struct reader){ word->s, word->end }, auxiliaries, N(auxiliaries)))
			add(p, word->s, behind_letters(word, STEM_SYLLABLES), false);
	} else if (letters >= WORD_LETTERS && !topic_is_stop_word(word->s, left(word))) {
		if (is_ascii(word) || letters <= STEM_LETTERS)
			stem = letters;
		add(p, word->s, behind_letters(word, stem > STEM_LETTERS ? stem : STEM_LETTERS), false);
	}
}

/* Letters of each dense script that are a piece together; 0: only where there is nothing else. */
static const size_t windows[] = {
	[SCRIPT_HAN] = 2, [SCRIPT_HIRAGANA] = 0, [SCRIPT_KATAKANA] = 3, [SCRIPT_SOUTH_EAST] = 4
};

/* A run of dense letters of one script, all its windows; where it is shorter than one but no single letter, the run. */
static void
add_run(struct pieces *p, const struct reader *run, size_t window)
{
	const char *begins[PIECES_MAX + 1];
	struct reader at = *run;
	struct word letter;
	size_t n = 0;

	while (n < PIECES_MAX && word_next(&at, &letter))
		begins[n++] = letter.s;
	begins[n] = at.s;
	if (n < window && n > 1)
		window = n;
	for (size_t i = 0; window && i + window <= n; i++)
		add(p, begins[i], begins[i + window], true);
}

/* Where the run of dense letters ends that begins here: at a particle, or a letter of another script. */
static const char *
run_end(const struct reader *r)
{
	enum script script = char_script(r->s, r->end);
	struct reader at = *r, next = at;
	struct word letter;

	while (word_next(&next, &letter) && letter.s == at.s && letter.script == script &&
		!skip_one_of(&(struct reader){ at.s, at.end }, particles, N(particles)))
		at = next;
	return at.s;
}

/* What a folded topic is made of. `rest`: single letters and Hiragana too. */
static void
take_apart(struct pieces *p, const char *topic, bool rest)
{
	struct reader at = { topic, topic + strlen(topic) };

	while (left(&at)) {
		struct reader piece = at;
		enum script script = char_script(at.s, at.end);

		if (skip_text(&at, " ") || (script_is_dense(script) && skip_one_of(&at, particles, N(particles))))
			continue;
		if (script_is_dense(script)) {
			piece.end = run_end(&at);
			add_run(p, &piece, rest ? 1 : windows[script]);
		} else {
			for (piece.end = at.s;
				piece.end < at.end && *piece.end != ' ' && !char_is_dense(piece.end, at.end);)
				piece.end += char_bytes(piece.end, at.end);
			add_word(p, &piece);
		}
		at.s = piece.end;
	}
}

/* Does a word of ASCII go on at `s`? What is of another script is another word, or an ending: `Rust를`. */
static bool
goes_on(const char *s, const char *end)
{
	static const int32_t last_latin = 0x024f;
	int32_t cp;

	if (s == end || (unsigned char)*s < 0x80)
		return s < end && isalnum((unsigned char)*s);
	cp = char_at(s, end);
	return !char_parts_words(s, end) && cp <= last_latin;
}

static bool
has_ascii_word(const struct reader *text, const struct reader *word)
{
	char first[] = { *word->s, (char)toupper((unsigned char)*word->s), '\0' };

	for (const char *s = text->s; s < text->end; s++) {
		s += strcspn(s, first);
		if ((size_t)(text->end - s) < left(word) || s > text->end)
			return false;
		if (strncasecmp(s, word->s, left(word)) || goes_on(s + left(word), text->end))
			continue;
		if (s == text->s || !goes_on(char_before(text->s, s), s))
			return true;
	}
	return false;
}

static bool
has(const struct reader *text, const struct reader *piece)
{
	if (is_ascii(piece))
		return has_ascii_word(text, piece);
	return memmem(text->s, left(text), piece->s, left(piece)) != NULL;
}

/* Bytes of a text that are folded in search of a word: folding takes a hundred times what looking does. */
#define FOLDED_BYTES 16384

struct sought {
	struct reader text;
	char *folded; /* NULL: not yet */
};

/* Letter by letter first, which costs little and is nearly always enough; then as rules compare texts. */
static bool
occurs(struct sought *in, const struct reader *piece)
{
	size_t len = left(&in->text) < FOLDED_BYTES ? left(&in->text) : FOLDED_BYTES;

	if (has(&in->text, piece))
		return true;
	if (!in->folded)
		in->folded = text_fold_words(in->text.s, len);
	return has(&(struct reader){ in->folded, in->folded + strlen(in->folded) }, piece);
}

/* Pieces of one kind, and how many of them the text has. */
struct share {
	unsigned n, found;
};

struct speaks {
	struct share words, dense;
};

/* Of drift one piece decides: `any` stops at the first. */
static struct speaks
look(const char *topic, const char *text, size_t len, bool any)
{
	char *folded = text_fold_words(topic, strlen(topic));
	struct sought in = { .text = { text, text + len } };
	struct pieces pieces = { .n = 0 };
	struct speaks speaks = { .words = { 0 } };

	take_apart(&pieces, folded, false);
	if (!pieces.n)
		take_apart(&pieces, folded, true);
	for (unsigned i = 0; i < pieces.n && !(any && speaks.words.found + speaks.dense.found); i++) {
		struct share *share = pieces.v[i].dense ? &speaks.dense : &speaks.words;

		share->n++;
		share->found += occurs(&in, &pieces.v[i].text);
	}
	free(in.folded);
	free(folded);
	return speaks;
}

bool
topic_is_met(const char *topic, const char *text, size_t len)
{
	struct speaks s = look(topic, text, len, true);

	return s.words.n + s.dense.n == 0 || s.words.found + s.dense.found > 0;
}

/* Half of the pairs: the others are those that go from one word of the topic to the next, and a sentence puts others
 * there. */
bool
topic_is_named(const char *topic, const char *text, size_t len)
{
	struct speaks s = look(topic, text, len, false);

	return s.words.found == s.words.n && 2 * s.dense.found >= s.dense.n;
}

bool
topic_is_half_met(const char *words, const char *text, size_t len)
{
	struct speaks s = look(words, text, len, false);
	unsigned n = s.words.n + s.dense.n;

	return n && 2 * (s.words.found + s.dense.found) >= n;
}
