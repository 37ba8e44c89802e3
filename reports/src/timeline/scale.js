// scale.js: maps times (µs) to coordinates, and formats times.
// There are three scales: "real" is proportional to time; "compact" shortens the time in which the thread is idle;
// "events" gives every event the same width, so that only the order is visible.

const SCALES = ['real', 'compact', 'events'];

/** A piecewise linear, increasing function, given by its breakpoints. */
class Scale {
  constructor(times, coordinates, gaps) {
    this.times = times;
    this.coordinates = coordinates;
    /** Shortened idle times, as indexes of the breakpoints at which they start. */
    this.gaps = gaps;
    this.length = coordinates.at(-1);
    this.proportional = times.length === 2 && times[1] === coordinates[1];
  }

  toCoordinate(time) {
    return this.proportional ? time : interpolate(this.times, this.coordinates, time);
  }

  toTime(coordinate) {
    return this.proportional ? coordinate : interpolate(this.coordinates, this.times, coordinate);
  }

  convert(times) {
    if (this.proportional) return times;
    const result = new Float64Array(times.length);
    for (let i = 0; i < times.length; i += 1) result[i] = this.toCoordinate(times[i]);
    return result;
  }

  /**
   * The first good place for a label on the axis at or after a coordinate: a multiple of the step if time is
   * proportional there, else a round time that is near.
   */
  tickAfter(coordinate, step, near) {
    const { times, coordinates } = this;
    const next = firstWhere(0, coordinates.length, (i) => coordinates[i] >= coordinate);
    if (next >= times.length && !this.proportional) return null;
    if (this.proportional || (next > 0 && this.isProportional(next - 1))) {
      const time = roundUp(this.toTime(coordinate), step);
      if (next >= times.length || time <= times[next]) return { coordinate: this.toCoordinate(time), time };
    }
    const inGap = next > 0 && this.gaps.length > 0 && !this.isProportional(next - 1);
    if (this.gaps.length === 0) return { coordinate: coordinates[next], time: times[next] };
    const from = inGap && coordinates[next] - coordinate > near ? coordinates[next] : coordinate;
    const time = roundest(this.toTime(from), this.toTime(from + near));
    return { coordinate: this.toCoordinate(time), time };
  }

  isProportional(i) {
    const { times, coordinates } = this;
    return Math.abs(coordinates[i + 1] - coordinates[i] - (times[i + 1] - times[i])) < 1e-6;
  }
}

function interpolate(from, to, value) {
  if (Number.isNaN(value)) return NaN;
  const last = from.length - 1;
  const i = Math.min(Math.max(firstWhere(0, from.length, (k) => from[k] > value) - 1, 0), last - 1);
  const width = from[i + 1] - from[i];
  const slope = width > 0 ? (to[i + 1] - to[i]) / width : 1;
  return to[i] + (value - from[i]) * (value > from[last] || value < from[0] ? 1 : slope);
}

function realScale(end) {
  return new Scale([0, Math.max(end, 1)], [0, Math.max(end, 1)], []);
}

/** All times at which something happens, each once, in order. */
function eventTimes(order, columns) {
  const all = new Float64Array(columns.reduce((sum, column) => sum + column.length, 2));
  let length = 0;
  for (const column of columns) {
    all.set(column, length);
    length += column.length;
  }
  all[length] = 0;
  all[length + 1] = Math.max(order.end, 1);
  all.sort(); // NaN comes last
  let count = 1;
  for (let i = 1; i < all.length && !Number.isNaN(all[i]); i += 1) {
    if (all[i] === all[count - 1]) continue;
    all[count] = all[i];
    count += 1;
  }
  return all.slice(0, count);
}

/** Finds the stretches between two events in which nothing runs. They are given by the number of their start. */
function findIdle(order, times) {
  const { runs, started } = order;
  const idle = [];
  let next = 0;
  let busyUntil = 0;
  for (let i = 0; i + 1 < times.length; i += 1) {
    for (; next < runs.length && started[runs[next]] <= times[i]; next += 1) {
      busyUntil = Math.max(busyUntil, order.endOf(runs[next]));
    }
    if (busyUntil <= times[i]) idle.push(i);
  }
  return idle;
}

/** The width of shortened idle times: together they take at most about a third of the whole. */
function idleWidth({ times, idle }) {
  const lengths = Float64Array.from(idle, (i) => times[i + 1] - times[i]).sort();
  const busy = times.at(-1) - lengths.reduce((sum, length) => sum + length, 0);
  if (busy <= 0) return 1;
  let count = lengths.length;
  let left = busy / 2;
  for (const length of lengths) {
    if (length * count > left) break;
    left -= length;
    count -= 1;
  }
  return Math.max(1, Math.min(busy / 16, left / Math.max(count, 1)));
}

function prepareCompact(order) {
  const { started, ended, ready, marks, checkpoints } = order;
  const times = eventTimes(order, [started, ended, ready, marks.at, checkpoints.start, checkpoints.end]);
  return { times, idle: findIdle(order, times) };
}

function compactScale({ times, idle }, width) {
  const breaks = [0];
  const coordinates = [0];
  const gaps = [];
  let saved = 0;
  const add = (time) => {
    if (breaks.at(-1) >= time) return;
    breaks.push(time);
    coordinates.push(time - saved);
  };
  for (const i of idle) {
    if (times[i + 1] - times[i] <= 2 * width) continue;
    add(times[i]);
    gaps.push(breaks.length - 1);
    saved += times[i + 1] - times[i] - width;
    add(times[i + 1]);
  }
  add(times.at(-1));
  return new Scale(Float64Array.from(breaks), Float64Array.from(coordinates), gaps);
}

function eventScale(order) {
  const times = eventTimes(order, [order.scheduled, order.ready, order.started, order.ended]);
  return new Scale(times, Float64Array.from(times, (_, i) => i), []);
}

/** The scales of all orders, so that a coordinate is equally wide in each. */
function makeScales(orders, name) {
  if (name === 'events') return orders.map(eventScale);
  if (name !== 'compact') return orders.map((order) => realScale(order.end));
  const prepared = orders.map(prepareCompact);
  const width = Math.max(...prepared.map(idleWidth));
  return prepared.map((one) => compactScale(one, width));
}

/** The first multiple of a unit that is not less than the time, except for errors of rounding. */
function roundUp(time, unit) {
  return Math.max(Math.ceil(time / unit - 1e-9), 0) * unit;
}

/** The time between two others that has the fewest digits. */
function roundest(from, to) {
  for (let unit = 10 ** Math.max(Math.ceil(Math.log10(to + 1)), 0); unit >= 1; unit /= 10) {
    const time = roundUp(from, unit);
    if (time <= to) return time;
  }
  return roundUp(from, 1);
}

/** 1, 2 or 5 times a power of ten, and at least the number. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  const digit = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9));
  return Math.max(1, Math.round(digit * power));
}

const MILLISECONDS = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const ROUNDED = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** A point in time, such as "1,234.5 ms". */
function formatTime(time) {
  return Number.isNaN(time) ? '–' : `${MILLISECONDS.format(time / 1000)} ms`;
}

/** How long something took, such as "12 µs" or "1.25 ms". */
function formatDuration(time) {
  if (Number.isNaN(time)) return '–';
  if (time < 1000) return `${ROUNDED.format(time)} µs`;
  return time < 1e7 ? `${ROUNDED.format(time / 1000)} ms` : `${ROUNDED.format(time / 1e6)} s`;
}
