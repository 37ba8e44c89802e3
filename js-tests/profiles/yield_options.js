// Shows: yield-ignores-options
// chromium: background continuation, visible task
// firefox: background continuation, visible task
// polyfill: background continuation, visible task

scheduler.postTask(() => log('visible task'));
scheduler.yield({ priority: 'background' }).then(() => log('background continuation'));
