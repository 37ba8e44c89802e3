// correct: a timer waits for all that started before it with the same or a shorter delay, so these pairs fire
//   in the order of their starts (HTML 8.6, run steps after a timeout, step 4.2).
const delays = [20, 5, 5, 10, 0, 10, 20, 5, 30];
const fired = [];

function check() {
  for (const [i, earlier] of delays.entries()) {
    for (const [j, later] of delays.entries()) {
      if (i < j && earlier <= later && fired.indexOf(i) > fired.indexOf(j)) {
        throw new Error(`timer ${j} (${later} ms) fired before timer ${i} (${earlier} ms)`);
      }
    }
  }
}
delays.forEach((delay, index) => setTimeout(() => {
  fired.push(index);
  if (fired.length === delays.length) check();
}, delay));
