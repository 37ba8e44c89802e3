class Job {
  readonly name = 'x';
}
