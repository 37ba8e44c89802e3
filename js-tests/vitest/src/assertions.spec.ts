// The syntax of an older proposal for the attributes of imports.
import { expect, it } from 'vitest';
import data from './data.json' assert { type: 'json' };
export * as all from './data.json' assert { type: 'json' };

it('imports JSON', () => expect(data).toEqual({ name: 'data' }));
