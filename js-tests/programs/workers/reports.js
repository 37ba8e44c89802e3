// args: --virtual-time --timeout 1s
// A message that was sent before an error arrives first, as in Chromium. Names are shown in one line. What workers wait
// for is listed when the time is over.
const log = [];
const failing = new Worker("data:text/javascript,postMessage('sent'); throw new Error('then')", { name: 'two\nlines' });
failing.onmessage = ({ data }) => log.push(data);
failing.onerror = ({ message }) => console.log(...log, message);
new Worker('data:text/javascript,import x from "data:text/javascript,export default 1"');
new Worker('data:text/javascript,setInterval(() => {}, 300)', { name: 'interval' });
