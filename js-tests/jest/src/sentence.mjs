import { noun, verb } from './words.mjs';

export const sentence = () => `a ${noun} ${verb()}`;
