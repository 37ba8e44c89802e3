// Loaded by tests of the prompt.
const secret = 'from the script';
let later = 'let';
function loaded() { return secret; }
