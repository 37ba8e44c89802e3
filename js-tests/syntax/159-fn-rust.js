const n = 1;
fn run() {
  return 1;
}
