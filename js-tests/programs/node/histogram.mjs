// Histograms of node:perf_hooks. As Node 24 prints it.
import { createHistogram } from 'node:perf_hooks';

const PERCENTILES = [1, 25, 50, 90, 99, 99.9, 100];

function show(histogram) {
  const { count, min, max, mean, stddev, exceeds, percentiles } = histogram;
  console.log(count, min, max, mean, stddev, exceeds, percentiles);
  console.log(PERCENTILES.map(percentile => histogram.percentile(percentile)));
}

let seed = 1;
function random() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}

show(createHistogram());
const cases = [
  [1, 10, {}],
  [5, 100, {}],
  [40, 5000, {}],
  [300, 1e6, {}],
  [500, 1e9, {}],
  [50, 1e5, { figures: 1 }],
  [50, 1e5, { figures: 5 }],
  [50, 1e6, { lowest: 100 }],
  [20, 1e5, { highest: 50000 }],
  [3, 1e12, {}],
];
for (const [count, scale, options] of cases) {
  const histogram = createHistogram(options);
  for (let i = 0; i < count; i++) histogram.record(1 + Math.floor(random() * scale));
  show(histogram);
  const sum = createHistogram(options);
  sum.record(7);
  sum.add(histogram);
  show(sum);
}
const histogram = createHistogram();
histogram.record(5n);
console.log(histogram.minBigInt, histogram.countBigInt, histogram.percentilesBigInt);
histogram.reset();
show(histogram);
for (const wrong of [
  () => histogram.record(0),
  () => histogram.record('x'),
  () => histogram.percentile(0),
  () => histogram.add({}),
  () => createHistogram({ figures: 9 }),
]) {
  try {
    wrong();
  } catch (error) {
    console.log(error.code, error.message);
  }
}
