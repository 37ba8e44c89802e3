const n = 3;
function f(a = 1) { 'use strict'; }
