const a: number = 1;
const a: string = 'x';
