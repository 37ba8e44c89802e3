test -j 1 ../jest/window/window.check.js
