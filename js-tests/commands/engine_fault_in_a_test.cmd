test -j 1 engine_fault.test.mjs
