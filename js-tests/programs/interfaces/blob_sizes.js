// args: --virtual-time
// A blob has at most 2 GiB; its parts are checked before they are copied.
let blob = new Blob(['x'.repeat(2 ** 20)]);
let doubled = 0;
try {
  while (doubled < 60) {
    const twice = doubled < 4 ? new Blob([blob, blob]) : new Blob(Array(200).fill(blob));
    blob = twice;
    doubled++;
  }
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
}
console.log(doubled, blob.size);
