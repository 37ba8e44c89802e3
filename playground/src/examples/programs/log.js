// Writes a log when the page is idle, and closes it soon after.
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
  console.log(`wrote ${log.lines.length} lines`);
});
setTimeout(() => { log.open = false; }, 40);
