import assert from 'node:assert';
import { suite } from 'uvu';

const Some = suite('Some');
Some('does not run', () => assert.fail());
Some.only('runs', () => {});
Some.run();
