import { seen } from './waiting.mjs';
export const count = seen.length;
