// Waits for ever.
onmessage = ({ data: shared }) => {
  setTimeout(() => {}, 10);
  try {
    Atomics.wait(shared, 0, 0);
  } finally {
    console.log('never');
  }
};
