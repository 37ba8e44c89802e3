#!/usr/bin/env bash
# Builds the command for a platform, and prints its path. Commands for Linux are static. They need cargo-zigbuild and
# ziglang of PyPI; the others are built on their own systems.
#
#   release/build.sh PLATFORM
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(node -p 'require("./release/targets.json")[process.argv[1]]' "$1")
build=build
[[ $1 != linux-* ]] || build=zigbuild
cargo "$build" --locked --release --package posttask-cli --target "$target" >&2
suffix=
[[ $1 != win32-* ]] || suffix=.exe
echo "${CARGO_TARGET_DIR:-target}/$target/release/posttask$suffix"
