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
# In a project that has installed the package for npm, the import is enough.
"$types/../release/npm.mjs" "$folder/packages"
mv "$folder/packages/posttask" "$folder/node_modules/"
cat > "$folder/imports.mts" << 'TYPESCRIPT'
import { record } from "posttask/test";
await scheduler.yield({ priority: "background" });
record().stop();
// @ts-expect-error It is no number.
export const wrong: number = record();
TYPESCRIPT
(cd "$folder" && node_modules/.bin/tsc --noEmit --strict imports.mts)
"$folder/node_modules/.bin/tsc" --version
