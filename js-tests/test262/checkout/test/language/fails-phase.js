// the SyntaxError is not of the phase parse
/*---
negative:
  phase: parse
  type: SyntaxError
---*/
new Function('+');
