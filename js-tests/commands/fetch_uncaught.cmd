run --virtual-time -
async function load(path) {
  const response = await fetch(new URL(path, 'https://a.test/'));
  return response.json();
}
load('data.json');
const broken = new Blob([new Uint8Array([31, 139, 8, 0, 0])]).stream().pipeThrough(new DecompressionStream('gzip'));
new Response(broken).text().catch(error => console.log(error.message));
