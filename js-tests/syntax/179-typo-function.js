const n = 1;
fucntion run(task) {
  return task();
}
