const a = 1;
function delay(ms, signal?) {
  return ms;
}
