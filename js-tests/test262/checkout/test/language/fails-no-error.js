// no TypeError (runtime)
/*---
negative:
  phase: runtime
  type: TypeError
---*/
