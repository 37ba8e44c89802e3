const queue = [];
interface Job {
  name: string;
  run(): void;
}
