// correct: broadcasts are tasks of one source, one for each receiver, oldest receiver first, so neither
//   messages nor receivers overtake each other (HTML 9.5, postMessage of BroadcastChannel).
const log = [];
const open = label => {
  const channel = new BroadcastChannel('news');
  channel.onmessage = event => {
    if (log.push(`${label}:${event.data}`) === 6) check();
  };
  return channel;
};
const [desk, reader, archive] = ['desk', 'reader', 'archive'].map(open);
reader.postMessage('hello');
desk.postMessage('first');
desk.postMessage('second');

function check() {
  for (const channel of [desk, reader, archive]) channel.close();
  const expected = 'desk:hello,archive:hello,reader:first,archive:first,reader:second,archive:second';
  if (log.join() !== expected) throw new Error(log.join());
}
