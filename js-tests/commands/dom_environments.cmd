test -j 1 ../dom/configured.test.mjs ../dom/server ../dom/unknown.test.mjs
