# Completion of duelfs and duel-run for fish. The programs say themselves what there is to complete, in --help, so that nothing here goes stale.

# What a program's help lists as options, one a line, with its text: `--json	an object …`.
function __duelfs_options
    COLUMNS=1000 $argv --help 2>/dev/null | string replace -rf '^ +(?:-[A-Za-z], )?(--?[A-Za-z][a-z-]*)(?: ?[^ ]+)*?  +(.*)$' '$1\t$2' |
        string match -rv '^-o\t'
end

# The words behind a colon in the line of a help that begins so: __duelfs_words LINE PROGRAM WORD…
function __duelfs_words
    COLUMNS=1000 $argv[2..] --help 2>/dev/null | string replace -rf "^ *$argv[1].*: ([^:]*)\$" '$1' | string split -n ' ' | string trim -c ,
end

function __duelfs_commands
    duelfs --help 2>/dev/null | string replace -rf '^duelfs ([a-z]+): (.*)$' '$1\t$2'
end

# The command of the line: `check`, or nothing where it is a mount.
function __duelfs_command
    set -l words (commandline -opc)
    set -q words[2]; and contains -- $words[2] (__duelfs_commands | string split -f1 \t); and echo $words[2]
end

# One more of a list with commas behind this beginning.
function __duelfs_more
    set -l before (commandline -ct | string replace -rf "^($argv[1].*,).*" '$1')
    test -n "$before"; or set before $argv[1]
    printf "$before%s\n" $argv[2..]
end

function __duelfs_complete
    set -l words (commandline -opc)
    set -l cur (commandline -ct)
    set -l command (__duelfs_command)
    if test "$words[-1]" = -o
        __duelfs_more '' (duelfs --help 2>/dev/null | string replace -rf '^ +-o ([a-z_]+=?).*' '$1')
    else if string match -q -- '-*' $cur
        __duelfs_options duelfs $command
        test -n "$command"; or printf '%s\n' -o\t'an option of the mount'
    else if contains -- "$command" export remove; and set -q words[3]
        duelfs list $words[3] 2>/dev/null | string replace -r ' .*' ''
    else
        set -q words[2]; or __duelfs_commands
        __fish_complete_directories $cur ''
    end
end

function __duel_run_complete
    set -l words (commandline -opc)
    set -l cur (commandline -ct)
    if test "$words[-1]" = --format
        __duelfs_words --format duel-run
    else if contains -- "$words[-1]" --mount --resume --output watch
        __fish_complete_directories $cur ''
    else if contains -- "$words[-1]" --source --agents --path
        __fish_complete_path $cur
    else if string match -q -- '-*' $cur
        __duelfs_options duel-run
    else if string match -q '*=*' $cur
        printf (string replace -r '=.*' '' -- $cur)=%s\n (duel-run --list-agents 2>/dev/null | string replace -r ' .*' '') human
    else if not set -q words[2]
        printf '%s\n' review watch
    end
end

complete -c duelfs -f -a '(__duelfs_complete)'
complete -c duel-run -f -a '(__duel_run_complete)'
