// Sends the results of the harness to the runner. Runs after the harness, which can be any with the interface of
// testharness.js.
const statuses = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];
const harness = ['OK', 'ERROR', 'TIMEOUT', 'PRECONDITION_FAILED'];
// JSON cannot contain half of a surrogate pair: it is named, as testharness.js does in the names of tests.
const wellFormed = value =>
  String(value).replace(/\p{Surrogate}/gu, unit => `U+${unit.charCodeAt(0).toString(16)}`);
const text = value => value === null || value === undefined ? null : wellFormed(value);
add_completion_callback((tests, status) => {
  const subtests = tests.map(test => ({
    name: wellFormed(test.name), status: statuses[test.status], message: text(test.message), stack: text(test.stack),
  }));
  host.report(JSON.stringify({ status: harness[status.status], message: text(status.message), subtests }));
});
