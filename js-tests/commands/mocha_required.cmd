test -j 1 ../mocha/required.js
