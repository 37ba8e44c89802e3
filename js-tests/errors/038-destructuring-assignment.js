let a;
function take(source) {
  ({ a } = source.inner);
}
take({});
