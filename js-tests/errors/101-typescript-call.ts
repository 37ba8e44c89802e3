type Task = () => void;
const run = (task: Task): void => {
  const count: number = 1;
  task();
};
run(3 as unknown as Task);
