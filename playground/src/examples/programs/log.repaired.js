// Writes a log when the page is idle, or else when it is closed.
const log = {
  open: true,
  lines: [],
  write(line) {
    if (!this.open) throw new Error(`write of "${line}" after close`);
    this.lines.push(line);
  },
};
const pending = ['start', 'click', 'scroll'];

function flush() {
  while (pending.length > 0) log.write(pending.shift());
}

const idle = requestIdleCallback(flush);
setTimeout(() => {
  cancelIdleCallback(idle);
  flush();
  log.open = false;
  console.log(`closed with ${log.lines.length} lines`);
}, 40);
