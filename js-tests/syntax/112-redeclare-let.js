let timer = 1;
const x = 2;
let timer = 3;
