import { Abstract, Kind, type Shape, Form, Square, Other } from './reexports.ts';
import * as all from './reexports.ts';
const shape: Shape & Form & Square & Other = { kind: Kind.Round, side: 1 };
console.log(Kind[shape.kind], Object.keys(all), Abstract.make());
