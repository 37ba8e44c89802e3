run ../bundled/stream.mjs
