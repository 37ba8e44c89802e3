/*---
flags: [module]
---*/
import { value } from './value_FIXTURE.js';
import * as self from './module.js';
export const own = await value;
assert.sameValue(own, 1);
assert.sameValue(self.own, 1);
