// Serves a folder, as any static server would.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Starts a server for a folder, below a path. Returns the address of the page, and a function that ends the server. */
export async function serve(folder, path = '/posttask/') {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const relative = normalize(pathname.slice(path.length) || 'index.html');
    const file = join(folder, relative);
    const isInside = pathname.startsWith(path) && !relative.startsWith('..');
    if (!isInside || !statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}${path}`, close: () => server.close() };
}
