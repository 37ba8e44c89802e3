const settings = Object.freeze({ ms: 1 });
function set(ms) {
  settings.ms = ms;
}
set(2);
