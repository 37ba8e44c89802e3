'use strict';
// The histograms of node:perf_hooks: https://nodejs.org/api/perf_hooks.html#class-histogram. Values that are equal
// up to some significant figures are counted together, in buckets as HdrHistogram has them: http://hdrhistogram.org.

const { checkInteger, checkNumber } = require('node:internal/checks');
const { invalidArgType, outOfRange } = require('node:internal/errors');

/// What `min` is without a value.
const GREATEST = 9223372036854775807n;
const construction = Symbol('construction');

/// The values that a bucket has: how many, from the lowest to the highest, and their middle.
class Buckets {
  constructor(lowest, figures) {
    this.unit = Math.floor(Math.log2(lowest));
    this.magnitude = Math.ceil(Math.log2(2 * 10 ** figures));
    this.clear();
  }

  clear() {
    /// The numbers of values, by the lowest value of the bucket.
    this.counts = new Map();
    this.total = 0;
    this.least = Infinity;
    this.greatest = 0;
  }

  /// The number of values in the bucket of a value.
  size(value) {
    const exponent = Math.max(0, Math.floor(Math.log2(Math.max(value, 1))) - this.unit - this.magnitude + 1);
    return 2 ** (this.unit + exponent);
  }

  lowest(value) {
    const size = this.size(value);
    return Math.floor(value / size) * size;
  }

  highest(value) {
    return this.lowest(value) + this.size(value) - 1;
  }

  middle(value) {
    return this.lowest(value) + Math.floor(this.size(value) / 2);
  }

  add(value, count) {
    const lowest = this.lowest(value);
    this.counts.set(lowest, (this.counts.get(lowest) ?? 0) + count);
    this.total += count;
    this.least = Math.min(this.least, value);
    this.greatest = Math.max(this.greatest, value);
  }

  /// The buckets with values, the lowest first, and how many values are in them and in those before.
  *cumulated() {
    let below = 0;
    for (const [lowest, count] of [...this.counts].sort(([one], [other]) => one - other)) {
      below += count;
      yield [lowest, count, below];
    }
  }

  mean() {
    let sum = 0;
    for (const [lowest, count] of this.cumulated()) sum += this.middle(lowest) * count;
    return sum / this.total;
  }

  deviation() {
    const mean = this.mean();
    let sum = 0;
    for (const [lowest, count] of this.cumulated()) {
      const deviation = this.middle(lowest) - mean;
      sum += deviation * deviation * count;
    }
    return Math.sqrt(sum / this.total);
  }

  percentile(percentile) {
    const wanted = Math.max(1, Math.floor((percentile / 100) * this.total + 0.5));
    for (const [lowest, , below] of this.cumulated()) if (below >= wanted) return this.highest(lowest);
    return 0;
  }

  /// The values at 0 %, 50 %, 75 % and so on, always halfway to 100 %.
  percentiles() {
    const found = new Map();
    let next = 0;
    let last = 0;
    for (const [lowest, , below] of this.cumulated()) {
      last = lowest;
      const reached = (100 * below) / this.total;
      while (next <= reached && below < this.total) {
        found.set(next, last);
        next += 100 / 2 ** (Math.floor(Math.log2(100 / (100 - next))) + 1);
      }
      if (below === this.total && next < 100) found.set(next, last);
    }
    return found.set(100, last);
  }
}

class Histogram {
  #buckets;

  constructor(key, options) {
    if (key !== construction) throw new TypeError('Illegal constructor');
    this.#buckets = new Buckets(options.lowest, options.figures);
    this.exceeds = 0;
  }

  static bucketsOf(histogram) {
    return histogram.#buckets;
  }

  get count() {
    return this.#buckets.total;
  }

  get countBigInt() {
    return BigInt(this.count);
  }

  get min() {
    return this.count === 0 ? Number(GREATEST) : this.#buckets.lowest(this.#buckets.least);
  }

  get minBigInt() {
    return this.count === 0 ? GREATEST : BigInt(this.min);
  }

  get max() {
    return this.count === 0 ? 0 : this.#buckets.highest(this.#buckets.greatest);
  }

  get maxBigInt() {
    return BigInt(this.max);
  }

  get mean() {
    return this.#buckets.mean();
  }

  get stddev() {
    return this.#buckets.deviation();
  }

  get exceedsBigInt() {
    return BigInt(this.exceeds);
  }

  percentile(percentile) {
    checkNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100)) throw outOfRange('percentile', '> 0 && <= 100', percentile);
    return this.#buckets.percentile(percentile);
  }

  percentileBigInt(percentile) {
    return BigInt(this.percentile(percentile));
  }

  get percentiles() {
    return this.#buckets.percentiles();
  }

  get percentilesBigInt() {
    return new Map([...this.percentiles].map(([percentile, value]) => [percentile, BigInt(value)]));
  }

  reset() {
    this.#buckets.clear();
    this.exceeds = 0;
  }
}
const { bucketsOf } = Histogram;
delete Histogram.bucketsOf;

class RecordableHistogram extends Histogram {
  #highest;
  #last;

  constructor(key, options) {
    super(key, options);
    this.#highest = options.highest;
  }

  #add(value) {
    if (value > this.#highest) this.exceeds++;
    else bucketsOf(this).add(value, 1);
  }

  record(value) {
    if (typeof value !== 'bigint') checkInteger(value, 'val', 1);
    this.#add(Number(value));
  }

  recordDelta() {
    const now = performance.now() * 1e6;
    if (this.#last !== undefined) this.#add(Math.max(1, Math.round(now - this.#last)));
    this.#last = now;
  }

  add(other) {
    if (!(other instanceof RecordableHistogram)) {
      throw invalidArgType('other', 'an instance of RecordableHistogram', other);
    }
    this.exceeds += other.exceeds;
    for (const [lowest, count] of bucketsOf(other).counts) bucketsOf(this).add(lowest, count);
  }
}

/// [`createHistogram`](https://nodejs.org/api/perf_hooks.html#perf_hookscreatehistogramoptions).
function createHistogram(options = {}) {
  const { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint') checkInteger(lowest, 'options.lowest', 1);
  if (typeof highest !== 'bigint') checkInteger(highest, 'options.highest', 2 * Number(lowest));
  checkInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(construction, { lowest: Number(lowest), highest: Number(highest), figures });
}

module.exports = { createHistogram };
