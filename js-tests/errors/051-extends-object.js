const Parent = { name: 'p' };
class Child extends Parent {
  size() { return 1; }
}
