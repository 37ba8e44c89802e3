'use strict';
// node:stream/consumers: https://nodejs.org/api/webstreams.html#utility-consumers

const { Buffer } = require('node:buffer');

/** The bytes of a part, as those of a part of a `Blob`. */
async function bytesOf(part) {
  if (ArrayBuffer.isView(part)) return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (part instanceof ArrayBuffer || part instanceof SharedArrayBuffer) return Buffer.from(part);
  return Buffer.from(part instanceof Blob ? await part.arrayBuffer() : `${part}`);
}

async function buffer(stream) {
  const parts = [];
  for await (const part of stream) parts.push(await bytesOf(part));
  return Buffer.concat(parts);
}

async function text(stream) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) {
    text += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

const arrayBuffer = async stream => {
  const { buffer: bytes, byteOffset, byteLength } = await buffer(stream);
  return bytes.slice(byteOffset, byteOffset + byteLength);
};
const blob = async stream => new Blob([await buffer(stream)]);
const json = async stream => JSON.parse(await text(stream));

module.exports = { arrayBuffer, blob, buffer, json, text };
