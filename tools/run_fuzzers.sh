#!/usr/bin/env bash
# Runs every fuzz target of build/fuzz for some seconds: tools/run_fuzzers.sh [SECONDS]
#
# All at once, as many as there are processors. Starts from fuzz/corpus/<name>, keeps what it finds in
# build/fuzz/corpus/<name>, and leaves the input of a crash in build/fuzz/crashes/. A crash is mended with its input added
# to fuzz/corpus/<name>, where the tests replay it.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}

# fuzz_one NAME: its output goes to build/fuzz/NAME.log.
fuzz_one() {
  local name=$1 seeds=()
  mkdir -p "build/fuzz/corpus/$name" build/fuzz/crashes
  [ -d "fuzz/corpus/$name" ] && seeds=("fuzz/corpus/$name")
  "build/fuzz/fuzzers/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/crashes/$name-" -dict=fuzz/loot.dict \
    "build/fuzz/corpus/$name" "${seeds[@]}" >"build/fuzz/$name.log" 2>&1
}

names=()
for source in fuzz/*.cpp; do
  name=$(basename "$source" .cpp)
  case $name in replay | token_mutator) ;; *) names+=("$name") ;; esac
done

failed=()
at_once=$(nproc)
for ((first = 0; first < ${#names[@]}; first += at_once)); do
  group=("${names[@]:first:at_once}")
  processes=()
  for name in "${group[@]}"; do
    echo "fuzz $name for $seconds s"
    fuzz_one "$name" &
    processes+=($!)
  done
  for i in "${!group[@]}"; do
    wait "${processes[i]}" || failed+=("${group[i]}")
    tail -n 100 "build/fuzz/${group[i]}.log"
  done
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "fuzz: ${failed[*]} failed; the input is in build/fuzz/crashes" >&2
  exit 1
fi
echo "fuzz: ${#names[@]} targets, no crash"
