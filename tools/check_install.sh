#!/usr/bin/env bash
# Installs build/release (static libraries) and build/shared (shared ones) into temporary folders and uses each from
# there: the program must find its packs and its library, and each example must configure, build and run with nothing but
# the installed libraries. A shared library must export the names of spoils::v1 and the functions of the C interface alone.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() { echo "$*" >&2 && exit 1; }

# check_exports LIBRARY: what it exports, and that its SONAME has the version of the inline namespace.
check_exports() {
  local abi name others soname
  abi=$(sed -n 's/.*namespace spoils::v\([0-9]*\),.*/\1/p' include/spoils/export.h)
  name=$(basename "$1")
  nm --dynamic --extern-only --defined-only "$1" | awk '{print $3}' >"$scratch/symbols"
  grep -q "^_ZN6spoils2v$abi" "$scratch/symbols" || fail "$name exports nothing of spoils::v$abi"
  others=$(grep -vE "^(_Z(N|NK|T[A-Z]N)6spoils2v$abi|spoils_)" "$scratch/symbols" | head -n 5 || true)
  [ -z "$others" ] || fail "$name exports names that are not in spoils::v$abi: $others"
  soname=$(objdump -p "$1" | awk '$1 == "SONAME" {print $2}')
  [ "$soname" = "$name.$abi" ] || fail "the SONAME of $name is $soname, but its interface is v$abi"
  grep -q "^#define SPOILS_ABI $abi\$" include/spoils/spoils.h || fail "SPOILS_ABI of spoils.h is not $abi"
  python3 tests/capi/symbols.py "$1" --dynamic
}

# check_workbench PREFIX: the installed page, if it is built; otherwise a message that says so.
check_workbench() {
  local said=0
  timeout --signal=INT 3 "$1/bin/spoils" workbench "$1/share/spoils/packs/rogue" --no-open >"$scratch/log" 2>&1 || said=$?
  if [ -e "$1/share/spoils/workbench/index.html" ]; then
    grep -q '^http://127.0.0.1:' "$scratch/log" || { cat "$scratch/log" >&2; fail "spoils workbench does not serve"; }
  elif [ -e apps/workbench/dist/index.html ]; then
    fail "the page of the workbench is built, but not installed"
  else
    grep -q 'make workbench' "$scratch/log" || fail "spoils workbench ended with $said, and does not say how to build the page"
  fi
}

# check_build FOLDER ENDING: a build, and the ending of its libraries.
check_build() {
  local prefix="$scratch/$1" example arguments
  cmake --install "build/$1" --prefix "$prefix" >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
  for file in "lib/libspoils.$2" "lib/libspoils_simulate.$2" include/spoils/diagnostic.h include/spoils/spoils.h \
    lib/pkgconfig/spoils.pc share/doc/spoils/LICENSE \
    share/bash-completion/completions/spoils share/zsh/site-functions/_spoils \
    share/fish/vendor_completions.d/spoils.fish; do
    [ -s "$prefix/$file" ] || fail "$1: not installed, or empty: $file"
  done
  if [ "$2" = so ]; then
    check_exports "$prefix/lib/libspoils.so"
    check_exports "$prefix/lib/libspoils_simulate.so"
  fi
  (cd / && "$prefix/bin/spoils" packs)
  check_workbench "$prefix"

  # Without CMake: `--static` is not needed, since the file says what the library that is installed needs.
  local flags
  flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs spoils)
  # shellcheck disable=SC2086
  cc -std=c11 examples/c/main.c $flags "-Wl,-rpath,$prefix/lib" -o "$scratch/$1-by-pkg-config"
  (cd / && "$scratch/$1-by-pkg-config")

  # embed, c, game_loop and those of compiled code without a package of anybody else; simulate with those of the component `simulate`; convert with `import`.
  for example in embed simulate convert c game_loop compiled_c compiled_cpp; do
    arguments=()
    [ $example != convert ] || arguments=("$PWD/tests/importers/tiny")
    cmake -S examples/$example -B "$prefix-$example" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/log" &&
      cmake --build "$prefix-$example" >>"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
    (cd / && "$prefix-$example/$example" "${arguments[@]}")
  done
}

check_build release a
check_build shared so
