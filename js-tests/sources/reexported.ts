import { Abstract, Kind, type Shape, Form } from './reexports.ts';
import * as all from './reexports.ts';
const shape: Shape & Form = { kind: Kind.Round };
console.log(Kind[shape.kind], Object.keys(all), Abstract.make());
