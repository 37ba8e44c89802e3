const Thing = () => {};
function build() {
  return new Thing(1);
}
build();
