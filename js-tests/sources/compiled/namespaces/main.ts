// Namespaces with values, also merged and nested, and with a class, a function or an enum.
namespace Shapes {
  export const unit = 1;
  const hidden = 2;
  export namespace Solid {
    export const volume = (side: number) => side ** 3 * unit;
  }
  export type Kind = 'flat';
  export function count() { return unit + hidden; }
}
namespace Shapes {
  export const area = (side: number) => side ** 2;
}
namespace Types.Only { export type A = string; }
namespace Outer.Inner { export const value = 'nested'; }

class Tree { nodes: Tree.Node[] = []; }
namespace Tree { export class Node { constructor(public label: string) {} } }
function factory() { return factory.version; }
namespace factory { export const version = 7; }
enum Color { Red, Green }
namespace Color { export const of = (name: keyof typeof Color) => Color[name]; }

console.log(Shapes.Solid.volume(2), Shapes.area(3), Shapes.count());
console.log(Object.keys(Shapes), Outer.Inner.value);
console.log(new Tree.Node('leaf').label, factory(), Color.of('Green'));
namespace Failing {
  export const fail = () => { throw new Error('in a namespace'); };
}
try {
  Failing.fail();
} catch (error) {
  console.log((error as Error).stack!.trim());
}
