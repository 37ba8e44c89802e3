// instead of a TypeError
/*---
negative:
  phase: runtime
  type: TypeError
---*/
throw new RangeError();
