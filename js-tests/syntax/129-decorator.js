const log = (f) => f;
class Queue {
  @log push() {}
}
