#include "validators/dialectic/thin.h"

#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

/* -- words -- */

/* clang-format off */
/* Whole texts, folded (text_fold_words): they say that something is said, and not what. */
static const char *const pointing[] = {
	"same as above", "as said above", "as stated above", "as noted above", "as was said above",
	"as i said above", "as explained above", "as said before", "as already said", "as stated before",
	"see the claim", "see the title", "see the ground", "see the grounds", "see the ground above",
	"see the grounds above", "see my claim", "see claim above", "see my other arguments", "this is noted",
	"it is noted", "not applicable here", "to be filled in", "to be done later",
	"i have nothing to add", "there is nothing to add", "nothing more to say", "the same as before",
	"the same as above", "wie oben gesagt", "wie bereits gesagt", "wie schon gesagt",
	"wie oben schon gesagt", "wie oben bereits gesagt", "wie oben ausgeführt",
	"wird zur kenntnis genommen", "zur kenntnis genommen", "dem ist nichts hinzuzufügen", "voir ci dessus",
	"comme ci dessus", "comme dit plus haut", "comme dit ci dessus", "comme déjà dit",
	"comme je lai dit", "rien à ajouter", "il en est pris note", "ver más arriba", "como se dijo",
	"como ya se dijo", "como se dijo arriba", "como se ha dicho", "lo dicho más arriba",
	"nada que añadir", "no hay nada que añadir", "como dito acima", "como já foi dito",
	"nada a acrescentar", "come detto sopra", "come già detto", "niente da aggiungere",
	"как сказано выше", "как уже сказано",
	"как уже было сказано", "как было сказано выше",
	"как уже сказано выше", "принято к сведению",
	"мне нечего добавить", "як сказано вище", "як уже сказано",
	"взято до відома", "jak powiedziano wyżej", "jak już powiedziano", 
	"yukarıda belirtildiği gibi", "yukarıda söylendiği gibi", 
	"όπωσ είπα παραπάνω", "όπωσ ειπώθηκε παραπάνω",
	"βλέπε πιο πάνω", "كما ذكر أعلاه", "كما قلت أعلاه",
	"كما سبق ذكره", "انظر ما سبق", "जैसा ऊपर कहा गया",
	"जैसा कि ऊपर कहा", "như đã nói", "như đã nói trên",
	"như đã nói ở trên", "xem ở trên", "如上文所述",
	"如前文所述", "见上文所述", "正如上面所说", "正如前面所说", 
	"没有什么要补充的", "見上文所述", "正如上面所說", "正如前面所說",
	"沒有什麼要補充的", "前述の通り", "前述のとおり", "上記の通り",
	"上記のとおり", "上記の通りです", "上記のとおりです", "前述の通りである",
	"上で述べた通り", "上で述べたとおり", "すでに述べた通り",
	"特にありません", "付け加えることはない", "위에서 말한 대로",
	"위에서 말한 바와 같이", "앞에서 말한 대로", "위와 같음", "상기와 같습니다",
	"ตามที่กล่าวไว้ข้างต้น",
	"ดังที่กล่าวข้างต้น",
	"ดังที่กล่าวมาแล้ว",
};
/* clang-format on */

static bool
is_pointing(const char *s, size_t len)
{
	char *folded = text_fold_words(s, len);
	bool is = false;

	for (size_t i = 0; i < sizeof pointing / sizeof pointing[0] && !is; i++)
		is = *folded == *pointing[i] && !strcmp(folded, pointing[i]);
	free(folded);
	return is;
}

bool
thin_judge(const struct form_row *row, const struct place *at)
{
	const char *s = json_string_value(at->value);
	size_t len = json_string_length(at->value), least, words;

	if (!at->r->out)
		return true;
	least = wordcount_least(s, len, *(const size_t *)row->of);
	words = wordcount_telling(s, len, least);
	if (words < least)
		place_report(at, RULE(HANDIN_THIN),
			"this has %zu word%s%s: say in at least %zu what can be argued with%s", words,
			words == 1 ? "" : "s", wordcount(s, len) >= least ? " that count" : "", least,
			has_dense_letters(s, len) ? "; " DENSE_LETTERS_COUNT : "");
	else if (is_pointing(s, len))
		place_report(at, RULE(HANDIN_THIN), "this says where something is said, and not what: say it here");
	return true;
}

/* -- copies -- */

/* Texts of one kind may be alike: two grounds may bear on a claim in the same way. */
struct said {
	const char *what; /* its kind */
	char *path;	  /* malloc'd; NULL: it is what the others are held against, and nothing is told of it */
	struct wordprint print;
};

#define SAID_MAX (2 + 2 * GROUNDS_MAX + 2 + LINK_KINDS * LINKS_MAX)

struct copies {
	const char *within;
	struct said all[SAID_MAX];
	size_t n;
};

/* Takes the path. */
static void
add(struct copies *c, const char *what, const char *text, char *path)
{
	struct said *said = &c->all[c->n];

	if (text) {
		*said = (struct said){.what = what, .path = path};
		wordprint_make_whole(&said->print, text, strlen(text));
		c->n++;
	} else {
		free(path);
	}
}

static char *
path_of(const struct copies *c, const char *list, unsigned at, const char *key)
{
	const char *dot = *c->within ? "." : "";

	return list ? mem_format("%s%s%s[%u].%s", c->within, dot, list, at, key)
		    : mem_format("%s%s%s", c->within, dot, key);
}

static void
add_all(struct copies *c, const struct argument *a)
{
	static const char link[] = "an attack or a defence"; /* one text may answer both */

	add(c, "the title", a->title, NULL);
	add(c, "the claim", a->claim, NULL);
	for (unsigned i = 0; i < a->n_grounds; i++) {
		add(c, "a ground's content", a->grounds[i].content, path_of(c, "grounds", i, "content"));
		add(c, "a ground's relevance", a->grounds[i].relevance, path_of(c, "grounds", i, "relevance"));
	}
	add(c, "the warrant", a->warrant, path_of(c, NULL, 0, "warrant"));
	add(c, "the backing", a->backing, path_of(c, NULL, 0, "backing"));
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++)
			add(c, link, a->links[kind][i].content, path_of(c, link_kinds[kind].key, i, "content"));
}

void
thin_judge_copies(const struct argument *a, const char *within, struct findings *out)
{
	struct copies c = {.within = within};

	add_all(&c, a);
	for (size_t i = 0; i < c.n; i++)
		for (size_t k = 0; k < i && c.all[i].path; k++) {
			if (c.all[k].what == c.all[i].what ||
				wordprint_compare(&c.all[i].print, &c.all[k].print, 0) != NOVELTY_EQUAL)
				continue;
			findings_add_path(out, RULE(HANDIN_THIN), 0, c.all[i].path,
				"these are the words of %s of the same argument: say something of its own here",
				c.all[k].what);
			break;
		}
	for (size_t i = 0; i < c.n; i++) {
		wordprint_free(&c.all[i].print);
		free(c.all[i].path);
	}
}
