class Timer { #delay = 1; }
const t = new Timer();
console.log(t.#delay);
