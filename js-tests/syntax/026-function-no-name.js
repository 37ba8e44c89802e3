const n = 3;
function (task) {
  task();
}
