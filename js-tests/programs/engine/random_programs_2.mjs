// args: --warn=none
// Random programs, whose results are those of Node. `js-tests/random_code/compare.mjs` compares more of them.

import { printChecksums } from '../../random_code/checksums.mjs';

await printChecksums(500, 500);
