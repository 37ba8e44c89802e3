function run(task) {
  const result = task();
  return result;
}
run(undefined);
