// Modules that libraries import for what they use elsewhere: the names are there, and Node prints the same.
import cluster, { isPrimary, isWorker, SCHED_RR } from 'node:cluster';
import dgram, { createSocket } from 'node:dgram';
import { Domain, create } from 'node:domain';
import { Session, url } from 'node:inspector';
import { Recoverable, REPL_MODE_STRICT, start } from 'node:repl';
import { createTracing, getEnabledCategories } from 'node:trace_events';
import { CLIENT_RENEG_LIMIT, DEFAULT_MIN_VERSION, SecureContext } from 'node:tls';
import { WASI } from 'node:wasi';
import { _checkInvalidHeaderChar, _checkIsHttpToken, CRLF, HTTPParser, methods } from '_http_common';
import { Agent } from '_http_agent';
import { ClientRequest } from '_http_client';
import { IncomingMessage } from '_http_incoming';
import { OutgoingMessage } from '_http_outgoing';
import { Server } from '_http_server';
import Duplex from '_stream_duplex';
import PassThrough from '_stream_passthrough';
import Readable from '_stream_readable';
import Transform from '_stream_transform';
import Writable from '_stream_writable';
import dns from 'node:dns';
import http from 'node:http';
import stream from 'node:stream';
import { createZstdCompress, zstdCompressSync } from 'node:zlib';
import { checkPrime, Certificate, ECDH, getFips, hkdf, X509Certificate } from 'node:crypto';
import { glob, ReadStream, statfs } from 'node:fs';
import { glob as globOfPromises } from 'node:fs/promises';

const functions = [
  createSocket, Domain, create, Session, url, start, createTracing, SecureContext, WASI, HTTPParser, createZstdCompress,
  zstdCompressSync, checkPrime, Certificate, ECDH, hkdf, X509Certificate, glob, ReadStream, statfs, globOfPromises,
];
console.log(functions.map(value => typeof value).join());
console.log(isPrimary, isWorker, SCHED_RR, typeof cluster.on, Object.keys(dgram).includes('Socket'));
console.log(url(), getEnabledCategories(), CLIENT_RENEG_LIMIT, DEFAULT_MIN_VERSION, getFips(), dns.NOTFOUND);
console.log(new Recoverable(new SyntaxError('no')).err.message, typeof REPL_MODE_STRICT);
console.log(JSON.stringify(CRLF), methods.includes('GET'));
console.log(['a', 'a-b', 'a b', ''].map(_checkIsHttpToken), ['a', '\t', '\u00e9', '\n'].map(_checkInvalidHeaderChar));
const classes = { Agent, ClientRequest, IncomingMessage, OutgoingMessage, Server };
console.log(Object.entries(classes).map(([name, value]) => http[name] === value));
const streams = { Duplex, PassThrough, Readable, Transform, Writable };
console.log(Object.entries(streams).map(([name, value]) => stream[name] === value));
