/*---
includes: [atomicsHelper.js]
---*/
throw 'This must not run.';
