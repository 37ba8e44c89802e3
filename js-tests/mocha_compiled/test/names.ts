// ts-node compiles this file to a CommonJS module: all properties of another one can be imported.
import assert from 'node:assert';
import surprising, { getValue } from 'surprising';
import { missing } from '../values';

describe('a file that Mocha compiles', () => {
  it('imports properties that the text does not show', () => {
    assert.equal(getValue(), 'got');
    assert.equal(surprising(), 'called');
  });

  it('imports undefined for what is not there', () => {
    assert.equal(missing, undefined);
  });
});
