// The functions can be required and imported, too.
const { describe, it } = require('mocha');
const mocha = require('mocha');

describe('required', () => {
  it('works', () => {
    if (mocha.it !== it) throw new Error('another function');
  });
});

// What a callback says before the function returns a promise counts; afterwards, both is one too many.
it('calls back, and returns a promise', done => {
  done();
  return Promise.resolve();
});

it('returns a promise, and calls back', done => {
  setTimeout(done, 1);
  return Promise.resolve();
});

// As in Chai 4: no error of the engine, but an object that inherits from one.
function Failed(message) {
  this.message = message;
  Error.captureStackTrace(this, Failed);
}
Failed.prototype = Object.create(Error.prototype, { name: { value: 'Failed' } });

it('fails with what is like an error', () => {
  throw new Failed('on purpose');
});
