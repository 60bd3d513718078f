#!/usr/bin/env bats
# A duel that is followed while others write: in an open editor, in a pager, by tail. Each program runs in a terminal of its own.
load lib

setup() {
	paths
	mounted
	export TERM=xterm HOME=$W
	duel
	play_to 1
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
}

teardown() {
	if [ -z "${BATS_TEST_COMPLETED:-}" ]; then
		echo '--- the screen'
		screen 2>/dev/null || true
	fi
	ended
	if [ -n "${FOLLOWER:-}" ]; then
		kill "$FOLLOWER" 2>/dev/null || true
	fi
	[ -z "$DAEMON" ] || unmounted
	quiet
}

# Each has a server of its own: one that ends may still be there for a moment.
terminal() { # COMMAND…
	TERMINAL=$(mktemp -u "$W/tmux.XXXX")
	tmux -S "$TERMINAL" -f /dev/null new-session -d -x 110 -y 45 "$@" 3>&- 4>&-
}

ended() {
	tmux -S "${TERMINAL:-$W/none}" kill-server 2>/dev/null || true
}

keys() { # tmux's words for them
	tmux -S "$TERMINAL" send-keys "$@"
}

screen() {
	tmux -S "$TERMINAL" capture-pane -p
}

screen_has() {
	screen | grep -qF -- "$1"
}

shows() {
	eventually screen_has "$1"
}

# tail has written out all of it, and nothing else.
followed() { # FILE
	cmp -s "$W/followed" "$D/$1"
}

# What the peer does besides: none of it changes the record.
peer_is_busy() {
	lock claim bob
	lock refresh bob
	sed 's/^## Turn 2/## Turn 9/' "$W/turn.md" >"$W/bad.md"
	fails EINVAL append "$W/bad.md"
	lock release bob force=yes
}

peer_speaks() {
	lock claim bob
	append "$W/turn.md"
	lock release bob
}

# Vim has taken everything typed so far: it writes a mark when it comes to it.
vim_is_idle() {
	rm -f "$W/mark"
	keys Escape ":call writefile(['x'], '$W/mark')" Enter
	eventually test -e "$W/mark"
}

@test "vim says that the record has changed after the peer's turn, and not before, and loads the new turn" {
	terminal vim --clean "$D/debate.md"
	shows '## Turn 1'
	[ -e "$D/.debate.md.swp" ]
	peer_is_busy
	keys ':checktime' Enter
	vim_is_idle
	no screen_has W11
	no screen_has W16
	peer_speaks
	keys ':checktime' Enter
	shows 'W11: Warning: File'
	shows '(L)oad'
	keys l
	vim_is_idle
	keys ':$' Enter
	shows 'who owns the eviction policy 2'
	keys ":w! $W/buffer" Enter
	vim_is_idle
	cmp "$W/buffer" "$D/debate.md"
}

@test "vim with autoread takes the new turn by itself, and has nothing to say about it" {
	terminal vim --clean -n -c 'set autoread' -c 'set updatetime=100' "$D/debate.md"
	shows '## Turn 1'
	peer_speaks
	keys ':checktime' Enter
	vim_is_idle
	no screen_has W11
	keys ":w! $W/buffer" Enter
	vim_is_idle
	cmp "$W/buffer" "$D/debate.md"
}

@test "vim warns whoever has changed the text himself, and asks before it writes over the peer's turn" {
	terminal vim --clean -n "$D/debate.md"
	shows '## Turn 1'
	keys Go 'a line of my own' Escape
	vim_is_idle
	peer_speaks
	record >"$W/before"
	keys ':checktime' Enter
	shows W12
	keys o
	vim_is_idle
	keys ':w' Enter
	shows 'has been changed since reading it'
	keys n
	record | cmp "$W/before" -
}

@test "emacs with auto-revert follows the record" {
	terminal emacs -nw -Q --eval '(setq auto-revert-interval 1)' --eval '(global-auto-revert-mode 1)' \
		--eval "(add-hook 'after-revert-hook (lambda () (write-region nil nil \"$W/buffer\" nil 'quiet)))" "$D/debate.md"
	shows '## Turn 1'
	peer_is_busy
	[ ! -e "$W/buffer" ]
	peer_speaks
	reverted() { cmp -s "$W/buffer" "$D/debate.md"; }
	eventually reverted
}

@test "less +F shows the peer's turn as it is accepted" {
	terminal less +F "$D/debate.md"
	shows 'Waiting for data'
	no screen_has 'turn2'
	peer_speaks
	shows 'who owns the eviction policy 2'
}

@test "less finds the new turn when it is asked for the end, and shows every file to its end" {
	terminal less "$D/debate.md"
	shows 'Socratic Duel'
	keys G
	shows 'who owns the eviction policy 1'
	peer_speaks
	keys F
	shows 'who owns the eviction policy 2'
	ended
	for name in status config.toml events README.md turns/001-alice.md; do
		tail -n 1 "$D/$name" | cut -c1-60 >"$W/last"
		terminal less -S "$D/$name"
		shows "$(head -n 1 "$D/$name" | cut -c1-60)"
		keys G
		shows "$(cat "$W/last")"
		ended
	done
}

@test "tail -f follows the record, byte for byte, from its head on" {
	duel e
	tail -n +1 -f "$D/debate.md" >"$W/followed" 2>"$W/said" 3>&- &
	FOLLOWER=$!
	eventually followed debate.md
	join_both
	eventually followed debate.md
	play 1 alice OPEN_TO_DEBATE
	eventually followed debate.md
	play 2 bob OPEN_TO_DEBATE
	conclude alice DISSENT
	eventually followed debate.md
	is "$(cat "$W/said")" ''
}

@test "tail -f follows events, whole lines only" {
	tail -n +1 -f "$D/events" >"$W/followed" 2>"$W/said" 3>&- &
	FOLLOWER=$!
	peer_is_busy
	peer_speaks
	eventually followed events
	is "$(cat "$W/said")" ''
	jq -e . "$W/followed" >/dev/null
}
