#!/usr/bin/env bash
# Packs the packages for npm with a command for linux-x64, installs them offline in an empty folder, and uses them there
# as a project does. Needs Node.js and npm, and the registry for the packages that posttask bundles.
#
#   release/check_npm.sh COMMAND
set -euo pipefail
command=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

release/npm.mjs "$work/packages" "linux-x64=$command"
(cd "$work" && npm pack --silent ./packages/posttask ./packages/linux-x64)
mkdir "$work/project"
cd "$work/project"
npm init --yes > npm.txt
npm install --save-dev --offline --no-audit --no-fund ../posttask-[0-9]*.tgz ../posttask-linux-x64-*.tgz > npm.txt

# Fails unless a command has this exit code.
expect() {
  local expected=$1 code=0
  shift
  "$@" > output.txt 2>&1 || code=$?
  if [ "$code" != "$expected" ]; then
    echo "exit code $code instead of $expected: $*"
    cat output.txt
    exit 1
  fi
}

# Fails unless the last output has this text.
printed() {
  grep -qF -- "$1" output.txt || { echo "not printed: $1"; cat output.txt; exit 1; }
}

cat > double.test.ts << 'TEST'
import { expect, it, vi } from 'vitest';
const double = (n: number): number => n * 2;
it('calls after a second', async () => {
  const spy = vi.fn(double);
  await scheduler.postTask(() => spy(21), { delay: 1000 });
  expect(spy).toHaveReturnedWith(42);
});
TEST
cat > order.test.mjs << 'TEST'
import { test } from 'node:test';
import { assertOrder, record } from 'posttask/test';
test('runs the urgent task first', async () => {
  const recording = record();
  const later = scheduler.postTask(recording.label('later', () => {}), { priority: 'background' });
  await scheduler.postTask(recording.label('now', () => {}), { priority: 'user-blocking' });
  await later;
  assertOrder(recording, ['now', 'later']);
});
TEST
expect 0 npx --offline posttask test
printed '2 tests in 2 files: 2 passed'

# Exit codes, arguments, standard input, a closed pipe.
expect 13 npx --offline posttask run -e 'await new Promise(() => {})'
expect 1 npx --offline posttask run -e 'throw new Error("expected")'
expect 0 npx --offline posttask run -p 'scriptArgs.join()' 'a b' '*'
printed 'a b,*'
echo 'console.log("from standard input")' > program.js
expect 0 npx --offline posttask - < program.js
printed 'from standard input'
expect 141 bash -o pipefail -c 'node_modules/.bin/posttask run -e "for (;;) console.log(1)" | head -1'

# Signals that are sent to the launcher only: the command gets them, and both end.
for signal in INT TERM HUP; do
  setsid node_modules/.bin/posttask run -e 'console.log("started"); setTimeout(() => {}, 1e6)' \
    > "$signal.txt" 2>&1 < /dev/null &
  launcher=$!
  for ((try = 0; try < 600; try++)); do
    ! grep -qs started "$signal.txt" || break
    sleep 0.1
  done
  kill "-$signal" "$launcher"
  code=0
  wait "$launcher" || code=$?
  [ "$code" = $((128 + $(kill -l "$signal"))) ] || { echo "exit code $code after SIG$signal"; exit 1; }
done

# Without the package of the platform, the launcher says so.
mv node_modules/@posttask moved
expect 2 npx --offline posttask --version
printed 'the package @posttask/linux-x64 is not installed'
# Windows on arm64 runs the command for x64.
cat > windows.cjs << 'WINDOWS'
Object.defineProperties(process, { platform: { value: 'win32' }, arch: { value: 'arm64' } });
WINDOWS
expect 2 node --require ./windows.cjs node_modules/posttask/posttask.js --version
printed 'the package @posttask/win32-x64 is not installed'
mv moved node_modules/@posttask

echo "the packages for npm work: $(node --version), npm $(npm --version)"
