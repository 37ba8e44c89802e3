run --virtual-time --fetch-root ../served --fetch-latency 5ms..50ms -
const get = async (url, init) => {
  try {
    const response = await fetch(url, init);
    const type = response.headers.get('content-type');
    console.log(performance.now(), url, response.status, type, JSON.stringify(await response.text()));
  } catch (error) {
    console.log(performance.now(), url, String(error));
  }
};
console.log(origin);
const urls = ['data.json', '/folder/', '/folder', '/none', 'http://api.test/data.json', 'http://api.test/folder/'];
const outside = ['../../Cargo.toml', '..%2f..%2fCargo.toml', '%2e%2e/main.rs', 'folder%00', '%ff', 'http://../data.json'];
for (const url of [...urls, ...outside]) await get(url);
await get('data.json', { method: 'HEAD' });
await get('data.json', { method: 'POST', body: 'x' });
await get('ftp://a.test/');
await get('http://api.test/data.json', { mode: 'same-origin' });
