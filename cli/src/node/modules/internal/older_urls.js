'use strict';
// The older interface of node:url, which does not follow the standard of URLs:
// https://nodejs.org/api/url.html#legacy-url-api

const { checkString } = require('node:internal/checks');
const { typeError, uriError } = require('node:internal/errors');
const querystring = require('node:querystring');

const { URL } = globalThis;

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

// The protocols with `//` and a host, with and without their colon.
const SLASHED = new Set(['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss'].flatMap(name => [name, `${name}:`]));
const isSlashed = protocol => SLASHED.has(protocol);
const isScript = protocol => protocol === 'javascript' || protocol === 'javascript:';

Url.prototype.parse = function (url, parseQuery, slashesDenoteHost) {
  checkString(url, 'url');
  const { text, isPlain } = prepared(url);
  if (isPlain && !slashesDenoteHost && parsePath(this, text, parseQuery)) return this;
  let rest = parseProtocol(this, text, slashesDenoteHost);
  // As in Node, a protocol in capitals is none of those with slashes.
  const protocol = /^[^:]*:/.exec(text)?.[0];
  const hasHost = this.slashes || (this.protocol !== null && !isSlashed(protocol));
  if (hasHost && !isScript(this.protocol)) rest = parseAuthority(this, rest, url);
  if (!isScript(this.protocol)) rest = escaped(rest);
  parseRest(this, rest, parseQuery);
  this.href = this.format();
  return this;
};

/// Removes white space at both ends, and turns backslashes before the query into slashes.
function prepared(url) {
  const trimmed = url.replace(/^[\t\n\f\r \u00a0\ufeff]+|[\t\n\f\r \u00a0\ufeff]+$/g, '');
  const end = trimmed.search(/[?#]/);
  const text = end < 0 ? turned(trimmed) : turned(trimmed.slice(0, end)) + trimmed.slice(end);
  return { text, isPlain: !/[#@]/.test(text) };
}

const turned = text => text.replaceAll('\\', '/');

/// Reads a path with a query. It is not escaped.
function parsePath(url, text, parseQuery) {
  const found = /^(\/\/?(?!\/)[^?\s]*)(\?\S*)?$/.exec(text);
  if (!found) return false;
  url.path = url.href = text;
  url.pathname = found[1];
  setQuery(url, found[2] ?? null, parseQuery);
  return true;
}

function setQuery(url, search, parseQuery) {
  url.search = search;
  if (search !== null) url.query = parseQuery ? querystring.parse(search.slice(1)) : search.slice(1);
  else if (parseQuery) url.query = { __proto__: null };
}

/// Reads the protocol and the slashes, and returns the rest.
function parseProtocol(url, text, slashesDenoteHost) {
  let rest = text;
  const protocol = /^[a-z\d.+-]+:/i.exec(rest)?.[0];
  if (protocol !== undefined) {
    url.protocol = protocol.toLowerCase();
    rest = rest.slice(protocol.length);
  }
  const mayHaveHost = slashesDenoteHost || protocol !== undefined || /^\/\/[^@/]+@[^@/]+/.test(rest);
  if (mayHaveHost && rest.startsWith('//') && !isScript(url.protocol)) {
    url.slashes = true;
    rest = rest.slice(2);
  }
  return rest;
}

/// Reads the user, the host and the port, and returns the rest.
function parseAuthority(url, text, input) {
  // As in the standard, these do not count.
  const end = text.search(/[#/?]/);
  const head = text.slice(0, end < 0 ? text.length : end).replace(/[\t\n\r]/g, '');
  const tail = end < 0 ? '' : text.slice(end);
  const at = head.lastIndexOf('@');
  if (at >= 0) url.auth = decodeURIComponent(head.slice(0, at));
  const afterUser = head.slice(at + 1);
  const stop = afterUser.search(/[ "%';<>\\^`{|}]/);
  const host = stop < 0 ? afterUser : afterUser.slice(0, stop);
  return parseHost(url, host, host.length < afterUser.length ? afterUser.slice(host.length) + tail : tail, input);
}

function parseHost(url, host, tail, input) {
  const port = /:\d*$/.exec(host)?.[0] ?? '';
  if (port.length > 1) url.port = port.slice(1);
  let hostname = host.slice(0, host.length - port.length);
  let rest = tail;
  const isIpv6 = hostname.startsWith('[') && hostname.endsWith(']');
  if (!isIpv6) {
    // What is not a port belongs to the path.
    const end = hostname.indexOf(':');
    if (end >= 0) {
      rest = `/${hostname.slice(end)}${rest}`;
      hostname = hostname.slice(0, end);
    }
  }
  hostname = hostname.length > 255 ? '' : hostname.toLowerCase();
  if (hostname !== '' && !isIpv6) hostname = inAscii(hostname, input);
  if ((isIpv6 ? /[\0 #%/<>?@\\^|]/ : /[\0 #%/:<>?@[\\\]^|]/).test(hostname)) throw invalidUrl(input);
  url.host = hostname + (url.port === null ? '' : `:${url.port}`);
  url.hostname = isIpv6 ? hostname.slice(1, -1) : hostname;
  return isIpv6 && !rest.startsWith('/') ? `/${rest}` : rest;
}

/// Converts a domain with other letters. It is put between two labels, so that a number is not read as an address.
function inAscii(hostname, input) {
  if (!/[^\0-\x7f]|(^|\.)xn--/.test(hostname)) return hostname;
  try {
    return new URL(`ws://x.${hostname}.x`).hostname.slice(2, -2);
  } catch {
    throw invalidUrl(input);
  }
}

function invalidUrl(input) {
  return Object.assign(typeError('ERR_INVALID_URL', 'Invalid URL'), { input });
}

const ESCAPED = /[\t\n\r "'<>\\^`{|}]/g;

function escaped(text) {
  return text.replace(ESCAPED, it => `%${it.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/// Reads the path, the query and the fragment.
function parseRest(url, text, parseQuery) {
  const hash = text.indexOf('#');
  const head = hash < 0 ? text : text.slice(0, hash);
  if (hash >= 0) url.hash = text.slice(hash);
  const search = head.indexOf('?');
  setQuery(url, search < 0 ? null : head.slice(search), parseQuery);
  const pathname = search < 0 ? head : head.slice(0, search);
  if (pathname !== '') url.pathname = pathname;
  if (isSlashed(url.protocol) && url.hostname && !url.pathname) url.pathname = '/';
  setPath(url);
}

function setPath(url) {
  if (url.pathname || url.search) url.path = (url.pathname || '') + (url.search || '');
}

Url.prototype.format = function () {
  let protocol = this.protocol ? `${this.protocol}` : '';
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  let pathname = this.pathname ? `${this.pathname}` : '';
  let host = hostOf(this);
  if (this.slashes || isSlashed(protocol)) {
    if (this.slashes || host) {
      if (pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (protocol.startsWith('file')) host = '//';
  }
  const query = this.query !== null && typeof this.query === 'object' ? querystring.stringify(this.query) : '';
  const search = this.search || (query && `?${query}`) || '';
  pathname = pathname.replace(/[?#]/g, encodeURIComponent);
  return protocol + host + pathname + after('?', search).replaceAll('#', '%23') + after('#', this.hash || '');
};

/// Returns a part with the character that it starts with.
const after = (mark, part) => (part && !`${part}`.startsWith(mark) ? `${mark}${part}` : `${part}`);

/// Returns the host to show, with the user and the port.
function hostOf({ auth, host, hostname: name, port }) {
  const hostname = name ? `${name}` : '';
  const user = auth ? `${encoded(auth)}@` : '';
  if (host) return user + host;
  if (!hostname) return '';
  const isIpv6 = hostname.includes(':') && !(hostname.startsWith('[') && hostname.endsWith(']'));
  return `${user}${isIpv6 ? `[${hostname}]` : hostname}${port ? `:${port}` : ''}`;
}

function encoded(auth) {
  try {
    return encodeURIComponent(auth).replaceAll('%3A', ':');
  } catch {
    throw uriError('ERR_INVALID_URI', 'URI malformed');
  }
}

Url.prototype.resolve = function (relative) {
  return this.resolveObject(parse(relative, false, true)).format();
};

Url.prototype.resolveObject = function (relative) {
  const reference = typeof relative === 'string' ? parse(relative, false, true) : relative;
  const result = Object.assign(new Url(), this, { hash: reference.hash });
  if (reference.href !== '') applyReference(result, reference);
  result.href = result.format();
  return result;
};

function applyReference(result, reference) {
  if (reference.slashes && !reference.protocol) {
    Object.assign(result, { ...reference, protocol: result.protocol });
    if (isSlashed(result.protocol) && result.hostname && !result.pathname) result.path = result.pathname = '/';
  } else if (reference.protocol && reference.protocol !== result.protocol) {
    if (isSlashed(reference.protocol)) replaceAfterProtocol(result, reference);
    else Object.assign(result, reference);
  } else resolvePath(result, { ...reference });
}

/// The reference has another protocol, one with a host.
function replaceAfterProtocol(result, reference) {
  const isFile = reference.protocol === 'file:' || reference.protocol === 'file';
  let { host, pathname } = reference;
  if (!host && !isFile) {
    // The first segment of the path is the host.
    const segments = (pathname || '').split('/');
    const at = segments.findIndex(segment => segment !== '');
    host = at < 0 ? '' : segments[at];
    const others = at < 0 ? [] : segments.slice(at + 1);
    pathname = `/${others[0] === '' ? others.slice(1).join('/') : others.join('/')}`;
  }
  Object.assign(result, {
    protocol: reference.protocol,
    host: host || '',
    hostname: reference.hostname || host,
    port: reference.port,
    auth: reference.auth,
    pathname,
    search: reference.search,
    query: reference.query,
    slashes: result.slashes || reference.slashes,
  });
  setPath(result);
}

/// Resolves a reference with the same protocol, or with none.
function resolvePath(result, reference) {
  const paths = pathsOf(result, reference);
  if (paths.hostIsSegment) takeHostsAsSegments(result, reference, paths);
  const keepsPath = !paths.isAbsolute && paths.added.length === 0;
  if (keepsPath && reference.search !== null && reference.search !== undefined) {
    replaceQuery(result, reference, paths);
    return;
  }
  const segments = mergedSegments(result, reference, paths);
  if (segments.length > 0) {
    finishPath(result, reference, paths, segments);
  } else {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
  }
}

const startsWithSlash = path => Boolean(path) && path.startsWith('/');

/// The segments of both paths, and what they start at.
function pathsOf(result, reference) {
  const isAbsolute = Boolean(reference.host) || startsWithSlash(reference.pathname);
  const isRooted = isAbsolute || startsWithSlash(result.pathname) || Boolean(result.host && reference.pathname);
  return {
    segments: result.pathname ? result.pathname.split('/') : [],
    added: reference.pathname ? reference.pathname.split('/') : [],
    isAbsolute,
    isRooted,
    removesDots: isRooted,
    // Without slashes, as in `mailto:a@b`, the host counts as the first segment.
    hostIsSegment: Boolean(result.protocol) && !isSlashed(result.protocol),
  };
}

function takeHostsAsSegments(result, reference, paths) {
  putFirst(paths.segments, result.host);
  Object.assign(result, { host: '', hostname: '', port: null });
  if (reference.protocol) {
    putFirst(paths.added, reference.host);
    Object.assign(reference, { host: null, hostname: null, port: null });
    result.auth = null;
  }
  paths.isRooted &&= paths.added[0] === '' || paths.segments[0] === '';
}

function replaceQuery(result, { search, query }, { hostIsSegment, segments }) {
  Object.assign(result, { search, query });
  if (hostIsSegment) setHostFrom(result, segments.shift());
  result.path = (result.pathname || '') + search;
}

/// The segments of the result, with their dots.
function mergedSegments(result, reference, { isAbsolute, segments, added }) {
  if (!isAbsolute && added.length === 0) return segments;
  if (isAbsolute) takeHost(result, reference);
  Object.assign(result, { search: reference.search, query: reference.query });
  return isAbsolute ? added : [...segments.slice(0, -1), ...added];
}

function finishPath(result, reference, { isRooted, removesDots, hostIsSegment }, merged) {
  const mayEnd = Boolean(result.host || reference.host) || merged.length > 1;
  const segments = withoutDots(merged, { isRooted, removesDots, mayEnd });
  const startsAtRoot = segments[0] === '' || startsWithSlash(segments[0]);
  if (hostIsSegment) setHostFrom(result, startsAtRoot || segments.length === 0 ? '' : segments.shift());
  const needsRoot = isRooted || (Boolean(result.host) && segments.length > 0);
  if (needsRoot && !startsAtRoot) segments.unshift('');
  result.pathname = segments.length > 0 ? segments.join('/') : null;
  result.path = null;
  if (result.pathname !== null || result.search !== null) result.path = (result.pathname || '') + (result.search || '');
  result.auth = reference.auth || result.auth;
  result.slashes = result.slashes || reference.slashes;
}

function putFirst(segments, host) {
  if (!host) return;
  if (segments[0] === '') segments[0] = host;
  else segments.unshift(host);
}

function takeHost(result, reference) {
  for (const name of ['host', 'hostname']) {
    if (!reference[name] && reference[name] !== '') continue;
    if (result[name] !== reference[name]) result.auth = null;
    result[name] = reference[name];
    if (name === 'host') result.port = reference.port;
  }
}

/// A first segment such as `user@host` has both.
function setHostFrom(result, segment) {
  const parts = segment?.indexOf('@') > 0 ? segment.split('@') : [result.auth, segment];
  [result.auth, result.host] = parts;
  result.hostname = result.host;
}

/// Removes `.` and `..`, each with the segment before it.
function withoutDots(segments, { isRooted, removesDots, mayEnd }) {
  const last = segments.at(-1);
  const endsWithSlash = (mayEnd && (last === '.' || last === '..')) || last === '';
  const kept = [];
  let up = 0;
  for (const segment of segments.toReversed()) {
    if (segment === '.') continue;
    if (segment === '..') up++;
    else if (up > 0) up--;
    else kept.push(segment);
  }
  if (!isRooted && !removesDots) while (up-- > 0) kept.push('..');
  kept.reverse();
  if (isRooted && kept[0] !== '' && !kept[0]?.startsWith('/')) kept.unshift('');
  if (endsWithSlash && !kept.join('/').endsWith('/')) kept.push('');
  return kept;
}

function parse(url, parseQuery, slashesDenoteHost) {
  if (url instanceof Url) return url;
  return new Url().parse(url, parseQuery, slashesDenoteHost);
}

const resolve = (from, to) => parse(from, false, true).resolve(to);

const resolveObject = (from, to) => (from ? parse(from, false, true).resolveObject(to) : to);

module.exports = { Url, parse, resolve, resolveObject };
