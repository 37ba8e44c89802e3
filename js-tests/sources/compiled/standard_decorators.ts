// The decorators of the standard, which are those of TypeScript without `experimentalDecorators`.
const order: string[] = [];
function note(label: string) {
  order.push(`evaluate ${label}`);
  return (value: any, context: any) => {
    const { kind, name, access } = context;
    const flags = [context.static && 'static', context.private && 'private', ...Object.keys(access ?? {})];
    order.push(`${label}: ${kind} ${String(name)} ${typeof value} ${flags.filter(Boolean)}`.trim());
    context.addInitializer(function (this: unknown) {
      order.push(`initialize ${label} ${typeof this}`);
    });
  };
}
const show = (title: string) => console.log(`${title}\n  ${order.splice(0).join('\n  ')}`);

@note('outer') @note('inner')
class Service {
  @note('field') name = 'service';
  @note('private field') #secret = 1;
  @note('static') static instances = [new Service('static')];
  @note('method') fetch(path: string) { return this.url + path; }
  @note('private method') #hidden() { return this.#secret; }
  @note('static method') static make() { return new Service('made'); }
  @note('getter') get size() { return this.#hidden(); }
  @note('setter') set size(value: number) { this.#secret = value; }
  @note('accessor') accessor level = 3;
  @note('private accessor') accessor #depth = 4;
  @note('computed') ['com' + 'puted']() { return this.#depth; }
  accessor ['plain' + 1] = 5;
  static accessor total = 6;
  constructor(readonly url: string) { order.push(`construct ${url}`); }
}
show('the class');
const service = new Service('a:');
show('an instance');
service.size = 7;
console.log(service.fetch('/b'), service.size, service.level, service.computed(), service.plain1, Service.total);
console.log(Service.name, Service.instances[0] instanceof Service, Service.make().url, Object.keys(service));
show('another');

// Results of decorators replace what they decorate.
const doubled = (_: undefined, { name }: ClassFieldDecoratorContext) => (value: number) => {
  console.log('field', name, value);
  return value * 2;
};
type Of = ClassMethodDecoratorContext;
const logged = <F extends Function>(method: F, { name }: Of) => function (this: any, ...all: any[]) {
  console.log('call', name, ...all);
  return method.apply(this, all);
};
const bound = (_: Function, context: ClassMethodDecoratorContext) =>
  context.addInitializer(function (this: any) { this[context.name] = this[context.name].bind(this); });
const reactive = ({ get, set }: any, { name }: any) => ({
  init: (value: number) => value + 1,
  get(this: any) { return get.call(this) * 10; },
  set(this: any, value: number) { console.log('set', name, value); set.call(this, value); },
});
const counted = (target: any, { name, metadata }: any): any => {
  metadata.name = name;
  return class extends target { static kind = 'replaced'; };
};

@counted
class Point {
  @doubled @doubled x = 1;
  @doubled #y = 2;
  @reactive accessor z = 3;
  @logged @bound sum(...more: number[]) { return more.reduce((a, b) => a + b, this.x + this.#y); }
  @logged static origin() { return new Point(); }
  @logged #private(value: string) { return value; }
  usePrivate() { return this.#private('p'); }
  get #g() { return 1; }
}
class Static {
  @reactive static accessor shared = 4;
}
const { sum } = Point.origin();
console.log(sum(1, 2), new Point().usePrivate(), (Point as any).kind, Point.name);
const point = new Point();
point.z = 5;
console.log(point.z, Static.shared, Object.getOwnPropertyDescriptor(Point, (Symbol as any).metadata)!.value);

const Anonymous = @note('expression') class { @note('of it') m() {} };
show(Anonymous.name);
export default @note('default') class Exported {}
export @note('named') class Other {}
show(Exported.name + Other.name);

class Failing {
  @logged fail() { throw new Error('in a decorated method'); }
}
try {
  new Failing().fail();
} catch (error) {
  console.log((error as Error).stack!.trim());
}
for (const wrong of [() => 1, 1, (_: unknown, context: any) => context.addInitializer(1)] as any[]) {
  try {
    class Wrong { @wrong m() {} }
  } catch (error) {
    console.log(String(error), (error as Error).stack!.trim().split('\n')[1]);
  }
}
