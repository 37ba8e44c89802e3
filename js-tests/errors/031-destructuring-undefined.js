function open(options) {
  const { path } = options;
  return path;
}
open();
