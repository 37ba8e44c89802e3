export const lazy = make => ({
  get value() {
    const value = make();
    Object.defineProperty(this, 'value', { value });
    return value;
  },
});

export class Lazy {
  static made = 0;
  get list() {
    Lazy.made++;
    const value = [];
    Reflect.defineProperty(this, 'list', { value });
    return value;
  }
  other = 1;
  get name() {
    delete this.name;
    Object.defineProperty(this, 'name', { value: {}, enumerable: true });
    return 'first';
  }
}
