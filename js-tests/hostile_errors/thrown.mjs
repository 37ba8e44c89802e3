import { make } from './errors.mjs';
throw make(...scriptArgs);
