// needs: intent
// depth: 3
// fails: the code overtakes the login (two ports), the confirmation (10 ms) is late for its limit (15 ms), and
//   the idle period has no time left; all three give a mark.
const marks = [];
const login = new MessageChannel();
const code = new MessageChannel();
let user = null;
login.port1.onmessage = event => { user = event.data; };
const entered = new Promise(resolve => { code.port1.onmessage = () => resolve(user !== null); });
login.port2.postMessage('ada');
code.port2.postMessage(4711);

async function review() {
  if (!(await entered)) marks.push('code before login');
  const confirmed = scheduler.postTask(() => true, { delay: 10 });
  if (!(await Promise.race([confirmed, new Promise(resolve => setTimeout(resolve, 15, false))]))) marks.push('slow');
  const idle = await new Promise(resolve => requestIdleCallback(deadline => resolve(deadline.timeRemaining() > 0)));
  if (!idle) marks.push('busy');
  if (marks.length === 3) throw new Error(`the account of ${user} was locked: ${marks.join(', ')}`);
}
review();
