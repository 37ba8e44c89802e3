#!/usr/bin/env bash
# Compares what the tests of this folder see with Mocha and with posttask. Two tests of failing hooks differ: Mocha
# counts the hook, and posttask its tests.
#
#   real.sh SCRATCH_FOLDER [VERSION]
set -euo pipefail
scratch=${1:?usage: real.sh SCRATCH_FOLDER [VERSION]}
version=${2:-11}
here=$(cd "$(dirname "$0")" && pwd)
posttask=${POSTTASK:-posttask}
mkdir -p "$scratch"
cp -r "$here"/.mocharc.jsonc "$here"/hooks.cjs "$here"/spec "$scratch"
cd "$scratch"
sed -i '/forbid-only/d; s/, "ts-node.register"//' .mocharc.jsonc
[ -d node_modules ] || (echo '{}' > package.json && npm install --silent --no-audit --no-fund "mocha@$version")
seen() { grep -E '^ *(before|after|in |value|try|t3|inner |limit|b ran|never)' "$1" | sed 's/^ *//'; }
npx mocha > mocha.log 2>&1 || true
"$posttask" test --verbose > posttask.log 2>&1 || true
diff <(seen mocha.log) <(seen posttask.log) && echo "the same $(seen mocha.log | wc -l) lines"
grep -E '^ +[0-9]+ (passing|failing|pending)' mocha.log
grep -E '^[0-9]+ tests' posttask.log
