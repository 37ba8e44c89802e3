// always:
// Digests are computed in parallel.
crypto.subtle.digest('SHA-512', new Uint8Array(1000)).then(() => console.log('long'));
crypto.subtle.digest('SHA-1', new Uint8Array(1)).then(() => console.log('short'));
