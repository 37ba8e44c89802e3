onmessage = ({ data }) => {
  postMessage(`${name} got ${data}`);
  close();
  setTimeout(() => postMessage('too late'));
};
