// needs: intent
// depth: 2
// fails: the first idle period is too short for both records, and the second one starts late (or the first
//   callback takes long), so the timer closes the file in between.
const records = ['header', 'body'];
const file = { written: 0, closed: false };

function writeSome(deadline) {
  if (file.closed) return;
  do {
    records.shift();
    file.written++;
  } while (records.length > 0 && deadline.timeRemaining() > 0);
  if (records.length > 0) requestIdleCallback(writeSome);
}
requestIdleCallback(writeSome);
setTimeout(() => {
  file.closed = true;
  if (file.written === 1) throw new Error('closed a file that is half written');
}, 30);
