test -j 1 ../mocha/calculator.js --globals=mocha
