// Sends the results of the harness to the runner. Runs after the harness, which can be any with the interface of
// testharness.js.
const statuses = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];
const harness = ['OK', 'ERROR', 'TIMEOUT', 'PRECONDITION_FAILED'];
const text = value => value === null || value === undefined ? null : String(value);
add_completion_callback((tests, status) => {
  const subtests = tests.map(test => ({
    name: String(test.name), status: statuses[test.status], message: text(test.message), stack: text(test.stack),
  }));
  host.report(JSON.stringify({ status: harness[status.status], message: text(status.message), subtests }));
});
