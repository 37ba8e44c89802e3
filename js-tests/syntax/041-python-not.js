const a = true;
if (not a) {
  console.log(1);
}
