// $DONE was not called
/*---
flags: [async]
---*/
new Promise(() => {}).then($DONE);
