/*---
flags: [module]
negative:
  phase: resolution
  type: SyntaxError
---*/
$DONOTEVALUATE();
import { nothing } from './value_FIXTURE.js';
