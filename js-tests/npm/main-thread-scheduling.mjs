import { yieldControl, yieldOrContinue } from 'main-thread-scheduling';

await yieldOrContinue('smooth');
console.log('continued');
await yieldControl('background');
console.log('yielded');
