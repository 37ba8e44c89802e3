const a = 1;
function new() {}
