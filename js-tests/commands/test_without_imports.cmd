test ../testing/without_imports.mjs
