// args: --virtual-time
// FinalizationRegistry callbacks do not keep the program alive and do not stop virtual time, even if each one makes
// more garbage.
const registry = new FinalizationRegistry(makeGarbage);

function makeGarbage() {
  for (let i = 0; i < 100; i++) registry.register({ elements: new Array(100) }, i);
}

makeGarbage();
setTimeout(() => console.log('an hour later'), 3_600_000);
