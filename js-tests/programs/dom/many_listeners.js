// Targets with many listeners have an index of them: it must not change which listeners are called, and in which order.

let random = 1;
const below = (n) => (random = (random * 48271) % 2147483647) % n;

const target = new EventTarget();
const types = ['a', 'b', 'c'];
const controllers = [new AbortController(), new AbortController()];
let calls = [];

// Calls that change the list while an event is dispatched.
const changes = [
  () => add(below(60)),
  () => remove(below(60)),
  () => {
    const index = below(2);
    controllers[index].abort();
    controllers[index] = new AbortController();
  },
  (event) => event.stopImmediatePropagation(),
];

const listeners = Array.from({ length: 60 }, (_, index) => (event) => {
  calls.push(index);
  if (below(6) === 0) changes[below(changes.length)](event);
});

const optionsOf = (index) => ({
  capture: index % 4 === 0,
  once: below(5) === 0,
  ...(below(5) === 0 && { signal: controllers[below(2)].signal }),
});

function add(index) {
  target.addEventListener(types[below(3)], listeners[index], optionsOf(index));
}

function remove(index) {
  for (const type of types) target.removeEventListener(type, listeners[index], index % 4 === 0);
}

// The list becomes long and short again several times.
for (let round = 0; round < 60; round++) {
  const grows = Math.floor(round / 10) % 2 === 0;
  for (let step = 0; step < 40; step++) (grows ? add : remove)(below(60));
  calls = [];
  target.dispatchEvent(new Event(types[round % 3]));
  console.log(round, types[round % 3], calls.join());
}
