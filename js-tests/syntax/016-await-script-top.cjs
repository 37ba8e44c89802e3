const { readFile } = require('node:fs/promises');
const text = await readFile('x');
