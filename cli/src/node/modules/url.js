'use strict';
// node:url: https://nodejs.org/api/url.html

const { checkString } = require('node:internal/checks');
const { invalidArgType, invalidArgValue, typeError } = require('node:internal/errors');
const { Url, parse, resolve, resolveObject } = require('node:internal/older_urls');
const path = require('node:path');
const punycode = require('node:punycode');
const { unescapeBuffer } = require('node:querystring');

const { URL, URLSearchParams } = globalThis;
const isWindows = path.sep === '\\';

const fileUrlError = (code, message, url) => Object.assign(typeError(code, message), { input: url.href });

/// Returns the URL of a file that is passed as a string or as a URL.
function checkedFileUrl(url, windows) {
  const parsed = typeof url === 'string' ? new URL(url) : url;
  if (!parsed?.href || !parsed.protocol) throw invalidArgType('path', 'of type string or an instance of URL', url);
  if (parsed.protocol !== 'file:') throw typeError('ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  const { hostname, pathname } = parsed;
  if (!windows && hostname !== '') {
    const { platform } = require('node:process');
    throw typeError('ERR_INVALID_FILE_URL_HOST', `File URL host must be "localhost" or empty on ${platform}`);
  }
  if (/%2f/i.test(pathname) || (windows && /%5c/i.test(pathname))) {
    const characters = windows ? '\\ or / characters' : '/ characters';
    throw fileUrlError('ERR_INVALID_FILE_URL_PATH', `File URL path must not include encoded ${characters}`, parsed);
  }
  return parsed;
}

function fileURLToPath(url, options) {
  const windows = options?.windows ?? isWindows;
  const parsed = checkedFileUrl(url, windows);
  const decoded = decodeURIComponent(parsed.pathname);
  if (!windows) return decoded;
  const backslashed = decoded.replaceAll('/', '\\');
  if (parsed.hostname !== '') return `\\\\${domainToUnicode(parsed.hostname)}${backslashed}`;
  if (/^\\[a-z]:/i.test(backslashed)) return backslashed.slice(1);
  throw fileUrlError('ERR_INVALID_FILE_URL_PATH', 'File URL path must be absolute', parsed);
}

/// For paths that are not UTF-8.
function fileURLToPathBuffer(url, options) {
  const { Buffer } = require('node:buffer');
  const windows = options?.windows ?? isWindows;
  if (windows) return Buffer.from(fileURLToPath(url, options));
  return unescapeBuffer(checkedFileUrl(url, windows).pathname);
}

// What a path may contain, but not the path of a URL.
const encodedInPath = character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

function pathToFileURL(file, options) {
  checkString(file, 'path');
  const windows = options?.windows ?? isWindows;
  if (windows && /^[\\/]{2}(?!\?\\(?!UNC\\))/.test(file)) return urlOfShare(file.replaceAll('/', '\\'));
  let resolved = (windows ? path.win32 : path.posix).resolve(file);
  if (windows) resolved = resolved.replace(/^\\\\\?\\/, '').replaceAll('\\', '/');
  if (/\/$/.test(windows ? file.replaceAll('\\', '/') : file) && !resolved.endsWith('/')) resolved += '/';
  return fileUrl('', resolved.startsWith('/') ? resolved : `/${resolved}`);
}

/// The URL of a file on another computer, such as `\\server\share\file`.
function urlOfShare(file) {
  const start = file.startsWith('\\\\?\\UNC\\') ? 8 : 2;
  const end = file.indexOf('\\', start);
  if (end < 0) throw invalidArgValue('path', file, 'Missing UNC resource path');
  if (end === start) throw invalidArgValue('path', file, 'Empty UNC servername');
  return fileUrl(file.slice(start, end), file.slice(end).replaceAll('\\', '/'));
}

function fileUrl(host, pathname) {
  const url = new URL(`file://${host}`);
  url.pathname = pathname.replace(/[%\\\n\r\t?#[\]|~]/g, encodedInPath);
  return url;
}

function urlToHttpOptions(url) {
  if (url === null || typeof url !== 'object') throw invalidArgType('url', 'of type object', url);
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: hostname?.startsWith('[') ? hostname.slice(1, -1) : hostname,
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

function domainToASCII(domain) {
  const host = `${domain}`;
  if (/[@:]/.test(host) && !/^\[.*\]$/.test(host)) return '';
  try {
    return new URL(`ws://${host}`).hostname;
  } catch {
    return '';
  }
}

const domainToUnicode = domain => punycode.toUnicode(domainToASCII(domain));

function format(url, options) {
  if (typeof url === 'string') return parse(url).format();
  if (url === null || typeof url !== 'object') {
    throw invalidArgType('urlObject', 'one of type object or string', url);
  }
  return url instanceof URL ? formatUrl(url, options) : Url.prototype.format.call(url);
}

function formatUrl(url, options) {
  if (options && typeof options !== 'object') throw invalidArgType('options', 'of type object', options);
  const { fragment = true, unicode = false, search = true, auth = true } = options || {};
  const copy = new URL(url);
  if (!fragment) copy.hash = '';
  if (!search) copy.search = '';
  if (!auth) copy.username = copy.password = '';
  return unicode ? copy.href.replace(copy.hostname, domainToUnicode(copy.hostname)) : copy.href;
}

module.exports = {
  URL,
  URLSearchParams,
  Url,
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  fileURLToPathBuffer,
  format,
  parse,
  pathToFileURL,
  resolve,
  resolveObject,
  urlToHttpOptions,
};
