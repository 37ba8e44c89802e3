import { log } from './log.mjs';
import type { Job } from './job.mjs';
log(1);
