#include "validators/text/negation.h"

#include <stdlib.h>
#include "validators/text/quotation.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* Folded (text_fold_words), a space before and behind each. */
static const struct {
	const char *before; /* what it denies */
	const char *behind; /* what it denies */
} spaced[] = {
	/* clang-format off */
	/* English */ { " not never nor neither nobody nothing none cannot ", "" },
	/* German */
	{ " nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ", " nicht nie niemals " },
	/* Dutch */ { " niet geen nooit niemand niets ", " niet nooit " },
	/* Swedish, Danish, Norwegian */
	{ " inte aldrig ingen inget ikke aldri ingenting ", " inte aldrig ikke aldri " },
	/* French */ { " ne n pas jamais ni aucun aucune ", "" },
	/* Spanish */ { " nunca jamás ni ningún ninguna ninguno tampoco ", "" },
	/* Portuguese */ { " não nem nenhum nenhuma ", "" },
	/* Italian */ { " non né nessun nessuna nessuno ", "" },
	/* Polish */ { " nie nigdy żaden żadna żadne ", "" },
	/* Russian, Ukrainian */ { " не ни нет нельзя никогда никто ничто ні немає ніколи ", "" },
	/* Greek */ { " δεν δε μην μη ούτε κανείσ ", "" },
	/* Turkish */ { "", " değil değildir yok yoktur " },
	/* Arabic */ { " لا لم لن ليس ليست ", "" },
	/* Persian */ { " نه ", " نیست نیستند " },
	/* Hebrew */ { " לא אין אינו אינה ", "" },
	/* Hindi */ { " नहीं मत ", " नहीं " },
	/* Korean */ { " 안 못 ", "" },
	/* Vietnamese */ { " không chẳng chưa đừng ", "" },
	/* Indonesian, Malay */ { " tidak bukan jangan ", "" },
	/* clang-format on */
};
/* Behind a negation, with what it denies still to come. */
static const char particles[] = " to be been yet ever always zu mehr ";
/* Before a negation and behind it: what makes it none. */
static const char before_none[] = " or why oder un le или ou o ";
static const char behind_none[] = " only just merely nur bloss allein bara kun alleen seulement solo sólo só apenas "
				  "soltanto tylko только лише μόνο hanya chỉ केवल सिर्फ ";
/* "no" is English, Spanish and Italian, and says something else in Portuguese and in Polish. */
static const char no[] = "no";
static const char *const other_no[] = {"não", "uma ", "ção", "się", "jest"};

/* Of scripts without spaces, and of words that endings stand at. */
static const char *const dense_before[] = {
	/* clang-format off */
	"不能", "不會", "不会", "不可", "不可以", "不該", "不该", "不應", "不应", "不應該", "不应该", "不應當", "不应当", "不得", "不必", "不用", "不要", "不想",
	"不願", "不愿", "不是", "不再", "不", "沒有", "没有", "沒", "没", "沒有人", "没有人", "沒人", "没人", "未必", "未能", "未曾", "未", "無法", "无法",
	"無須", "无须", "無人", "无人", "無", "无", "毋須", "毋须", "並非", "并非", "絕非", "绝非", "而非", "勿",
	"ไม่ควร", "ไม่ได้", "ไม่ใช่", "ไม่ต้อง", "ไม่อาจ", "ไม่เคย", "ไม่", "มิได้", "อย่า",
	/* clang-format on */
};
static const char *const dense_behind[] = {
	/* clang-format off */
	"ない", "なかった", "なく", "ません", "ずに", "ではな", "ではあり", "じゃな", "はない", "はなか", "はありません", "わけではな", "とは限ら", "とは言え",
	"않", "지 않", "지 못", "아니", "없", "못하", "못한", "못했",
	/* clang-format on */
};
/* Words that hold such letters and deny nothing, or deny twice. */
static const char *const dense_none[] = {
	/* clang-format off */
	"不同", "不過", "不过", "不但", "不僅", "不仅", "不只", "不管", "不論", "不论", "不少", "不斷", "不断", "不久", "差不多", "未來", "未来", "無論",
	"无论", "無非", "无非", "有無", "有无", "不得不", "不能不", "不可不", "不會不", "不会不", "不是不", "無不", "无不", "莫不", "沒有不", "没有不", "不能沒有",
	"不能没有", "ไม่เพียง", "ไม่ใช่แค่", "だけでなく", "ばかりでなく", "だけではな", "なくては",
	"なければならない", "なければ", "なければいけない", "ざるを得ない", "に違いない", "かもしれない", "少なくと", "少ない", "まもなく", "아니면", "못지않",
	/* clang-format on */
};

#define N(a) (sizeof(a) / sizeof(a)[0])

/* -- words with spaces between them -- */

/* Does a list have a word? */
static bool
has(const char *list, const char *word)
{
	size_t len = strlen(word);

	if (!len)
		return false;
	for (const char *at = list; (at = strstr(at, word)); at += len)
		if (at > list && at[-1] == ' ' && at[len] == ' ')
			return true;
	return false;
}

static bool
is_other_no(struct reader text)
{
	for (size_t i = 0; i < N(other_no); i++)
		if (memmem(text.s, left(&text), other_no[i], strlen(other_no[i])))
			return true;
	return false;
}

/* "don't", before it is folded. */
static bool
is_contracted(const struct word *w)
{
	static const char *const ends[] = {"n't", "n’t"};

	for (size_t i = 0; i < N(ends); i++) {
		size_t len = strlen(ends[i]);

		if (w->len > len && !strncasecmp(w->s + w->len - len, ends[i], len))
			return true;
	}
	return false;
}

/* "n'est", or what stands before "est". */
static bool
is_elided(const struct word *w, const char *end)
{
	struct reader r = {w->s, end};

	return skip_word(&r, "n") && (skip_text(&r, "'") || skip_text(&r, "’"));
}

enum side { BEFORE, BEHIND };

static bool
denies(struct reader text, const struct word *w, const char *folded, enum side side)
{
	if (side == BEFORE && (is_contracted(w) || is_elided(w, text.end)))
		return true;
	if (side == BEFORE && !strcmp(folded, no))
		return !is_other_no(text);
	if (!strcmp(folded, "n"))
		return false;
	for (size_t i = 0; i < N(spaced); i++)
		if (has(side == BEFORE ? spaced[i].before : spaced[i].behind, folded))
			return true;
	return false;
}

/* -- letters without spaces -- */

static bool
ends_in(struct reader r, const char *s)
{
	size_t len = strlen(s);

	return left(&r) >= len && !memcmp(r.end - len, s, len);
}

static const char *
longest(const char *const *list, size_t n, struct reader r, bool at_end)
{
	const char *found = NULL;

	for (size_t i = 0; i < n; i++) {
		bool there = at_end ? ends_in(r, list[i]) : skip_text(&(struct reader){r.s, r.end}, list[i]);

		if (there && (!found || strlen(list[i]) > strlen(found)))
			found = list[i];
	}
	return found;
}

/* 是不是: one letter before and behind is the same. */
static bool
is_question(struct reader r, const char *at)
{
	const char *behind = at + char_bytes(at, r.end), *before;
	size_t n;

	if (at == r.s || behind >= r.end)
		return false;
	before = char_before(r.s, at);
	n = (size_t)(at - before);
	return n == char_bytes(behind, r.end) && !memcmp(before, behind, n);
}

/* Is `at`, with `len` bytes, part of a word that denies nothing? */
static bool
is_none(struct reader r, const char *at, size_t len)
{
	for (size_t i = 0; i < N(dense_none); i++) {
		size_t n = strlen(dense_none[i]);
		const char *from = (size_t)(at - r.s) > n ? at - n : r.s;
		const char *to = (size_t)(r.end - at) > len + n ? at + len + n : r.end, *s;

		for (s = from; (s = memmem(s, (size_t)(to - s), dense_none[i], n)); s++)
			if (s <= at && s + n > at)
				return true;
	}
	return is_question(r, at);
}

static bool
is_kana(int32_t cp)
{
	return cp >= 0x3040 && cp <= 0x30ff;
}

/* Of Japanese the letters of Chinese are parts of words. */
static bool
has_kana(struct reader r)
{
	for (; left(&r); r.s += char_bytes(r.s, r.end))
		if (is_kana(char_at(r.s, r.end)))
			return true;
	return false;
}

/* -- beside -- */

/* White space, and marks of quotation and emphasis: their bytes. */
static size_t
mark_bytes(const char *s, const char *end)
{
	size_t n = white_bytes(s, end);

	n = n ? n : quotation_mark(s, (size_t)(end - s));
	return n ? n : strchr("*_`", *s) && *s ? 1 : 0;
}

static bool
are_marks(const char *s, const char *end)
{
	for (size_t n; s < end; s += n)
		if (!(n = mark_bytes(s, end)))
			return false;
	return true;
}

static struct reader
without_marks_behind(struct reader r)
{
	while (left(&r)) {
		const char *last = char_before(r.s, r.end);

		if (!mark_bytes(last, r.end))
			break;
		r.end = last;
	}
	return r;
}

/* So much of a text is looked at for its last words. */
#define LAST_BYTES 120
#define LAST_WORDS 3

/* The last words of a text with nothing but marks between them and behind them. */
static size_t
last_words(struct reader r, struct word words[LAST_WORDS])
{
	size_t n = 0;
	struct reader at = r;
	struct word w;
	const char *behind;

	if (left(&r) > LAST_BYTES)
		at.s = char_before(r.s, r.end - LAST_BYTES);
	behind = at.s;
	while (word_next(&at, &w)) {
		if (!are_marks(behind, w.s))
			n = 0;
		if (n == LAST_WORDS)
			memmove(words, words + 1, --n * sizeof *words);
		words[n++] = w;
		behind = w.s + w.len;
	}
	if (n && is_elided(&words[n - 1], r.end) && behind < r.end)
		behind += *behind == '\'' ? 1 : strlen("’");
	return are_marks(behind, r.end) ? n : 0;
}

static bool
ends_in_word(struct reader text, struct reader r, struct reader *found)
{
	struct word words[LAST_WORDS];
	size_t n = last_words(r, words), last = n;
	char *folded = n ? text_fold_words(words[n - 1].s, words[n - 1].len) : NULL;
	bool denied;

	if (folded && n > 1 && has(particles, folded)) {
		free(folded);
		last--;
		folded = text_fold_words(words[last - 1].s, words[last - 1].len);
	}
	denied = folded && denies(text, &words[last - 1], folded, BEFORE);
	if (denied && last > 1) {
		free(folded);
		folded = text_fold_words(words[last - 2].s, words[last - 2].len);
		denied = !has(before_none, folded);
	}
	free(folded);
	if (denied)
		*found = (struct reader){words[last - 1].s, words[n - 1].s + words[n - 1].len};
	return denied;
}

bool
negation_ends(struct reader text, struct reader r, struct reader *found)
{
	struct reader at = without_marks_behind(r);
	const char *dense = longest(dense_before, N(dense_before), at, true);

	if (dense && !is_none(at, at.end - strlen(dense), strlen(dense))) {
		*found = (struct reader){at.end - strlen(dense), at.end};
		return true;
	}
	return ends_in_word(text, r, found);
}

static bool
begins_with_word(struct reader r, struct reader *found)
{
	const char *from = r.s;
	struct word w, next;
	char *folded;
	bool denied;

	if (!word_next(&r, &w) || !are_marks(from, w.s))
		return false;
	folded = text_fold_words(w.s, w.len);
	denied = denies((struct reader){from, r.end}, &w, folded, BEHIND);
	free(folded);
	if (denied && word_next(&r, &next)) {
		folded = text_fold_words(next.s, next.len);
		denied = !has(behind_none, folded);
		free(folded);
	}
	*found = (struct reader){w.s, w.s + w.len};
	return denied;
}

bool
negation_begins(struct reader r, struct reader *found)
{
	struct reader at = r;
	const char *dense;

	for (size_t n; left(&at) && (n = mark_bytes(at.s, at.end));)
		at.s += n;
	dense = longest(dense_behind, N(dense_behind), at, false);
	if (dense && !is_none(at, at.s, strlen(dense))) {
		*found = (struct reader){at.s, at.s + strlen(dense)};
		return true;
	}
	return begins_with_word(r, found);
}

/* -- anywhere -- */

static bool
within_dense(struct reader r, struct reader *found)
{
	bool japanese = has_kana(r);

	for (struct reader at = r; left(&at); at.s += char_bytes(at.s, at.end)) {
		const char *dense = NULL;

		if ((unsigned char)*at.s >= 0x80)
			dense = longest(dense_behind, N(dense_behind), at, false);
		if ((unsigned char)*at.s >= 0x80 && !dense && !japanese)
			dense = longest(dense_before, N(dense_before), at, false);
		if (dense && !is_none(r, at.s, strlen(dense))) {
			*found = (struct reader){at.s, at.s + strlen(dense)};
			return true;
		}
	}
	return false;
}

bool
negation_within(struct reader text, struct reader r, struct reader *found)
{
	struct word w;

	if (within_dense(r, found))
		return true;
	for (struct reader at = r; word_next(&at, &w);) {
		struct reader upto = {r.s, w.s + w.len}, from = {w.s, r.end}, behind = {w.s + w.len, r.end};
		struct word next;
		char *folded;
		bool only = false;

		if (!ends_in_word(text, upto, found) && !negation_begins(from, found))
			continue;
		if (word_next(&behind, &next)) {
			folded = text_fold_words(next.s, next.len);
			only = has(behind_none, folded);
			free(folded);
		}
		if (!only)
			return true;
	}
	return false;
}
