import { name } from './dependency.mjs';

export const greet = () => `hi ${name}`;
