export const run = (): string => 'real';
export const list = [1, 2];
export class Thing {
  go(): number {
    return 1;
  }
}
