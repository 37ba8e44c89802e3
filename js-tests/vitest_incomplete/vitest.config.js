export default { test: { typecheck: { enabled: true } } };
