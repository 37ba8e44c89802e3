// What is said if an object refuses a property or a prototype: Node says the same.
'use strict';
const message = operation => {
  try {
    operation();
    console.log('no error');
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
};
const frozen = Object.freeze({ a: 1 });
message(() => Object.defineProperty(frozen, 'b', { value: 2 }));
message(() => Object.defineProperty(frozen, 'a', { value: 2 }));
message(() => Object.defineProperty(frozen, 'a', { value: 1 }));
message(() => Object.defineProperty(Object.preventExtensions([]), 'name', {}));
message(() => Object.defineProperty(frozen, 0, { value: 2 }));
message(() => Object.defineProperty(frozen, Symbol('s'), { value: 2 }));
console.log(Reflect.defineProperty(frozen, 'b', { value: 2 }));

message(() => Object.setPrototypeOf(frozen, {}));
message(() => Object.setPrototypeOf(Object.preventExtensions(new Map()), null));
message(() => Object.setPrototypeOf(Object.preventExtensions(new (class Shop {})()), {}));
const parent = {};
message(() => Object.setPrototypeOf(parent, Object.create(Object.create(parent))));
message(() => Object.setPrototypeOf(Object.prototype, {}));
console.log(Reflect.setPrototypeOf(frozen, {}));
// A trap decides, and is not called twice.
let calls = 0;
const refusing = new Proxy({}, { setPrototypeOf: () => ++calls < 0, isExtensible: () => calls++ });
try {
  Object.setPrototypeOf(refusing, {});
} catch (error) {
  console.log(error.name, calls);
}
