repl
1 + 1
_ * 10
let x = 1
let x = 'declared anew'
x
const x = 2
x = 3
class A { get x() { return x } }
new A().x
class A {}
new A
{ a: 1, b: [2] }
{ let inner = 1; inner }
function f() {
  return 'several ' +
    'lines';
}
f()
var { p, q: [r] } = { p: 1, q: [2] }; [p, r]
let _ = 'mine'
5
_
