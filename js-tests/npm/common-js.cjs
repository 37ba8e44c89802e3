const lodash = require('lodash');
const React = require('react');
const { renderToString } = require('react-dom/server.edge');
const { of } = require('rxjs');
const { unstable_scheduleCallback } = require('scheduler');

of(1).subscribe(x => console.log(x, lodash.chunk([1, 2, 3], 2), require.main === module));
console.log(renderToString(React.createElement('p', null, 'x')));
unstable_scheduleCallback(1, () => console.log('scheduled'));
