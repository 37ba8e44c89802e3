// Programs that can do without a module look at the code and the start of the message.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
for (const specifier of ['not-installed', '@not/installed/file.js', './missing.js']) {
  for (const find of [require, require.resolve]) {
    try {
      find(specifier);
    } catch ({ code, message }) {
      console.log(code, message.match(/^Cannot find module '[^']*'/)?.[0]);
    }
  }
}
