// The package posttask of npm brings the package that node:stream needs. Many packages depend on an old version of it.
import { Readable } from 'node:stream';

console.log(Readable.from(['a', 'b']).values);
