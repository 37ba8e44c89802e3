run -C browser --root ../sources/browser ../sources/browser/main.mjs
