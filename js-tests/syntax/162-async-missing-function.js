const n = 1;
async run() {
  await n;
}
