class Failure extends Error {}
class Timeout extends Failure { constructor(ms) { super('after ' + ms); } }
function wait() {
  return new Timeout(5);
}
throw wait();
