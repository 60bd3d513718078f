/*
 * One table of words, by their first byte, and three ways to put them together: a word and a number, a number that says
 * that it is one of an order and a word, and 第 with both.
 */
#include "validators/prose/turn_name.h"

#include "validators/text/reader.h"
#include "validators/text/words.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

/* What a word is; a set of them is asked for. */
enum {
	TURN = 1,	 /* a turn, in a language with spaces: its number stands apart */
	TURN_DENSE = 2,	 /* in one without */
	ROUND_DENSE = 4, /* and of rounds of anything */
	ORDER = 8,	 /* the beginning of "second", "zweiten" */
	ORDER_LAST = 16, /* one that stands behind its word */
	CARDINAL = 32,	 /* "two" of 두 번째 */
	ORDINAL_SIGN = 64,   /* before a number */
	ORDINAL_BEHIND = 128, /* behind one */
};

struct lexeme {
	const char *text; /* in lower case */
	unsigned is, value;
};

/* Sorted by the first byte. */
/* clang-format off */
static const struct lexeme lexemes[] = {
	{"acht", ORDER, 8}, {"beitrag", TURN, 0}, {"beurt", TURN, 0}, {"cinquième", ORDER, 5}, {"cuart", ORDER, 4},
	{"decim", ORDER, 10}, {"deuxième", ORDER, 2}, {"dixième", ORDER, 10}, {"dritt", ORDER, 3},
	{"décim", ORDER, 10}, {"eighth", ORDER, 8}, {"eleventh", ORDER, 11}, {"erst", ORDER, 1},
	{"fifth", ORDER, 5}, {"first", ORDER, 1}, {"fourth", ORDER, 4}, {"fünft", ORDER, 5}, {"huitième", ORDER, 8},
	{"neunt", ORDER, 9}, {"neuvième", ORDER, 9}, {"ninth", ORDER, 9}, {"non", ORDER, 9}, {"noven", ORDER, 9},
	{"octav", ORDER, 8}, {"oitav", ORDER, 8}, {"ottav", ORDER, 8}, {"premi", ORDER, 1}, {"prim", ORDER, 1},
	{"quart", ORDER, 4}, {"quatrième", ORDER, 4}, {"quint", ORDER, 5}, {"redebeitrag", TURN, 0},
	{"sechst", ORDER, 6}, {"second", ORDER, 2}, {"segund", ORDER, 2}, {"septième", ORDER, 7},
	{"sest", ORDER, 6}, {"settim", ORDER, 7}, {"seventh", ORDER, 7}, {"sext", ORDER, 6}, {"siebt", ORDER, 7},
	{"sixième", ORDER, 6}, {"sixth", ORDER, 6}, {"séptim", ORDER, 7}, {"sétim", ORDER, 7}, {"tenth", ORDER, 10},
	{"terceir", ORDER, 3}, {"tercer", ORDER, 3}, {"terz", ORDER, 3}, {"third", ORDER, 3}, {"tour", TURN, 0},
	{"troisième", ORDER, 3}, {"turn", TURN, 0}, {"turno", TURN, 0}, {"twelfth", ORDER, 12}, {"viert", ORDER, 4},
	{"wortbeitrag", TURN, 0}, {"zehnt", ORDER, 10}, {"zug", TURN, 0}, {"zweit", ORDER, 2},
	{"Γύρος", TURN, 0}, {"γύρο", TURN, 0}, {"γύρος", TURN, 0}, {"Реплика", TURN, 0}, {"Ход", TURN, 0},
	{"восьм", ORDER, 8}, {"втор", ORDER, 2}, {"девят", ORDER, 9}, {"десят", ORDER, 10}, {"перв", ORDER, 1},
	{"пят", ORDER, 5}, {"реплика", TURN, 0}, {"реплике", TURN, 0}, {"реплики", TURN, 0}, {"реплику", TURN, 0},
	{"седьм", ORDER, 7}, {"трет", ORDER, 3}, {"ход", TURN, 0}, {"хода", TURN, 0}, {"ходе", TURN, 0},
	{"ходу", TURN, 0}, {"четвер", ORDER, 4}, {"четвёр", ORDER, 4}, {"шест", ORDER, 6}, {"الأول", ORDER_LAST, 1},
	{"التاسع", ORDER_LAST, 9}, {"الثالث", ORDER_LAST, 3}, {"الثامن", ORDER_LAST, 8}, {"الثاني", ORDER_LAST, 2},
	{"الخامس", ORDER_LAST, 5}, {"الدور", TURN, 0}, {"الرابع", ORDER_LAST, 4}, {"السابع", ORDER_LAST, 7},
	{"السادس", ORDER_LAST, 6}, {"العاشر", ORDER_LAST, 10}, {"دور", TURN, 0}, {"चौथी", ORDER, 4},
	{"टर्न", TURN, 0}, {"तीसरी", ORDER, 3}, {"दूसरी", ORDER, 2}, {"पहली", ORDER, 1}, {"पाँचवीं", ORDER, 5},
	{"बारी", TURN, 0}, {"つ目の", ORDINAL_BEHIND, 0}, {"ターン", TURN_DENSE, 0}, {"个", ORDINAL_BEHIND, 0},
	{"個", ORDINAL_BEHIND, 0}, {"個目の", ORDINAL_BEHIND, 0}, {"回合", TURN_DENSE, 0},
	{"回目の", ORDINAL_BEHIND, 0}, {"手番", TURN_DENSE, 0}, {"次发言", TURN_DENSE, 0},
	{"次發言", TURN_DENSE, 0}, {"番目", ORDINAL_BEHIND, 0}, {"番目の", ORDINAL_BEHIND, 0},
	{"第", ORDINAL_SIGN, 0}, {"輪", ROUND_DENSE, 0}, {"輪次", TURN_DENSE, 0}, {"輪發言", TURN_DENSE, 0},
	{"轮", ROUND_DENSE, 0}, {"轮发言", TURN_DENSE, 0}, {"轮次", TURN_DENSE, 0}, {"네", CARDINAL, 4},
	{"다섯", CARDINAL, 5}, {"두", CARDINAL, 2}, {"번 째", ORDINAL_BEHIND, 0}, {"번째", ORDINAL_BEHIND, 0},
	{"번째의", ORDINAL_BEHIND, 0}, {"세", CARDINAL, 3}, {"아홉", CARDINAL, 9}, {"여덟", CARDINAL, 8},
	{"여섯", CARDINAL, 6}, {"열", CARDINAL, 10}, {"일곱", CARDINAL, 7}, {"제", ORDINAL_SIGN, 0},
	{"차례", TURN_DENSE, 0}, {"첫", CARDINAL, 1}, {"턴", TURN_DENSE, 0},
};
/* clang-format on */

/* -- words -- */

static unsigned char
first_of(const struct reader *r)
{
	char c;

	if (!left(r))
		return '\0';
	return (unsigned char)(ascii_form(r->s, r->end, &c) ? tolower((unsigned char)c) : *r->s);
}

/* In any case, and in full-width letters, as far as it is ASCII. */
static bool
skip_lexeme(struct reader *r, const char *text)
{
	struct reader at = *r;

	for (; *text; text++) {
		char c;
		size_t n = left(&at) ? ascii_form(at.s, at.end, &c) : 0;

		if (!left(&at) || (n ? tolower((unsigned char)c) != *text : *at.s != *text))
			return false;
		at.s += n ? n : 1;
	}
	*r = at;
	return true;
}

/* The longest that is one of these; NULL: none stands there. */
static const struct lexeme *
skip_one_of(struct reader *r, unsigned set)
{
	const struct lexeme *found = NULL;
	struct reader behind = *r;
	unsigned char first = first_of(r);
	size_t low = 0;

	for (size_t high = N(lexemes); low < high;) {
		size_t mid = (low + high) / 2;

		if ((unsigned char)*lexemes[mid].text < first)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < N(lexemes) && (unsigned char)*lexemes[low].text == first; low++) {
		struct reader at = *r;

		if (lexemes[low].is & set && skip_lexeme(&at, lexemes[low].text) && at.s > behind.s) {
			found = &lexemes[low];
			behind = at;
		}
	}
	*r = behind;
	return found;
}

/* Is a word at its end? */
static bool
ends_word(const struct reader *r)
{
	return !left(r) || char_parts_words(r->s, r->end) || char_is_dense(r->s, r->end);
}

/* -- numbers -- */

/* Where ten digits of a script begin, one behind the other (Unicode, category Nd). */
static const int32_t zeros[] = {0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0ed0, 0x1040, 0x17e0};

static bool
skip_any_digit(struct reader *r, unsigned *digit)
{
	int32_t cp;

	if (skip_digit(r, digit))
		return true;
	if (!left(r) || (unsigned char)*r->s < 0x80)
		return false;
	cp = char_at(r->s, r->end);
	for (size_t i = 0; i < N(zeros); i++)
		if (cp >= zeros[i] && cp < zeros[i] + 10) {
			*digit = (unsigned)(cp - zeros[i]);
			r->s += char_bytes(r->s, r->end);
			return true;
		}
	return false;
}

/* No duel has as many turns as this. */
#define NUMBER_MAX 99999

static bool
skip_digits(struct reader *r, unsigned *number)
{
	const char *from = r->s;
	unsigned digit;

	for (*number = 0; skip_any_digit(r, &digit);)
		*number = *number > NUMBER_MAX ? *number : *number * 10 + digit;
	return r->s > from;
}

static unsigned
skip_han_digit(struct reader *r)
{
	static const char *const digits[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};

	for (unsigned i = 0; i < N(digits); i++)
		if (skip_text(r, digits[i]))
			return i + 1;
	return 0;
}

/* 1 to 99, as 二, 十二, 二十. */
static bool
skip_han(struct reader *r, unsigned *number)
{
	unsigned first = skip_han_digit(r);

	*number = first;
	if (skip_text(r, "十"))
		*number = (first ? first : 1) * 10 + skip_han_digit(r);
	return *number;
}

static bool
skip_numeral(struct reader *r, unsigned *number)
{
	const struct lexeme *word;

	if (skip_digits(r, number) || skip_han(r, number))
		return true;
	word = skip_one_of(r, CARDINAL);
	*number = word ? word->value : 0;
	return word;
}

/* -- a name -- */

/* Is a word that may be of any rounds that of turns, by what stands behind it? */
static bool
is_of_turns(const struct lexeme *word, const struct reader *behind)
{
	static const char *const goes_on[] = {"的", "中", "里", "裡", "裏", "内", "內", "发", "發", "陈", "陳", "说", "說",
		"写", "寫", "称", "稱", "提", "指", "主", "认", "認", "承", "辩", "辯", "论", "論", "你", "对", "對", "他", "她", "我",
		"原", "就", "已", "曾", "讲", "講", "言", "上", "只", "变", "變", "成", "问", "問", "也", "还", "還", "又", "是",
		"の", "で", "に", "は", "が", "を"};
	struct reader at = *behind;

	if (word->is != ROUND_DENSE || !left(&at) || !char_is_dense(at.s, at.end))
		return true;
	for (size_t i = 0; i < N(goes_on); i++)
		if (skip_text(&at, goes_on[i]))
			return true;
	return false;
}

/* "Turn 2", الدور الثاني, ターン2 */
static bool
skip_word_and_number(struct reader *r, unsigned *turn)
{
	const struct lexeme *word = skip_one_of(r, TURN | TURN_DENSE), *order;
	bool apart;

	if (!word)
		return false;
	apart = skip_white(r);
	if (word->is == TURN && !apart)
		return false;
	if (skip_digits(r, turn))
		return !left(r) || !isalnum((unsigned char)*r->s);
	if (word->is == TURN_DENSE)
		return skip_han(r, turn);
	order = skip_one_of(r, ORDER_LAST);
	*turn = order ? order->value : 0;
	return order && ends_word(r);
}

/* 第2ターン, 第二轮, 제2턴 */
static bool
skip_sign_and_both(struct reader *r, unsigned *turn)
{
	const struct lexeme *word;

	if (!skip_one_of(r, ORDINAL_SIGN))
		return false;
	skip_white(r);
	if (!skip_digits(r, turn) && !skip_han(r, turn))
		return false;
	skip_white(r);
	skip_one_of(r, ORDINAL_BEHIND);
	skip_white(r);
	word = skip_one_of(r, TURN_DENSE | ROUND_DENSE);
	return word && is_of_turns(word, r);
}

/* "2nd turn", "2. Zug", "2-м ходе": what makes a number one of an order, and the word behind it. */
static bool
skip_ending_and_word(struct reader *r)
{
	const char *from = r->s;

	while (left(r) && r->s < from + 8 && !white_bytes(r->s, r->end) && !char_is_dense(r->s, r->end))
		r->s += char_bytes(r->s, r->end);
	return r->s > from && skip_white(r) && skip_one_of(r, TURN) && ends_word(r);
}

/* That, 2番目の手番, 2ターン目, 두 번째 턴, 2턴 */
static bool
skip_number_and_word(struct reader *r, unsigned *turn)
{
	const struct lexeme *word;
	struct reader at;
	bool of_order;

	if (!skip_numeral(r, turn))
		return false;
	at = *r;
	if (skip_ending_and_word(&at)) {
		*r = at;
		return true;
	}
	skip_white(r);
	of_order = skip_one_of(r, ORDINAL_BEHIND);
	skip_white(r);
	word = skip_one_of(r, TURN_DENSE | ROUND_DENSE);
	if (!word)
		return false;
	/* "two turns", where nothing says that it is the second: but so it is put in Korean. */
	of_order = skip_text(r, "目") || of_order ||
		char_script(word->text, word->text + strlen(word->text)) == SCRIPT_HANGUL;
	return of_order && is_of_turns(word, r);
}

/* "the second turn", "im zweiten Zug" */
static bool
skip_order_and_word(struct reader *r, unsigned *turn)
{
	const struct lexeme *order = skip_one_of(r, ORDER);
	const char *from = r->s;

	if (!order)
		return false;
	*turn = order->value;
	while (!ends_word(r) && r->s < from + 8)
		r->s += char_bytes(r->s, r->end);
	return skip_white(r) && skip_one_of(r, TURN) && ends_word(r);
}

/* Most words begin none of it, and are told by one look. */
static bool
may_begin(struct reader r)
{
	unsigned number;

	return skip_one_of(&r, TURN | TURN_DENSE | ORDER | CARDINAL | ORDINAL_SIGN) || skip_any_digit(&r, &number) ||
		skip_han(&r, &number);
}

size_t
turn_name(const char *s, const char *end, unsigned *turn, bool *of_order)
{
	static bool (*const ways[])(struct reader *r, unsigned *turn) = {
		skip_word_and_number, skip_sign_and_both, skip_number_and_word, skip_order_and_word};

	if (!may_begin((struct reader){s, end}))
		return 0;
	for (size_t i = 0; i < N(ways); i++) {
		struct reader at = {s, end};

		if (ways[i](&at, turn) && *turn) {
			*of_order = ways[i] != skip_word_and_number;
			return (size_t)(at.s - s);
		}
	}
	return 0;
}
