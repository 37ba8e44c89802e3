'use strict';
for await (const { a } of [null]) a;
