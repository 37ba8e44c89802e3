import { isOdd } from './odd';

export function isEven(n: number): boolean {
  return n === 0 || isOdd(n - 1);
}

export function Made(this: { name: string }) {
  this.name = new.target ? 'made' : 'called';
}

export function nameOf(this: { name: string }) {
  return this.name;
}
