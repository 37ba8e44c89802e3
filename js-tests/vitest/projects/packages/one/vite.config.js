export default { test: { include: ['src/*.check.js'], globals: true } };
