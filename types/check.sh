#!/usr/bin/env bash
# Checks the type declarations with several versions of TypeScript and @types/node, from the npm registry. Needs npm.
#
#   types/check.sh [VERSION...]
set -euo pipefail
types=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$types/../release/npm.mjs" "$work/packages"

# Writes a program that imports a module of the package, which has the types of the globals, too.
write_program() {
  cat << TYPESCRIPT
import { record } from "$1";
const answer: number = await scheduler.postTask(() => 42, { priority: "background" });
await scheduler.yield({ priority: "background" });
const controller = new TaskController({ priority: "user-visible" });
const signal: TaskSignal = TaskSignal.any([controller.signal], { priority: controller.signal });
signal.addEventListener("prioritychange", ({ previousPriority }) => console.log(previousPriority, answer));
record().stop();
// @ts-expect-error It is no number.
export const wrong: number = record();
// @ts-expect-error This priority does not exist.
await scheduler.yield({ priority: "urgent" });
TYPESCRIPT
}

# Checks everything with a version of TypeScript, and one of @types/node that it can read.
check_version() {
  local folder=$work/$1
  npm install --silent --no-save --prefix "$folder" "typescript@$1" "@types/node@$2"
  cp -r "$work/packages/posttask" "$folder/node_modules/"
  cp "$types"/*.ts "$folder"
  write_program posttask/test > "$folder/imports.mts"
  write_program posttask:test > "$folder/module.mts"
  cd "$folder"
  local tsc=(node node_modules/typescript/bin/tsc --noEmit --strict --target es2022)
  local copied=("${tsc[@]}" --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable --types node)
  "${copied[@]}" posttask.d.ts posttask-test.d.ts example.ts
  "${copied[@]}" posttask.d.ts posttask-test.d.ts node-test.d.ts example-test.ts
  # In a project that has installed the package, the import of a file is enough, also without "dom". Nothing leads
  # TypeScript to posttask:test unless the package is among the types.
  "${tsc[@]}" --module nodenext imports.mts
  "${tsc[@]}" --module nodenext --lib es2022 --types node imports.mts
  "${tsc[@]}" --module nodenext --types posttask module.mts
  "${tsc[@]}" --module nodenext --types node,posttask,posttask/node-test example-test.ts
  "${tsc[@]}" --version
}

versions=("$@")
[ $# -gt 0 ] || versions=(5.5 5.9 6.0 latest)
for version in "${versions[@]}"; do
  case $version in
    5.*) check_version "$version" 20 ;;
    *) check_version "$version" latest ;;
  esac
done
