test --trace t.json ../testing/forty.test.mjs ../testing/hooks.test.mjs
