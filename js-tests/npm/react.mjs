import { createElement } from 'react';
import { renderToString } from 'react-dom/server.edge';
import Scheduler, { unstable_NormalPriority, unstable_scheduleCallback } from 'scheduler';

unstable_scheduleCallback(unstable_NormalPriority, () => console.log('scheduled', typeof Scheduler));
const children = ['b', 'c'].map(key => createElement('b', { key }, key));
console.log(renderToString(createElement('p', { className: 'a' }, children)));
