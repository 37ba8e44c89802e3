// Where decorators are evaluated: in the scope of the class, each before the key of its element.
const log: string[] = [];
const o = { n: 'o', d(this: any, v: any, c: any) { log.push(`this ${this?.n} ${String(c.name)}`) } };
const d = (n: string) => (log.push('eval ' + n), (v: any, c: any) => { log.push('apply ' + n + ' ' + String(c.name)) });
const k = (s: string) => (log.push('key ' + s), s);
async function* f() {
  @d('class') class C extends (await (log.push('extends'), Object)) {
    @d('a') [await k('ka')]() {}
    [k('kb')]() {}
    @(yield 'y') @o.d #p() {}
    @(o['d']) @d('z') static z = 1;
    [k('kc')] = 2;
    @d('q') accessor [await k('kq')] = 3;
    @d('s') 'str'() {}
    @d('t') 12() {}
  }
  log.push(Object.getOwnPropertyNames(C.prototype) + ' ' + Reflect.ownKeys(C).map(String));
  log.push(JSON.stringify(new C()) + C.name);
}
const it = f();
console.log((await it.next()).value);
console.log((await it.next(d('yielded'))).done);
console.log(log.join('\n'));

// They see the private names of the class, and its name.
const reading = (read: (object: any) => unknown) => (_: unknown, context: any) => {
  context.addInitializer(function (this: unknown) { console.log(context.name, read(this)); });
};
const Counter = class Inner {
  #five() { return 5; }
  @reading((counter: Inner) => counter instanceof Inner && counter.#five()) get() {}
  @reading(() => Reflect.ownKeys(Inner).length) #hidden() {}
  static { console.log(Reflect.ownKeys(this)); }
};
new Counter();

// The class can be frozen before its elements, keys can use the variables around it, and a receiver can be missing.
const named = (_: unknown, { name }: any) => console.log(String(name));
class Frozen { static { Object.freeze(this); } @named m() {} @named static s() {} }
function keyed(key: string) {
  return class { @named [key]() { return 1; } static [key + 's']() { return 2; } };
}
const Keyed: any = keyed('q');
console.log(new Keyed().q(), Keyed.qs(), Object.isFrozen(Frozen));
const missing: any = null;
try {
  class Unreceived { @missing.named m() {} }
} catch (error) {
  console.log(String(error));
}
