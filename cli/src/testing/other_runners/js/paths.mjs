// Paths of the host. They have slashes on each system, and may begin with a drive.

export const isAbsolute = path => /^(?:[a-z]:)?\//i.test(path);

/** A path as Windows writes it, such as `import.meta.filename`. */
export const withSlashes = path => (isAbsolute(path) ? path : path.replaceAll('\\', '/'));

export const folderOf = path => path.replace(/\/[^/]*$/, '');

export const nameOf = path => path.slice(path.lastIndexOf('/') + 1);
