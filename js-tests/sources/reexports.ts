// Neither export says that it is a type: only the other module does.
import { Shape } from './shapes.ts';
export { Shape };
export { Kind, Shape as Form } from './shapes.ts';
import Abstract from './abstract.ts';
export { Abstract };
import Square, { Square as Same } from './exported_types.ts';
export { Square, Same };
export { default as Other, Circle } from './exported_types.ts';
