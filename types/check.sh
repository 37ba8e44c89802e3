#!/usr/bin/env bash
# Checks the type declarations with TypeScript and @types/node from the npm registry. Needs npm.
set -euo pipefail
types=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-save --prefix "$folder" typescript @types/node
check() {
  "$folder/node_modules/.bin/tsc" --noEmit --strict --target es2024 --module esnext --lib es2024,dom,dom.iterable "$@"
}
check "$types/posttask.d.ts" "$types/posttask-test.d.ts" "$types/example.ts"
check --types node --typeRoots "$folder/node_modules/@types" \
  "$types/posttask.d.ts" "$types/posttask-test.d.ts" "$types/node-test.d.ts" "$types/example-test.ts"
"$folder/node_modules/.bin/tsc" --version
