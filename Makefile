# The usual tasks; CMake does the work, CMakePresets.json holds the flags of each build.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
SITE ?= build/site

# The commands that `make run` shows.
TOUR_1 = build/release/spoils roll rogue level --level 5 --seed tour
TOUR_2 = build/release/spoils roll powder artifact --name Treyslug
TOUR_3 = build/release/spoils odds rogue ring --by kind,cursed

SOURCES = $$(find src include tests bench fuzz examples -name '*.cpp' -o -name '*.h')

.DEFAULT_GOAL := help
.PHONY: help run build test asan clang fuzz agreement compile-agreement mutants wasm wasm-agreement page workbench check-workbench check-editors site bench install check-install format check-format tidy clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

run:  ## install what is missing, build, show what the program makes
	@tools/install_packages.sh build
	@$(MAKE) --no-print-directory build
	@echo && echo '$$ $(TOUR_1)' && $(TOUR_1)
	@echo && echo '$$ $(TOUR_2)' && $(TOUR_2)
	@echo && echo '$$ $(TOUR_3)' && $(TOUR_3)

build:  ## build/release/spoils
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS)

test:  ## install what is missing, build with assertions, run every test
	@tools/install_packages.sh test
	cmake --preset dev
	cmake --build --preset dev --parallel $(JOBS)
	ctest --preset dev --parallel $(JOBS)

asan:  ## every test under AddressSanitizer and UndefinedBehaviorSanitizer
	cmake --preset asan
	cmake --build --preset asan --parallel $(JOBS)
	ctest --preset asan --parallel $(JOBS)

clang:  ## every test in a build by clang++
	cmake --preset clang
	cmake --build --preset clang --parallel $(JOBS)
	ctest --preset clang --parallel $(JOBS)

fuzz:  ## every fuzz target for FUZZ_SECONDS=60
	cmake --preset fuzz
	cmake --build --preset fuzz --parallel $(JOBS)
	tools/run_fuzzers.sh $(FUZZ_SECONDS)

agreement:  ## rolls of every shipped pack, and brute force over ten million random packs, against the odds
	@tools/install_packages.sh test
	cmake --preset agreement
	cmake --build --preset agreement --parallel $(JOBS)
	build/agreement/tests/test_agreement
	SPOILS_REFERENCE_PACKS=10000000 build/agreement/tests/test_reference --gtest_filter='Reference/*-*ReferenceShard.*'
	tools/compare_random_packs.py --jobs $(JOBS) build/agreement/tests/test_reference

compile-agreement:  ## a million rolls of every rule compiled to C, and 10,000 random packs, against the library
	@tools/install_packages.sh test
	cmake --preset agreement
	cmake --build --preset agreement --parallel $(JOBS) --target test_compile_c
	SPOILS_COMPILE_ROLLS=1000000 SPOILS_COMPILE_PACKS=10000 build/agreement/tests/test_compile_c \
	  --gtest_filter='*Shipped*:RandomPacks.*'

mutants:  ## plant faults in every optimisation: the tests must notice each
	@tools/install_packages.sh test
	tools/run_mutants.py --jobs $(JOBS)

wasm:  ## the WebAssembly module and the npm package around it, with its tests in Node and Chromium
	@tools/install_packages.sh wasm
	cmake --preset wasm
	cmake --build --preset wasm --parallel $(JOBS)
	cd apps/npm && npm ci --no-audit --no-fund && npm run prepare-files && npm test

wasm-agreement: build wasm  ## 1,000 rolls of every rule of every shipped pack, and every vector, in WebAssembly and native
	cd apps/npm && SPOILS_BINARY=$(CURDIR)/build/release/spoils SPOILS_ROLLS=1000 node --test test/

page:  ## the page of the workbench, in apps/workbench/dist
	@tools/install_packages.sh wasm
	cmake --preset wasm
	cmake --build --preset wasm --parallel $(JOBS)
	cd apps/npm && npm run prepare-files
	cd apps/workbench && npm ci --no-audit --no-fund && npm run build

workbench: page build  ## build and open the page where a pack, its things and its odds are side by side: PACK=rogue
	build/release/spoils workbench $(PACK)

check-workbench: page build  ## its unit tests, and the page in Chromium
	cd apps/workbench && npm test && npm run e2e

check-editors: build  ## the extension for VS Code, its grammar, and `spoils lsp` driven by the protocol library of VS Code
	@tools/install_packages.sh wasm
	cd editors/vscode && npm ci --no-audit --no-fund && SPOILS_BINARY=$(CURDIR)/build/release/spoils npm test

site: page build  ## the page, the documents with examples that run, and the books of all packs, in SITE=build/site
	node apps/workbench/site/build.js $(SITE)

bench:  ## time the library
	cmake --preset bench
	cmake --build --preset bench --parallel $(JOBS)
	build/bench/bench/spoils_bench --benchmark_counters_tabular=true

install: build  ## into PREFIX=/usr/local: program, library, headers, packs, completions
	cmake --install build/release --prefix $(PREFIX)

# The shared libraries are compiled without optimisation: this looks at how they install, not at how fast they are.
check-install: build  ## install static and shared libraries into temporary folders, and use them from there
	cmake --preset shared -DCMAKE_CXX_FLAGS_RELEASE="-O0 -DNDEBUG"
	cmake --build --preset shared --parallel $(JOBS)
	tools/check_install.sh

format:  ## clang-format every source
	clang-format -i $(SOURCES)

check-format:  ## fail if a source is not formatted
	clang-format --dry-run --Werror $(SOURCES)

tidy:  ## clang-tidy over src/ and include/
	cmake --preset clang
	run-clang-tidy -quiet -j $(JOBS) -p build/clang '$(CURDIR)/src/.*'

clean:  ## remove build/
	rm -rf build
