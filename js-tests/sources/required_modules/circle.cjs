try {
  require('./circle.mjs');
} catch (error) {
  console.log(error.code);
}
