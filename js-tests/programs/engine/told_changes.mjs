// A prototype changes after another file has read its properties with a dot. This is told.
import { Base, Derived, read } from '../../modules/reads_properties.js';

const spied = new Derived();
console.log(read(spied));
Derived.prototype.inherited = () => 'spied';
console.log(read(spied));
const key = 'inherited';
delete Derived.prototype[key];
Reflect.deleteProperty(Derived.prototype, 'nothing');
Object.defineProperty(Base.prototype, 'quiet', { get: () => 'a getter that nobody reads' });
Object.defineProperty(Base.prototype, 'quiet', { value: 'a value', configurable: true });
Object.defineProperty(Base.prototype, 'value', { get: () => 'a getter' });
const plain = { inherited: 1, constructor: Base };
delete plain.inherited;
