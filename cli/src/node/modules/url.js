'use strict';
// node:url: https://nodejs.org/api/url.html

const { invalidArgType, typeError } = require('node:internal/errors');
const path = require('node:path');
const querystring = require('node:querystring');

const { URL, URLSearchParams } = globalThis;
const isWindows = path.sep === '\\';

function fileURLToPath(url, options) {
  const parsed = typeof url === 'string' ? new URL(url) : url;
  if (typeof parsed?.href !== 'string') throw invalidArgType('path', 'of type string or an instance of URL', url);
  if (parsed.protocol !== 'file:') throw typeError('ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  const windows = options?.windows ?? isWindows;
  const { hostname, pathname } = parsed;
  if (/%2f/i.test(pathname) || (windows && /%5c/i.test(pathname))) {
    const characters = windows ? '\\ or / characters' : '/ characters';
    throw typeError('ERR_INVALID_FILE_URL_PATH', `File URL path must not include encoded ${characters}`);
  }
  const decoded = decodeURIComponent(pathname);
  if (!windows) {
    if (hostname !== '') {
      throw typeError(
        'ERR_INVALID_FILE_URL_HOST',
        `File URL host must be "localhost" or empty on ${require('node:process').platform}`,
      );
    }
    return decoded;
  }
  const backslashed = decoded.replaceAll('/', '\\');
  if (hostname !== '') return `\\\\${hostname}${backslashed}`;
  if (!/^\\[a-z]:/i.test(backslashed)) throw typeError('ERR_INVALID_FILE_URL_PATH', 'File URL path must be absolute');
  return backslashed.slice(1);
}

// What a path may contain, but not the path of a URL.
const ENCODED = { '%': '%25', '\\': '%5C', '\n': '%0A', '\r': '%0D', '\t': '%09', '?': '%3F', '#': '%23' };

function pathToFileURL(file, options) {
  if (typeof file !== 'string') throw invalidArgType('path', 'of type string', file);
  const windows = options?.windows ?? isWindows;
  let resolved = (windows ? path.win32 : path.posix).resolve(file);
  if (/[\\/]$/.test(file) && resolved.at(-1) !== (windows ? '\\' : '/')) resolved += '/';
  const url = new URL('file:///');
  if (windows) resolved = `/${resolved.replaceAll('\\', '/')}`;
  url.pathname = resolved.replace(/[%\\\n\r\t?#]/g, character => ENCODED[character]);
  return url;
}

function urlToHttpOptions(url) {
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    protocol: url.protocol,
    hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

const domainToASCII = domain => {
  try {
    return new URL(`ws://${domain}`).hostname;
  } catch {
    return '';
  }
};

// The older interface, which does not follow the standard of URLs.

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

const SLASHED = new Set(['http:', 'https:', 'ftp:', 'gopher:', 'file:', 'ws:', 'wss:']);

Url.prototype.parse = function (text, parseQuery, slashesDenoteHost) {
  let rest = text.trim();
  const fragment = rest.indexOf('#');
  const queryEnd = fragment < 0 ? rest.length : fragment;
  const query = rest.slice(0, queryEnd).indexOf('?');
  const head = rest.slice(0, query < 0 ? queryEnd : query).replaceAll('\\', '/');
  rest = head + rest.slice(query < 0 ? queryEnd : query);

  const protocol = /^([a-z0-9.+-]+:)/i.exec(rest);
  if (protocol) {
    this.protocol = protocol[1].toLowerCase();
    rest = rest.slice(protocol[1].length);
  }
  const isScript = this.protocol === 'javascript:';
  const hasSlashes = rest.startsWith('//') && !isScript;
  if (hasSlashes && (slashesDenoteHost || protocol || /^\/\/[^@/]+@[^@/]+/.test(rest))) {
    this.slashes = true;
    rest = rest.slice(2);
  }
  if (this.slashes || (this.protocol && !isScript && !SLASHED.has(this.protocol))) {
    rest = this.parseAuthority(rest);
  }
  if (!isScript)
    rest = rest.replace(/[\t "'<>\\^`{|}]/g, character => encodeURIComponent(character).replace("'", '%27'));
  const hash = rest.indexOf('#');
  if (hash >= 0) {
    this.hash = rest.slice(hash);
    rest = rest.slice(0, hash);
  }
  const search = rest.indexOf('?');
  if (search >= 0) {
    this.search = rest.slice(search);
    this.query = parseQuery ? querystring.parse(this.search.slice(1)) : this.search.slice(1);
    rest = rest.slice(0, search);
  } else if (parseQuery) {
    this.search = null;
    this.query = { __proto__: null };
  }
  if (rest !== '') this.pathname = rest;
  if (SLASHED.has(this.protocol) && this.hostname && this.pathname === null) this.pathname = '/';
  if (this.pathname !== null || this.search !== null) this.path = `${this.pathname ?? ''}${this.search ?? ''}`;
  this.href = this.format();
  return this;
};

Url.prototype.parseAuthority = function (text) {
  const end = /[/?#]/.exec(text)?.index ?? text.length;
  let authority = text.slice(0, end);
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    this.auth = decodeURIComponent(authority.slice(0, at));
    authority = authority.slice(at + 1);
  }
  const port = /:(\d*)$/.exec(authority);
  if (port) {
    if (port[1] !== '') this.port = port[1];
    authority = authority.slice(0, port.index);
  }
  const isIpv6 = authority.startsWith('[') && authority.endsWith(']');
  this.hostname = isIpv6 ? authority.slice(1, -1) : authority.toLowerCase();
  if (!isIpv6 && /[^\x00-\x7f]/.test(this.hostname)) this.hostname = domainToASCII(this.hostname);
  this.host = `${isIpv6 ? authority : this.hostname}${this.port === null ? '' : `:${this.port}`}`;
  return text.slice(end);
};

Url.prototype.format = function () {
  const auth = this.auth ? `${encodeURIComponent(this.auth).replace(/%3A/i, ':')}@` : '';
  let protocol = this.protocol ?? '';
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  let host = '';
  if (this.host) host = auth + this.host;
  else if (this.hostname) {
    const name = this.hostname.includes(':') ? `[${this.hostname}]` : this.hostname;
    host = `${auth}${name}${this.port ? `:${this.port}` : ''}`;
  }
  let query = '';
  if (this.query !== null && typeof this.query === 'object') query = querystring.stringify(this.query);
  let search = this.search || (query && `?${query}`) || '';
  let pathname = (this.pathname ?? '').replace(/[?#]/g, encodeURIComponent);
  if (this.slashes || ((!protocol || SLASHED.has(protocol)) && host !== '')) {
    if (this.slashes || host) {
      if (pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    }
  }
  let hash = this.hash ?? '';
  if (hash && !hash.startsWith('#')) hash = `#${hash}`;
  if (search && !search.startsWith('?')) search = `?${search}`;
  search = search.replaceAll('#', '%23');
  return `${protocol}${host}${pathname}${search}${hash}`;
};

Url.prototype.resolve = function (relative) {
  return resolve(this.href, relative);
};

function parse(url, parseQuery, slashesDenoteHost) {
  if (url instanceof Url) return url;
  if (typeof url !== 'string') throw invalidArgType('url', 'of type string', url);
  return new Url().parse(url, parseQuery, slashesDenoteHost);
}

function format(url, options) {
  if (typeof url === 'string') return parse(url).format();
  if (url instanceof URL) {
    const { fragment = true, unicode = false, search = true, auth = true } = options ?? {};
    const copy = new URL(url);
    if (!fragment) copy.hash = '';
    if (!search) copy.search = '';
    if (!auth) copy.username = copy.password = '';
    return unicode ? copy.href.replace(copy.hostname, domainToUnicode(copy.hostname)) : copy.href;
  }
  if (url === null || typeof url !== 'object') {
    throw invalidArgType('urlObject', 'one of type object or string', url);
  }
  return Url.prototype.format.call(url);
}

function domainToUnicode(domain) {
  if (!domain.includes('xn--')) return domainToASCII(domain);
  return require('node:punycode').toUnicode(domain);
}

/// Resolves as browsers do, also where both are relative.
function resolve(from, to) {
  const base = new URL(from, 'resolve://');
  const resolved = new URL(to, base);
  if (resolved.protocol !== 'resolve:') return resolved.href;
  const { pathname, search, hash } = resolved;
  return (from.startsWith('/') || to.startsWith('/') ? pathname : pathname.replace(/^\//, '')) + search + hash;
}

module.exports = {
  URL,
  URLSearchParams,
  Url,
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  format,
  parse,
  pathToFileURL,
  resolve,
  resolveObject: (from, to) => (from ? parse(resolve(parse(from).href, to)) : to),
  urlToHttpOptions,
};
