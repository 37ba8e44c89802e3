import { test } from 'node:test';
const name: string = 'named by its file';
test(name, async () => { await scheduler.postTask(() => {}, { delay: 30 }) });
