/*
 * Operations: what a turn's Mutations change in the base. A row of the table has a verb, who may use it, and the
 * function that reads its operands, judges them, and does it.
 */
#include "validators/adversarial/adversarial.h"

#include <stdlib.h>
#include "validators/text/text.h"

/* Bytes of a line that an operation writes. */
#define LINE_BYTES 2000

/* An operation that is read. */
struct doing {
	struct play *play;
	const struct item *item;
	struct reader at; /* its operands, and all behind them */
	struct revision r;
};
#define REFUSE_OP(doing, rule, ...) play_refuse((doing)->play, rule, (doing)->item->line, __VA_ARGS__)
#define FORM(doing, form) REFUSE_OP(doing, &kit_rules[KIT_ITEM_FORM], "the line is `- " form "`")

bool
play_refuse(struct play *play, const struct rule *rule, int line, const char *format, ...)
{
	char sentence[LIMIT_VALUE_BYTES];
	va_list args;

	if (!play->out)
		return false;
	va_start(args, format);
	vsnprintf(sentence, sizeof sentence, format, args);
	va_end(args);
	findings_add(play->out, rule, line, "%s", sentence);
	return false;
}

/* -- operands -- */

static void
skip_space_and_emphasis(struct reader *r)
{
	while (skip_white(r) || skip_emphasis(r))
		;
}

static struct reader
take_word(struct reader *r)
{
	struct reader word;

	skip_space_and_emphasis(r);
	for (word.s = r->s; r->s < r->end && !isspace((unsigned char)*r->s); r->s++)
		;
	for (word.end = r->s; word.end > word.s && strchr("`*,;", word.end[-1]); word.end--)
		;
	return word;
}

static bool
take_argument(struct doing *o, unsigned *number)
{
	skip_space_and_emphasis(&o->at);
	if (!skip_argument(&o->at, number))
		return false;
	skip_emphasis(&o->at);
	return true;
}

static const struct argument *
argument_there(const struct doing *o, unsigned number)
{
	const struct argument *a = base_numbered(o->play->a->live, number);

	if (!a)
		REFUSE_OP(o, &kit_rules[KIT_REF_UNKNOWN], "there is no arg-%03u", number);
	return a;
}

/* `kb/sources/…`: moves past it. *place 0: it is not there, which is told. */
static bool
take_cited_source(struct doing *o, unsigned *place, struct reader *cited)
{
	skip_space_and_emphasis(&o->at);
	const char *from = o->at.s;
	struct reader r = o->at;

	if (!next_source(&r, cited) || cited->s != from)
		return false;
	o->at = r;
	skip_emphasis(&o->at);
	*place = base_find_source(o->play->a->live, *cited);
	if (!*place)
		REFUSE_OP(o, &kit_rules[KIT_REF_UNKNOWN], "there is no `%s`", quote(cited->s, len_of(cited)).s);
	return true;
}

/* The words behind the operands: the reason, or the text. */
static struct reader
take_reason(struct doing *o)
{
	skip_emphasis(&o->at);
	if (!skip_sep(&o->at, true))
		skip_white(&o->at);
	return without_white(o->at);
}

/* -- writing -- */

bool
play_put(struct play *play, int line, const char *path, struct reader text)
{
	struct base *live = play->a->live;
	size_t len = len_of(&text);
	unsigned place = base_find(live, path);
	size_t bytes = live->bytes + len - (place ? len_of(&base_file(live, place)->body) : 0);

	if (play->out && (len > BASE_FILE_BYTES || bytes > BASE_BYTES || (!place && live->n_files >= BASE_FILES_MOST)))
		return play_refuse(play, &text_rules[TEXT_SIZE], line,
			"`kb/%s` would have %zu bytes; a file has at most %zu, and a base %zu in %d files", path, len,
			BASE_FILE_BYTES, BASE_BYTES, BASE_FILES_MOST);
	if (!play->base_is_own) {
		play->a->live = base_copy(live, play->by.text);
		base_free(live);
		play->base_is_own = true;
	}
	base_put(play->a->live, path, text);
	return true;
}

bool
play_put_behind(struct play *play, int line, const char *path, const char *between_lines, struct reader lines)
{
	struct reader was = base_text_at(play->a->live, path);
	UT_string text;
	bool done;

	utstring_init(&text);
	utstring_bincpy(&text, was.s, len_of(&was));
	if (len_of(&was))
		utstring_printf(&text, "%s%s", was.end[-1] != '\n' ? "\n" : "", between_lines);
	utstring_bincpy(&text, lines.s, len_of(&lines));
	done = play_put(play, line, path, printed_text(&text));
	utstring_done(&text);
	return done;
}

/* The filesystem writes this behind the words that an operation adds, so that nobody's pass for another's. */
#define ADDED_BY "duelfs: added by %s, debate turn %u, R-%03u"
#define ADDED_BY_ARGS(o) adv_handle((o)->play->d, (o)->r.seat), (o)->r.text, (o)->r.number

/* Does a line of the filesystem's own begin anywhere in the words? */
static bool
has_own_words(struct reader words)
{
	for (; words.s < words.end; words.s++) {
		struct reader at = words;

		if ((skip_char(&at, 'd') || skip_char(&at, 'D')) && safety_is_own_line(words))
			return true;
	}
	return false;
}

/* Adds a text, and who wrote it, to the end of a section of the file at a place, which is made where it is missing. */
static bool
put_in_section(struct doing *o, unsigned place, const char *title, struct reader words)
{
	const struct base_file *file = base_file(o->play->a->live, place);
	struct reader body, was = file->body;
	const char *behind;
	struct findings faults = {0};
	UT_string text;
	bool done;

	/* On a line of their own, they say more than they do behind an operation's words. */
	if (o->play->out)
		safety_judge_made(o->play->p, words, &faults);
	done = !faults.n || REFUSE_OP(o, &adv_rules[RULE_KB_FROZEN], "in `kb/%s`, %s: nothing else of the file changes",
		file->path, faults.v[0].text);
	findings_free(&faults);
	if (!done)
		return false;
	utstring_init(&text);
	if (base_section(was, title, &body, &behind)) {
		utstring_bincpy(&text, was.s, (size_t)(behind - was.s));
	} else {
		behind = was.end;
		utstring_bincpy(&text, was.s, len_of(&was));
		utstring_printf(&text, "\n## %s", title);
	}
	utstring_printf(&text, "\n\n%.*s\n\n> " ADDED_BY "%s", (int)len_of(&words), words.s, ADDED_BY_ARGS(o),
		behind == was.end ? "\n" : "");
	utstring_bincpy(&text, behind, (size_t)(was.end - behind));
	done = play_put(o->play, o->item->line, file->path, printed_text(&text));
	utstring_done(&text);
	return done;
}

/* -- the operations -- */

/* Does a reason name another argument, a source, a contradiction, a claim or a turn that is there? */
static bool
is_traced(const struct play *play, unsigned argument, struct reader reason)
{
	struct reader r = reason, cited;
	struct ref ref;
	unsigned number;

	for (r = reason; next_argument(&r, &number);)
		if (number != argument && base_numbered(play->a->live, number))
			return true;
	for (r = reason; next_source(&r, &cited);)
		if (base_find_source(play->a->live, cited))
			return true;
	for (r = reason; ref_next(adv_refs, NULL, reason.s, &r, &ref);) {
		struct reader title, body;
		unsigned n = ref.number[0];

		if (ref.kind == &adv_refs[REF_TURN] && n && n < play->by.text)
			return true;
		if (ref.kind == &adv_refs[REF_CLAIM] && n && n <= play->a->n_claims)
			return true;
		for (size_t at = 0; ref.kind == &adv_refs[REF_CONTRADICTION] &&
			base_contradiction(play->a->live, &at, &number, &title, &body);)
			if (number == n)
				return true;
	}
	return false;
}

/* The status behind `to`, else the first one that stands there. */
static int
take_status(struct doing *o)
{
	struct reader line = o->at;
	const char *newline = memchr(line.s, '\n', len_of(&line));
	int status = -1;

	line.end = newline ? newline : line.end;
	while (line.s < line.end && status < 0) {
		struct reader word = take_word(&line), bare = word;

		/* a dash of another width, or a full stop, may follow without a space */
		for (const char *c = bare.s; c < bare.end && islower((unsigned char)*bare.s); c++)
			if (*c & 0x80)
				bare.end = c;
		while (bare.end > bare.s && strchr(".:)", bare.end[-1]))
			bare.end--;
		status = word_of(status_words, bare);
		if (status >= 0)
			o->at.s = bare.end;
		else if (!word_of((const char *const[]){"from", NULL}, bare))
			take_word(&line);
		else if (bare.end > bare.s && word_of((const char *const[]){"to", "→", "->", "is", NULL}, bare) < 0)
			return -1;
	}
	return status;
}

/* May the writer, moderator or debater of another side, turn the second key: write what the argument is, which the
 * other of both lowered in this debate? */
static bool
may_confirm(const struct play *play, const struct argument *a)
{
	bool moderates = play->position == NO_POSITION, lowered = false, said = false;

	EACH_OF(revision, r, play->a->revisions, play->a->n_revisions) {
		unsigned by = adv_position(play->d, r->seat);

		if (r->op != OP_LOWER || r->argument != a->number || (by != NO_POSITION && by == a->position))
			continue;
		lowered |= (by == NO_POSITION) != moderates;
		said |= (by == NO_POSITION) == moderates && r->after == a->status;
	}
	return lowered && !said && (moderates || play->position != a->position);
}

static bool
do_lower(struct doing *o)
{
	struct play *play = o->play;
	const struct argument *a;
	int to;

	if (!take_argument(o, &o->r.argument) || (to = take_status(o)) < 0)
		return FORM(o, "lower ARG to STATUS — why");
	if (!(a = argument_there(o, o->r.argument)))
		return false;
	o->r.before = a->status;
	o->r.after = (enum status)to;
	o->r.reason = take_reason(o);
	const char *was = status_words[a->status], *is = status_words[to];
	bool confirms = play->out && may_confirm(play, a);
	if (play->out && (int)a->status == to && !confirms)
		return REFUSE_OP(o, &adv_rules[RULE_KB_PROMOTED], "arg-%03u is %s already", a->number, was);
	if (play->out && (int)a->status > to)
		return REFUSE_OP(o, &adv_rules[RULE_KB_PROMOTED],
			"arg-%03u is %s: a debate lowers, and never raises it to %s%s%s", a->number, was, is,
			confirms ? "; so that the verdict counts that, write " : "", confirms ? was : "");
	if (play->out && to > WEAK && to > (int)a->status && play->position != NO_POSITION &&
		a->position != play->position)
		return REFUSE_OP(o, &adv_rules[RULE_KB_CONCURRENCE],
			"arg-%03u would go from %s to %s: another side lowers it to weak at most", a->number, was, is);
	if (play->out && !is_traced(play, a->number, o->r.reason))
		return REFUSE_OP(o, &adv_rules[RULE_MUTATION_UNTRACED],
			"arg-%03u would go from %s to %s: the reason names no other argument, source, contradiction, "
			"claim or turn that is there, as in `arg-014`, `kb/sources/x.md`, `C-003`, `L-003`, `Turn 2`, "
			"which are not translated", a->number, was, is);
	const struct base_file *file = base_file(play->a->live, a->file);
	struct reader value, whole;
	UT_string text;
	bool done;
	if (!base_front(file->body, "status", &value, &whole))
		return false;
	utstring_init(&text);
	utstring_bincpy(&text, file->body.s, (size_t)(whole.s - file->body.s));
	utstring_printf(&text, "status: %s", is);
	utstring_bincpy(&text, whole.end, (size_t)(file->body.end - whole.end));
	done = play_put(play, o->item->line, file->path, printed_text(&text));
	utstring_done(&text);
	if (!done)
		return false;
	base_numbered(play->a->live, o->r.argument)->status = o->r.after;
	unsigned side = base_numbered(play->a->live, o->r.argument)->position;
	if (play->position == NO_POSITION && side != NO_POSITION)
		play_owe(play, ROLE_DEBATER + side, 0, "a downgrade by the moderator");
	return done;
}

static bool
do_edge(struct doing *o)
{
	struct edge *e = &o->r.edge;
	struct reader cited, word;
	UT_string line, comment;
	bool done;
	int type;

	if (!take_argument(o, &e->from))
		return FORM(o, "edge ARG TYPE ARG \"comment\"");
	word = take_word(&o->at);
	type = word_of(edge_words, word);
	if (type < 0) {
		char *types = words_listed(edge_words);

		REFUSE_OP(o, &kit_rules[KIT_ITEM_FORM],
			"the line is `- edge ARG TYPE ARG \"comment\"`, where TYPE is one of %s; it says `%s`", types,
			quote(word.s, len_of(&word)).s);
		free(types);
		return false;
	}
	e->type = (enum edge_type)type;
	e->text = o->play->by.text;
	if (!take_cited_source(o, &e->source, &cited) && !take_argument(o, &e->to))
		return FORM(o, "edge ARG TYPE ARG \"comment\"");
	if ((!e->to && !e->source) || !argument_there(o, e->from) || (e->to && !argument_there(o, e->to)))
		return false;
	if (o->play->out && e->to == e->from)
		return REFUSE_OP(o, &base_rules[KB_EDGE], EDGE_TO_ITSELF, e->from);
	o->r.argument = e->from;
	o->r.reason = take_reason(o);
	if (o->play->out && base_has_edge(o->play->a->live, e->from, e->type, e->to, e->source))
		return REFUSE_OP(o, &base_rules[KB_EDGE], "this edge is there already");
	if (o->play->out && has_own_words(o->r.reason))
		return REFUSE_OP(o, &adv_rules[RULE_KB_FROZEN],
			"the comment has `duelfs:` in it, behind which only the filesystem says who added the edge");
	/* An argument that the debate added is not stronger than what it refines. */
	const struct base *live = o->play->a->live;
	enum status is = base_numbered(live, e->from)->status;
	enum status refined = e->to ? base_numbered(live, e->to)->status : is;
	if (o->play->out && e->type == REFINES && is < refined && !base_numbered(o->play->a->snapshot, e->from))
		return REFUSE_OP(o, &adv_rules[RULE_KB_PROMOTED],
			"arg-%03u would be %s, and refine arg-%03u, which is %s", e->from, status_words[is], e->to,
			status_words[refined]);
	utstring_init(&line);
	utstring_printf(&line, "arg-%03u %s ", e->from, edge_words[type]);
	if (e->to)
		utstring_printf(&line, "arg-%03u \"", e->to);
	else
		utstring_printf(&line, "kb/%s \"", base_file(o->play->a->live, e->source)->path);
	utstring_init(&comment);
	print_line(o->r.reason, LINE_BYTES, &comment);
	for (const char *c = utstring_body(&comment); *c; c++)
		if (*c != '"')
			utstring_bincpy(&line, c, 1);
	utstring_done(&comment);
	utstring_printf(&line, "%s(" ADDED_BY ")\"\n", utstring_body(&line)[utstring_len(&line) - 1] == '"' ? "" : " ",
		ADDED_BY_ARGS(o));
	if ((done = play_put_behind(o->play, o->item->line, EDGES_FILE, "", printed_text(&line))))
		*GROW(o->play->a->live->edges, o->play->a->live->n_edges) = *e;
	utstring_done(&line);
	if (done && e->type == ADDRESSES && o->play->position != NO_POSITION)
		play_owe(o->play, ROLE_MODERATOR, 0, "an added `addresses` edge");
	return done;
}

static bool
do_note(struct doing *o)
{
	static const char *const sections[] = {"Traceback notes", "Strength assessment", NULL};
	const struct argument *a;
	int i = 0;

	if (!take_argument(o, &o->r.argument))
		return FORM(o, "note ARG Traceback notes — text");
	for (skip_space_and_emphasis(&o->at); sections[i] && !skip_words(&o->at, sections[i]);)
		i++;
	if (!(a = argument_there(o, o->r.argument)))
		return false;
	if (!sections[i])
		return REFUSE_OP(o, &adv_rules[RULE_KB_FROZEN],
			"a note goes to Traceback notes or Strength assessment of "
			"arg-%03u: nothing else of it changes",
			a->number);
	o->r.target = reader_of(sections[i], sections[i] + strlen(sections[i]));
	o->r.reason = take_reason(o);
	if (is_blank(o->r.reason.s, len_of(&o->r.reason)))
		return FORM(o, "note ARG Traceback notes — text");
	return put_in_section(o, a->file, sections[i], o->r.reason);
}

static bool
do_criticism(struct doing *o)
{
	unsigned place;

	if (!take_cited_source(o, &place, &o->r.target))
		return FORM(o, "criticism kb/sources/NAME.md — text");
	if (!place)
		return false;
	o->r.reason = take_reason(o);
	if (is_blank(o->r.reason.s, len_of(&o->r.reason)))
		return FORM(o, "criticism kb/sources/NAME.md — text");
	return put_in_section(o, place, "Criticism", o->r.reason);
}

static bool
do_contradiction(struct doing *o)
{
	struct play *play = o->play;
	unsigned next = base_next_contradiction(play->a->live);
	size_t errors = play->out ? play->out->errors : 0;
	UT_string text;
	bool done;

	skip_space_and_emphasis(&o->at);
	if (!skip_text(&o->at, "C-") || !skip_number(&o->at, &o->r.argument))
		return FORM(o, "contradiction C-NNN — title");
	o->r.reason = o->item->prose;
	if (play->out && o->r.argument != next)
		return REFUSE_OP(o, &base_rules[KB_CONTRADICTION], "the next contradiction is C-%03u", next);
	if (is_blank(o->r.reason.s, len_of(&o->r.reason)))
		return FORM(o, "contradiction C-NNN — title");
	utstring_init(&text);
	utstring_printf(&text, "## C-%03u: ", o->r.argument);
	print_line(o->r.reason, LINE_BYTES, &text);
	utstring_printf(&text, "\n\n- **Added by**: %s, debate turn %u\n", adv_handle(play->d, play->by.seat),
		play->by.text);
	size_t head = utstring_len(&text);
	for (size_t i = 0; i < CONTRADICTION_LABELS; i++) {
		const struct field *f = parts_label(play->p, NULL, o->item, contradiction_labels[i]);

		if (!f)
			continue;
		utstring_printf(&text, "- **%s**: ", contradiction_labels[i]);
		print_line(f->value, LINE_BYTES, &text);
		utstring_printf(&text, "\n");
	}
	if (play->out)
		base_judge_contradiction(play->a->live, reader_of(utstring_body(&text) + head, printed_text(&text).end),
			o->item->line, play->out);
	done = (!play->out || play->out->errors == errors) &&
		play_put_behind(play, o->item->line, CONTRADICTIONS_FILE, "\n", printed_text(&text));
	utstring_done(&text);
	return done;
}

static bool
is_slug(struct reader word)
{
	if (word.s == word.end || len_of(&word) > 80)
		return false;
	for (; word.s < word.end; word.s++)
		if (!islower((unsigned char)*word.s) && !isdigit((unsigned char)*word.s) && *word.s != '-')
			return false;
	return true;
}

/* The added file: a name, perhaps a reason, and behind that line a fenced block that begins in column 1. */
static bool
take_file(struct doing *o, bool (*is_name)(struct reader name), const char *form, struct reader *name)
{
	const struct item *item = o->item;
	const char *fence = item->block.s ? item->block.s - 1 : item->all.s;
	struct reader rest, line = {0};

	while (fence > item->all.s && fence[-1] != '\n')
		fence--;
	*name = take_word(&o->at);
	if (!is_name(*name) || !item->block.s || (*fence != '`' && *fence != '~'))
		return REFUSE_OP(o, &kit_rules[KIT_ITEM_FORM],
			"the line is `- %s`, and behind it stands the file in a fenced block, from column 1 on", form);
	for (rest = item->block; o->play->out && next_line(&rest, &line);)
		if (safety_is_own_line(line))
			return REFUSE_OP(o, &adv_rules[RULE_KB_FROZEN],
				"`%s` begins as one of the filesystem's own lines, which say who added what",
				quote(line.s, len_of(&line)).s);
	rest = o->at;
	next_line(&rest, &line);
	o->at.end = line.end;
	o->r.reason = take_reason(o);
	return true;
}

/* The file of an argument, in which some lines of front matter are the filesystem's. */
static void
write_argument(const struct doing *o, UT_string *text)
{
	static const char *const given[] = {"id", "position", "asserter", NULL};
	const struct play *play = o->play;
	struct reader block = o->item->block, front, line, value;

	if (!base_front_of(block, &front))
		return;
	utstring_printf(text, "---\nid: arg-%03u\nposition: %s\nasserter: derived-during-debate-by-%s\n", o->r.argument,
		base_position(play->a->live, play->position), adv_handle(play->d, play->by.seat));
	block.s = front.end;
	while (next_line(&front, &line)) {
		bool drops = false;

		for (int i = 0; given[i]; i++) {
			struct reader one = line;

			drops |= base_front_next(&one, given[i], &value, NULL);
		}
		if (!drops)
			utstring_printf(text, "%.*s\n", (int)len_of(&line), line.s);
	}
	utstring_bincpy(text, block.s, len_of(&block));
}

static bool
do_new(struct doing *o)
{
	struct play *play = o->play;
	struct reader slug;
	struct argument a = {.position = play->position, .text = play->by.text};
	struct findings fs = {0};
	UT_string text;
	char *path;
	bool done;

	if (!take_file(o, is_slug, "new SLUG", &slug))
		return false;
	if (play->position == NO_POSITION)
		return REFUSE_OP(o, &adv_rules[RULE_KB_FROZEN], "`new %.*s` would add an argument; only a debater does",
			(int)len_of(&slug), slug.s);
	o->r.argument = a.number = base_next_number(play->a->live);
	path = mem_format("arguments/arg-%03u-%.*s.md", a.number, (int)len_of(&slug), slug.s);
	utstring_init(&text);
	write_argument(o, &text);
	base_judge_argument(printed_text(&text), 0, &a, &fs);
	done = !fs.n || !play->out;
	for (size_t i = 0; i < fs.n; i++)
		REFUSE_OP(o, fs.v[i].rule, "%s", fs.v[i].text);
	findings_free(&fs);
	if (done && play->out && a.status < CONTESTED)
		done = REFUSE_OP(o, &adv_rules[RULE_KB_PROMOTED],
			"arg-%03u would be %s; an added argument is contested or lower", a.number,
			status_words[a.status]);
	if (done && (done = play_put(play, o->item->line, path, printed_text(&text)))) {
		a.start = a.status;
		o->r.file = a.file = base_find(play->a->live, path);
		*GROW(play->a->live->arguments, play->a->live->n_arguments) = a;
		play_owe(play, ROLE_MODERATOR, 0, "an added argument");
	}
	utstring_done(&text);
	free(path);
	return done;
}

static bool
is_file_name(struct reader name)
{
	if (len_of(&name) < 4 || len_of(&name) > 100 || *name.s == '.' || memcmp(name.end - 3, ".md", 3) ||
		(len_of(&name) == 8 && !memcmp(name.s, "index.md", 8)))
		return false;
	for (; name.s < name.end; name.s++)
		if (!isalnum((unsigned char)*name.s) && !strchr("-_.", *name.s))
			return false;
	return true;
}

static bool
do_source(struct doing *o)
{
	struct play *play = o->play;
	struct reader name, front;
	char *path;
	bool done;

	if (!take_file(o, is_file_name, "source NAME.md", &name))
		return false;
	path = mem_format("sources/agents/%s/%.*s", adv_handle(play->d, play->by.seat), (int)len_of(&name), name.s);
	if (play->out && !base_front_of(o->item->block, &front))
		done = REFUSE_OP(o, &base_rules[KB_SOURCE], SOURCE_FORM);
	else if (play->out && base_find(play->a->live, path))
		done = REFUSE_OP(o, &base_rules[KB_SOURCE], "`kb/%s` is there already", path);
	else
		done = play_put(play, o->item->line, path, o->item->block);
	o->r.file = base_find(play->a->live, path);
	free(path);
	return done;
}

/* -- the table -- */

const struct verb_row operation_verbs[OP_KINDS + 1] = {
	[OP_LOWER] = {.word = "lower"},
	[OP_EDGE] = {.word = "edge"},
	[OP_NOTE] = {.word = "note"},
	[OP_CRITICISM] = {.word = "criticism"},
	[OP_CONTRADICTION] = {.word = "contradiction"},
	[OP_NEW] = {.word = "new"},
	[OP_SOURCE] = {.word = "source"},
};

static bool (*const operations[OP_KINDS])(struct doing *o) = {
	[OP_LOWER] = do_lower,
	[OP_EDGE] = do_edge,
	[OP_NOTE] = do_note,
	[OP_CRITICISM] = do_criticism,
	[OP_CONTRADICTION] = do_contradiction,
	[OP_NEW] = do_new,
	[OP_SOURCE] = do_source,
};

void
play_operations(struct play *play)
{
	struct adversarial *a = play->a;
	unsigned n = 0, number = 0;

	for (size_t i = 0; i < play->p->n_items; i++) {
		const struct item *item = &play->p->items[i];

		if (item->part->shape != OPERATIONS || !item->verb)
			continue;
		if (n++ == OPERATIONS_MOST) {
			REFUSE(play, MUTATION_MANY, item->line, "a turn has at most %d operations", OPERATIONS_MOST);
			return;
		}
		number = number ? number : revisions_last(a->live) + 1;
		struct doing o = {play, item, reader_of(item->operands.s, item->all.end),
			{.op = (enum operation)(item->verb - operation_verbs),
				.number = number,
				.text = play->by.text,
				.seat = play->by.seat,
				.item = item->all}};
		if (!operations[o.r.op](&o))
			continue;
		*GROW(a->revisions, a->n_revisions) = o.r;
		number++;
	}
}
