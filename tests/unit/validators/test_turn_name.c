/* How a text names a turn, in the languages that debates are held in. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>
#include "validators/prose/turn_name.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

struct named_row {
	const char *text;
	size_t len; /* of the name; 0: none stands there */
	unsigned turn;
	bool of_order;
};
#define IS(name, behind, turn, of_order) {name behind, sizeof name - 1, turn, of_order}
#define NONE(text) {text, 0, 0, false}

static void
all_are(const struct named_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct named_row *row = &rows[i];
		unsigned turn = 0;
		bool of_order = false;
		size_t len = turn_name(row->text, row->text + strlen(row->text), &turn, &of_order);

		if (len != row->len || (len && (turn != row->turn || of_order != row->of_order)))
			fail_msg("%s: %zu bytes, turn %u%s", row->text, len, turn, of_order ? ", of order" : "");
	}
}

TEST(a_turn_is_named_by_its_number)
{
	static const struct named_row rows[] = {
		IS("Turn 2", " says", 2, false),
		IS("turn 12", ", in its claim", 12, false),
		IS("TURN\n3", "", 3, false),
		IS("Turn ２", "：", 2, false),
		IS("Ｔｕｒｎ　４", "は", 4, false),
		IS("Turn 2", "は", 2, false),
		IS("Zug 2", " sagt", 2, false),
		IS("Redebeitrag 7", "", 7, false),
		IS("tour 3", " dit", 3, false),
		IS("Turno 4", ":", 4, false),
		IS("ходе 2", ", где", 2, false),
		IS("Реплика 5", "", 5, false),
		IS("γύρο 2", "", 2, false),
		IS("الدور ٢", " يقول", 2, false),
		IS("बारी २", "", 2, false),
		IS("ターン2", "で", 2, false),
		IS("ターン 三", "で", 3, false),
		IS("回合2", "里", 2, false),
		IS("턴 2", "에서", 2, false),
		NONE("Turn"), NONE("Turn two"), NONE("Turn2"), NONE("Turn 2x"), NONE("Turn 0"), NONE("Turns 2"), NONE("Turnip 2"),
		NONE("Zug um Zug"), NONE("tour de force 2"), NONE("ターン"), NONE("ターンテーブル2"), NONE("2"), NONE(""), NONE("\xff\xfe"),
		NONE("Turn \xc2"),
	};

	all_are(rows, N(rows));
}

TEST(a_turn_is_named_as_one_of_an_order)
{
	static const struct named_row rows[] = {
		IS("2nd turn", " says", 2, true),
		IS("second turn", ":", 2, true),
		IS("First turn", "", 1, true),
		IS("twelfth turn", "", 12, true),
		IS("zweiten Zug", " sagt", 2, true),
		IS("fünften Beitrag", "", 5, true),
		IS("2. Zug", "", 2, true),
		IS("deuxième tour", "", 2, true),
		IS("2e tour", "", 2, true),
		IS("premier tour", "", 1, true),
		IS("segundo turno", "", 2, true),
		IS("tercer turno", "", 3, true),
		IS("terceiro turno", "", 3, true),
		IS("втором ходе", "", 2, true),
		IS("2-м ходе", "", 2, true),
		IS("третьей реплике", "", 3, true),
		IS("दूसरी बारी", "", 2, true),
		IS("第2ターン", "で相手は", 2, true),
		IS("第２ターン", "では", 2, true),
		IS("第四ターン", "の", 4, true),
		IS("第十二ターン", "", 12, true),
		IS("第二十ターン", "", 20, true),
		IS("第 2 ターン", "", 2, true),
		IS("2ターン目", "で", 2, true),
		IS("二ターン目", "で", 2, true),
		IS("4番目の手番", "に", 4, true),
		IS("2回目のターン", "で", 2, true),
		IS("第二回合", "中", 2, true),
		IS("第2个回合", "", 2, true),
		IS("第三轮", "说", 3, true),
		IS("第三轮", "，", 3, true),
		IS("第三輪", "裡", 3, true),
		IS("第三轮", "bob说", 3, true),
		IS("第二轮发言", "里", 2, true),
		IS("第一次發言", "", 1, true),
		IS("제2턴", "에서", 2, true),
		IS("2턴", "에서", 2, true),
		IS("두 번째 턴", "에서", 2, true),
		IS("2번째 차례", "", 2, true),
		NONE("second"), NONE("second thoughts"), NONE("2 turns"), NONE("second turns"), NONE("secondary"), NONE("2 Zug"),
		NONE("第三轮融资"), NONE("第三"), NONE("第"), NONE("三轮"), NONE("二ターン"), NONE("두 번"), NONE("2번째"), NONE("一回合"),
		NONE("一"), NONE("第\xe4"),
	};

	all_are(rows, N(rows));
}

/* A word of an order behind its noun, as Arabic has it. */
TEST(the_order_may_stand_behind_the_word)
{
	static const struct named_row rows[] = {
		IS("الدور الثاني", " يقول", 2, false),
		IS("الدور الأول", "", 1, false),
		NONE("الدور الكبير"),
	};

	all_are(rows, N(rows));
}

/* Words are found by their first byte, in a table that has to be sorted by it: each of it is found. */
TEST(each_word_for_a_turn_and_for_an_order_is_known)
{
	static const char *const turns[] = {"beitrag", "beurt", "redebeitrag", "tour", "turn", "turno", "wortbeitrag", "zug", "γύρο", "γύρος",
		"Γύρος", "реплика", "реплике", "реплики", "реплику", "ход", "хода", "ходе", "ходу", "Ход", "Реплика", "الدور", "دور", "टर्न",
		"बारी", "ターン", "回合", "手番", "턴", "차례"};
	static const struct {
		const char *words;
		unsigned turn;
	} orders[] = {{"achten Zug", 8}, {"cinquième tour", 5}, {"cuarto turno", 4}, {"deuxième tour", 2}, {"dritten Zug", 3}, {"dixième tour", 10},
		{"decimo turno", 10}, {"eighth turn", 8}, {"eleventh turn", 11}, {"erster Zug", 1}, {"fifth turn", 5}, {"first turn", 1},
		{"fourth turn", 4}, {"fünfter Zug", 5}, {"huitième tour", 8}, {"ninth turn", 9}, {"neunter Zug", 9}, {"neuvième tour", 9},
		{"noveno turno", 9}, {"nono turno", 9}, {"octavo turno", 8}, {"oitavo turno", 8}, {"ottavo turno", 8}, {"premier tour", 1},
		{"primo turno", 1}, {"quarto turno", 4}, {"quatrième tour", 4}, {"quinto turno", 5}, {"second turn", 2}, {"segundo turno", 2},
		{"sechster Zug", 6}, {"sesto turno", 6}, {"seventh turn", 7}, {"septième tour", 7}, {"sétimo turno", 7}, {"séptimo turno", 7},
		{"settimo turno", 7}, {"sexto turno", 6}, {"siebter Zug", 7}, {"sixième tour", 6}, {"sixth turn", 6}, {"tenth turn", 10},
		{"tercer turno", 3}, {"terceiro turno", 3}, {"terzo turno", 3}, {"third turn", 3}, {"troisième tour", 3}, {"twelfth turn", 12},
		{"vierter Zug", 4}, {"zehnter Zug", 10}, {"zweiter Zug", 2}, {"décimo turno", 10}, {"восьмой ход", 8}, {"второй ход", 2},
		{"девятый ход", 9}, {"десятый ход", 10}, {"первый ход", 1}, {"пятый ход", 5}, {"седьмой ход", 7}, {"третий ход", 3},
		{"четвертый ход", 4}, {"четвёртый ход", 4}, {"шестой ход", 6}, {"الدور الأول", 1}, {"الدور الثالث", 3}, {"الدور الرابع", 4},
		{"الدور الخامس", 5}, {"الدور السادس", 6}, {"الدور السابع", 7}, {"الدور الثامن", 8}, {"الدور التاسع", 9}, {"الدور العاشر", 10},
		{"पहली बारी", 1}, {"दूसरी बारी", 2}, {"तीसरी बारी", 3}, {"चौथी बारी", 4}, {"पाँचवीं बारी", 5}, {"2つ目のターン", 2}, {"2個目のターン", 2},
		{"2回目のターン", 2}, {"2番目ターン", 2}, {"2番目のターン", 2}, {"第2个回合", 2}, {"第2個回合", 2}, {"第2次发言", 2}, {"第2次發言", 2},
		{"第2輪次", 2}, {"第2輪發言", 2}, {"第2轮次", 2}, {"第2轮发言", 2}, {"第2輪", 2}, {"제2턴", 2}, {"첫 번째 턴", 1}, {"두 번째 턴", 2},
		{"세 번째 턴", 3}, {"네 번째 턴", 4}, {"다섯 번째 턴", 5}, {"여섯 번째 턴", 6}, {"일곱 번째 턴", 7}, {"여덟 번째 턴", 8}, {"아홉 번째 턴", 9},
		{"열 번째 턴", 10}, {"두 번 째 턴", 2}, {"두 번째의 턴", 2}};

	for (size_t i = 0; i < N(turns) + N(orders); i++) {
		char text[64];
		unsigned turn = 0;
		bool of_order;

		snprintf(text, sizeof text, "%s%s", i < N(turns) ? turns[i] : orders[i - N(turns)].words, i < N(turns) ? " 3" : "");
		if (turn_name(text, text + strlen(text), &turn, &of_order) != strlen(text) || turn != (i < N(turns) ? 3 : orders[i - N(turns)].turn))
			fail_msg("%s: %u", text, turn);
	}
}

TEST(every_number_up_to_ninety_nine_is_read_in_han)
{
	static const char *const digits[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

	for (unsigned n = 1; n < 100; n++) {
		char text[64];
		unsigned turn = 0;
		bool of_order;

		snprintf(text, sizeof text, "第%s%s%s回合", n < 20 ? "" : digits[n / 10], n < 10 ? "" : "十", digits[n % 10]);
		if (turn_name(text, text + strlen(text), &turn, &of_order) != strlen(text) || turn != n)
			fail_msg("%s: %u", text, turn);
	}
}

TEST(a_number_that_is_too_big_is_no_turn_of_any_duel)
{
	unsigned turn = 0;
	bool of_order;
	static const char text[] = "Turn 99999999999999999999999999";

	assert_int_equal(turn_name(text, text + sizeof text - 1, &turn, &of_order), sizeof text - 1);
	assert_true(turn > 99999);
}
