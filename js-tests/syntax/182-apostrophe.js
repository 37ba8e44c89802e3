const n = 1;
console.log('it's late');
