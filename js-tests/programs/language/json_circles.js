// What JSON.stringify says about objects that contain themselves: Node prints the same.
const message = value => {
  try {
    JSON.stringify(value);
  } catch (error) {
    console.log(error.message);
  }
};
const circle = (value, ...path) => {
  const last = path.pop();
  path.reduce((object, key) => object[key] = {}, value)[last] = value;
  return value;
};

message(circle({}, 'self'));
message(circle([], 0));
message(circle({}, 'x', 'y'));
message(circle({}, 'x', 'y', 'z'));
message(circle({}, 'x', 'y', 'z', 'w'));
// The objects in the middle of a long circle are left out.
message(circle({}, 'x', 'y', 'z', 'w', 'v'));
message(circle({}, 1, 2, 3, 4, 5, 6, 7, 8));
// A circle may start inside.
message({ before: [circle({}, 'x', '')] });
message({ 'a b': [1, circle({}, '', "it's")] });

// The names of classes.
class Foo {}
class Bar extends Foo {}
message(circle(new Foo(), Symbol.iterator, 'x'));
message(circle(new Foo(), 'x'));
message(circle(new Bar(), 'x'));
message(circle(new (class extends Foo {})(), 'x'));
message(circle(new (class {})(), 'x'));
message(circle(new Map(), 'x'));
message(circle(Object.create(null), 'x'));
message(circle({ constructor: 'x' }, 'x'));
message(circle({ [Symbol.toStringTag]: 'Tag' }, 'x'));
message(circle(Object.create({ get constructor() { throw new Error('must not run'); } }), 'x'));

// What toJSON and a replacer return.
const inner = { toJSON: () => ({ z: outer }) };
const outer = { inner };
message(outer);
const replaced = { q: 1 };
try {
  JSON.stringify(replaced, (key, value) => key === 'q' ? replaced : value);
} catch (error) {
  console.log(error.message);
}
