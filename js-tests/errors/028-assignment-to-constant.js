const limit = 10;
function raise() {
  const step = 1;
  limit = limit + step;
}
raise();
