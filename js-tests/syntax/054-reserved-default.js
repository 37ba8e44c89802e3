const x = 1;
let { default } = options;
