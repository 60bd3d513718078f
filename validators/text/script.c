#include "validators/text/script.h"

#include <stddef.h>
#include <utf8proc.h>

/*
 * Scripts.txt of Unicode 15.1, by whole blocks: what in a block is no letter is told by its category. South East Asia
 * is what LineBreak.txt gives the class SA ("complex context": words are found by a dictionary). The long sound mark
 * U+30FC, which Scripts.txt calls common, is written among Kana only; so is its half-width form. Planes 2 and 3 are set
 * aside for ideographs.
 */
static const struct range {
	int32_t first, last;
	enum script script;
} ranges[] = {
	/* clang-format off */
	{ 0x0e00,  0x0eff,  SCRIPT_SOUTH_EAST }, /* Thai, Lao */
	{ 0x1000,  0x109f,  SCRIPT_SOUTH_EAST }, /* Myanmar */
	{ 0x1100,  0x11ff,  SCRIPT_HANGUL },     /* Jamo */
	{ 0x1780,  0x17ff,  SCRIPT_SOUTH_EAST }, /* Khmer */
	{ 0x1950,  0x19df,  SCRIPT_SOUTH_EAST }, /* Tai Le, New Tai Lue */
	{ 0x1a20,  0x1aaf,  SCRIPT_SOUTH_EAST }, /* Tai Tham */
	{ 0x3005,  0x3007,  SCRIPT_HAN },        /* 々 〆 〇 */
	{ 0x3021,  0x3029,  SCRIPT_HAN },        /* numerals of Hangzhou */
	{ 0x3038,  0x303b,  SCRIPT_HAN },
	{ 0x3041,  0x309f,  SCRIPT_HIRAGANA },
	{ 0x30a0,  0x30ff,  SCRIPT_KATAKANA },
	{ 0x3100,  0x312f,  SCRIPT_HAN },        /* Bopomofo */
	{ 0x3130,  0x318f,  SCRIPT_HANGUL },     /* compatibility Jamo */
	{ 0x31a0,  0x31bf,  SCRIPT_HAN },        /* Bopomofo, extended */
	{ 0x31f0,  0x31ff,  SCRIPT_KATAKANA },   /* phonetic extensions */
	{ 0x3400,  0x4dbf,  SCRIPT_HAN },
	{ 0x4e00,  0x9fff,  SCRIPT_HAN },
	{ 0xa960,  0xa97f,  SCRIPT_HANGUL },
	{ 0xa9e0,  0xa9ff,  SCRIPT_SOUTH_EAST }, /* Myanmar, extended B */
	{ 0xaa60,  0xaadf,  SCRIPT_SOUTH_EAST }, /* Myanmar, extended A; Tai Viet */
	{ 0xac00,  0xd7ff,  SCRIPT_HANGUL },
	{ 0xf900,  0xfaff,  SCRIPT_HAN },        /* compatibility ideographs */
	{ 0xff66,  0xff9f,  SCRIPT_KATAKANA },   /* half-width */
	{ 0xffa0,  0xffdc,  SCRIPT_HANGUL },     /* half-width */
	{ 0x11700, 0x1174f, SCRIPT_SOUTH_EAST }, /* Ahom */
	{ 0x16fe2, 0x16ff1, SCRIPT_HAN },
	{ 0x1aff0, 0x1b000, SCRIPT_KATAKANA },
	{ 0x1b001, 0x1b11f, SCRIPT_HIRAGANA },   /* historic; U+1B000 and U+1B120 on are Katakana */
	{ 0x1b120, 0x1b122, SCRIPT_KATAKANA },
	{ 0x1b132, 0x1b152, SCRIPT_HIRAGANA },
	{ 0x1b155, 0x1b167, SCRIPT_KATAKANA },
	{ 0x20000, 0x3fffd, SCRIPT_HAN },
	/* clang-format on */
};
#define RANGES (sizeof ranges / sizeof ranges[0])

static bool
is_letter(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
		category == UTF8PROC_CATEGORY_NL ||
		(category == UTF8PROC_CATEGORY_CN &&
			cp >= 0x20000); /* ideographs that are newer than utf8proc's tables */
}

enum script
script_of_letter(int32_t cp)
{
	size_t low = 0, high = RANGES;

	/* Most letters of most texts stand before all of these. */
	while (cp >= ranges[0].first && low < high) {
		size_t mid = low + (high - low) / 2;

		if (cp > ranges[mid].last)
			low = mid + 1;
		else if (cp < ranges[mid].first)
			high = mid;
		else
			return is_letter(cp) ? ranges[mid].script : SCRIPT_OTHER;
	}
	return SCRIPT_OTHER;
}

/* -- alphabets -- */

const char *const alphabet_names[ALPHABETS] = {
	[ALPHABET_LATIN] = "Latin",
	[ALPHABET_GREEK] = "Greek",
	[ALPHABET_CYRILLIC] = "Cyrillic",
};

/* Scripts.txt of Unicode 15.1, by blocks and the few letters that stand in others'. */
static const struct {
	int32_t first, last;
	enum alphabet alphabet;
} alphabets[] = {
	/* clang-format off */
	{ 0x0041,  0x00aa,  ALPHABET_LATIN },
	{ 0x00ba,  0x02b8,  ALPHABET_LATIN },    /* without the micro sign, which is common */
	{ 0x02e0,  0x02e4,  ALPHABET_LATIN },
	{ 0x0370,  0x03ff,  ALPHABET_GREEK },
	{ 0x0400,  0x052f,  ALPHABET_CYRILLIC },
	{ 0x1c80,  0x1c8f,  ALPHABET_CYRILLIC },
	{ 0x1d00,  0x1d25,  ALPHABET_LATIN },    /* phonetic extensions */
	{ 0x1d26,  0x1d2a,  ALPHABET_GREEK },
	{ 0x1d2b,  0x1d2b,  ALPHABET_CYRILLIC },
	{ 0x1d2c,  0x1d5c,  ALPHABET_LATIN },
	{ 0x1d5d,  0x1d61,  ALPHABET_GREEK },
	{ 0x1d62,  0x1d65,  ALPHABET_LATIN },
	{ 0x1d66,  0x1d6a,  ALPHABET_GREEK },
	{ 0x1d6b,  0x1d77,  ALPHABET_LATIN },
	{ 0x1d78,  0x1d78,  ALPHABET_CYRILLIC },
	{ 0x1d79,  0x1dbe,  ALPHABET_LATIN },
	{ 0x1dbf,  0x1dbf,  ALPHABET_GREEK },
	{ 0x1e00,  0x1eff,  ALPHABET_LATIN },
	{ 0x1f00,  0x1fff,  ALPHABET_GREEK },
	{ 0x2071,  0x209c,  ALPHABET_LATIN },    /* superscripts and subscripts */
	{ 0x2126,  0x2126,  ALPHABET_GREEK },    /* the ohm sign */
	{ 0x212a,  0x2188,  ALPHABET_LATIN },    /* the kelvin sign, Roman numerals */
	{ 0x2c60,  0x2c7f,  ALPHABET_LATIN },
	{ 0xa640,  0xa69f,  ALPHABET_CYRILLIC },
	{ 0xa722,  0xa7ff,  ALPHABET_LATIN },
	{ 0xab30,  0xab64,  ALPHABET_LATIN },
	{ 0xab65,  0xab65,  ALPHABET_GREEK },
	{ 0xfb00,  0xfb06,  ALPHABET_LATIN },
	{ 0xff21,  0xff5a,  ALPHABET_LATIN },    /* full-width */
	{ 0x10780, 0x107ba, ALPHABET_LATIN },
	{ 0x1df00, 0x1df2a, ALPHABET_LATIN },
	{ 0x1e030, 0x1e08f, ALPHABET_CYRILLIC },
	/* clang-format on */
};

enum alphabet
alphabet_of_letter(int32_t cp)
{
	if (!is_letter(cp))
		return ALPHABET_OTHER;
	for (size_t i = 0; i < sizeof alphabets / sizeof alphabets[0] && alphabets[i].first <= cp; i++)
		if (cp <= alphabets[i].last)
			return alphabets[i].alphabet;
	return ALPHABET_OTHER;
}
