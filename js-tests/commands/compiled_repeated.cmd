run ../sources/compiled/repeated.mjs
