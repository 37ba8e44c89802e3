class Box<T> {
  private value: T | undefined;
  get(): T { return this.value as T; }
}
const box = new Box<{ size: number }>();
console.log(box.get().size);
