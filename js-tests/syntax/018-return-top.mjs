const ready = true;
if (ready) {
  return 1;
}
