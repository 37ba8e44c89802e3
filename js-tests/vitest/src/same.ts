import { read as imported } from './replaced';

// The same function, of the same name.
export const read = imported;
