run -C browser ../sources/browser/main.mjs
