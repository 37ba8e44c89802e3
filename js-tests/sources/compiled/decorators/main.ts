// The decorators from before the standard.
const metadata = new Map<string, unknown>();
Object.assign(Reflect, {
  metadata: (key: string, value: unknown) => (_: object, property?: string) => {
    metadata.set(`${property ?? 'class'} ${key}`, value);
  },
});

const order: string[] = [];
function note(name: string) {
  order.push(`evaluate ${name}`);
  return (...parameters: any[]) => {
    const [, property, third] = parameters;
    order.push(`apply ${name} to ${String(property)} ${typeof third}`);
  };
}

function timed(_: object, property: string, descriptor: PropertyDescriptor) {
  const method = descriptor.value;
  descriptor.value = function (this: unknown, ...parameters: unknown[]) {
    console.log('called', property, ...parameters);
    return method.apply(this, parameters);
  };
}

function frozen<T extends new (...parameters: any[]) => object>(target: T) {
  return class extends target {
    constructor(...parameters: any[]) {
      super(...parameters);
      Object.freeze(this);
    }
  };
}

@frozen
@note('class')
class Service {
  @note('field') name = 'service';
  @note('static') static instances = 0;
  constructor(@note('parameter') readonly url: string) {}
  @timed @note('method') fetch(@note('argument') path: string, count?: number): string {
    return this.url + path + (count ?? '');
  }
  @note('accessor') get size(): number { return 1; }
  @note('computed') ['com' + 'puted']() {}
  fail() { throw new Error('in a decorated class'); }
}

const service = new Service('a:');
console.log(service.fetch('/b', 2), Object.isFrozen(service), service);
console.log(order.join('\n'));
console.log([...metadata].map(([key, value]) => `${key}: ${describe(value)}`).join('\n'));
function describe(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(describe)}]` : (value as Function | undefined)?.name ?? String(value);
}
try {
  service.fail();
} catch (error) {
  console.log((error as Error).stack!.trim());
}
