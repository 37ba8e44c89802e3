'use strict';
// An assigned stack is not enumerable, so that comparisons and copies of errors leave it out.
const error = new Error('no');
error.stack = 'text';
console.log(Object.keys(error), Object.getOwnPropertyDescriptor(error, 'stack').enumerable, error.stack);
console.log({ ...error }, JSON.stringify(error));
class Failure extends Error {
  constructor() {
    super('no');
    this.stack = 'own';
  }
}
console.log(Object.keys(new Failure()), new Failure().stack);
