"""What stands for a person or an agent: blanks are filled in, and commands of a document are taken as they are printed."""
import re


def _filled(line, n, stance, token):
    """A line of a blank with its places filled in words that carry n."""
    line = line.replace("SECRET", token, 1) if line == "<!-- token: SECRET -->" else line
    if line == "- Addresses: ...":
        line = f"- Addresses: {f'Turn {n - 1}' if n > 1 else 'Source'}"
    elif line == "    - ...":
        line = f"    - Principle: operational reversibility {n}"
    elif line.startswith("none (who accepts") and stance == "ACCEPTING_CONSENSUS":
        accepted = re.search("Accepts: Turn [0-9]+", line)
        line = accepted[0] if accepted else f"Caching costs more than it saves, says turn {n}."
    elif line.endswith(" (blocking|non-blocking)"):
        line = re.sub(r"\(.*\)", "(non-blocking)", line)
    words = f"Caching{n} costs{n} more{n} than{n} plan.md says{n} wherever{n} reads{n} are{n} few{n} and{n} writes{n} many{n}: Caching."
    return re.sub(r"\.\.\. ", f"who pays{n} ", re.sub(r"\.\.\.$", words, line), count=1)


def fill(blank, n, stance="", token="", left=0):
    """The blank of turn n, each place filled with what its line asks for. Another stance than the one in place gets its support; `left` is
    the number of a place that stays open."""
    out, places, changed, revised, signed = [], 0, False, False, False
    for line in blank.splitlines():
        places += "..." in line
        if "..." in line and places == left:
            out.append(line)
            continue
        if line.startswith("## Turn ") and stance and line.split()[-1] != stance:
            line, changed = f"{line.rpartition(' ')[0]} {stance}", True
        if line == "- none (the stance is unchanged)":
            line, revised = "- Principle: candour before consistency" if changed else line, True
        signed = signed or line == "**Consensus**"
        out.append(_filled(line, n, stance, token))
    if changed and not revised:
        out.append("\n**Stance Revision Support**\n- Principle: candour before consistency")
    if stance == "ACCEPTING_CONSENSUS" and not signed:
        out.append(f"\n**Consensus**\nCaching costs more than it saves, says turn {n}.")
    return "".join(line + "\n" for line in out)


def script_of(text, heading):
    """The blocks of a section that are marked `sh`, as one script that ends at the first command that fails."""
    section = re.search(rf"^{re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    return "set -e\n" + "".join(re.findall("^```sh\n(.*?)^```$", section, re.M | re.S))
