"""Texts of a debate of `socratic`, for every program that plays one."""

HARNESS, MODEL = "claude-code", "opus"


def turn(n, name, stance="OPEN_TO_DEBATE", flag="non-blocking"):
    """A valid turn of `socratic`. Every word that a rule compares carries n, so that no turn repeats another."""
    about = f"Turn {n - 1}" if n > 1 else "Source"
    return f"""## Turn {n} — {name} ({HARNESS} / {MODEL}) — {stance}

**Position**
Caching pays off, says turn{n}, where reads{n} outnumber writes{n} by far and nobody{n} minds{n} waiting{n}.

**Counterpoints**
- Addresses: {about}
  Claim: the measurement{n} ignores cold{n} starts{n}
  Support:
    - https://example.org/measurement-{n}

**Agreements**
- The latency{n} matters most.

**Novel Argument**
Invalidation{n} costs{n} more{n} than{n} storage{n} once{n} replicas{n} diverge{n}.

Support:
    - Principle: operational reversibility {n}

**Unresolved Items**
- who owns the eviction policy {n} ({flag})
"""


def long_turn(n, name, size):
    """A turn of so many bytes, all but a line."""
    text, line = turn(n, name), f"filler{n} " * 100 + "\n\n"
    return text.replace("**Counterpoints**", line * ((size - len(text.encode())) // len(line)) + "**Counterpoints**", 1)


def conclusion(outcome, reason, topic="Caching"):
    """A valid conclusion."""
    return f"""## Terminal Conclusion

**Outcome**: {outcome}
**Reason**: {reason}

What is in use stays in use. The debate on {topic} ends here, and nobody measured anything.
"""
