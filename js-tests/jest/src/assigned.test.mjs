import { expect, test } from '@jest/globals';
import * as words from './words.mjs';
import { sentence } from './sentence.mjs';

const { verb } = words;

test('assigns to exports', () => {
  words.verb = () => 'assigns';
  words.noun = 'test';
  expect(sentence()).toBe('a test assigns');
  expect([words.noun, words.verb()]).toEqual(['test', 'assigns']);
});

test('defines and adds properties', () => {
  Object.defineProperty(words, 'verb', { value: () => 'defines' });
  words.added = 1;
  expect([sentence(), words.added]).toEqual(['a test defines', 1]);
});

test('cannot assign to a variable that changes', () => {
  let error;
  try {
    words.count = 2;
  } catch (thrown) {
    error = thrown;
  }
  expect([error instanceof TypeError, words.count]).toEqual([true, 1]);
  expect(error.message).toBe('Cannot set property count of [object Object] which has only a getter');
});
