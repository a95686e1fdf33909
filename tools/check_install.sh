#!/usr/bin/env bash
# Installs build/release into a temporary folder and uses it from there: the program must find its packs, and
# each example must configure, build and run with nothing but the installed libraries.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install build/release --prefix "$scratch/prefix" >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
for file in lib/libspoils.a include/spoils/diagnostic.h share/doc/spoils/LICENSE \
  share/bash-completion/completions/spoils share/zsh/site-functions/_spoils \
  share/fish/vendor_completions.d/spoils.fish; do
  [ -s "$scratch/prefix/$file" ] || { echo "not installed, or empty: $file" >&2; exit 1; }
done
(cd / && "$scratch/prefix/bin/spoils" packs)

# embed without a package of anybody else; study with those of the component `simulate`; convert with `import`.
for example in embed study convert; do
  arguments=()
  [ $example != convert ] || arguments=("$PWD/tests/importers/tiny")
  cmake -S examples/$example -B "$scratch/$example" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" >"$scratch/log" &&
    cmake --build "$scratch/$example" >>"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
  (cd / && "$scratch/$example/$example" "${arguments[@]}")
done
