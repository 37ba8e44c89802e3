// needs: intent
// depth: 1
// fails: the idle period is so short that timeRemaining() is 0 when the callback starts; a period may have any
//   length up to 50 ms.
const waiting = ['cat', 'dog', 'fox'];
const drawn = [];

function draw(name) {
  drawn.push(`thumbnail of a ${name}`);
}
function publish() {
  if (drawn.length < 3) throw new Error(`published ${drawn.length} of 3 thumbnails`);
}
requestIdleCallback(deadline => {
  while (waiting.length > 0 && deadline.timeRemaining() > 0) draw(waiting.shift());
  publish();
});
