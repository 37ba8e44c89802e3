interface Job {
  name: string;
  run(): void;
const j: Job = { name: 'x', run() {} };
