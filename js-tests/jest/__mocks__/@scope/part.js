// An ES module that stands for a package.
export const part = 'part of a scope';
