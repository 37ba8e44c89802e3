function make() {
  export const a = 1;
}
