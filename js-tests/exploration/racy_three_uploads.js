// needs: intent
// depth: 3
// fails: in each of three attempts the user-visible task that gives up runs before the older acknowledgement on
//   the port; the sources are unordered.
function upload(part) {
  const { port1: acks, port2: server } = new MessageChannel();
  return new Promise((resolve, reject) => {
    acks.onmessage = () => resolve(part);
    server.postMessage('ack');
    scheduler.postTask(() => reject(new Error(`no acknowledgement of ${part}`)));
  });
}
async function uploadWithRetries(part, retries) {
  try {
    return await upload(part);
  } catch (error) {
    if (retries === 0) throw error;
    return uploadWithRetries(part, retries - 1);
  }
}
uploadWithRetries('photo.jpg', 2).then(part => console.log(`uploaded ${part}`));
