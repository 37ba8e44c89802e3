#!/usr/bin/env bash
# Checks types/posttask.d.ts with TypeScript from the npm registry. Needs npm.
set -euo pipefail
types=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-save --prefix "$folder" typescript
"$folder/node_modules/.bin/tsc" --noEmit --strict --target es2024 --module esnext --lib es2024,dom,dom.iterable \
  "$types/posttask.d.ts" "$types/example.ts"
"$folder/node_modules/.bin/tsc" --version
