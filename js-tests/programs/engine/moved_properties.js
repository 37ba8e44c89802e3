// Properties of prototypes that are deleted or change their kind, and getters that replace themselves, after the same
// place in the program has read or written them. The engine remembers where it found a property.
const show = (label, f) => {
  let result;
  try { result = f(); } catch (error) { result = error.name; }
  console.log(label, result);
};

{ // A neighbor moves when a property is deleted.
  const p = { first: 1, second: 2, third: 3 }, o = Object.create(p), read = () => [o.second, o.third];
  show('before', read);
  delete p.first;
  show('first deleted', read);
  p.first = 4;
  show('first added again', () => o.first);
}
{ // The last property: nothing is at its place.
  const p = { only: 1 }, o = Object.create(p), read = () => o.only;
  read();
  delete p.only;
  show('only deleted', read);
  p.only = 2;
  show('only added again', read);
}
{ // A method of a class.
  class A { run() { return 'A.run'; } walk() { return 'A.walk'; } stop() { return 'A.stop'; } }
  class B extends A { run() { return 'B.run'; } }
  const b = new B(), a = new A(), run = x => x.run(), stop = x => x.stop();
  show('methods', () => [run(a), run(b), stop(a), stop(b)]);
  delete B.prototype.run;
  show('override deleted', () => [run(a), run(b)]);
  delete A.prototype.run;
  show('method deleted', () => stop(a));
  show('method deleted', () => run(a));
}
{ // A value becomes an accessor, as a spy on it does, and back.
  const p = { value: 1, after: 2 }, o = Object.create(p), read = () => [o.value, o.after];
  read();
  const original = Object.getOwnPropertyDescriptor(p, 'value');
  Object.defineProperty(p, 'value', { get: () => 'spied', configurable: true });
  show('spied', read);
  Object.defineProperty(p, 'value', original);
  show('restored', read);
  show('keys', () => Object.keys(p));
}
{ // A setter becomes a value.
  class A { set level(level) { console.log('set', level); } get level() { return 'got'; } }
  const a = new A(), write = level => { a.level = level; };
  write(1);
  Object.defineProperty(A.prototype, 'level', { value: 0, writable: true, configurable: true });
  write(2);
  show('own', () => [Object.keys(a), a.level, A.prototype.level]);
}
{ // A value that becomes read-only, and an accessor that loses its setter.
  'use strict';
  const p = { fixed: 1 }, o = () => Object.create(p), write = x => { x.fixed = 2; return x.fixed; };
  show('writable', () => write(o()));
  Object.defineProperty(p, 'fixed', { writable: false });
  show('not writable', () => write(o()));
}
{ // Getters that replace themselves: an own one, one of a class, and one of an object that inherits.
  let calls = 0;
  const own = {
    get lazy() { calls++; const value = { n: 1 }; Object.defineProperty(this, 'lazy', { value }); return value; },
  };
  const read = x => x.lazy;
  show('own getter', () => [read(own), read(own), read(own), calls]);
  class A { get lazy() { calls++; Object.defineProperty(this, 'lazy', { value: () => calls }); return this.lazy; } }
  const a = new A();
  show('getter of a class', () => [read(a)(), read(a)(), typeof read(new A())]);
  const define = (object, key, make) => Object.defineProperty(object, key, {
    configurable: true,
    get() { const value = make(); Object.defineProperty(object, key, { value }); return value; },
  });
  const defined = {}, size = () => defined.shape.size;
  define(defined, 'shape', () => ({ size: 3 }));
  show('defined by a function', () => [size(), size(), size()]);
}
{ // Accessors that are defined in the old way.
  const p = { old: 1 }, o = Object.create(p), read = () => o.old, write = () => { o.old = 5; };
  read();
  p.__defineGetter__('old', () => 'getter');
  show('__defineGetter__', read);
  p.__defineSetter__('old', value => console.log('setter', value));
  write();
  delete p.old;
  show('gone', read);
  write();
  show('own', () => Object.entries(o));
}
{ // Names that the text does not contain.
  function Person() {}
  Person.prototype.name = 'n';
  Person.prototype.greet = function () { return 'hello ' + this.name; };
  const person = new Person(), greet = () => person.greet();
  show('prototype', greet);
  for (const key of ['name']) delete Person.prototype[key];
  show('name deleted', greet);
  for (const key of ['greet']) Object.defineProperty(Person.prototype, key, { get: () => () => 'accessor' });
  show('accessor', greet);
}
{ // Optional chains, calls, updates and patterns of targets.
  const p = { deep: { n: 1 }, count: 1, call() { return this === o; } }, o = Object.create(p);
  const use = () => [o?.deep?.n, o.call?.(), o.count++, ([o.count] = [7]), o.count];
  show('use', use);
  delete o.count;
  delete p.deep;
  show('use', use);
  delete p.call;
  show('use', use);
}
