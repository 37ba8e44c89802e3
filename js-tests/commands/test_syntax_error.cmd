test -j 1 ../syntax/001-ts-annotation.js
