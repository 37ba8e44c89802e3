import Reader, { read, shown } from './replaced';

export const values = () => [read(), shown(), new Reader() instanceof Array];
