# duelfs: `make` builds .build/duelfs; `make check` is what a change is tried with; scripts/test runs all that a commit must pass, and
# scripts/nightly everything whole.
#
#   make check                unit tests, a mounted test of each door, lint
#   make unit T=lease         unit tests by a part of their file's name or their own; EACH=1: each call that can fail, not a sample of them
#   make mounted T=lock       mounted tests, by part of a file's name; STORE=postgresql: with their duels in a database
#   make matrix T='sed -i'    writers and situations as a table, by part of a writer's name; S=lease: by part of a situation's;
#                             F=turn.md: to a desk alone
#   make SAN=1 …              the same under address and undefined-behaviour sanitizers (in .build/san)
#   make agents               real command-line agents from npm, against a model on loopback
#   make bench                the speed table of the design, as ratios in one run; ROWS="4 6": these rows alone
#   make fault                make kills and make fail-each; KILLS=250 for so many kills in each loop, POINTS=all for every call that can fail
#   make linear OPS=100000    twenty clients at random while the daemon is killed, and a checker of its own for what they were told
#   make shared ENTRIES=10000 FAULTS=500  three hosts over one database and all that can go wrong between them, and a checker; SEED= repeats
#   make soak SECONDS=60      everything at once against a daemon under sanitizers, with TSAN=1 the thread sanitizer; two hours where none are said
#   make fuzz                 the libFuzzer targets, a minute each (clang)
#   make lint                 shellcheck, mandoc, header self-containment
#   make deb                  a package of Debian, in .build/deb
#   make packaging            what packagers ask of this file: flags and install; make packaging-builds: hardened builds, and the package
#
# CC, CXX, AR, CPPFLAGS, CFLAGS, CXXFLAGS, LDFLAGS, LDLIBS, PKG_CONFIG, DESTDIR, prefix and the directories below it are whoever builds this
# one's, on the command line or (but for prefix) in the environment; WERROR=1 makes warnings errors, as scripts/test does.

SAN     := $(or $(SAN),$(filter %/san,$(BUILD)))
TSAN    := $(or $(TSAN),$(filter %/tsan,$(BUILD)))
BUILD   ?= .build$(if $(SAN),/san)$(if $(TSAN),/tsan)
T       ?=
S       ?=

VERSION := 0.2.0

prefix  = /usr/local
bindir  = $(prefix)/bin
sbindir = $(prefix)/sbin
datadir = $(prefix)/share
mandir  = $(datadir)/man
docdir  = $(datadir)/doc/duelfs
unitdir = $(prefix)/lib/systemd/system
bashcompdir = $(datadir)/bash-completion/completions
zshcompdir  = $(datadir)/zsh/site-functions
fishcompdir = $(datadir)/fish/vendor_completions.d

OPTIMIZE   := -g $(if $(SAN)$(TSAN),-O1,-O2)
CFLAGS     ?= $(OPTIMIZE)
CXXFLAGS   ?= $(OPTIMIZE)
PKG_CONFIG ?= pkg-config

# An installed file keeps the flags that it was built with, whatever they are now: nothing is built anew on the way there, as root.
FLAGS   := $(BUILD)/flags
ifeq ($(MAKECMDGOALS),install)
$(eval $(file <$(FLAGS)))
endif

# Packages that this project cannot do without. Flags of whoever builds it stand behind these, and take nothing of them away.
PKGS    := fuse3 libcmark-gfm sqlite3 jansson libutf8proc libsodium tomlplusplus
comma   := ,
WARN    := -Wall -Wextra -Wshadow -Wvla -Wformat=2 $(if $(WERROR),-Werror)
SANITIZE := $(if $(SAN),-fsanitize=address$(comma)undefined$(comma)float-cast-overflow -fno-sanitize=vptr -fno-sanitize-recover=all \
              -fno-omit-frame-pointer)$(if $(TSAN),-fsanitize=thread -fno-omit-frame-pointer)
OWN     := -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DFUSE_USE_VERSION=314 -DDUELFS_VERSION='"$(VERSION)"' -pthread -I. \
           $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
LIBS    := $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null) -lcmark-gfm-extensions -lstdc++ -lm -pthread
CMOCKA   = $(shell $(PKG_CONFIG) --libs cmocka 2>/dev/null)

plain_c   = $(CC) -std=c17 $(WARN) -Wmissing-prototypes $(OWN) $(CPPFLAGS) $(CFLAGS)
compile_c = $(plain_c) $(SANITIZE)
compile_cxx = $(CXX) -std=c++17 $(WARN) $(OWN) $(SANITIZE) $(CPPFLAGS) $(CXXFLAGS)
link      = $(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS)
link_libs = $(LIBS) $(LDLIBS)
# Bytes of a text: most flags are nothing to an assembler, of which clang warns.
assemble  = $(CC) $(CFLAGS) -Wno-unused-command-line-argument -x assembler

# `make V=1` shows every command.
Q       := $(if $(V),,@)
say      = @printf '  %-4s %s\n' '$(1)' '$(2)'

# A room is a folder of sources made into one archive; the arrows between rooms are the order they are linked in.
FORMATS := adversarial dialectic rounds socratic
ROOMS   := mount lock show intake duels duel store util config formats $(FORMATS) kit graph text
DIR_mount      := fs/mount
DIR_lock       := fs/lock
DIR_show       := fs/show
DIR_intake     := fs/intake
DIR_duels      := fs/duels
DIR_duel       := fs/duel
DIR_util       := fs/util
DIR_store      := fs/store
DIR_config     := config
DIR_formats    := validators
DIR_kit        := validators/kit
DIR_graph      := validators/graph
DIR_text       := validators/text
$(foreach f,$(FORMATS),$(eval DIR_$(f) := validators/$(f)))

lib      = $(BUILD)/lib$(1).a
# A room may have alcoves: folders of its own that are no rooms.
ALCOVES_store  := fs/store/pg
sources  = $(foreach d,$(DIR_$(1)) $(ALCOVES_$(1)),$(wildcard $(d)/*.c) $(wildcard $(d)/*.cc))
objects  = $(patsubst %,$(BUILD)/%.o,$(call sources,$(1)) $(TEXTS_$(1)))

# Texts that are part of the program (validators/kit/template.h): each file is an object of its bytes.
texts_in = $(wildcard $(addsuffix *.txt,$(1)) $(addsuffix *.md,$(1)))
$(foreach f,$(FORMATS),$(eval TEXTS_$(f) := $(call texts_in,$(wildcard config/$(f)/))))
TEXTS_show := $(call texts_in,config/guide/) $(wildcard config/page/*.html) config/page/style.css
TEXTS_util := config/secrets.txt

# Objects that only a test is linked from are kept for the next make.
.SECONDARY:
.PHONY: FORCE all check unit mounted matrix agents fault linear bench fuzz lint deb packaging clean install uninstall
all: $(BUILD)/duelfs
FORCE:

# A file of one text, made anew when that is another one: $(1) is the file, $(2) the name of the variable that is its text. They are compared
# by their words: GNU make 4.3 takes the newline at the end of a file off only where its memory happens to lie well.
define kept_text
$(1): export KEPT_TEXT = $$($(2))
ifneq ($$(strip $$(file <$(1))),$$(strip $$($(2))))
$(1): FORCE
endif
endef
write_text = @printf '%s\n' "$$KEPT_TEXT" > $@

# The tools and flags of every build, as make reads them: with other flags everything is built anew. First, whether there is what it is built from.
hash    := \#
as_read  = $(1) := $(subst $(hash),\$(hash),$(subst $$,$$$$,$($(1))))
define flags_text
$(foreach v,CC CXX AR CPPFLAGS CFLAGS CXXFLAGS LDFLAGS LDLIBS PKG_CONFIG WERROR,$(call as_read,$(v))
)# $(compile_c) $(compile_cxx) $(link) $(link_libs)
endef
HEADERS := fuse_lowlevel.h cmark-gfm.h cmark-gfm-core-extensions.h sqlite3.h jansson.h utf8proc.h sodium.h utstring.h
$(FLAGS):
	@mkdir -p $(@D)
	@printf '$(hash)include <%s>\n' $(HEADERS) | $(compile_c) -E -x c -o /dev/null - && \
		echo '$(hash)include <toml++/toml.h>' | $(compile_cxx) -E -x c++ -o /dev/null - || { scripts/get-packages --tell build; exit 1; }
	$(write_text)
$(eval $(call kept_text,$(FLAGS),flags_text))

# A program of objects and archives; $(1): more libraries.
define link_rule
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(link) -o $@ $(filter-out %.members,$^) $(1) $(link_libs)
endef

$(BUILD)/duelfs: $(patsubst %,$(BUILD)/%.o,$(wildcard fs/*.c)) $(foreach r,$(ROOMS),$(call lib,$(r)))
	$(link_rule)

# An archive or a program is made anew when a source comes or goes, too: the list of its members, of function $(2), is a file that changes then.
define member_list
members_$(1) := $(patsubst $(BUILD)/%,%,$(call $(2),$(3)))
$(1):
	@mkdir -p $$(@D)
	$$(write_text)
$(call kept_text,$(1),members_$(1))
endef

define room_rule
$(call member_list,$(BUILD)/lib$(1).members,objects,$(1))
$(call lib,$(1)): $(call objects,$(1)) $(BUILD)/lib$(1).members
	@rm -f $$@
	$$(call say,AR,$$@)
	$$(Q)$(AR) qcs $$@ $(call objects,$(1))
endef
$(foreach r,$(ROOMS),$(eval $(call room_rule,$(r))))

# Unit tests are compiled once and run once, which takes less in all where they are not optimized, as long as nobody says how they are to be.
$(BUILD)/tests/unit/%.c.o: private unoptimized := $(if $(filter file,$(origin CFLAGS)),-O0)
$(BUILD)/%.c.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(compile_c) $(unoptimized) -MMD -MP -c -o $@ $<
$(BUILD)/%.cc.o: %.cc $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(compile_cxx) -MMD -MP -c -o $@ $<

# config/rounds/praise.txt is text_rounds_praise_txt, and its length text_rounds_praise_txt_len: the last two parts of its path.
text_symbol = text_$(subst .,_,$(subst -,_,$(subst /,_,$(notdir $(patsubst %/,%,$(dir $(1))))/$(notdir $(1)))))
define text_rule
	@mkdir -p $(@D)
	$(call say,TEXT,$<)
	$(Q)s=$(call text_symbol,$<); printf '%s\n' '.section .rodata' ".global $$s, $${s}_len" "$$s: .incbin \"$<\"" '1: .byte 0' \
		'.balign 8' "$${s}_len: .dc.a 1b - $$s" '.section .note.GNU-stack,"",%progbits' | $(assemble) -c -o $@ -
endef
$(BUILD)/%.txt.o: %.txt $(FLAGS)
	$(text_rule)
$(BUILD)/%.md.o: %.md $(FLAGS)
	$(text_rule)
$(BUILD)/%.css.o: %.css $(FLAGS)
	$(text_rule)
$(BUILD)/%.html.o: %.html $(FLAGS)
	$(text_rule)

# Unit tests: tests/unit/ROOM/test_*.c are one program, linked with the room and the rooms that it may use. Those of fs/ as a whole,
# and of all validators, use all that these are made of; trial's are of a duel, with formats that only tests have.
NEEDS_text       := text
$(foreach f,$(FORMATS),$(eval NEEDS_$(f) := $(f) kit graph text))
NEEDS_graph      := graph text
NEEDS_kit        := kit text
NEEDS_formats    := formats $(FORMATS) kit graph text
NEEDS_validators := util $(NEEDS_formats)
NEEDS_config     := config text
NEEDS_store      := store util kit text
NEEDS_util       := util kit text
NEEDS_duel       := duel util config $(NEEDS_formats)
NEEDS_duels      := duels duel util store config $(NEEDS_formats)
NEEDS_intake     := intake $(NEEDS_duels)
NEEDS_lock       := lock $(NEEDS_intake)
NEEDS_show       := show $(NEEDS_intake)
NEEDS_fs         := lock show $(NEEDS_intake)
NEEDS_mount      := mount $(NEEDS_fs)
NEEDS_trial      := $(NEEDS_mount)
# The headers of a room that those above it may include; of a room that is not named here, every header.
DOORS_store      := store.h copy.h
DOORS_fs/store/pg := pg.h pg_copy.h
DOORS_duel       := fold.h
DOORS_intake     := intake.h
DOORS_lock       := verbs.h
DOORS_show       := show.h
DOORS_mount      := mount.h options.h paths.h log.h
# For scripts/check-rooms: which rooms each may use, its folder, and its doors.
.PHONY: rooms doors
rooms:
	@$(foreach r,$(ROOMS),echo '$(r): $(filter-out $(r),$(NEEDS_$(r)))';)
doors:
	@$(foreach r,$(ROOMS),echo '$(r) $(DIR_$(r)) $(DOORS_$(r))'; $(foreach a,$(ALCOVES_$(r)),echo '$(r) $(a) $(DOORS_$(a))';))

UNIT_ROOMS       := formats validators graph config store util fs trial mount
unit_sources      = tests/unit/main.c $(wildcard tests/unit/$(1)/*.c)
unit_objects      = $(patsubst %,$(BUILD)/%.o,$(call unit_sources,$(1)))
unit_program      = $(BUILD)/unit/$(1)-tests

define unit_rule
$(call member_list,$(BUILD)/unit/$(1).members,unit_objects,$(1))
$(call unit_program,$(1)): $(call unit_objects,$(1)) $(foreach n,$(NEEDS_$(1)),$(call lib,$(n))) $(BUILD)/unit/$(1).members
	$$(call link_rule,$$(CMOCKA))
endef
$(foreach r,$(UNIT_ROOMS),$(eval $(call unit_rule,$(r))))
# Entries of a whole duel are made by it.
$(call unit_program,formats): $(call lib,util)

# Those of a list that T is a part of; all of them without T.
chosen = $(if $(T),$(foreach t,$(1),$(if $(findstring $(T),$(t)),$(t))),$(1))
# Rooms with a test that T may be a part of: its file's name, or something in the file.
unit_chosen := $(if $(T),$(foreach r,$(UNIT_ROOMS),$(if $(call chosen,$(call unit_sources,$(r)))$(shell grep -slF -- '$(T)' $(call unit_sources,$(r))),$(r))),$(UNIT_ROOMS))

.PHONY: unit-programs
unit-programs: $(foreach r,$(UNIT_ROOMS),$(call unit_program,$(r)))

unit: $(foreach r,$(unit_chosen),$(call unit_program,$(r)))
	@T='$(T)' scripts/run-unit $^

# Libraries that are preloaded into the daemon.
PRELOADED := $(patsubst tests/mounted/preload/%.c,$(BUILD)/helpers/%.so,$(wildcard tests/mounted/preload/*.c))
$(BUILD)/helpers/%.so: tests/mounted/preload/%.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(plain_c) -fPIC -shared $(LDFLAGS) -o $@ $< -ldl $(LDLIBS)

mounted: $(BUILD)/duelfs $(PRELOADED)
	@BUILD=$(abspath $(BUILD)) STORE='$(if $(filter command,$(origin STORE)),$(STORE))' scripts/run-mounted $(T)

# The tests for a change. All of it runs, whatever fails, as scripts/test does with its stages.
check: unit-programs $(BUILD)/duelfs $(PRELOADED)
	@BUILD=$(abspath $(BUILD)) scripts/check $(foreach r,$(UNIT_ROOMS),$(call unit_program,$(r)))

# It runs programs of others: no sanitizer is in it.
$(BUILD)/matrix/hold: tests/matrix/hold.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(plain_c) $(LDFLAGS) -o $@ $< $(LDLIBS)

matrix: $(BUILD)/duelfs $(BUILD)/matrix/hold
	@BUILD=$(abspath $(BUILD)) scripts/run-matrix '$(T)' '$(S)' '$(F)'

# The real command-line agents, from npm, against a model on loopback.
agents: $(BUILD)/duelfs
	@BUILD=$(abspath $(BUILD)) scripts/run-agents

$(BUILD)/fault/fail.so: tests/fault/preload/fail.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(plain_c) -fPIC -shared $(LDFLAGS) -o $@ $< -ldl $(LDLIBS)

# So many places that can fail in each format, or all.
POINTS ?= 25
.PHONY: fail-each
fail-each: $(BUILD)/duelfs $(BUILD)/fault/fail.so
	@BUILD=$(abspath $(BUILD)) tests/fault/fail-each $(POINTS)

# Each loop waits more than it works: make -j3 runs them at once.
KILLS ?= 40
.PHONY: kills kills-clients kills-graph kills-judged
kills: kills-clients kills-graph kills-judged
kills-clients: $(BUILD)/duelfs
	@BUILD=$(abspath $(BUILD)) tests/linear/run --kills $(KILLS)
kills-graph kills-judged: kills-%: $(BUILD)/duelfs
	@BUILD=$(abspath $(BUILD)) tests/fault/kills $(KILLS) $*

fault: kills fail-each

OPS ?= 4000
linear: $(BUILD)/duelfs
	@BUILD=$(abspath $(BUILD)) tests/linear/run $(OPS)

# Three hosts over one database, and all that can go wrong between them, until there are so many entries and faults; and
# so many times what excludes each other, on two of them at once.
ENTRIES ?= 10000
FAULTS ?= 500
RACES ?= 1000
.PHONY: shared
shared: $(BUILD)/duelfs
	@BUILD=$(abspath $(BUILD)) tests/shared/run $(ENTRIES) $(FAULTS) $(RACES)

# The program with a gauge, for a run under sanitizers.
$(BUILD)/soak/gauge.o: tests/soak/gauge.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(plain_c) -fPIC -c -o $@ $<
$(BUILD)/soak/duelfs: $(patsubst %,$(BUILD)/%.o,$(wildcard fs/*.c)) $(BUILD)/soak/gauge.o $(foreach r,$(ROOMS),$(call lib,$(r)))
	$(call link_rule,-Wl$(comma)--wrap=duel_folded)

# Everything at once, for SECONDS (two hours where nobody says), of which TSAN=1 makes a run under the thread sanitizer.
.PHONY: soak
ifeq ($(SAN)$(TSAN),)
soak:
	+@$(MAKE) --no-print-directory SAN=1 soak
else
soak: $(BUILD)/soak/duelfs
	@BUILD=$(abspath $(BUILD)) tests/soak/run $(if $(filter command line environment,$(origin SECONDS)),$(SECONDS),7200)
endif

# Shared by the benchmarks: turns, a client's sequences, time.
CLIENT := $(patsubst %,$(BUILD)/%.o,$(wildcard tests/bench/lib/*.c))
BENCH := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(wildcard tests/bench/*.c))
$(BUILD)/bench/%: $(BUILD)/tests/bench/%.c.o $(CLIENT) $(foreach n,$(NEEDS_validators),$(call lib,$(n)))
	$(link_rule)

bench: $(BUILD)/duelfs $(BENCH)
	@BUILD=$(abspath $(BUILD)) tests/bench/run $(ROWS)

# libFuzzer: each target with all rooms, for SECONDS each; what it finds stays in $(BUILD)/fuzz, where a make of its own builds them.
SECONDS ?= 60
FUZZ    := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
$(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.c.o $(foreach r,$(NEEDS_fs),$(call lib,$(r)))
	$(call link_rule,-fsanitize=fuzzer $(CMOCKA))

# Targets of the new kit alone.
$(BUILD)/fuzz_parts $(BUILD)/fuzz_mutations: $(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.c.o $(foreach r,$(NEEDS_formats),$(call lib,$(r)))
	$(call link_rule,-fsanitize=fuzzer)

# Folders with texts that a target begins with.
SEEDS_fuzz_kb   := tests/corpus/adversarial/kb tests/corpus/adversarial/large
SEEDS_fuzz_ops  := tests/corpus/fuzz/ops
SEEDS_fuzz_parts := tests/corpus/fuzz/parts
SEEDS_fuzz_format := tests/corpus/fuzz/format $(wildcard tests/corpus/*/natural)
SEEDS_fuzz_mutations := tests/corpus/fuzz/mutations

FUZZ_MAKE := $(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz SAN=1 CC=clang-14 CXX=clang++-14 \
             CFLAGS='-g -O1 -fsanitize=fuzzer-no-link' CXXFLAGS='-g -O1 -fsanitize=fuzzer-no-link'
.PHONY: fuzz-programs $(FUZZ)
fuzz: $(call chosen,$(FUZZ))
fuzz-programs:
	+@$(FUZZ_MAKE) $(addprefix $(BUILD)/fuzz/,$(call chosen,$(FUZZ)))
$(FUZZ): fuzz-programs
	@mkdir -p $(BUILD)/fuzz/$@.corpus
	cd $(BUILD)/fuzz && ./$@ -max_total_time=$(SECONDS) -max_len=65536 $@.corpus $(abspath $(SEEDS_$@))

lint: $(BUILD)/duelfs
	@BUILD=$(abspath $(BUILD)) scripts/lint

deb:
	@BUILD=$(BUILD) scripts/make-deb

packaging: $(BUILD)/duelfs
	@DUELFS=$(abspath $(BUILD)/duelfs) bats $(if $(T),-f '$(T)') tests/packaging/build.bats tests/packaging/completions.bats tests/packaging/scripts.bats

.PHONY: packaging-builds
packaging-builds: $(BUILD)/duelfs
	@DUELFS=$(abspath $(BUILD)/duelfs) bats $(if $(T),-f '$(T)') tests/packaging/hardened.bats tests/packaging/deb.bats

clean:
	rm -rf $(BUILD)

# FILE=WHERE of what is installed, and FILE=NAME of what is there under more names.
PROGRAMS := $(BUILD)/duelfs=$(bindir)/duelfs scripts/duel-run=$(bindir)/duel-run
DATA     := fs/duelfs.1=$(mandir)/man1/duelfs.1 scripts/duel-run.1=$(mandir)/man1/duel-run.1 \
            config/duelfs.toml.5=$(mandir)/man5/duelfs.toml.5 \
            validators/duelfs-formats.7=$(mandir)/man7/duelfs-formats.7 config/agents.toml=$(datadir)/duelfs/agents.toml \
            $(foreach f,$(wildcard config/skills/*/SKILL.md) config/skills/AGENTS.md,$(f)=$(datadir)/duelfs/$(f:config/%=%)) \
            $(foreach f,$(wildcard scripts/duel_run/*.py),$(f)=$(datadir)/duelfs/$(f:scripts/%=%)) \
            scripts/completions/duelfs.bash=$(bashcompdir)/duelfs scripts/completions/_duelfs=$(zshcompdir)/_duelfs \
            scripts/completions/duelfs.fish=$(fishcompdir)/duelfs.fish README.md=$(docdir)/README.md \
            config/duelfs.toml=$(docdir)/examples/duelfs.toml
NAMES    := $(foreach n,mount.duelfs mount.fuse.duelfs,$(bindir)/duelfs=$(sbindir)/$(n) $(mandir)/man1/duelfs.1=$(mandir)/man8/$(n).8) \
            $(bashcompdir)/duelfs=$(bashcompdir)/duel-run $(fishcompdir)/duelfs.fish=$(fishcompdir)/duel-run.fish
UNIT     := $(unitdir)/duelfs@.service

install: $(BUILD)/duelfs
	@for f in $(PROGRAMS); do install -Dm755 "$${f%%=*}" "$(DESTDIR)$${f$(hash)*=}" || exit; done
	@for f in $(DATA); do install -Dm644 "$${f%%=*}" "$(DESTDIR)$${f$(hash)*=}" || exit; done
	@for f in $(NAMES); do name="$(DESTDIR)$${f$(hash)*=}"; \
		mkdir -p "$${name%/*}" && ln -srf "$(DESTDIR)$${f%%=*}" "$$name" || exit; done
	@sed 's|/usr/bin/duelfs|$(bindir)/duelfs|' config/duelfs@.service | install -Dm644 /dev/stdin "$(DESTDIR)$(UNIT)"

uninstall:
	@for f in $(PROGRAMS) $(DATA) $(NAMES) =$(UNIT); do rm -f "$(DESTDIR)$${f$(hash)*=}" || exit; done
	@for dir in $(datadir)/duelfs $(docdir); do [ ! -d "$(DESTDIR)$$dir" ] || find "$(DESTDIR)$$dir" -depth -type d -empty -delete; done

-include $(filter-out $(BUILD)/san/% $(BUILD)/fuzz/%,$(shell find $(BUILD) -path $(BUILD)/deb -prune -o -type f -name '*.d' -print 2>/dev/null))
