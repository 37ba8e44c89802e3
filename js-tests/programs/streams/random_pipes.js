// Random programs of pipes and tees, each of which logs what its sources and sinks are asked for, among rounds of
// microtasks. The checksums are those of Chromium 148 for the same file.

// A generator of numbers that gives the same ones everywhere.
const numbersFrom = seed => {
  let state = seed;
  return limit => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
};

const sourceOf = (name, random, log) => {
  const count = 1 + random(5);
  const failsAt = random(8);
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      log(`${name} pull ${next}`);
      if (next === failsAt) throw `${name} fails`;
      if (next < count) controller.enqueue(`${name}.${next++}`);
      else controller.close();
    },
    cancel(reason) { log(`${name} cancel: ${reason}`); },
  }, { highWaterMark: random(4) });
};

const sinkOf = (name, random, log) => {
  const failsAt = random(10);
  let written = 0;
  return new WritableStream({
    write(chunk) {
      log(`${name} write ${chunk}`);
      if (written++ === failsAt) throw `${name} fails`;
    },
    close() { log(`${name} close`); },
    abort(reason) { log(`${name} abort: ${reason}`); },
  }, { highWaterMark: 1 + random(3) });
};

const pipe = async (source, name, random, log) => {
  const options = { preventClose: !random(4), preventAbort: !random(4), preventCancel: !random(4) };
  try {
    await source.pipeTo(sinkOf(name, random, log), options);
    log(`${name} is done`);
  } catch (reason) {
    log(`${name} has failed: ${reason}`);
  }
};

const rounds = async (count, log) => {
  for (let round = 0; round < count; round++) {
    await null;
    log(round);
  }
};

const run = async seed => {
  const random = numbersFrom(seed * 7919);
  const entries = [];
  const log = entry => entries.push(entry);
  const works = [];
  for (let number = 0, count = 1 + random(3); number < count; number++) {
    const source = sourceOf(`source ${number}`, random, log);
    const ends = random(3) ? [source] : source.tee();
    ends.forEach((end, branch) => works.push(pipe(end, `sink ${number}.${branch}`, random, log)));
  }
  works.push(rounds(random(30), log));
  await Promise.all(works);
  return entries;
};

const checksum = text => {
  let sum = 0;
  for (const unit of text) sum = (Math.imul(sum, 31) + unit.charCodeAt()) >>> 0;
  return sum.toString(16).padStart(8, '0');
};

(async () => {
  for (let first = 1; first <= 300; first += 30) {
    const logs = [];
    for (let seed = first; seed < first + 30; seed++) logs.push(...await run(seed));
    console.log(`${first} to ${first + 29}: ${logs.length} entries, ${checksum(logs.join())}`);
  }
})();
