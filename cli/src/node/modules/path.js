'use strict';
// node:path: https://nodejs.org/api/path.html

const { checkObject, checkString } = require('node:internal/checks');
const host = require('node:internal/host');

/// Resolves `.` and `..` in segments. Without a root, leading `..` stay.
function simplified(text, isSeparator, separator, isAbsolute) {
  const kept = [];
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    if (index < text.length && !isSeparator(text[index])) continue;
    const segment = text.slice(start, index);
    start = index + 1;
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isAbsolute) kept.push('..');
  }
  return kept.join(separator);
}

/// Returns where the last segment starts and ends, without separators after it.
function lastSegment(path, from, isSeparator) {
  let end = path.length;
  while (end > from && isSeparator(path[end - 1])) end--;
  let start = end;
  while (start > from && !isSeparator(path[start - 1])) start--;
  return [start, end];
}

function extensionOf(base) {
  const dot = base.lastIndexOf('.');
  const isOnlyDots = base === '..' || dot === 0;
  return dot < 1 || isOnlyDots ? '' : base.slice(dot);
}

/// The functions that both flavors have. `rootOf` returns the length of the root of a path.
function common(flavor, { isSeparator, rootOf }) {
  return {
    dirname(path) {
      checkString(path, 'path');
      if (path.length === 0) return '.';
      const root = rootOf(path);
      const [start] = lastSegment(path, root, isSeparator);
      // Of several separators, the others stay.
      if (start - 1 > root) return path.slice(0, start - 1);
      if (root > 0) return flavor.sep === '/' && path.startsWith('//') && start === 2 ? '//' : path.slice(0, root);
      return '.';
    },
    basename(path, suffix) {
      if (suffix !== undefined) checkString(suffix, 'suffix');
      checkString(path, 'path');
      const drive = flavor.sep === '\\' && /^[a-z]:/i.test(path) ? 2 : 0;
      const [start, end] = lastSegment(path, drive, isSeparator);
      const base = path.slice(start, end);
      if (path === suffix) return '';
      const isCut = suffix !== undefined && base !== suffix && base.endsWith(suffix);
      return isCut ? base.slice(0, base.length - suffix.length) : base;
    },
    extname(path) {
      checkString(path, 'path');
      return extensionOf(flavor.basename(path));
    },
    format(parts) {
      checkObject(parts, 'pathObject');
      const folder = parts.dir || parts.root;
      const extension = parts.ext ? `${parts.ext[0] === '.' ? '' : '.'}${parts.ext}` : '';
      const base = parts.base || `${parts.name || ''}${extension}`;
      if (!folder) return base;
      return folder === parts.root ? `${folder}${base}` : `${folder}${flavor.sep}${base}`;
    },
    parse(path) {
      checkString(path, 'path');
      const root = rootOf(path);
      const [start, end] = lastSegment(path, root, isSeparator);
      const base = path.slice(start, end);
      const ext = extensionOf(base);
      let folder = start;
      if (folder > root) folder--;
      return {
        root: path.slice(0, root),
        dir: path.slice(0, folder),
        base,
        ext,
        name: base.slice(0, base.length - ext.length),
      };
    },
    join(...parts) {
      for (const part of parts) checkString(part, 'path');
      const joined = parts.filter(part => part !== '');
      return joined.length === 0 ? '.' : flavor.joined(joined);
    },
  };
}

const posix = {
  sep: '/',
  delimiter: ':',
  isAbsolute(path) {
    checkString(path, 'path');
    return path.startsWith('/');
  },
  normalize(path) {
    checkString(path, 'path');
    if (path === '') return '.';
    const isAbsolute = path.startsWith('/');
    let normal = simplified(path, character => character === '/', '/', isAbsolute);
    if (normal === '' && !isAbsolute) return path.endsWith('/') ? './' : '.';
    if (normal !== '' && path.endsWith('/')) normal += '/';
    return isAbsolute ? `/${normal}` : normal;
  },
  joined: parts => posix.normalize(parts.join('/')),
  resolve(...parts) {
    let resolved = '';
    for (let index = parts.length - 1; index >= -1 && !resolved.startsWith('/'); index--) {
      const part = index >= 0 ? parts[index] : host.cwd();
      checkString(part, index >= 0 ? `paths[${index}]` : 'cwd');
      if (part !== '') resolved = resolved === '' ? part : `${part}/${resolved}`;
    }
    const isAbsolute = resolved.startsWith('/');
    const normal = simplified(resolved, character => character === '/', '/', isAbsolute);
    return isAbsolute ? `/${normal}` : normal || '.';
  },
  relative(from, to) {
    checkString(from, 'from');
    checkString(to, 'to');
    return difference(posix.resolve(from), posix.resolve(to), '/', text => text);
  },
  toNamespacedPath: path => path,
};

/// Returns the way from one absolute path to another.
function difference(from, to, separator, fold) {
  if (fold(from) === fold(to)) return '';
  const [one, other] = [from, to].map(path => path.split(separator).filter(segment => segment !== ''));
  let same = 0;
  while (same < one.length && same < other.length && fold(one[same]) === fold(other[same])) same++;
  // Between two drives or servers, there is no way.
  if (separator === '\\' && same === 0 && one.length > 0 && other.length > 0) return to;
  return [...one.slice(same).map(() => '..'), ...other.slice(same)].join(separator);
}

const isWindowsSeparator = character => character === '/' || character === '\\';

/// Splits a Windows path into the device, whether it is absolute, and the rest.
function windowsParts(path) {
  const server = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(?:[\\/]|$)/.exec(path);
  if (server) return { device: `\\\\${server[1]}\\${server[2]}`, isAbsolute: true, length: server[0].length };
  const drive = /^[a-z]:/i.exec(path);
  if (drive) {
    const isAbsolute = path.length > 2 && isWindowsSeparator(path[2]);
    return { device: drive[0], isAbsolute, length: isAbsolute ? 3 : 2 };
  }
  const isAbsolute = path.length > 0 && isWindowsSeparator(path[0]);
  return { device: '', isAbsolute, length: isAbsolute ? 1 : 0 };
}

/// The same, for a path that is going to be normalized: `\\.` and `\\?` stand before the names of devices.
function partsToNormalize(path) {
  const namespace = /^[\\/]{2}([.?])[\\/]+(?=[^\\/])/.exec(path);
  if (namespace) return { device: `\\\\${namespace[1]}`, isAbsolute: true, length: namespace[0].length };
  return windowsParts(path);
}

/// Whether Windows opens a device when it is given a text such as `con:`.
const namesDevice = text => /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]):/i.test(text);

/// Whether a relative path could be read as one with a drive or another device, now that it is normalized.
function resemblesDevice(path, normal) {
  return path.includes(':') && (/^[a-z]:/i.test(normal) || /:(?:[\\/]|$)/.test(path));
}

/// Normalizes what follows the device, and keeps a separator at the end.
function normalRest(rest, isAbsolute) {
  const normal = simplified(rest, isWindowsSeparator, '\\', isAbsolute) || (isAbsolute ? '' : '.');
  return normal !== '' && rest !== '' && isWindowsSeparator(rest.at(-1)) ? `${normal}\\` : normal;
}

const win32 = {
  sep: '\\',
  delimiter: ';',
  isAbsolute(path) {
    checkString(path, 'path');
    return windowsParts(path).isAbsolute;
  },
  normalize(path) {
    checkString(path, 'path');
    if (path === '') return '.';
    if (path.length === 1) return isWindowsSeparator(path) ? '\\' : path;
    if (namesDevice(path)) {
      const end = path.indexOf(':') + 1;
      return `.\\${path.slice(0, end)}${normalRest(path.slice(end), false)}`;
    }
    const { device, isAbsolute, length } = partsToNormalize(path);
    const normal = normalRest(path.slice(length), isAbsolute);
    if (!isAbsolute && device === '' && resemblesDevice(path, normal)) return `.\\${normal}`;
    return `${device}${isAbsolute ? '\\' : ''}${normal}`;
  },
  joined(parts) {
    // Two separators at the start would name a server if they were not in the first part.
    const first = parts[0];
    const isServer = /^[\\/]{2}[^\\/]/.test(first);
    let joined = parts.join('\\');
    if (!isServer) joined = joined.replace(/^[\\/]{2,}/, '\\');
    // With the name of a device in it, `..` does not mean what it usually does.
    return joined.split('\\').some(namesDevice) ? joined.replaceAll('/', '\\') : win32.normalize(joined);
  },
  resolve(...parts) {
    let device = '';
    let rest = '';
    let isAbsolute = false;
    for (let index = parts.length - 1; index >= -1 && !(device !== '' && isAbsolute); index--) {
      const part = index >= 0 ? parts[index] : host.cwd().replaceAll('/', '\\');
      checkString(part, `paths[${index}]`);
      if (part === '') continue;
      const found = partsToNormalize(part);
      if (found.device !== '' && device !== '' && found.device.toLowerCase() !== device.toLowerCase()) continue;
      device ||= found.device;
      if (!isAbsolute) {
        rest = `${part.slice(found.length)}\\${rest}`;
        isAbsolute = found.isAbsolute;
      }
    }
    const normal = simplified(rest, isWindowsSeparator, '\\', isAbsolute);
    return `${device}${isAbsolute ? '\\' : ''}${normal}` || '.';
  },
  relative(from, to) {
    checkString(from, 'from');
    checkString(to, 'to');
    const [one, other] = [win32.resolve(from), win32.resolve(to)];
    return difference(one, other, '\\', text => text.toLowerCase());
  },
  toNamespacedPath(path) {
    if (typeof path !== 'string' || path === '') return path;
    const resolved = win32.resolve(path);
    if (resolved.length <= 2) return path;
    if (/^[a-z]:\\/i.test(resolved)) return `\\\\?\\${resolved}`;
    if (/^\\\\[^?.]/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`;
    return resolved;
  },
};

Object.assign(
  posix,
  common(posix, {
    isSeparator: character => character === '/',
    rootOf: path => (path.startsWith('/') ? 1 : 0),
  }),
);
Object.assign(
  win32,
  common(win32, {
    isSeparator: isWindowsSeparator,
    rootOf: path => windowsParts(path).length,
  }),
);
for (const flavor of [posix, win32]) {
  Object.defineProperty(flavor, 'joined', { enumerable: false });
  flavor.posix = posix;
  flavor.win32 = win32;
  flavor._makeLong = flavor.toNamespacedPath;
}

exports = module.exports = host.system()[0] === 'win32' ? win32 : posix;
exports.basename = module.exports.basename;
exports.delimiter = module.exports.delimiter;
exports.dirname = module.exports.dirname;
exports.extname = module.exports.extname;
exports.format = module.exports.format;
exports.isAbsolute = module.exports.isAbsolute;
exports.join = module.exports.join;
exports.normalize = module.exports.normalize;
exports.parse = module.exports.parse;
exports.posix = posix;
exports.relative = module.exports.relative;
exports.resolve = module.exports.resolve;
exports.sep = module.exports.sep;
exports.toNamespacedPath = module.exports.toNamespacedPath;
exports.win32 = win32;
