const tasks = {
  run() => 1,
};
