// needs: intent
// depth: 1
// fails: the idle period starts 40 ms or more late, or the script takes that long, so the timer closes the log
//   before the idle callback writes to it.
const log = {
  open: true,
  lines: [],
  write(line) {
    if (!this.open) throw new Error(`write of "${line}" after close`);
    this.lines.push(line);
  },
};
const pending = ['start', 'click', 'scroll'];

requestIdleCallback(() => {
  while (pending.length > 0) log.write(pending.shift());
});
setTimeout(() => { log.open = false; }, 40);
