try {
  console.log(require('./required_circle.mjs'));
} catch (error) {
  console.log('in a circle:', error.code);
}
