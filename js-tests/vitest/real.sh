#!/usr/bin/env bash
# Runs the tests of this folder with the packages of npm, with Vitest and with posttask. Four tests fail on purpose.
#
#   real.sh SCRATCH_FOLDER [VERSION]
set -euo pipefail
scratch=${1:?usage: real.sh SCRATCH_FOLDER [VERSION]}
version=${2:-3}
here=$(cd "$(dirname "$0")" && pwd)
posttask=${POSTTASK:-posttask}
mkdir -p "$scratch"
cp -r "$here/src" "$here/vitest.config.ts" "$scratch"
rm -rf "$scratch/src/__snapshots__"
cd "$scratch"
sed -i "/a-plugin-that-is-not-installed/d; /plugins:/d" vitest.config.ts
sed -i 's/`{"a":1}`//' src/declared.spec.ts
[ -d node_modules ] ||
  (echo '{ "type": "module" }' > package.json &&
    npm install --silent --no-audit --no-fund "vitest@$version")
npx vitest run || true
"$posttask" test || true
