run ../sources/browser/main.mjs
