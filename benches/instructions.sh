#!/usr/bin/env bash
# Counts the instructions that the binary of a release build executes for each program in programs/, and compares the
# counts with those recorded in instructions.txt. Times vary by half from run to run. Instruction counts vary only by
# one garbage collection more or less, at most six percent of these programs, so they show a regression even on a
# busy machine.
#
#   benches/instructions.sh            fails if a program needs over TOLERANCE percent more instructions than recorded
#   benches/instructions.sh --record   rewrites instructions.txt
#
# Needs valgrind. The counts depend on the compiler, so its version is recorded with them. With another compiler the
# script prints the differences, but never fails.
set -euo pipefail
TOLERANCE=${TOLERANCE:-8}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
command -v valgrind >/dev/null || { echo "valgrind is not installed" >&2; exit 2; }
cargo build --locked --release --quiet
target=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
recorded=$here/instructions.txt
compiler=$(rustc --version)
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
for program in "$here"/programs/*.js; do
  name=$(basename "$program" .js)
  count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$target/release/posttask" run --virtual-time "$program" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
  echo "$name $count" >>"$counts"
done
if [ "${1:-}" = --record ]; then
  { echo "# $compiler"; cat "$counts"; } >"$recorded"
  cat "$recorded"
  exit
fi
comparable=1
if [ "$(head -n 1 "$recorded")" != "# $compiler" ]; then
  comparable=0
  echo "The counts were recorded with $(head -n 1 "$recorded" | cut -c 3-), but this is $compiler."
  echo "The differences mean nothing."
fi
status=0
while read -r name count; do
  before=$(sed -n "s/^$name \([0-9]*\)$/\1/p" "$recorded")
  [ -n "$before" ] || { echo "$name: $count, no recorded count"; status=1; continue; }
  change=$(((count - before) * 1000 / before))
  sign=+ size=$change
  [ "$change" -ge 0 ] || sign=- size=$((-change))
  printf '%-20s %12d, recorded %12d: %s%d.%d %%\n' "$name" "$count" "$before" "$sign" $((size / 10)) $((size % 10))
  [ "$change" -le $((TOLERANCE * 10)) ] || {
    echo "$name needs over $TOLERANCE % more instructions than recorded"
    status=1
  }
done <"$counts"
[ "$comparable" = 0 ] || exit $status
