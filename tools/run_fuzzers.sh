#!/usr/bin/env bash
# Runs every fuzz target of build/fuzz for some seconds: tools/run_fuzzers.sh [SECONDS]
#
# Starts from fuzz/corpus/<name>, keeps what it finds in build/fuzz/corpus/<name>, and leaves the input of a crash in
# build/fuzz/crashes/. A crash is mended with its input added to fuzz/corpus/<name>, where the tests replay it.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}

shopt -s nullglob
sources=(fuzz/*.cpp)
count=0
for source in "${sources[@]}"; do
  name=$(basename "$source" .cpp)
  case $name in replay | token_mutator) continue ;; esac
  mkdir -p "build/fuzz/corpus/$name" build/fuzz/crashes
  seeds=()
  [ -d "fuzz/corpus/$name" ] && seeds=("fuzz/corpus/$name")
  echo "fuzz $name for $seconds s"
  "build/fuzz/fuzzers/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/crashes/$name-" -dict=fuzz/loot.dict \
    "build/fuzz/corpus/$name" "${seeds[@]}"
  count=$((count + 1))
done
echo "fuzz: $count targets, no crash"
