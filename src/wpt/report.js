// Runs after the harness: hands its results to the runner. Works with any harness of testharness.js's interface.
const statuses = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];
const harness = ['OK', 'ERROR', 'TIMEOUT', 'PRECONDITION_FAILED'];
const text = value => value === null || value === undefined ? null : String(value);
add_completion_callback((tests, status) => {
  const subtests = tests.map(test => ({
    name: String(test.name), status: statuses[test.status], message: text(test.message), stack: text(test.stack),
  }));
  host.report(JSON.stringify({ status: harness[status.status], message: text(status.message), subtests }));
});
