// Neither export says that it is a type: only the other module does.
import { Shape } from './shapes.ts';
export { Shape };
export { Kind, Shape as Form } from './shapes.ts';
import Abstract from './abstract.ts';
export { Abstract };
