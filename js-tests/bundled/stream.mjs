// The package posttask of npm brings the package that node:stream needs.
import { Readable } from 'node:stream';

console.log(Readable.from(['a', 'b']).values);
