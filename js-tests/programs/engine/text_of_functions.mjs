// What the engine compiles wrongly elsewhere in a file does not change the text of functions.
const list = [1, 2];   list.length   =  0;
switch (2) { case 1: const early = 1; break; case 2: try { early; } catch { console.log('not declared yet'); } }
function spaced( value ) {   /* a comment */ return   value }
class Spaced { method( ) {  return   1 } }
console.log(String(spaced), String(Spaced.prototype.method));
export { spaced }
