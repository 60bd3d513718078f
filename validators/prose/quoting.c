/*
 * One pass: references and quotations as they come. What stands between the two is folded, and told by its end.
 */
#include "validators/prose/quoting.h"

#include <stdlib.h>
#include "validators/prose/cite_inner.h"
#include "validators/prose/evidence.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

/* What may stand between a reference and its quotation: more is a sentence of its own. */
#define BETWEEN_BYTES 160
#define BETWEEN_WORDS 8

/* clang-format off */
/* Folded (text_fold_words). Whose last word is one of these, says. */
static const char *const saying[] = {
	"say", "says", "said", "write", "writes", "wrote", "state", "states", "stated", "argue", "argues",
	"argued", "claim", "claims", "claimed", "hold", "holds", "held", "reads", "read", "assert", "asserts",
	"asserted", "concede", "concedes", "conceded", "grant", "grants", "granted", "admit", "admits", "admitted",
	"insist", "insists", "quote", "quotes", "note", "notes", "noted", "propose", "proposes", "proposed",
	"suggests", "suggested", "explains", "explained", "puts", "words", "wording", "line", "sentence", "statement",
	"maintains", "calls", "position", "point", "argument", "as",
	"sagt", "sagte", "schreibt", "schrieb", "behauptet", "meint", "erklärt", "räumt", "nennt", "heisst", "heißt",
	"steht", "zitat", "dit", "écrit", "affirme", "soutient", "précise", "déclare", "concède", "dice", "escribe",
	"afirma", "sostiene", "dijo", "señala", "diz", "escreve", "disse", "scrive", "afferma", "ammette",
	"говорит", "говорится", "сказано", "сказал", "сказала", "пишет", "написано", "утверждает", "утверждается",
	"заявляет", "гласит", "указывает", "признаёт", "признает", "λέει", "γράφει", "ισχυρίζεται", "υποστηρίζει",
	"αναφέρει", "δηλώνει", "παραδέχεται", "يقول", "قال", "قالت", "تقول", "يكتب", "كتب", "كتبت", "يذكر", "تذكر",
	"يزعم", "جاء", "ورد", "कहता", "कहती", "है", "लिखा",
};
/* Behind such a word. */
static const char *const joining[] = { "that", "dass", "daß", "que", "qu", "что", "ότι", "πωσ", "أن", "إن", "कि", "in",
	"فيه", "فيها", "it", "them", "this", "so" };
/* Between a reference and what is not said there. */
static const char *const denying[] = {
	"not", "no", "never", "nowhere", "nothing", "without", "cannot", "cant", "doesnt", "didnt", "isnt", "wasnt",
	"hasnt", "wont", "ignores", "ignored", "nicht", "nie", "niemals", "nirgends", "kein", "keine", "keinen", "ne",
	"pas", "jamais", "rien", "nunca", "jamás", "nada", "não", "non", "mai", "не", "нет", "никогда", "нигде", "ни",
	"δεν", "μη", "ποτέ", "πουθενά", "لا", "لم", "لن", "ليس", "ليست", "دون", "नहीं", "कभी",
	"reject", "rejects", "rejected", "denies", "denied", "refuses", "refused", "against", "opposes",
	"lehnt", "gegen",
	"contre", "rejette", "rechaza", "contra", "rifiuta", "против", "отвергает", "отрицает", "εναντίον",
};
/* Whoever speaks so says it for himself. */
static const char *const own[] = { "i", "id", "i'd", "we", "my", "our", "should", "would", "could", "ought", "instead",
	"rather", "unlike", "ich", "wir", "sollte", "sollten", "würde", "könnte", "je", "nous", "devrait",
	"pourrait", "yo",
	"debería", "podría", "eu", "deveria", "io", "dovrebbe", "я", "мы", "бы", "следовало", "εγώ", "θα",
	"मैं", "हम" };
static const char *const dense_own[] = { "我會", "我会", "我說", "我说", "我們", "我们", "我的", "我認為", "我认为", "不如", "應改", "应改",
	"寧可", "宁可", "本方", "私は", "私なら", "べき" };
/* Between a person and what is only supposed to be said. */
static const char *const supposing[] = { "might", "may", "can", "will", "ll", "must", "perhaps", "maybe", "könnte",
	"würde", "wird", "kann", "mag", "pourrait", "peut", "dira", "podría", "puede", "dirá", "poderia", "pode",
	"potrebbe", "può", "мог", "могла", "может", "скажет", "μπορεί", "قد", "ربما", "सकता",
	"सकती" };
static const char *const dense_supposing[] = { "可能", "也許", "也许", "或許", "或许", "會", "会", "可以", "だろう", "かもしれ", "なら",
	"수도", "겠" };
/* In front of a reference, in its sentence: what is quoted behind it is said of no text that is there. */
static const char *const conditional[] = { "if", "unless", "suppose", "supposing", "had", "were", "would", "could",
	"might", "perhaps", "maybe", "somebody", "someone", "against", "wenn", "falls", "hätte", "wäre", "würde",
	"könnte", "vielleicht", "angenommen", "jemand", "gegen", "si", "pourrait", "peut", "quelqu", "contre",
	"podría", "quizás", "alguien", "contra", "poderia", "talvez", "alguém", "se", "potrebbe", "forse",
	"если", "бы", "может", "возможно", "против", "αν", "ίσως", "إذا", "لو", "ربما", "अगर", "यदि" };
static const char *const dense_conditional[] = { "如果", "假如", "假设", "假設", "倘若", "若", "要是", "有人", "もし", "仮に", "たとえ",
	"만약", "만일" };
/* Words that are said to be another's in other words than its own: a translation, or what they come to. */
static const char *const rendering[] = { "translat", "paraphras", "essence", "effect", "übersetz", "sinngemäß",
	"sinngemäss", "grunde", "gemeint", "deutsch", "tradu", "traducción", "перевод", "переве",
	"ترجم", "अनुवाद" };
static const char *const dense_rendering[] = { "译", "譯", "翻", "大意", "意思", "用中文", "訳", "要約", "要するに", "번역", "요약" };
/* Between a quotation and the reference that is given for it. */
static const char *const given[] = { "", "in", "from", "see", "says", "said", "so", "aus",
	"in der", "siehe", "dans", "de",
	"en", "em", "da", "в", "из", "см", "στο", "في", "見", "见", "出自", "來自", "来自", "より", "से" };
/* Between one quotation and the next. */
static const char *const conjunctions[] = { "and", "or", "then", "and then", "und", "oder", "et", "ou", "y", "e", "o",
	"и", "или", "και", "και μετά", "و", "ثم", "和", "与", "與", "及", "以及", "と", "और" };
/* A genitive, or what says where. */
static const char *const genitives[] = { "s", "的", "中", "里", "中的", "の", "では", "には", "의", "에서", "에서는", "от", "из" };
/* A subject, of which it is told behind the quotation whether it says that. */
static const char *const subjects[] = { "は", "が", "も", "는", "은", "이", "가" };
static const char *const said_behind[] = { "と", "って", "라고", "이라고", "라는", "고 ", "다고" };
/* At the end of what has no spaces between words; and what denies there. */
static const char *const dense_saying[] = { "说", "說", "说道", "說道", "写", "寫", "写道", "寫道", "写到", "称", "稱", "声称", "聲稱",
	"指出", "认为", "認為", "主张", "主張", "承认", "承認", "提到", "强调", "強調", "表示", "所说", "所說", "所写", "原文", "原话", "原話",
	"いわく", "曰く", "によれば", "によると" };
static const char *const dense_denying[] = { "没", "沒", "不", "未", "無", "无", "ない", "ません", "ず",
	"反對", "反对", "拒絕", "拒绝", "否認", "否认", "反駁", "反驳" };
/* clang-format on */

#define N(a) (sizeof(a) / sizeof(a)[0])
#define IN(s, len, list) is_one_of(s, len, list, N(list))

static bool
is_one_of(const char *s, size_t len, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(list[i]) == len && !memcmp(s, list[i], len))
			return true;
	return false;
}

static bool
ends_in_one_of(const char *s, size_t len, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(list[i]) <= len && !memcmp(s + len - strlen(list[i]), list[i], strlen(list[i])))
			return true;
	return false;
}

static bool
begins_with_one_of(struct reader r, const char *const *list, size_t n)
{
	skip_white(&r);
	for (size_t i = 0; i < n; i++)
		if (skip_text(&r, list[i]))
			return true;
	return false;
}

/* -- between a reference and a quotation -- */

/* The last word of a folded text. */
static struct reader
last_word(const struct reader *folded)
{
	const char *space = memrchr(folded->s, ' ', left(folded));

	return (struct reader){space ? space + 1 : folded->s, folded->end};
}

/* A word of the one list, or anywhere what the other has. */
static bool
has_one_of(const char *folded, const char *const *list, size_t n, const char *const *dense, size_t n_dense)
{
	for (const char *s = folded, *end; *s; s = end + (*end == ' ')) {
		end = strchrnul(s, ' ');
		if (is_one_of(s, (size_t)(end - s), list, n))
			return true;
	}
	for (size_t i = 0; i < n_dense; i++)
		if (strstr(folded, dense[i]))
			return true;
	return false;
}

static bool
denies(const char *folded)
{
	return has_one_of(folded, denying, N(denying), dense_denying, N(dense_denying));
}

static bool
is_own(const char *folded)
{
	return has_one_of(folded, own, N(own), dense_own, N(dense_own));
}

static bool
supposes(const char *folded)
{
	return is_own(folded) || has_one_of(folded, supposing, N(supposing), dense_supposing, N(dense_supposing));
}

static bool
is_conditional(const char *folded)
{
	return has_one_of(folded, conditional, N(conditional), dense_conditional, N(dense_conditional));
}

/* Does a word begin with one of the list, or is there what the other has? */
static bool
renders(const char *folded)
{
	for (const char *s = folded, *space; *s; s = space ? space + 1 : s + strlen(s)) {
		space = strchr(s, ' ');
		for (size_t i = 0; i < N(rendering); i++)
			if (!strncmp(s, rendering[i], strlen(rendering[i])))
				return true;
	}
	return has_one_of(folded, NULL, 0, dense_rendering, N(dense_rendering));
}

/* Do folded words end in one for saying? */
static bool
says(const char *folded)
{
	struct reader all = {folded, folded + strlen(folded)}, last = last_word(&all);

	if (IN(last.s, left(&last), joining) && last.s > all.s) {
		all.end = last.s - 1;
		last = last_word(&all);
	}
	return IN(last.s, left(&last), saying) || ends_in_one_of(all.s, left(&all), dense_saying, N(dense_saying));
}

/* An address or a path: what is quoted behind it is not the reference's. */
static bool
names_another(struct reader r)
{
	while (left(&r)) {
		const char *from;

		skip_white(&r);
		while (left(&r) && strchr("([<`", *r.s))
			r.s++;
		from = r.s;
		while (left(&r) && !white_bytes(r.s, r.end))
			r.s += char_bytes(r.s, r.end);
		for (size_t n = (size_t)(r.s - from); n; n--) {
			if (evidence_is_url(from, n) || cite_path_looks(from, n))
				return true;
			if (!strchr(")]>`:,;.", from[n - 1]))
				break;
		}
		if (!strncasecmp(from, "source", 6) && r.s - from <= 7)
			return true;
	}
	return false;
}

/* Does a sentence end at `s`? */
static bool
is_stop(const char *s, const char *end)
{
	char c;
	size_t n = ascii_form(s, end, &c);

	if (n && c && strchr(";!?", c))
		return true;
	return n && c == '.' && (n > 1 || s + 1 == end || isspace((unsigned char)s[1]));
}

/* Does one in it? */
static bool
has_stop(const struct reader *between)
{
	for (const char *s = between->s; s < between->end; s += char_bytes(s, between->end))
		if (is_stop(s, between->end))
			return true;
	return false;
}

/* The punctuation in front of a quotation, but a colon, does not count. */
static bool
ends_in_colon(struct reader r)
{
	r = without_white(r);
	while (left(&r) && strchr("(*`_", r.end[-1]))
		r = without_white((struct reader){r.s, r.end - 1});
	return ends_in_char(&r, ':');
}

/* Words between a reference and a quotation that is said there beyond doubt. */
#define SURE_WORDS 4

/* Do these few words, folded, say that it stands there, and nothing else? */
static bool
says_plainly(const char *folded, const struct reader *rest)
{
	size_t len = strlen(folded);

	if (!len || IN(folded, len, genitives) ||
		(IN(folded, len, subjects) && begins_with_one_of(*rest, said_behind, N(said_behind))))
		return true;
	return says(folded) && wordcount(folded, len) <= SURE_WORDS && !supposes(folded);
}

static bool
leads_to(const struct quoting *q, const struct reader *between, const struct reader *rest)
{
	char *folded;
	bool leads;

	if (left(between) > BETWEEN_BYTES || (!q->chained && has_stop(between)))
		return false;
	folded = text_fold_words(between->s, left(between));
	leads = !*folded || IN(folded, strlen(folded), conjunctions);
	if (!leads && !q->chained && wordcount(folded, strlen(folded)) <= BETWEEN_WORDS && !denies(folded) &&
		!(q->of_person && supposes(folded)) && !names_another(*between))
		leads = IN(folded, strlen(folded), genitives) || ends_in_colon(*between) || says(folded) ||
			(IN(folded, strlen(folded), subjects) &&
				begins_with_one_of(*rest, said_behind, N(said_behind)));
	free(folded);
	return leads;
}

bool
quoting_leads(struct reader between)
{
	char *folded = text_fold_words(between.s, left(&between));
	struct reader behind = {between.end, between.end};
	bool leads = !has_stop(&between) &&
		(IN(folded, strlen(folded), conjunctions) || says_plainly(folded, &behind));

	free(folded);
	return leads;
}

/* -- the pass -- */

struct quoting
quoting_begin(const char *s, const char *end, quoting_refer refer, void *arg)
{
	return (struct quoting){.text = {s, end},
		.begin = s,
		.sentence = s,
		.opens_until = quotations_until(s, end),
		.refer = refer,
		.arg = arg};
}

static bool
begins_word(const struct quoting *q, const char *s)
{
	const char *before;

	if (s == q->begin)
		return true;
	before = char_before(q->begin, s);
	if ((unsigned char)*before < 0x80)
		return !isalnum((unsigned char)*before) && *before != '_';
	return char_parts_words(before, s) || char_is_dense(before, s);
}

/* -- by its sentence -- */

/* Words of a sentence round a quotation let it be somebody else's, or nobody's. */
static bool
lets_go(struct reader r)
{
	char *folded = text_fold_words(r.s, left(&r));
	bool lets = denies(folded) || is_own(folded) || names_another(r);

	free(folded);
	return lets;
}

/* Up to where the clause ends, or all of the sentence. */
static struct reader
rest_of(const struct quoting *q, const char *s, bool sentence)
{
	struct reader rest = {s, s};
	char c;

	for (; rest.end < q->text.end && rest.end < s + BETWEEN_BYTES; rest.end += char_bytes(rest.end, q->text.end))
		if (is_stop(rest.end, q->text.end) ||
			(!sentence && ascii_form(rest.end, q->text.end, &c) && c == ','))
			break;
	return rest.end > q->text.end ? (struct reader){s, q->text.end} : rest;
}

/* The reference that is given behind a quotation, in brackets or with a word for it. */
static bool
is_given(struct quoting *q, const char *behind)
{
	struct reader at = {behind, q->text.end};
	bool given_as = false;

	for (unsigned chars = 0; left(&at) && chars < 24 && !is_stop(at.s, at.end); chars++) {
		size_t n = begins_word(q, at.s) ? q->refer(q->arg, at.s, at.end, &q->named_cited) : 0;
		struct reader between = {behind, at.s};
		char *folded;

		if (n) {
			folded = text_fold_words(between.s, left(&between));
			given_as = *folded ? IN(folded, strlen(folded), given) : find_char(&between, '(') != NULL;
			free(folded);
			break;
		}
		at.s += char_bytes(at.s, at.end);
	}
	return given_as;
}

/* Does its sentence say whose a quotation is? */
static bool
is_of_sentence(struct quoting *q, const char *at, const char *behind, const struct reader *words)
{
	if (!q->by_sentence || wordcount(words->s, left(words)) <= FREE_WORDS || (!q->named && !is_given(q, behind)))
		return false;
	return !names_another(rest_of(q, behind, true)) && !lets_go(rest_of(q, behind, false)) &&
		!(q->named && lets_go((struct reader){q->named, at}));
}

/* 《…》 is a title, but where nothing leads elsewhere it is said to be somebody's words. */
static const char *
read_title(const struct quoting *q, const char *at, struct reader *words)
{
	struct reader title = {at, q->text.end};

	if (!q->by_sentence || !q->behind || !skip_text(&title, "《"))
		return NULL;
	words->s = title.s;
	words->end = memmem(title.s, left(&title), "》", strlen("》"));
	return words->end && wordcount(words->s, left(words)) > FREE_WORDS ? words->end + strlen("》") : NULL;
}

void
quoting_end(struct quoting *q)
{
	quotations_end(&q->quotations);
}

/* ASCII that goes on a word. */
static bool
is_in_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Past what is behind such a letter, where no word begins: the rest of the word, and what begins no quotation and ends
 * no sentence behind it. */
static const char *
skip_plain(const char *s, const char *end)
{
	if (!is_in_word(s[-1]))
		return s;
	while (s < end && is_in_word(*s))
		s++;
	return s < end && (*s == ' ' || *s == ',' || *s == '\n') ? s + 1 : s;
}

bool
quoting_next(struct quoting *q, unsigned *cited, struct reader *words)
{
	while (q->text.s < q->opens_until) {
		const char *at = q->text.s, *behind;
		size_t n = begins_word(q, at) ? q->refer(q->arg, at, q->text.end, &q->cited) : 0;
		struct reader between = {q->behind, at}, rest;
		bool leads, is_title;

		if (n) {
			q->text.s = q->behind = q->named = at + n;
			q->refer_at = at;
			q->named_cited = q->cited;
			q->chained = false;
			continue;
		}
		behind = quotation_read(&q->quotations, at, q->text.end, &words->s, &words->end);
		is_title = !behind && (behind = read_title(q, at, words));
		if (!behind) {
			q->text.s = at + char_bytes(at, q->text.end);
			if (is_stop(at, q->text.end)) {
				q->named = NULL;
				q->sentence = q->text.s;
			}
			q->text.s = skip_plain(q->text.s, q->text.end);
			continue;
		}
		rest = (struct reader){behind, q->text.end};
		leads = q->behind && leads_to(q, &between, &rest);
		if (leads && !q->chained) {
			q->before = (struct reader){q->sentence, q->refer_at};
			q->between = between;
			q->rest = rest;
		}
		q->text.s = behind;
		q->behind = leads ? behind : NULL;
		q->chained = leads;
		q->loose = !leads && !is_title && is_of_sentence(q, at, behind, words);
		*cited = leads ? q->cited : q->named_cited;
		if (q->loose || (leads && wordcount(words->s, left(words)) >= QUOTING_WORDS))
			return true;
	}
	return false;
}

static bool
is_plain(struct reader r, bool may_suppose)
{
	char *folded = text_fold_words(r.s, left(&r));
	bool plain = !renders(folded) && (may_suppose || !is_conditional(folded));

	free(folded);
	return plain;
}

/* Where no word leads to a quotation, the reference is what speaks: "I ask alice: …", "my answer to Turn 2: …" are said
 * to it, and begin otherwise. And "nowhere does alice write …" denies it. */
static bool
speaks_itself(struct reader before, bool by_colon)
{
	char *folded = text_fold_words(before.s, left(&before));
	bool speaks = by_colon ? IN(folded, strlen(folded), given) : !denies(folded);

	free(folded);
	return speaks;
}

bool
quoting_is_sure(const struct quoting *q)
{
	struct reader before = q->before;
	char *folded;
	bool sure, by_colon;

	if (!q->chained)
		return false;
	folded = text_fold_words(q->between.s, left(&q->between));
	sure = says_plainly(folded, &q->rest) && !renders(folded);
	by_colon = !*folded;
	free(folded);
	if (left(&before) > BETWEEN_BYTES)
		before.s = char_before(before.s, before.end - BETWEEN_BYTES);
	return sure && speaks_itself(before, by_colon) && is_plain(before, false) &&
		is_plain(rest_of(q, q->rest.s, true), true);
}

bool
quoting_leads_below(const char *s, const char *end, quoting_refer refer, void *arg, unsigned *cited)
{
	struct quoting q = quoting_begin(s, end, refer, arg);
	struct reader words;

	q.text.end = without_white(q.text).end;
	while (left(&q.text)) {
		const char *at = q.text.s, *behind;
		size_t n = begins_word(&q, at) ? refer(arg, at, q.text.end, cited) : 0;

		behind = n ? NULL : quotation_read(&q.quotations, at, q.text.end, &words.s, &words.end);
		q.named = n ? at + n : q.named;
		if (!n && !behind && is_stop(at, q.text.end) && at + char_bytes(at, q.text.end) < q.text.end)
			q.named = NULL;
		q.text.s = n ? q.named : behind ? behind : at + char_bytes(at, q.text.end);
	}
	quoting_end(&q);
	return q.named && !lets_go((struct reader){q.named, q.text.end});
}
