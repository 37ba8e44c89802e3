// `export default` of an asynchronous arrow function, which is no declaration.
import * as self from './default_async_functions.mjs';
export default async value => value;
console.log(typeof self.default, self.default.name, await self.default(1));
