const a = true, b = false;
if (a and b) {
  console.log(1);
}
