/*---
flags: [raw]
---*/
if (typeof assert !== 'undefined') throw new Error('the harness is loaded');
