// args: --virtual-time
// 300 random programs of tasks, continuations, signals and microtasks, each in a worker. The output is what Chromium
// 148 printed for this file, as the script of a page.
function programOf() {
  const PRIORITIES = ['user-blocking', 'user-visible', 'background'];

  // Returns the log of the program with this number.
  const run = number => new Promise(resolve => {
    let state = number * 2_654_435_761 >>> 0, names = 0, pending = 0;
    const random = count => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor(state / 2 ** 32 * count);
    };
    const log = [], any = list => list[random(list.length)];
    const controllers = [0, 1, 2].map(() => new TaskController({ priority: any(PRIORITIES) }));
    const begin = () => { pending++; };
    const end = () => { if (--pending === 0) resolve(log.join(' ')); };

    const actions = [
      depth => post(depth, { priority: any(PRIORITIES) }),
      depth => post(depth, { signal: any(controllers).signal }),
      depth => post(depth, { signal: any(controllers).signal, priority: any(PRIORITIES) }),
      depth => post(depth, { signal: TaskSignal.any([any(controllers).signal, any(controllers).signal]) }),
      depth => post(depth, {}),
      () => {
        const name = `m${names++}`;
        begin();
        queueMicrotask(() => { log.push(name); end(); });
      },
      () => {
        const controller = any(controllers);
        try { controller.setPriority(any(PRIORITIES)); } catch (error) { log.push(error.name); }
      },
      () => { if (random(6) === 0) any(controllers).abort(); },
    ];
    const act = depth => { for (let count = random(4); count > 0; count--) any(actions)(depth); };
    async function task(name, depth) {
      log.push(name);
      if (depth < 4) act(depth + 1);
      for (let count = random(3); count > 0; count--) {
        await any([() => scheduler.yield(), () => scheduler.yield(), () => null, () => Promise.resolve()])();
        log.push(`${name}+`);
        if (depth < 4) act(depth + 1);
      }
    }
    function post(depth, options) {
      const name = names++;
      begin();
      // A continuation of an aborted task is rejected.
      const aborted = error => { log.push(`${name}:${error.name}`); };
      scheduler.postTask(() => task(name, depth).catch(aborted), options).catch(aborted).then(end);
    }
    begin();
    for (let count = 3 + random(4); count > 0; count--) post(0, any([{}, { priority: any(PRIORITIES) }]));
    end();
  });
  onmessage = async ({ data }) => postMessage(await run(data));
}

let next = 1;
const logs = [];
for (let count = 0; count < 10; count++) {
  const worker = new Worker(URL.createObjectURL(new Blob([`(${programOf})()`])));
  const start = () => {
    const number = next++;
    if (number > 300) return worker.terminate();
    worker.onmessage = ({ data }) => {
      logs[number] = data;
      if (Object.keys(logs).length === 300) logs.forEach((log, number) => console.log(`${number}: ${log}`));
      start();
    };
    worker.postMessage(number);
  };
  start();
}
