let timer = 1;
function f() {}
var timer = 3;
