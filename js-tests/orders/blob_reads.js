// always:
// Blobs are read in parallel.
new Blob(['a long text']).text().then(() => console.log('text'));
new Blob(['x']).arrayBuffer().then(() => console.log('bytes'));
