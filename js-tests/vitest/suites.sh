#!/usr/bin/env bash
# Runs the tests of packages that use Vitest, unchanged, with Vitest and with posttask.
#
#   suites.sh SCRATCH_FOLDER
#
# POSTTASK names the program. Prints the end of both reports for each package.
set -uo pipefail
scratch=${1:?usage: suites.sh SCRATCH_FOLDER}
posttask=${POSTTASK:-posttask}

# Downloads a repository at a commit, and installs what its tests need.
prepare() {
  local folder=$1 repository=$2 commit=$3
  shift 3
  [ -d "$folder" ] && return
  git clone --quiet "https://github.com/$repository" "$folder"
  git -C "$folder" checkout --quiet "$commit"
  (cd "$folder" && npm install --silent --no-save --no-audit --no-fund --ignore-scripts "$@")
}

run() {
  echo "== $1: vitest"
  (cd "$1" && npx vitest run 2>&1 | tail -5)
  echo "== $1: posttask"
  (cd "$1" && "$posttask" test 2>&1 | tail -3)
}

mkdir -p "$scratch"
cd "$scratch" || exit
prepare defu unjs/defu 80c0146 vitest@4 expect-type
prepare perfect-debounce unjs/perfect-debounce 301fcce vitest@4 in-range time-span
for package in defu perfect-debounce; do
  run "$package"
done
