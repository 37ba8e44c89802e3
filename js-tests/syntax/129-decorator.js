const log = (f) => f;
class Queue {
  push(@log item) {}
}
