test -j 1 ../dom/search.test.mjs
