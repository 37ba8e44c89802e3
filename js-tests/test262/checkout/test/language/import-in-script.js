/*---
negative:
  phase: parse
  type: SyntaxError
---*/
$DONOTEVALUATE();
import './value_FIXTURE.js';
