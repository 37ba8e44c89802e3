// The texts of classes.

const A = class {}, C = class D { static s() {} };
class B { constructor(a, b) {} m() {} }
class E extends B { #p = 1; get x() { return this.#p; } }
{
  class B { n() {} static { } }
  console.log(String(B));
}
const isClass = value => /^class\b/.test(Function.prototype.toString.call(value));
console.log(String(A), B.toString(), `${C}`, E + '');
console.log(String({ k: class {} }.k), isClass(class {}), isClass(class extends B {}), isClass(function () {}));
B.prototype.added = () => {};
console.log(String(B), String(B.prototype.m), String(Map), String(class { 'quoted name'() {} static 1() {} }));
console.log(isClass(Function('return class A {}')()), isClass(eval('(class {})')));
console.log(Function.prototype.toString.name, Function.prototype.toString.length);
try {
  Function.prototype.toString.call({});
} catch (error) {
  console.log(error.name);
}
