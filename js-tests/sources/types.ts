// Types are erased in place; enums and parameter properties are compiled.
import type { Options } from './node_modules/@scope/typed/src/join.ts';
import { Kind, type Shape } from './shapes.ts';

abstract class Base<T> {
  protected constructor(public readonly value: T, private count = 1) {}
  abstract name(): string;
  total(this: Base<number>): number { return this.value * this.count; }
}
class Derived extends Base<number> implements Shape {
  declare unused: string;
  kind: Kind = Kind.Round;
  constructor(value: number) {
    'use strict';
    super(value, 2);
  }
  override name() { return `${Kind[this.kind]} ${this.value!}` as const; }
}
enum Flags { None, A = 1 << 0, B = 1 << 1, Both = A | B, Label = 'both' }
const enum Local { One = 1 }
function overloaded(a: string): string;
function overloaded(a: number): number;
function overloaded(a: any) { return a satisfies unknown; }
const generic = async <T,>(value: T): Promise<T> => value;
let options: Options | undefined;
let last = <string>'asserted'
type Erased = { [key: string]: unknown }
;[1].forEach((n: number) => console.log(n, last))

const derived = new Derived(21);
console.log(derived.name(), derived.total(), Object.keys(derived), options);
console.log(Flags.Both, Flags[3], Flags.Label, Local.One, overloaded('o'), await generic<number>(1));
console.log(new Error('in a TypeScript file').stack!.trim());
