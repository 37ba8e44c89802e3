#!/usr/bin/env bash
# Compiles src with esbuild, into a bundle with an inline source map, and with tsc, with source maps beside the files.
set -euo pipefail
cd "$(dirname "$0")"
npx esbuild src/main.ts --bundle --minify --sourcemap=inline --outfile=bundle.js
npx tsc --target es2022 --module esnext --moduleResolution bundler --sourceMap --outDir dist src/main.ts src/queue.ts
