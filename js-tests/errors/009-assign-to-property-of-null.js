let state = null;
function set() {
  state.value = 1;
}
set();
