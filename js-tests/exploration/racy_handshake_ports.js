// needs: intent
// depth: 2
// fails: in both attempts the chunk overtakes "open", which goes through another port; each attempt has new
//   ports and needs a choice of its own.
function handshake() {
  const control = new MessageChannel();
  const data = new MessageChannel();
  return new Promise((resolve, reject) => {
    let open = false;
    control.port1.onmessage = () => { open = true; };
    data.port1.onmessage = () => (open ? resolve() : reject(new Error('the chunk came before the port was opened')));
    control.port2.postMessage('open');
    data.port2.postMessage('chunk');
  });
}
async function send() {
  await handshake().catch(() => handshake());
  console.log('sent');
}
send();
