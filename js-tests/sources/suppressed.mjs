// The errors of two resources: one suppresses the other.
const resource = name => ({
  [Symbol.dispose]() {
    throw new Error(name);
  },
});

using first = resource('first'),
  second = resource('second');
