// Accessors that replace themselves with a value under a name that no text says, and what a program sees of them before
// the next microtask.
import { read, write } from '../../sources/reads_and_writes.mjs';

const late = make => {
  const object = { first: 1 };
  const key = ['x'][0];
  Object.defineProperty(object, key, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      Reflect.defineProperty(object, key, { value, writable: true });
      return value;
    },
    set(value) {
      Object.defineProperties(object, { [key]: { value, writable: true } });
    },
  });
  object.last = 'last';
  return object;
};

const attributes = object => Object.getOwnPropertyDescriptor(object, 'x');
const attempt = (object, value) => {
  try {
    write(object, value);
  } catch (error) {
    return error.name;
  }
  return read(object);
};

const objects = {
  object: late(() => ({ n: 1 })),
  function: late(() => n => n + 1),
  written: late(() => 1),
  frozen: late(() => 'frozen'),
  prototype: late(() => 'prototype'),
};
console.log(read(objects.object) === read(objects.object), attributes(objects.object));
console.log(read(objects.function)(1), read(objects.function)(2));
console.log(Reflect.getOwnPropertyDescriptor(objects.function, 'x'));
write(objects.written, 2);
write(objects.written, [3]);
console.log(read(objects.written), Object.getOwnPropertyDescriptors(objects.written));
console.log(read(objects.frozen), attempt(Object.freeze(objects.frozen), 1), Object.isFrozen(objects.frozen));
console.log(read(objects.prototype));
objects.inherited = Object.create(objects.prototype);
write(objects.inherited, 'inherited');
for (const [name, object] of Object.entries(objects)) console.log(name, object, JSON.stringify(object));

await 0;
for (const [name, object] of Object.entries(objects)) {
  console.log(name, object, attributes(object), attempt(object, 5), object.last, Object.keys(object));
}

const changed = late(() => ({ n: 2 }));
read(changed);
Object.defineProperty(changed, 'x', { enumerable: false });
console.log(attributes(changed), read(changed));
Object.defineProperty(changed, 'x', { writable: false });
console.log(attributes(changed), read(changed), attempt(changed, 1));
Object.defineProperty(changed, 'x', { get: () => 'another' });
console.log(attributes(changed), read(changed));
delete changed.x;
console.log(read(changed), 'x' in changed);

const last = {};
const only = ['x'][0];
Object.defineProperty(last, only, {
  configurable: true,
  get() {},
  set(value) {
    Object.defineProperty(last, only, { value, writable: true });
  },
});
for (const value of [1, 2, 3]) write(last, value);
console.log(read(last), Object.keys(last));

const twice = late(() => {
  Object.defineProperty(twice, 'x', { value: 'in between' });
  return { n: 3 };
});
console.log([1, 2, 3].map(() => read(twice)));

const fixed = {};
const name = ['x'][0];
Object.defineProperty(fixed, name, {
  configurable: true,
  get() {
    Object.defineProperty(fixed, name, { value: { n: 4 }, configurable: false });
    return fixed[name];
  },
});
console.log(read(fixed), read(fixed), attributes(fixed));
const changes = [{ value: 1 }, { enumerable: true }];
console.log(changes.map(change => Reflect.defineProperty(fixed, name, change)));
await 0;
console.log(read(fixed), attributes(fixed));
