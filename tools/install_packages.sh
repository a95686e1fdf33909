#!/usr/bin/env bash
# Installs the Debian 12 packages that are missing, and nothing when none is.
#
#   tools/install_packages.sh [build|test|wasm|all]
#
# build: for the program; test: for `make test` and `make bench` too; wasm: for the program and `make wasm`; all (the
# default): everything, for fuzzing and the formatters as well. Uses sudo unless it runs as root.
set -euo pipefail

packages=(g++ cmake ninja-build git ccache make libfmt-dev nlohmann-json3-dev libboost1.81-dev
  libtbb-dev libsqlite3-dev)
for_wasm=(clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32
  chromium)
# Node may be there without Debian's packages, which would conflict with it.
command -v node >/dev/null || for_wasm+=(nodejs)
command -v npm >/dev/null || for_wasm+=(npm)
case "${1:-all}" in
  build) ;;
  wasm) packages+=("${for_wasm[@]}") ;;
  test | all)
    packages+=(libgtest-dev libgmock-dev librapidcheck-dev librandom123-dev libbenchmark-dev
      python3 python3-pytest python3-pip python3-setuptools python3-wheel
      mono-mcs mono-runtime luajit sqlite3 pkg-config libopenmpi-dev openmpi-bin iproute2)
    if [ "${1:-all}" = all ]; then
      packages+=(clang libclang-rt-14-dev llvm clang-format clang-tidy "${for_wasm[@]}")
    fi
    ;;
  *)
    echo "usage: tools/install_packages.sh [build|test|wasm|all]" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "This is not a Debian system; provide these by other means: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
  case "$state" in
    ii*) ;;
    *) missing+=("$package") ;;
  esac
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

fail() {
  echo "Could not install: ${missing[*]}" >&2
  echo "$1" >&2
  echo "Install them yourself: apt-get install ${missing[*]}" >&2
  exit 1
}

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "This needs root, and there is no sudo."
  as_root=(sudo)
fi

echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq || fail "apt-get update failed."
# --no-remove: other versions of Boost's headers conflict with ours, and to remove them is not for us to decide.
"${as_root[@]}" apt-get install -y -qq --no-install-recommends --no-remove "${missing[@]}" ||
  fail "apt-get install failed; Spoils expects the packages of Debian 12."
