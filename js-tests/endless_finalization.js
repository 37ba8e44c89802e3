// args: --virtual-time
// Callbacks of a FinalizationRegistry keep no program alive, even when each makes more garbage, and virtual time moves on.
const registry = new FinalizationRegistry(makeGarbage);

function makeGarbage() {
  for (let i = 0; i < 100; i++) registry.register({ elements: new Array(100) }, i);
}

makeGarbage();
setTimeout(() => console.log('an hour later'), 3_600_000);
