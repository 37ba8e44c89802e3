export class Base { inherited() { return 'inherited'; } quiet() { } }
export class Derived extends Base { }
Base.prototype.value = 1;
export const read = object => object.inherited() + object.value;
