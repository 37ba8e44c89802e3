// `paths` are relative to the `baseUrl` of the file that has them. A package is found if no path is,
// or only declarations.
import config from 'config';
import { helper } from '@lib/helper.js';
import { top } from 'top';
import { Fragment } from 'tiny-jsx/jsx-runtime';

console.log(config, helper(), top, typeof Fragment);
console.log((await import('@lib/helper')).helper === helper);
await import('@lib/nothing');
