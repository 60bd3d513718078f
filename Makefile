# duelfs: `make` builds .build/duelfs; `make check` builds and runs the unit tests; scripts/test runs everything.
#
#   make check T=lease        one unit test, by part of its name
#   make mounted T=lock       mounted tests, by part of a file's name
#   make matrix T='sed -i'    writers and situations as a table, by part of a writer's name; S=lease: by part of a situation's
#   make SAN=1 …              the same under address and undefined-behaviour sanitizers (in .build/san)
#   make bench                the speed table of the design, as ratios in one run
#   make fuzz                 the libFuzzer targets, a minute each (clang)
#   make lint                 shellcheck, mandoc, header self-containment

SAN     ?=
BUILD   ?= .build$(if $(SAN),/san)
T       ?=
S       ?=

PKGS    := fuse3 libcmark-gfm sqlite3 jansson libutf8proc libsodium
VERSION := 0.1.0

CC      ?= gcc
CXX     ?= g++
WARN    := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wvla -Wformat=2 -Werror
comma   := ,
OPT     := $(if $(SAN),-O1 -fsanitize=address$(comma)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer,-O2)
CFLAGS  ?= -g
CFLAGS  += -std=c17 $(OPT) $(WARN) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DFUSE_USE_VERSION=314 \
           -DDUELFS_VERSION='"$(VERSION)"' -pthread -I. $(shell pkg-config --cflags $(PKGS))
CXXFLAGS ?= -g
CXXFLAGS += -std=c++17 $(filter-out -std=c++17,$(OPT)) -Wall -Wextra -Werror -I. $(shell pkg-config --cflags tomlplusplus)
LIBS    := $(shell pkg-config --libs $(PKGS)) -lcmark-gfm-extensions $(shell pkg-config --libs tomlplusplus) -lstdc++ -lm -pthread

# `make V=1` shows every command.
Q       := $(if $(V),,@)
say      = @printf '  %-4s %s\n' '$(1)' '$(2)'

# A room is a folder of sources made into one archive; the arrows between rooms are the order they are linked in.
ROOMS   := mount duel store config validators
DIR_mount      := fs/mount
DIR_duel       := fs/duel
DIR_store      := fs/store
DIR_config     := config
DIR_validators := validators

lib      = $(BUILD)/lib$(1).a
sources  = $(wildcard $(DIR_$(1))/*.c) $(wildcard $(DIR_$(1))/*/*.c) $(wildcard $(DIR_$(1))/*.cc)
objects  = $(patsubst %,$(BUILD)/%.o,$(call sources,$(1)) $(TEXTS_$(1)))

# Texts that a format works with and users may change (validators/texts.h): each file is an object of its bytes.
texts_in = $(wildcard $(addsuffix *.txt,$(1)) $(addsuffix *.md,$(1)))
TEXTS_validators := $(call texts_in,$(wildcard config/*/))

# Objects that only a test is linked from are kept for the next make.
.SECONDARY:
.PHONY: all check mounted matrix fault bench fuzz lint clean install
all: $(BUILD)/duelfs

$(BUILD)/duelfs: $(patsubst %,$(BUILD)/%.o,$(wildcard fs/*.c)) $(foreach r,$(ROOMS),$(call lib,$(r)))
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# The archive is made anew when a source comes or goes, too: the list of its members is a file that changes then.
define room_rule
$(BUILD)/lib$(1).members: FORCE
	@mkdir -p $$(@D)
	@echo '$(call objects,$(1))' | cmp -s - $$@ || echo '$(call objects,$(1))' > $$@
$(call lib,$(1)): $(call objects,$(1)) $(BUILD)/lib$(1).members
	@rm -f $$@
	$$(call say,AR,$$@)
	$$(Q)ar qcs $$@ $(call objects,$(1))
endef
.PHONY: FORCE
FORCE:
$(foreach r,$(ROOMS),$(eval $(call room_rule,$(r))))

$(BUILD)/%.c.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/%.cc.o: %.cc
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(CXXFLAGS) -MMD -MP -c -o $@ $<

# config/rounds/praise.txt is text_rounds_praise_txt, and its length text_rounds_praise_txt_len: the last two parts of its path.
text_symbol = text_$(subst .,_,$(subst -,_,$(subst /,_,$(notdir $(patsubst %/,%,$(dir $(1))))/$(notdir $(1)))))
define text_rule
	@mkdir -p $(@D)
	$(call say,TEXT,$<)
	$(Q)s=$(call text_symbol,$<); printf '%s\n' '.section .rodata' ".global $$s, $${s}_len" "$$s: .incbin \"$<\"" '1: .byte 0' \
		'.balign 8' "$${s}_len: .dc.a 1b - $$s" '.section .note.GNU-stack,"",%progbits' | $(CC) -x assembler -c -o $@ -
endef
$(BUILD)/%.txt.o: %.txt
	$(text_rule)
$(BUILD)/%.md.o: %.md
	$(text_rule)

# Unit tests: tests/unit/ROOM/test_*.c, each linked with its room and the rooms that room may use.
NEEDS_validators := validators
NEEDS_config     := config
NEEDS_store      := store validators
NEEDS_duel       := duel store config validators
NEEDS_mount      := mount duel store config validators
UNIT_ROOMS       := validators config store duel mount
UNIT_SOURCES     := $(foreach r,$(UNIT_ROOMS),$(wildcard tests/unit/$(r)/test_*.c))
UNIT_TESTS       := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(UNIT_SOURCES))

# The texts of a format that only tests have stand beside them, in a folder of its name.
define unit_rule
$(BUILD)/unit/$(1)/%: $(BUILD)/tests/unit/$(1)/%.c.o $(patsubst %,$(BUILD)/%.o,$(call texts_in,$(wildcard tests/unit/$(1)/*/))) $(foreach n,$(NEEDS_$(1)),$(call lib,$(n)))
	@mkdir -p $$(@D)
	$$(call say,LD,$$@)
	$$(Q)$(CC) $(CFLAGS) -o $$@ $$^ $(shell pkg-config --libs cmocka 2>/dev/null) $(LIBS)
endef
$(foreach r,$(UNIT_ROOMS),$(eval $(call unit_rule,$(r))))

# Those of a list that T is a part of; all of them without T.
chosen = $(if $(T),$(foreach t,$(1),$(if $(findstring $(T),$(t)),$(t))),$(1))

check: $(UNIT_TESTS)
	@scripts/run-unit $(call chosen,$(UNIT_TESTS))

HELPERS := $(patsubst tests/mounted/%.c,$(BUILD)/helpers/%,$(wildcard tests/mounted/*.c))
$(BUILD)/helpers/%: tests/mounted/%.c
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(filter-out -fsanitize=% -fno-sanitize%,$(CFLAGS)) -o $@ $< -pthread

mounted: $(BUILD)/duelfs $(HELPERS)
	@BUILD=$(abspath $(BUILD)) scripts/run-mounted $(T)

MATRIX := $(patsubst tests/%.c,$(BUILD)/%,$(wildcard tests/matrix/*.c))
$(BUILD)/matrix/%: tests/matrix/%.c
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(filter-out -fsanitize=% -fno-sanitize%,$(CFLAGS)) -o $@ $<

matrix: $(BUILD)/duelfs $(HELPERS) $(MATRIX)
	@BUILD=$(abspath $(BUILD)) scripts/run-matrix '$(T)' '$(S)'

# What benchmarks and fault tests share: turns, a client's sequences, time.
CLIENT := $(patsubst %,$(BUILD)/%.o,$(wildcard tests/bench/lib/*.c))
FAULT  := $(patsubst tests/fault/%.c,$(BUILD)/fault/%,$(wildcard tests/fault/*.c))
FAULT_LIB := $(patsubst %,$(BUILD)/%.o,$(wildcard tests/fault/lib/*.c))
$(BUILD)/fault/%: $(BUILD)/tests/fault/%.c.o $(FAULT_LIB) $(CLIENT)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

fault: $(BUILD)/duelfs $(FAULT)
	@BUILD=$(abspath $(BUILD)) tests/fault/kill-loop
	@BUILD=$(abspath $(BUILD)) tests/fault/kill-debate

BENCH := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(wildcard tests/bench/*.c))
$(BUILD)/bench/%: $(BUILD)/tests/bench/%.c.o $(CLIENT) $(call lib,validators)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

bench: $(BUILD)/duelfs $(BENCH)
	@BUILD=$(abspath $(BUILD)) tests/bench/run

# libFuzzer: each target with the rooms it drives, for SECONDS each; what it finds stays in $(BUILD)/fuzz.
SECONDS ?= 60
FUZZ    := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_FLAGS := -g -O1 -fsanitize=fuzzer$(comma)address$(comma)undefined -D_GNU_SOURCE -I.
FUZZ_C  := $(call sources,validators) $(filter %.c,$(call sources,config))
fuzz_transcript: FUZZ_C += $(call sources,duel) $(call sources,store)
.PHONY: $(FUZZ)
fuzz: $(call chosen,$(FUZZ))
$(FUZZ): %: tests/fuzz/%.c $(TEXTS_validators:%=$(BUILD)/%.o)
	@mkdir -p $(BUILD)/fuzz/$@.corpus
	clang++-14 $(filter-out -fsanitize=fuzzer%,$(FUZZ_FLAGS)) -fsanitize=address$(comma)undefined -fno-sanitize=vptr -std=c++17 \
		$(shell pkg-config --cflags tomlplusplus) -c -o $(BUILD)/fuzz/toml.o config/toml.cc
	clang-14 -std=c17 $(FUZZ_FLAGS) -o $(BUILD)/fuzz/$@ $^ $(FUZZ_C) $(BUILD)/fuzz/toml.o $(LIBS)
	cd $(BUILD)/fuzz && ./$@ -max_total_time=$(SECONDS) -max_len=65536 $@.corpus

lint: $(BUILD)/duelfs
	@BUILD=$(abspath $(BUILD)) scripts/lint

clean:
	rm -rf .build

PREFIX ?= /usr/local
install: $(BUILD)/duelfs
	install -Dm755 $(BUILD)/duelfs $(DESTDIR)$(PREFIX)/bin/duelfs
	install -d $(DESTDIR)$(PREFIX)/sbin
	ln -sf ../bin/duelfs $(DESTDIR)$(PREFIX)/sbin/mount.fuse.duelfs
	install -Dm644 fs/duelfs.1 $(DESTDIR)$(PREFIX)/share/man/man1/duelfs.1
	install -Dm644 config/duelfs.toml.5 $(DESTDIR)$(PREFIX)/share/man/man5/duelfs.toml.5

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
