"""A stand-in for a person or an agent: blanks are filled in."""
import re


def _filled(line, n, stance, token):
    """A line of a blank with its places filled in words that carry n; of words to choose from one that is named."""
    line = line.replace("SECRET", token, 1) if line == "<!-- token: SECRET -->" else line
    if line.startswith("Stance: "):
        return f"Stance: {stance or 'OPEN_TO_DEBATE'}"
    if line.startswith("Outcome: "):
        return "Outcome: ACCEPTED_CONSENSUS"
    if line == "- Addresses: …":
        return f"- Addresses: {f'Turn {n - 1}' if n > 1 else 'the topic'}"
    if line == "    - …":
        return f"    - Principle: operational reversibility {n}"
    words = f"Caching{n} costs{n} more{n} than the plan says{n} wherever{n} reads{n} are{n} few{n} and{n} writes{n} many{n}: Caching."
    return line.replace("(blocking or non-blocking)", "(non-blocking)").replace("…", words)


def required(blank):
    """The part of a turn's blank before the sections that may be left out."""
    return re.split(r"\*\*(?:Stance Revision Support|Consensus)\*\*", blank)[0]


def fill(blank, n, stance="", token="", left=0):
    """The blank of turn n, each place filled with what its line asks for; `left` is the number of a place that stays open. A seat that accepts
    consensus in an odd turn makes a statement, and in an even one accepts that of the turn before."""
    out, places = [], 0
    for line in required(blank).splitlines():
        places += "…" in line
        out.append(line if "…" in line and places == left else _filled(line, n, stance, token))
    if stance:
        out.append("**Stance Revision Support**\n- Principle: candour before consistency")
    if stance == "ACCEPTING_CONSENSUS":
        out.append("\n**Consensus**\n" + (f"Caching costs more than it saves, says turn {n}." if n % 2 else f"Accepts: Turn {n - 1}"))
    return "".join(line + "\n" for line in out)
