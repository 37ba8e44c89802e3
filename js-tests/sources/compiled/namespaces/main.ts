// Namespaces with values, also merged and nested, and with a class, a function or an enum.
namespace Shapes {
  export const unit = 1;
  const hidden = 2;
  export namespace Solid {
    export const volume = (side: number) => side ** 3 * unit;
  }
  export type Kind = 'flat';
  export let counter = 0;
  export function count() { return ++counter + hidden; }
}
namespace Shapes {
  export const area = (side: number) => side ** 2 * unit;
  export import Cube = Solid;
  export const double = () => { counter *= 2; ({ counter = 0 } = { counter: counter + 1 }); return { counter }; };
}
namespace Types.Only { export type A = string; }
namespace Outer.Inner { export const value = 'nested'; }

class Tree { nodes: Tree.Node[] = []; }
namespace Tree { export class Node { constructor(public label: string) {} } }
function factory() { return factory.version; }
namespace factory { export const version = 7; }
enum Color { Red, Green }
namespace Color { export const of = (name: keyof typeof Color) => Color[name]; }

console.log(Shapes.Solid.volume(2), Shapes.area(3), Shapes.count(), Shapes.counter, Shapes.Cube === Shapes.Solid);
console.log(Object.keys(Shapes).join(), Outer.Inner.value);
console.log(new Tree.Node('leaf').label, factory(), Color.of('Green'));
Shapes.counter = 10;
console.log(Shapes.count(), Shapes.double(), Shapes.counter);
const shadowed = ((unit: string) => unit)('parameter');
namespace State {
  export var first = 1, second: number | undefined, third = first + 1;
  for (second of [3, 4]) first++;
  { let first = 'local'; console.log(first, third); }
}
console.log(State, shadowed);
namespace Unset { export let value: number; }
Unset.value = 1;
console.log(Unset);
namespace Failing {
  export const fail = () => { throw new Error('in a namespace'); };
}
try {
  Failing.fail();
} catch (error) {
  console.log((error as Error).stack!.trim());
}
