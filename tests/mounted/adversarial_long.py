"""Sixteen turns over the larger base of tests/corpus/adversarial: whether code that lives long wants types. Dan argues for dynamic typing, gina for
gradual, stan for static; mona moderates, olga orchestrates."""
from adversarial import CORPUS

LARGE = CORPUS / "large"
SEATS = {"dan": "role=debater-dynamic-typing harness=claude-code model=opus", "gina": "role=debater-gradual-typing harness=codex model=gpt-5",
         "stan": "role=debater-static-typing harness=opencode model=qwen", "mona": "role=moderator harness=gemini model=pro",
         "olga": "role=orchestrator harness=aider model=llama"}

TURNS = (
    ("dan", "", """\
**Claims**
- new — tests that say what a program should do keep nearly all failures from its users [arg-011: contested]
- new — between a thought and its result no build at all is the best build [arg-020]
- new — whoever writes types down writes a program that is much longer [arg-017: refuted]

**Argument**
What a program should do is said by tests, and only what it is made of by types.
"""),
    ("gina", "", """\
**Claims**
- new — types can be added where they pay, and the rest stays as it is [arg-047]
- new — an annotation changes nothing of what a program does [arg-048]

**Argument**
Nobody has to choose for the whole of a program what is good for a part of it.
"""),
    ("stan", "", """\
**Claims**
- new — a sound system of types rules out a class of failures before anything runs [arg-001]
- new — a rename by tool misses ten times fewer uses where there are types [arg-025]
- new — harm that could be ruled out at little cost is owed to those who bear it [arg-040: contested]

**Argument**
What is proved need not be found, and what can be changed by a tool is changed.
"""),
    ("mona", "L-003: may it stand on arg-017?", """\
Ruling: claim L-003 "writes a program that is much longer" (arg-017) is CLOSED as refuted.
Justification: Turn 1 takes lines of tests for lines of code, and the count has neither (kb/sources/studies/verbosity-2013.md).

Press: L-001 — nearly all of which failures, and counted by whom?
"""),
    ("stan", "L-001, L-002: what do they leave open?", """\
**Answers**: L-001, L-002, Turn 1

**Claims**
- L-001: rebut — a test samples inputs, and what is proved holds for those that nobody thought of [arg-001]
- L-002: rebut — where types are inferred there is little to write and little to wait for [arg-018]

**Argument**
Turn 1 compares the tests that one would like with the types that one has to write.

**Mutations**
- lower arg-012 to weak — what a mutant is says little of what people get wrong, see arg-013
"""),
    ("dan", "L-001, L-003, L-008: object, defend or concede", """\
**Answers**: L-001, L-003, L-008, Turn 4, Turn 5

**Claims**
- L-003: object — length is not only lines, and an essay on the craft counts what has to be read [kb/sources/essays/craft-2008.md]
- L-001: defend — properties are checked on inputs that nobody thought of either [kb/sources/studies/property-tests-2018.md]
- L-008: rebut — most harm comes from what software was built to do, and no checker sees that [arg-042: contested]

**Argument**
Turn 5 has tests of ten years ago in mind; a property is said once and tried on thousands of inputs.

**Mutations**
- edge arg-036 addresses arg-037 "what is recommended is every means at once"
"""),
    ("mona", "the objection to the closure of L-003", """\
Ruling: claim L-003 is REAFFIRMED. Turn 6 brings an essay that counts nothing; the count of Turn 4 stands.

Deflection: Position dynamic-typing has cited arg-042 (what is built to harm) across turns 6 to address arg-035 (where failure kills).

Press: L-006 — does it speak of the languages that are used, or of those that are proved?
"""),
    ("gina", "L-006: is it about languages that are used?", """\
**Answers**: L-006, Turn 3, Turn 7

**Claims**
- L-006: rebut — the static languages that most people use are unsound by design [arg-052]

**Argument**
第七轮已经问到：纸上证明的系统，并不是人们实际使用的系统。

**Mutations**
- new holes-are-shared

```
---
layer: methodological
status: contested
summary: 人们实际使用的类型系统，漏洞是共有的。
---

## Statement

无论静态还是渐进，广泛使用的类型系统都在设计上留有漏洞。
```

- edge arg-067 refines arg-052 "one by one"
"""),
    ("stan", "L-006 was rebutted, and L-004 by nobody", """\
**Answers**: L-004, L-006, Turn 8

**Claims**
- L-006: defend — the holes are in corners where nobody goes by accident [arg-053: contested]
- L-004: rebut — an annotation that is erased before it runs is a comment [arg-051]

**Argument**
Turn 8 finds a door that is open, and does not say who would walk through it.

**Mutations**
- note arg-053 Strength assessment — The corners were looked for in two languages.
- source holes-2024.md

```
---
title: Holes that were met
journal_or_source: Notes
year: 2024
url: https://example.org/holes
date_accessed: 2026-01-02
source_type: report
key_finding: Two of forty failures came through a hole.
---

Forty failures were followed to where they began.
```
"""),
    ("gina", "L-004: is what is erased a type?", """\
**Answers**: L-004, Turn 9

**Claims**
- L-004: defend — with checks that are merged the boundary costs a third at most, so that nothing has to be erased [arg-050]

**Argument**
What Turn 9 calls a comment is one only where somebody chose speed over checks.

**Mutations**
- criticism kb/sources/theory/gradual-erasure-2018.md — It speaks of one implementation, without merged checks.
"""),
    ("dan", "L-003 is final; L-004: does it get to where it pays?", """\
**Answers**: L-003, L-004, Turn 10

**Claims**
- L-003: accept — it was about tests
- L-004: rebut — adding types stalls before it reaches the code that fails most [arg-055: contested]

**Argument**
What pays most is what nobody dares to touch, and there the migration stops.

**Mutations**
- contradiction C-010 — what stops a migration
  Type: of fact
  Involved arguments: arg-054, arg-055
  Involved sources: kb/sources/reports/migration-stopped-2019.md
  Description: It is finished by most, or it stalls at what fails most.
  What would resolve it: Migrations that are followed from their first day.
  Status: open
"""),
    ("stan", "L-002, L-004: what do you grant?", """\
**Answers**: L-002, L-004, Turn 11

**Claims**
- L-002: concede — for what is thrown away afterwards nothing is better than no build
- new — code outlives the team that knew it, and then nobody is left to ask [arg-032]

**Argument**
Turn 11 speaks of the same fear that comes with untyped code: nobody changes what nobody knows.
"""),
    ("mona", "L-008: can it be claimed?", """\
Ruling: claim L-008 is UNCLAIMABLE: what is owed does not follow from what Turn 3 and Turn 6 count.

Deflection: Position dynamic-typing has cited arg-042 (what is built to harm) across turns 6 to address arg-035; six turns later nothing has been said of it.

Finding: nobody in this debate has followed a code base for ten years, and nor has the corpus.

**Mutations**
- lower arg-040 to weak — kb/sources/essays/blame-2012.md does not say what it costs
- criticism kb/sources/essays/blame-2012.md — Nor does it say what little cost is.
"""),
    ("gina", "L-004, L-009", """\
**Answers**: L-004, L-009, Turn 11, Turn 12

**Claims**
- L-004: defend — most teams that began to add types are through with it [arg-054: contested]
- new — whoever gave a migration up is asked by no survey, on any side [arg-056]

**Argument**
Turn 11 has one migration that stopped, and Turn 12 has none.
"""),
    ("dan", "L-007, L-009", """\
**Answers**: L-007, L-009, Turn 12

**Claims**
- L-007: rebut — the tools rest on the same holes as the languages [arg-052]
- L-009: rebut — a team of five does know its code, by talking [arg-031: contested]

**Argument**
What Turn 12 fears is what happens to teams that grow, and not every team does.
"""),
    ("stan", "L-007, L-009", """\
**Answers**: L-007, L-009, Turn 15

**Claims**
- L-007: defend — it was counted with those holes, and the tenth was still the tenth [kb/sources/studies/rename-tools-2016.md]
- L-009: defend — those who came later say that the five had left [kb/sources/surveys/onboarding-2020.md]

**Argument**
Turn 15 has five people for ten years; the surveys have nobody of that kind.
"""),
)
