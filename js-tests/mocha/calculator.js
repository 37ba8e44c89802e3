const log = [];

describe('Mocha', function () {
  this.timeout(50);
  before('with a name', () => log.push('before'));
  beforeEach(done => setTimeout(() => (log.push('beforeEach'), done()), 5));
  after(() => console.log(log.join(', ')));

  it('knows its title', function () {
    if (this.test.title !== 'knows its title') throw new Error(this.test.title);
  });
  it('takes a callback', done => {
    setTimeout(done, 20);
  });
  it('fails through its callback', done => done(new Error('no')));
  it('takes too long', done => void setTimeout(done, 51));
  it('is to do');
  it.skip('is skipped', () => {});
  specify('skips itself', function () {
    this.skip();
    log.push('never');
  });
  context('inside', () => {
    it('runs in the order of its suite', async () => log.push('inside'));
  });
});

suite('TDD', () => {
  setup(() => log.push('setup'));
  test('works', () => {});
});
