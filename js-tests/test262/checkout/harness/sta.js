globalThis.$DONOTEVALUATE = () => {
  throw 'This must not run.';
};
