const a = 1;
let = 5;
