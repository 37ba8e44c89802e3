'use strict';
// node:stream/consumers: https://nodejs.org/api/webstreams.html#utility-consumers

const { Buffer } = require('node:buffer');

async function buffer(stream) {
  const parts = [];
  for await (const part of stream) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}

const arrayBuffer = async stream => {
  const { buffer: bytes, byteOffset, byteLength } = await buffer(stream);
  return bytes.slice(byteOffset, byteOffset + byteLength);
};
const blob = async stream => new Blob([await buffer(stream)]);
const text = async stream => (await buffer(stream)).toString();
const json = async stream => JSON.parse(await text(stream));

module.exports = { arrayBuffer, blob, buffer, json, text };
