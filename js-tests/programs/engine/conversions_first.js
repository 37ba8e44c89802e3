// What arguments do when they are converted, and what is checked before.

const date = new Date(NaN);
const revive = { valueOf() { date.setTime(0); return 1; } };
for (const name of ['setDate', 'setHours', 'setMilliseconds', 'setMinutes', 'setMonth', 'setSeconds']) {
  date.setTime(NaN);
  console.log(name, date[name](revive), date.getTime());
}
console.log(new Date(NaN).setFullYear(1970, 0, 1) === new Date(1970, 0, 1).getTime());

const refuse = { valueOf() { throw new RangeError('converted'); } };
for (const name of ['add', 'and', 'compareExchange', 'exchange', 'load', 'or', 'store', 'sub', 'xor']) {
  for (const array of [new Float64Array(1), new Uint8ClampedArray(1), new Int8Array(1)]) {
    try { Atomics[name](array, refuse, refuse, refuse); } catch (error) { console.log(name, error.name); }
  }
}
