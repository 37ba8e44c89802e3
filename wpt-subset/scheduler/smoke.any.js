test(() => assert_true(true), 'x');
promise_test(async t => { await promise_rejects_js(t, TypeError, scheduler.postTask(1)); await promise_rejects_dom(t, 'AbortError', scheduler.postTask(() => {}, {signal: AbortSignal.abort()})); }, 'promise');
