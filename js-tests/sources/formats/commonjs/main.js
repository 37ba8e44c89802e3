// Recognized, although nothing at the top level needs it.
function main() {
  try {
    require('optional');
  } catch (error) {
    console.log(error.code, typeof __dirname);
  }
}
if (require.main === module) main();
