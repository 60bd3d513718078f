/* The one C++ file: toml++ behind the C face of toml.h. */
#include "config/toml.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>
#include <toml++/toml.h>

struct toml_doc {
	toml_item root;
	std::deque<std::string> strings; /* what the items point to: a deque never moves its elements */
	std::deque<std::vector<toml_item>> rows;
};

#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)

namespace
{

const char *
keep(toml_doc &doc, std::string s)
{
	return doc.strings.emplace_back(std::move(s)).c_str();
}

bool
is_bare(std::string_view key)
{
	return !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
		return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
	});
}

/* Two keys are spelled alike only if they are equal, and no NUL ends one early. */
std::string
spell(std::string_view key)
{
	if (is_bare(key))
		return std::string(key);
	static const char digits[] = "0123456789ABCDEF";
	std::string out = "\"";
	for (const unsigned char c : key) {
		if (c < 0x20 || c == 0x7F) {
			out += "\\u00";
			out += digits[c >> 4];
			out += digits[c & 15];
			continue;
		}
		if (c == '"' || c == '\\')
			out += '\\';
		out += static_cast<char>(c);
	}
	return out + '"';
}

toml_type
type_of(const toml::node &node)
{
	switch (node.type()) {
	case toml::node_type::table:
		return TOML_TABLE;
	case toml::node_type::array:
		return node.is_array_of_tables() ? TOML_TABLES : TOML_ARRAY;
	case toml::node_type::string:
		return TOML_TEXT;
	case toml::node_type::integer:
		return TOML_INTEGER;
	case toml::node_type::floating_point:
		return TOML_REAL;
	case toml::node_type::boolean:
		return TOML_BOOLEAN;
	default:
		return TOML_TIME;
	}
}

using placed = std::pair<toml::source_position, toml_item>;

void add_rows(toml_doc &doc, toml_item &item, std::vector<placed> &found);
std::vector<placed> rows_of(toml_doc &doc, const toml::table &table);
std::vector<placed> rows_of(toml_doc &doc, const toml::array &array);

placed
make_item(toml_doc &doc, std::string_view name, toml::source_position at, const toml::node &node)
{
	toml_item item{};
	item.name = keep(doc, std::string(name));
	item.name_len = name.size();
	item.key = keep(doc, spell(name));
	item.line = static_cast<int>(at.line);
	item.type = type_of(node);
	item.text = "";
	if (const auto *s = node.as_string()) {
		item.len = s->get().size();
		item.text = keep(doc, s->get());
	} else if (const auto *i = node.as_integer()) {
		item.integer = i->get();
	} else if (const auto *f = node.as_floating_point()) {
		item.real = f->get();
	} else if (const auto *b = node.as_boolean()) {
		item.boolean = b->get();
	} else if (const auto *t = node.as_table()) {
		auto found = rows_of(doc, *t);
		add_rows(doc, item, found);
	} else if (const auto *a = node.as_array()) {
		auto found = rows_of(doc, *a);
		add_rows(doc, item, found);
	}
	return {at, item};
}

/* toml++ keeps a table by name; where its keys stand says in which order they were written. */
void
add_rows(toml_doc &doc, toml_item &item, std::vector<placed> &found)
{
	std::stable_sort(
		found.begin(), found.end(), [](const placed &a, const placed &b) { return a.first < b.first; });
	auto &rows = doc.rows.emplace_back();
	rows.reserve(found.size() + 1); /* never NULL */
	for (const placed &row : found)
		rows.push_back(row.second);
	item.rows = rows.data();
	item.n_rows = rows.size();
}

std::vector<placed>
rows_of(toml_doc &doc, const toml::table &table)
{
	std::vector<placed> found;
	for (auto &&[name, node] : table) {
		/* A section that one of its own sections opened has that one's place until it is named itself. */
		const auto *tables = node.is_array_of_tables() ? node.as_array() : nullptr;
		const auto &at = tables ? tables->front().source() : node.is_table() ? node.source() : name.source();
		found.push_back(make_item(doc, name.str(), at.begin, node));
	}
	return found;
}

std::vector<placed>
rows_of(toml_doc &doc, const toml::array &array)
{
	std::vector<placed> found;
	for (const toml::node &node : array)
		found.push_back(make_item(doc, "", node.source().begin, node));
	return found;
}

void
set_fault(toml_fault *fault, size_t line, std::string_view text)
{
	fault->line = static_cast<int>(line);
	const size_t n = std::min(text.size(), sizeof fault->text - 1);
	std::memcpy(fault->text, text.data(), n);
	fault->text[n] = '\0';
}

/* toml++ begins with what it was parsing, which says less than what it found. */
std::string_view
without_scope(std::string_view description)
{
	const size_t colon = description.find(": ");
	if (description.substr(0, 20) != "Error while parsing " || colon == description.npos)
		return description;
	return description.substr(colon + 2);
}

/*
 * Input that toml++ 3.3 must not see, found before it sees anything:
 *
 * - nesting: it bounds that of values, but not the dots of a key, and its destructors recurse over both;
 * - a character past ASCII where it asks whether that is white space: the function that answers has an unreachable end that is reached
 *   for many of them (unicode_autogenerated.h). It asks outside of strings and comments, where TOML has ASCII alone; in what begins like a
 *   number, quotes or not; and within """ """ after a backslash, where TOML allows such a character behind the white space that the
 *   backslash takes away: here it does not.
 *
 * This reads strings and comments as toml++ does, up to the first error of syntax that toml++ will find.
 */
class guard
{
      public:
	explicit guard(std::string_view text) : text_(text)
	{
	}

	/* The fault, or NULL. */
	const char *
	find()
	{
		for (at_ = have("\xEF\xBB\xBF") ? 3 : 0; at_ < text_.size() && !what_; at_++)
			step();
		return what_;
	}

	size_t
	line() const
	{
		return line_;
	}

      private:
	std::string_view text_;
	size_t at_ = 0, line_ = 0, depth_ = 0, dots_ = 0;
	bool in_number_ = false; /* in a word that begins like a number */
	bool fresh_ = true;      /* a value may begin here */
	const char *what_ = nullptr;

	bool
	is_ascii() const
	{
		return at_ >= text_.size() || static_cast<unsigned char>(text_[at_]) < 0x80;
	}

	bool
	have(const char *s) const
	{
		return text_.compare(at_, std::strlen(s), s) == 0;
	}

	void
	refuse(const char *what)
	{
		what_ = what;
		line_ = 1 + static_cast<size_t>(std::count(text_.begin(), text_.begin() + std::min(at_, text_.size()), '\n'));
	}

	void
	step()
	{
		const char c = text_[at_];
		if (c == '"' || c == '\'')
			return check_string(c);
		if (c == '#') {
			at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
			return;
		}
		if (!is_ascii())
			return refuse("only ASCII stands outside of quotes and comments");
		count_nesting(c);
		count_word(c);
		if (depth_ > TOML_NESTING || dots_ > TOML_NESTING)
			refuse("nested deeper than " STRING(TOML_NESTING) " levels");
	}

	void
	count_nesting(char c)
	{
		if (c == '.')
			dots_++;
		else if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos)
			dots_ = 0;
		if (c == '[' || c == '{')
			depth_++;
		if ((c == ']' || c == '}') && depth_)
			depth_--;
	}

	/*
	 * toml++ looks through a word that begins like a number up to the next white space, comma, closing bracket or
	 * comment before it says that it is none; quotes in it are no quotes then.
	 */
	void
	count_word(char c)
	{
		if (std::string_view(" \t\r\n,]}").find(c) != std::string_view::npos) {
			in_number_ = false;
			fresh_ = true;
		} else if (c == '=' || c == '[' || c == '{') {
			fresh_ = true;
		} else {
			in_number_ |= fresh_ && ((c >= '0' && c <= '9') || c == '+' || c == '-');
			fresh_ = false;
		}
	}

	void
	check_string(char quote)
	{
		const size_t begin = at_;
		skip_string(quote);
		fresh_ = false;
		const std::string_view string = text_.substr(begin, at_ + 1 - begin);
		if (!in_number_ || std::all_of(string.begin(), string.end(), [](unsigned char c) { return c < 0x80; }))
			return;
		at_ = begin;
		refuse("a quote within a number; text stands between quotes as a whole");
	}

	/* Each of these leaves at_ on the last byte that it takes. */

	/* From the first quote to the last. One that is not closed reaches to where toml++ gives up. */
	void
	skip_string(char quote)
	{
		const char three[] = {quote, quote, quote, '\0'};
		const bool multi = have(three);
		if (!multi && have(three + 1)) {
			at_++;
			return;
		}
		for (at_ += multi ? 3 : 1; at_ < text_.size() && !what_; at_++) {
			if (text_[at_] == '\\' && quote == '"')
				skip_escape(multi);
			else if (text_[at_] == '\n' && !multi)
				at_ = text_.size();
			else if (text_[at_] == quote && !multi)
				return;
			else if (have(three))
				return skip_closing(quote);
		}
	}

	/* Up to two quotes may stand before the closing three. */
	void
	skip_closing(char quote)
	{
		const size_t most = std::min(at_ + 5, text_.size());
		for (at_ += 3; at_ < most && text_[at_] == quote;)
			at_++;
		at_--;
	}

	void
	skip_escape(bool multi)
	{
		at_++;
		if (!multi)
			return;
		const size_t begin = at_;
		at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
		if (!is_ascii())
			refuse("what follows a backslash at a line's end begins with an ASCII character");
		else if (at_ > begin)
			at_--;
	}
};

int
parse(std::string_view text, toml_doc **doc, toml_fault *fault)
{
	try {
		guard guard(text);
		if (const char *what = guard.find()) {
			set_fault(fault, guard.line(), what);
			return -EINVAL;
		}
		const toml::table table = toml::parse(text);
		auto made = std::make_unique<toml_doc>();
		made->root = make_item(*made, "", {}, table).second;
		*doc = made.release();
		return 0;
	} catch (const toml::parse_error &e) {
		set_fault(fault, e.source().begin.line, without_scope(e.description()));
	} catch (const std::bad_alloc &) {
		std::abort(); /* as everywhere in this program */
	} catch (...) {
		set_fault(fault, 0, "not understood");
	}
	return -EINVAL;
}

} // namespace

extern "C" int
toml_parse(const char *text, size_t len, struct toml_doc **doc, struct toml_fault *fault)
{
	return parse(len ? std::string_view(text, len) : std::string_view(""), doc, fault);
}

extern "C" const struct toml_item *
toml_root(const struct toml_doc *doc)
{
	return &doc->root;
}

extern "C" void
toml_free(struct toml_doc *doc)
{
	delete doc;
}

extern "C" void
toml_print_real(double value, char out[32])
{
	char *end = std::to_chars(out, out + 28, value).ptr;
	*end = '\0';
	/* "1" would read back as an integer. */
	if (!std::strpbrk(out, ".e"))
		std::strcpy(end, ".0");
}
