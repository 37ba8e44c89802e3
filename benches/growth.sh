#!/usr/bin/env bash
# Prints how the cost of an item grows with the number of items: the times of 10,000 and of 1,000,000 of them in
# microseconds each, their ratio, and the instructions of 10,000 and of 100,000, if valgrind is installed. Times of a
# busy machine mean little; instructions show whether an algorithm takes longer for more items.
#
#   benches/growth.sh [KIND...]        the kinds are the functions in growth.js; without any, all of them
#   POSTTASK=PATH benches/growth.sh    the binary; the default is that of a release build
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
posttask=${POSTTASK:-$here/../target/release/posttask}
program=$(mktemp --suffix .js)
trap 'rm -f "$program"' EXIT

# program KIND COUNT ROUNDS
write() {
  printf 'const KIND = "%s", COUNT = %d, ROUNDS = %d;\n' "$1" "$2" "$3" >"$program"
  cat "$here/growth.js" >>"$program"
}

time_of() {
  write "$1" "$2" "$3"
  "$posttask" run --max-memory 0 "$program"
}

instructions_of() {
  write "$1" "$2" 1
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$posttask" run --virtual-time "$program" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

kinds=("$@")
[ $# -gt 0 ] || mapfile -t kinds < <(sed -n 's/^  \(async \)\{0,1\}\([a-z]*\)(count) {$/\2/p' "$here/growth.js")
printf '| | 10,000 | 1,000,000 | ratio | instructions, of 10,000 | of 100,000 |\n'
printf '| --- | ---: | ---: | ---: | ---: | ---: |\n'
for kind in "${kinds[@]}"; do
  few=$(time_of "$kind" 10000 5)
  many=$(time_of "$kind" 1000000 1)
  instructions='| |'
  if command -v valgrind >/dev/null; then
    least=$(instructions_of "$kind" 1)
    of_few=$(instructions_of "$kind" 10000)
    of_many=$(instructions_of "$kind" 100000)
    instructions="$(((of_few - least) / 10000)) | $(((of_many - least) / 100000)) |"
  fi
  ratio=$(awk "BEGIN { printf \"%.2f\", $many / $few }")
  printf '| %s | %s | %s | %s | %s\n' "$kind" "$few" "$many" "$ratio" "$instructions"
done
