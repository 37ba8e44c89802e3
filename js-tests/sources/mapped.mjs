import { greet } from 'greeting';
import { self } from 'lib/self.mjs';
console.log(greet('map', { separator: ', ' }), self);
await import('blocked').catch(error => console.log(`${error}`));
await import('dual').then(({ format }) => console.log(format));
