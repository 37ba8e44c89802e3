// A CommonJS module, as a compiler makes it of an ES module. Node's import only finds the names that its text shows.
Object.defineProperty(exports, '__esModule', { value: true });
exports.default = () => 'default';
for (const name of ['first', 'second']) exports[name] = () => name;
