// Shows: no-task-signal
// chromium: function
// firefox: function
// polyfill: undefined

log(typeof TaskSignal);
