// Requests and responses have no forbidden headers in Node, which prints the same.
import 'node:process';

const headers = {
  'accept-charset': 'u', 'content-length': '5', cookie: 'foo=bar', host: 'h', origin: 'a', referer: 'r', 'sec-x': '1',
};
for (const mode of ['cors', 'no-cors', 'same-origin']) {
  const request = new Request('http://x/', { headers, mode });
  console.log(mode, JSON.stringify([...request.headers]), JSON.stringify([...request.clone().headers]));
  request.headers.append('origin', 'b');
  console.log(request.headers.get('origin'), new Request(request, { headers: { via: 'v' } }).headers.get('via'));
}
const response = new Response(null, { headers: { 'set-cookie': 'a=b', 'set-cookie2': 'x' } });
response.headers.append('set-cookie', 'c=d');
console.log(response.headers.getSetCookie(), JSON.stringify([...response.clone().headers]));
console.log(JSON.stringify([...new Response('a', { headers: [['set-cookie', '1'], ['set-cookie', '2']] }).headers]));
console.log(JSON.stringify([...Response.json({}, { headers: { 'set-cookie': 'x' } }).headers]));

// Methods stay forbidden, and the headers of some responses cannot be changed.
for (const method of ['TRACE', 'TRACK', 'CONNECT']) {
  try {
    new Request('http://x', { method });
  } catch (error) {
    console.log(error.name);
  }
}
for (const response of [Response.error(), Response.redirect('http://x/')]) {
  try {
    response.headers.set('set-cookie', 'x');
  } catch (error) {
    console.log(error.name);
  }
}
