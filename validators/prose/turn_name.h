/*
 * How a text names a turn of its record: "Turn 2", "the second turn", "2nd turn", and the same as whoever debates in
 * another language puts it: 第2ターン, ターン2, 2番目の手番, 第二回合, 第二轮, 두 번째 턴, "Zug 2", "2e tour", "segundo turno",
 * "втором ходе", الدور الثاني.
 *
 * A table, small on purpose: what is not in it names no turn as far as a rule can tell. Where a word is that of rounds
 * of anything (轮), what stands behind it has to be a mark, or a word for where or for saying. Pure; any bytes are
 * taken.
 */
#ifndef VALIDATORS_PROSE_TURN_NAME_H
#define VALIDATORS_PROSE_TURN_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Does a name of a turn begin at `s`, where a word does? Its bytes, and the turn's number, 1 or more; 0: none does.
 * *of_order: it is said to be the second of an order, which may be that of one side's turns, or of exchanges. */
size_t turn_name(const char *s, const char *end, unsigned *turn, bool *of_order);

#endif
