#!/usr/bin/env bash
# Draws the pictures of the documentation from what the command really prints. Needs Python 3.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --quiet
docs/pictures/draw.py docs/pictures/explore.svg 22 \
  target/debug/posttask explore --color always --jobs 1 examples/flaky.js
docs/pictures/draw.py docs/pictures/answers.svg 31 \
  target/debug/posttask test --color always --jobs 1 examples/testing/answers.test.mjs
