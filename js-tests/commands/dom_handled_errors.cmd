test -j 1 --dom jsdom ../dom/handled.test.mjs
