#!/usr/bin/env bash
# Writes snapshots with Jest and with posttask, which must be the same, and checks those of the other. Then does the
# same after the tests have changed: without and with -u, and as in CI.
#
#   real.sh SCRATCH_FOLDER [VERSION]
set -euo pipefail
scratch=${1:?usage: real.sh SCRATCH_FOLDER [VERSION]}
version=${2:-30}
here=$(cd "$(dirname "$0")" && pwd)
posttask=${POSTTASK:-posttask}
mkdir -p "$scratch"
cd "$scratch"
[ -d node_modules ] || (echo '{}' > package.json && npm install --silent --no-audit --no-fund "jest@$version")

# step NAME JEST_OPTIONS POSTTASK_OPTIONS: runs both, and compares the files.
step() {
  (cd jest && npx jest $2 > ../jest.log 2>&1) || true
  (cd posttask && "$posttask" test $3 > ../posttask.log 2>&1) || true
  diff -r jest posttask || return
  echo "$1: the same files; $(grep -o 'Snapshots:.*' jest.log); $(grep -o 'snapshots:.*' posttask.log)"
}

change() {
  for folder in jest posttask; do sed -i "$1" $folder/real.test.js; done
}

rm -rf jest posttask
for folder in jest posttask; do
  mkdir $folder
  cp "$here/snapshots.js" $folder/real.test.js
  echo '{ "jest": { "testEnvironment": "node" }, "devDependencies": { "jest": "*" } }' > $folder/package.json
done
unset CI
step written --ci=false ''
mv jest/__snapshots__ other && mv posttask/__snapshots__ jest && mv other posttask/__snapshots__
step 'of the other' --ci=false ''
change "s/name: 'n'/name: 'changed'/; s/expect('one')/expect('uno')/; s/'will be removed'/'was added'/"
CI=true step 'in CI' --ci ''
step changed --ci=false ''
step updated -u -u
for folder in jest posttask; do echo "test('none', () => {});" > $folder/real.test.js; done
step obsolete --ci=false ''
step removed -u -u
