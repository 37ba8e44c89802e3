// Without the package readable-stream, each member says what to install. Packages can still extend the classes.
import { Readable, Stream, Transform, pipeline } from 'node:stream';

class Upper extends Transform {}

const uses = [
  () => Readable.from(['a']),
  () => new Upper(),
  () => pipeline(),
  () => Readable.toWeb(),
  () => new Stream(),
];
for (const use of uses) {
  try {
    use();
  } catch ({ code, message }) {
    console.log(code, message);
  }
}
