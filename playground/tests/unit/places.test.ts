import { expect, test } from 'vitest';
import { partsOf, placeOf, placesIn } from '../../src/places.ts';

test('places are found in names of work and in deviations', () => {
  expect(placesIn('5:28')).toEqual([[5, 28]]);
  expect(placesIn('17:11<<5:28')).toEqual([[17, 11], [5, 28]]);
  expect(placesIn('5:28#2')).toEqual([[5, 28]]);
  expect(placesIn('5:28(9:3)')).toEqual([[5, 28], [9, 3]]);
  expect(placesIn('5:28<5:28')).toEqual([[5, 28]]);
  expect(placesIn('main')).toEqual([]);
});

test('places in other files and texts that describe code are left out', () => {
  expect(placesIn('lib.js:4:1<5:28')).toEqual([[5, 28]]);
  expect(placesIn('17:11<<5:28,17:11@15:10')).toEqual([[17, 11], [5, 28]]);
});

test('the place of an error is at the end of its location', () => {
  expect(placeOf('app.ts:3:7')).toEqual([3, 7]);
  expect(placeOf('[native]')).toBeNull();
  expect(placeOf(null)).toBeNull();
});

test('sentences consist of texts and places', () => {
  expect(partsOf('the timer set at app.js:17:11 ran first')).toEqual(['the timer set at ', [17, 11], ' ran first']);
  expect(partsOf('nothing happened')).toEqual(['nothing happened']);
});
