"""The writers: one row each. To add a program, add its row.

`run` is a bash script, run by an ordinary user in a folder of its own, with these in its environment:

    F       the file, situations.py's   D   the folder that it is in
    TEXT    the text: for a row that appends what is new, for a row that rewrites the whole file as it shall be
    EDIT    for a row that edits the file: its row in `edits` for what is to be done (situations.py; `replace`: the text in place of what
            is there), in which @TEXT and @LINE stand for the file with the new text, and for the line that is to be changed, or from
            which on the file is cut off; @FROM and @TO for words in that line before and after, @CHANGED for the whole line then, and
            @NAME for the file's name
    @BODY   in `run` itself: the bytes of TEXT

`keys` instead of `edits`: a program that wants a terminal. Each step is what to wait for on the screen, and the keys for it then.
`lacks` says which situations cannot be made with this writer, and why.
"""

from dataclasses import dataclass, field

APPENDS, REWRITES, EDITS = "appends", "rewrites", "edits"
USER, PEER, ROOT = 1001, 1002, 0

# Why a situation is not there for a whole kind of writers.
KIND_LACKS = {
    APPENDS: {"edited": "an append leaves what is there", "shorter": "an append leaves what is there"},
    REWRITES: {},
    EDITS: {},
}
UNLINKS = {"lease": "it is refused before it opens the file"}
A_LINE = {"same": "it writes a line at least"}
WHOLE_LINES = {"open": "it writes whole lines"}
ONE_BY_ONE = {**WHOLE_LINES, "framed": "the turn is in before the blank lines behind it come"}
# A shell flushes at each line what it holds open, and the first line is refused as a text; what that leaves is tried in other columns.
ONE_BY_ONE_CANNOT = ("valid", "crlf", "lease", "big", "utf-8")
NO_LINE = {"crlf": "it leaves the last newline out, and its carriage return stands alone then"}


@dataclass(frozen=True, eq=False)
class Writer:
    name: str
    kind: str
    run: str
    edits: dict = field(default_factory=dict)
    keys: dict = field(default_factory=dict)
    saved: str = ""  # on a terminal: the words of success, and those of a refusal
    refused: str = ""
    leave: str = ""
    lacks: dict = field(default_factory=dict)
    uid: int = USER
    unlinks: bool = False  # it removes the old file first: to debate.md a valid turn is refused, too, loudly

    def lack(self, situation, target) -> str:
        """Why this situation cannot be made with this writer; empty where it can."""
        if target.desk and self.lacks is UNLINKS:
            return ""
        if self.lacks is ONE_BY_ONE and situation.head in ONE_BY_ONE_CANNOT:
            return "each of its lines is decided by itself"
        return self.lacks.get(situation.head) or KIND_LACKS[self.kind].get(situation.head, "")


SED = {"replace": "1r @TEXT\nd", "add": "$r @TEXT", "change": "@LINEs/@FROM/@TO/", "cut": "@LINE,$d", "keep": ""}
ED = {"replace": "1,$d\nr @TEXT", "add": "$r @TEXT", "change": "@LINEs/@FROM/@TO/", "cut": "@LINE,$d", "keep": "="}
VIM = {"replace": "%d _ | $r ++enc=utf-8 ++bad=keep @TEXT", "add": "$r ++enc=utf-8 ++bad=keep @TEXT", "change": "@LINEs/@FROM/@TO/", "cut": "@LINE,$d", "keep": "="}
EMACS = {
    "replace": '(progn (erase-buffer) (insert-file-contents-literally "@TEXT"))',
    "add": '(progn (goto-char (point-max)) (insert-file-contents-literally "@TEXT"))',
    "change": '(progn (goto-line @LINE) (search-forward "@FROM") (replace-match "@TO" t))',
    "cut": "(progn (goto-line @LINE) (delete-region (point) (point-max)))",
    "keep": "(set-buffer-modified-p t)",
}


def vim(options: str) -> str:
    return f'vim -N -u NONE -i NONE -es -c "set {options}" -c "$EDIT" -c w -c q! "$F"'


def emacs(options: str) -> str:
    return ('emacs -Q --batch "$F" --eval "(progn (setq coding-system-for-write \'no-conversion ' + options + ') $EDIT (save-buffer))"')


def python(program: str) -> str:
    return f"/usr/bin/python3 - \"$F\" \"$TEXT\" <<'PY'\nimport os, pathlib, sys, tempfile\nF, text = sys.argv[1], open(sys.argv[2], 'rb').read()\n{program}\nPY"


def node(program: str, how: str = "node -e") -> str:
    return f"{how} 'const fs = require(\"fs\"), F = process.env.F, text = fs.readFileSync(process.env.TEXT);\n{program}'"


def bun(program: str) -> str:
    return node(program, '"$BUN" -e')


DEAF_TO_CLOSE = """\
f = os.open(F, os.O_WRONLY | os.%s)
text and os.write(f, text)
try:
    os.close(f)
except OSError:
    pass"""

DEAF_STREAM = """\
f = open(F, "%s")
try:
    f.write(text)
    f.close()
except OSError:
    pass"""

NODE_STREAM = """\
const s = fs.createWriteStream(F, { flags: "%s" });
s.on("error", e => { console.error(e.message); process.exit(1); });
for (let at = 0; at < text.length; at += 1000) s.write(text.subarray(at, at + 1000));
s.end();"""

NODE_RENAME = """\
const other = F + "." + process.pid + ".tmp";
fs.writeFileSync(other, text, { mode: 0o644, flush: true });
fs.renameSync(other, F);"""

CLAUDE_CODE = """\
const other = F + ".tmp." + process.pid + ".0f3a";
try {
  const mode = fs.statSync(F).mode, fd = fs.openSync(other, "wx");
  try { fs.writeSync(fd, text); fs.fchmodSync(fd, mode & 0o7777); fs.fsyncSync(fd); } finally { fs.closeSync(fd); }
  fs.renameSync(other, F);
} catch (error) {
  if (error.syscall != "open") fs.unlinkSync(other);
  if (error.syscall != "rename" && error.code != "EACCES") throw error;
  try { fs.writeFileSync(F, text); } catch (error) { try { fs.unlinkSync(F); } catch { } throw error; }
}"""

VIM_KEYS = {act: ((r'@NAME" (\d+L|\[New\])', f":{edit}\r"), ("", ":w\r")) for act, edit in VIM.items()}
EMACS_KEYS = {
    "replace": (("@NAME .*L1 ", "\x18h\x17\x18i@TEXT\r"), (r"\*\*-.* @NAME", "\x18\x13")),
    "add": (("@NAME .*L1 ", "\x1b>\x18i@TEXT\r"), (r"\*\*-.* @NAME", "\x18\x13")),
    "change": (("@NAME .*L1 ", "\x1bgg@LINE\r\x1b%@FROM\r@TO\r!"), ("Replaced 1 ", "\x18\x13")),
    "cut": (("@NAME .*L1 ", "\x1bgg@LINE\r\x1b>\x17"), (r"\*\*-.* @NAME", "\x18\x13")),
    "keep": (("@NAME .*L1 ", "\x1b:(set-buffer-modified-p t)\r"), (r"\*\*-.* @NAME", "\x18\x13")),
}
NANO_KEYS = {
    "replace": ((r"\[ Read \d+ lines", "\x1bt\x12"), ("File to insert", "@TEXT\r"), (r"@NAME +(\*|Modified)", "\x0f"),
                ("File Name to Write", "\r")),
    "add": ((r"\[ Read \d+ lines", "\x1b/\x12"), ("File to insert", "@TEXT\r"), (r"@NAME +(\*|Modified)", "\x0f"), ("File Name to Write", "\r")),
    "change": ((r"\[ Read \d+ lines", "\x1f@LINE\r\x0b@CHANGED\r\x0f"), ("File Name to Write", "\r")),
    "cut": ((r"\[ Read \d+ lines", "\x1f@LINE\r\x1bt\x0f"), ("File Name to Write", "\r")),
    "keep": ((r"\[ Read \d+ lines", "\x0f"), ("File Name to Write", "\r")),
}
NANO_SAYS = {"saved": r"\[ Wrote \d+ lines", "refused": r"\[ Error [^\]]*\]", "leave": "\x18n"}
VIM_SAYS = {"saved": r"\d+L, \d+B written", "refused": r"E\d+: [^\n]*", "leave": "\r:q!\r"}
EMACS_SAYS = {
    "saved": "Wrote /",
    "refused": "Invalid argument|resource busy|Permission denied|Operation not permitted|Operation canceled|File too large|Invalid or incomplete",
    "leave": "\x1b:(kill-emacs)\r",
}

WRITERS = (
    # The shells' own words.
    Writer("bash echo >>", APPENDS, 'echo "$(cat "$TEXT")" >>"$F"', lacks=A_LINE),
    Writer("bash printf >>", APPENDS, 'printf %s "$(cat "$TEXT")" >>"$F"', lacks=NO_LINE),
    Writer("bash printf >", REWRITES, 'printf "%s\\n" "$(cat "$TEXT")" >"$F"'),
    Writer("bash group >>", APPENDS,
           '{ echo "$(head -n 1 "$TEXT")"; sed "1d;\\$d" "$TEXT"; echo "$(tail -n 1 "$TEXT")"; } >>"$F"', lacks=A_LINE),
    Writer("bash held, cat", APPENDS, 'exec 9>>"$F" || exit; cat "$TEXT" >&9 || exit; exec 9>&-'),
    Writer("bash held, echo", APPENDS,
           'exec 9>>"$F" || exit; while IFS= read -r line; do echo "$line" >&9; done <"$TEXT"; exec 9>&-', lacks=ONE_BY_ONE),
    Writer("bash heredoc >>", APPENDS, "cat >>\"$F\" <<'END OF TEXT'\n@BODYEND OF TEXT", lacks=WHOLE_LINES),
    Writer("bash heredoc >", REWRITES, "cat >\"$F\" <<'END OF TEXT'\n@BODYEND OF TEXT", lacks=WHOLE_LINES),
    Writer("dash echo >>", APPENDS, """dash -c 'echo "$(cat "$TEXT")" >>"$F"'""", lacks=A_LINE),
    Writer("dash printf >>", APPENDS, """dash -c 'printf %s "$(cat "$TEXT")" >>"$F"'""", lacks=NO_LINE),
    Writer("dash printf >", REWRITES, """dash -c 'printf "%s\\n" "$(cat "$TEXT")" >"$F"'"""),
    # dash opens the file itself for what it starts, which is so another process than the one whose close decides.
    Writer("dash cat >>", APPENDS, """dash -c 'cat "$TEXT" >>"$F"'"""),
    Writer("dash cat >", REWRITES, """dash -c 'cat "$TEXT" >"$F"'"""),
    Writer("dash heredoc >>", APPENDS, "dash <<'END OF SCRIPT'\ncat >>\"$F\" <<'END OF TEXT'\n@BODYEND OF TEXT\nEND OF SCRIPT",
           lacks=WHOLE_LINES),
    # Tools.
    Writer("cat >>", APPENDS, 'cat "$TEXT" >>"$F"'),
    Writer("cat >", REWRITES, 'cat "$TEXT" >"$F"'),
    Writer("cat | cat >>", APPENDS, 'cat "$TEXT" | cat >>"$F"'),
    Writer("tee -a", APPENDS, 'tee -a "$F" <"$TEXT" >/dev/null'),
    Writer("tee", REWRITES, 'tee "$F" <"$TEXT" >/dev/null'),
    Writer("cp", REWRITES, 'cp "$TEXT" "$F"'),
    # For another user than the file's the kernel refuses cp -p's access list by itself, here as on any filesystem.
    Writer("cp -p, root", REWRITES, 'cp -p "$TEXT" "$F"', uid=ROOT),
    Writer("dd, append", APPENDS, 'dd if="$TEXT" of="$F" oflag=append conv=notrunc status=none'),
    Writer("dd", REWRITES, 'dd if="$TEXT" of="$F" status=none'),
    Writer("dd, fsync", REWRITES, 'dd if="$TEXT" of="$F" bs=64k conv=fsync status=none'),
    Writer("mv, same directory", REWRITES, 'cp "$TEXT" "$F.new" && mv "$F.new" "$F"'),
    Writer("mv, same directory, root", REWRITES, 'cp "$TEXT" "$F.new" && mv "$F.new" "$F"', uid=ROOT),
    Writer("mv -b", REWRITES, 'cp "$TEXT" "$F.new" && mv -b "$F.new" "$F"'),
    Writer("mv, other filesystem", REWRITES, 'mv "$TEXT" "$F"', unlinks=True, lacks=UNLINKS),
    Writer("install", REWRITES, 'install "$TEXT" "$F"', unlinks=True, lacks=UNLINKS),
    Writer("sed >>", APPENDS, 'sed "" "$TEXT" >>"$F"'),
    Writer("sed -i", EDITS, 'sed -i -e "$EDIT" "$F"', SED),
    Writer("sed -i, root", EDITS, 'sed -i -e "$EDIT" "$F"', SED, uid=ROOT),
    Writer("sed -i.bak", EDITS, 'sed -i.bak -e "$EDIT" "$F"', SED),
    Writer("mawk >>", APPENDS, """mawk '{ print >> ENVIRON["F"] }' "$TEXT\""""),
    Writer("mawk >", REWRITES, """mawk '{ print > ENVIRON["F"] }' "$TEXT\""""),
    Writer("gawk >>", APPENDS, """LC_ALL=C gawk '{ print >> ENVIRON["F"] }' "$TEXT\""""),
    Writer("gawk >", REWRITES, """LC_ALL=C gawk '{ print > ENVIRON["F"] }' "$TEXT\""""),
    Writer("perl >>", APPENDS, """perl -e 'open F, ">>", $ENV{F} or die "$!\\n"; print F <>; close F or die "$!\\n"' "$TEXT\""""),
    Writer("perl >", REWRITES, """perl -e 'open F, ">", $ENV{F} or die "$!\\n"; print F <>; close F or die "$!\\n"' "$TEXT\""""),
    Writer("perl >>, no close", APPENDS, """perl -e 'open F, ">>", $ENV{F} or die "$!\\n"; print F <>' "$TEXT\""""),
    # Editors.
    Writer("ed", EDITS, "printf '%s\\nw\\nq\\n' \"$EDIT\" | ed -s \"$F\"", ED),
    Writer("ed, append", APPENDS, "printf 'r %s\\nW %s\\nq\\n' \"$TEXT\" \"$F\" | ed -s"),
    Writer("vim :w >>", APPENDS, 'vim -N -u NONE -i NONE -b -es -c "w >> $F" -c q! "$TEXT"'),
    Writer("vim", EDITS, vim("nobackup"), VIM),
    Writer("vim, backupcopy=no", EDITS, vim("backup backupcopy=no"), VIM),
    Writer("vim, backupcopy=no, root", EDITS, vim("backup backupcopy=no"), VIM, uid=ROOT),
    Writer("vim, backupcopy=yes", EDITS, vim("backup backupcopy=yes"), VIM),
    Writer("vim, backupcopy=auto", EDITS, vim("backup backupcopy=auto"), VIM),
    Writer("vim, terminal", EDITS, 'exec vim -N -u NONE -i NONE "$F"', keys=VIM_KEYS, **VIM_SAYS),
    Writer("emacs append-to-file", APPENDS,
           "emacs -Q --batch --eval '(let ((coding-system-for-read (quote no-conversion)) (coding-system-for-write (quote no-conversion))) "
           "(find-file (getenv \"TEXT\")) (append-to-file (point-min) (point-max) (getenv \"F\")))'"),
    Writer("emacs, no backups", EDITS, emacs("make-backup-files nil"), EMACS),
    Writer("emacs, backups", EDITS, emacs("make-backup-files t"), EMACS),
    Writer("emacs, backups, root", EDITS, emacs("make-backup-files t"), EMACS, uid=ROOT),
    Writer("emacs, terminal", EDITS, "exec emacs -Q -nw --eval '(setq coding-system-for-read (quote no-conversion) coding-system-for-write (quote no-conversion))' \"$F\"", keys=EMACS_KEYS, **EMACS_SAYS),
    Writer("nano", EDITS, 'exec nano -I "$F"', keys=NANO_KEYS, **NANO_SAYS),
    Writer("nano -B", EDITS, 'exec nano -I -B "$F"', keys=NANO_KEYS, **NANO_SAYS),
    # Languages.
    Writer("python with, append", APPENDS, python('with open(F, "ab") as f:\n    f.write(text)')),
    Writer("python with, rewrite", REWRITES, python('with open(F, "wb") as f:\n    f.write(text)')),
    Writer("python no close, append", APPENDS, python('f = open(F, "ab")\nf.write(text)')),
    Writer("python no close, rewrite", REWRITES, python('f = open(F, "wb")\nf.write(text)')),
    Writer("python write_text", REWRITES,
           python('pathlib.Path(F).write_text(text.decode(errors="surrogateescape"), errors="surrogateescape")')),
    Writer("python os.write, append", APPENDS, python("f = os.open(F, os.O_WRONLY | os.O_APPEND)\nos.write(f, text)\nos.close(f)")),
    Writer("python os.write, rewrite", REWRITES, python("f = os.open(F, os.O_WRONLY | os.O_TRUNC)\nos.write(f, text)\nos.close(f)")),
    Writer("python tempfile, replace", REWRITES,
           python('with tempfile.NamedTemporaryFile(dir=os.path.dirname(F), suffix=".tmp", delete=False) as f:\n'
                  "    f.write(text)\n    f.flush()\n    os.fsync(f.fileno())\nos.replace(f.name, F)")),
    Writer("node appendFileSync", APPENDS, node("fs.appendFileSync(F, text);")),
    Writer("node appendFile", APPENDS, node("fs.promises.appendFile(F, text);")),
    Writer("node writeFileSync", REWRITES, node("fs.writeFileSync(F, text);")),
    Writer("node writeFile", REWRITES, node("fs.promises.writeFile(F, text);")),
    Writer("node stream, append", APPENDS, node(NODE_STREAM % "a")),
    Writer("node stream, rewrite", REWRITES, node(NODE_STREAM % "w")),
    Writer("node temp, rename", REWRITES, node(NODE_RENAME)),
    # Written in place after a refused rename, and where that fails, too, the target is unlinked.
    Writer("Claude Code", REWRITES, node(CLAUDE_CODE)),
    Writer("bun Bun.write", REWRITES, bun("await Bun.write(F, text);")),
    Writer("bun Bun.write of a file", REWRITES, bun("await Bun.write(F, Bun.file(process.env.TEXT));")),
    Writer("bun writeFileSync", REWRITES, bun("fs.writeFileSync(F, text);")),
    Writer("bun appendFileSync", APPENDS, bun("fs.appendFileSync(F, text);")),
    Writer("bun appendFile", APPENDS, bun("await fs.promises.appendFile(F, text);")),
    # Programs that do not listen, as there are in C, Go and Rust: to what close says, or to anything but a failed open.
    Writer("deaf to close, append", APPENDS, python(DEAF_TO_CLOSE % "O_APPEND")),
    Writer("deaf to close, rewrite", REWRITES, python(DEAF_TO_CLOSE % "O_TRUNC")),
    Writer("deaf stream, append", APPENDS, python(DEAF_STREAM % "ab")),
    Writer("deaf stream, rewrite", REWRITES, python(DEAF_STREAM % "wb")),
)
