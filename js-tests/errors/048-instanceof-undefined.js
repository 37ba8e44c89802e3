const Missing = undefined;
console.log([] instanceof Missing);
