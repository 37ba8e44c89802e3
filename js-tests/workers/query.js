importScripts('./queried.js?v=1');
postMessage([location.search, location.hash, queried]);
