// What tests and hooks see of Mocha's objects. `real.sh` compares it with Mocha.
const assert = require('node:assert');
const log = [];
const line = (...parts) => log.push(parts.join(' '));
describe('outer', function () {
  this.timeout(100);
  before(function () {
    this.shared = 'outer';
    line('before', this.test.title, this.currentTest && this.currentTest.title, this.timeout());
  });
  before('named', function () {
    line('before2', this.test.title, this.test.fullTitle(), this.test.type);
  });
  beforeEach(function namedHook() {
    line('beforeEach', this.test.title, this.currentTest.fullTitle(), String(this.currentTest.state));
  });
  afterEach(function () {
    line(
      'afterEach',
      this.currentTest.title,
      this.currentTest.state,
      this.currentTest.err && this.currentTest.err.message.slice(0, 80),
      this.currentTest.isPassed(),
      this.currentTest.isFailed(),
    );
  });
  after(function () {
    line('after', this.currentTest && this.currentTest.title, this.currentTest && this.currentTest.state);
  });
  it('first', function () {
    this.value = 1;
    line(
      'in',
      this.test.title,
      this.test.fullTitle(),
      this.test.parent.title,
      this.test.parent.parent.root,
      this.timeout(),
      this.shared,
      this.count,
    );
  });
  it('sees the value', function () {
    line('value', this.value);
  });
  it('fails', function () {
    throw new Error('boom');
  });
  it('times out', function (done) {
    this.timeout(20);
    setTimeout(done, 60);
  });
  it('extends', function (done) {
    this.timeout(300);
    setTimeout(done, 150);
  });
  it('chained', done => {
    setTimeout(done, 150);
  }).timeout(300);
  it('chained short', done => {
    setTimeout(done, 60);
  }).timeout(20);
  it('restarts', function (done) {
    setTimeout(() => {
      this.timeout(100);
      setTimeout(done, 70);
    }, 70);
  });
  it('unlimited', function (done) {
    this.timeout(0);
    setTimeout(done, 350);
  });
  it('text', function (done) {
    this.timeout('1s');
    setTimeout(done, 350);
  });
  let tries = 0;
  it('retries', function () {
    this.retries(2);
    line('try', ++tries, this.test.currentRetry());
    assert.equal(tries, 3);
  });
  let tries2 = 0;
  it('retries chained', () => {
    assert.equal(++tries2, 2);
  }).retries(1);
  let tries3 = 0;
  it('retries not enough', function () {
    this.retries(1);
    line('t3', ++tries3);
    throw new Error('n' + tries3);
  });
  it('skips itself', function () {
    this.skip();
    line('never');
  });
  it('skips later', async function () {
    await null;
    this.skip();
  });
  it('both', function (done) {
    return Promise.resolve().then(() => done());
  });
  it('rejects', () => Promise.reject(new Error('rejected')));
  it('to do');
  it.skip('skip', () => {});
  xit('xit', () => {});
  describe('inner', function () {
    this.retries(1);
    let n = 0;
    beforeEach(function () {
      line('innerBE', this.shared, this.currentTest.title, this.currentTest.currentRetry());
    });
    it('inherits retries', function () {
      line('inner', this.shared, this.retries && n, this.timeout());
      assert.ok(n++);
    });
  });
  describe('skipped in before', function () {
    before(function () {
      this.skip();
    });
    it('a', () => line('never'));
    it('b', () => line('never'));
    after(() => line('after of skipped'));
  });
  describe('skipped in beforeEach', function () {
    beforeEach(function () {
      if (this.currentTest.title === 'a') this.skip();
    });
    it('a', () => line('never'));
    it('b', () => line('b ran'));
  });
  describe('hook that sets a limit', function () {
    beforeEach(function (done) {
      this.timeout(200);
      setTimeout(done, 150);
    });
    it('after it', function () {
      line('limit', this.timeout());
    });
  });
  describe('generated', function () {
    for (const n of [1, 2]) it('n' + n, () => {});
    context('c', () => specify('s', () => {}));
  });
  xdescribe('xd', () => {
    it('z', () => {
      throw 1;
    });
  });
});
describe('failing hook', () => {
  before(() => {
    throw new Error('in before');
  });
  it('x', () => {});
  it('y', () => {});
});
describe('failing hook 2', () => {
  beforeEach(function () {
    throw new Error('in beforeEach');
  });
  it('x', () => {});
  it('y', () => {});
});
after(() => console.log(log.join('\n')));
