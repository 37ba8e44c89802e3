const debug = true;
if (debug) {
  import { log } from './log.mjs';
}
