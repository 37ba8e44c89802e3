import { isEven, Made, nameOf } from './even';

export const isOdd = (n: number): boolean => n !== 0 && isEven(n - 1);
export const early = [isEven(0), new Made().name, nameOf.call({ name: 'a name' })];
