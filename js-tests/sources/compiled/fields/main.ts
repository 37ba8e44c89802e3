// `useDefineForClassFields` is off: fields are assigned to, and those without a value do not exist.
class Base {
  set value(value: number) { console.log('assigned', value); }
}
class Derived extends Base {
  // @ts-expect-error An accessor of the base class becomes a field.
  value = 1;
  unset?: string;
  static count = 2;
}
console.log(Object.keys(new Derived()), Derived.count);
