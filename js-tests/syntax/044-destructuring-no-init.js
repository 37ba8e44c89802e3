const options = { delay: 1 };
let { delay };
