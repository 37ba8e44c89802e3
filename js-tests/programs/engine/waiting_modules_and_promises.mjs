// The constructor of promises does not change in which order modules that wait are evaluated.
import '../../waiting/other_constructor.mjs';
import '../../waiting/queues_first.mjs';
import '../../waiting/queues_second.mjs';
console.log('main');
