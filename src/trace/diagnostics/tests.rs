//! For each detector: programs in which it must speak, and near misses in which no detector must.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use super::{Diagnostics, WarnOptions};
use crate::event_loop::Timestamp;
use crate::trace::{Detail, Recorder};
use crate::{Runtime, SourceKind};

/// What the programs use.
const PRELUDE: &str = "
    globalThis.busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
    globalThis.post = (priority, callback) => scheduler.postTask(callback, { priority });
    globalThis.sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
";

/// Runs a program in virtual time, for at most four seconds, and returns the warnings.
fn warnings(program: &str, options: &str) -> Vec<String> {
    let options: WarnOptions = options.parse().unwrap();
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    let detail = Detail { names: true, signals: true, ..Detail::default() };
    let recorder = Rc::new(Recorder::new(Diagnostics::new(&options), detail));
    runtime.run_script(PRELUDE).unwrap();
    runtime.event_loop().set_observer(Some(Rc::clone(&recorder) as _));
    runtime.start_source(program, Path::new("app.js"), SourceKind::Script);
    runtime.run_until(Timestamp::since_origin(Duration::from_secs(4)));
    let found = recorder.sink_mut().finish();
    found.iter().map(ToString::to_string).collect()
}

/// Checks that exactly one warning is given, and what it says.
fn speaks(program: &str, expected: &str) {
    assert_eq!(warnings(program, "all"), [expected], "{program}");
}

fn is_silent(program: &str) {
    assert_eq!(warnings(program, "all"), [] as [&str; 0], "{program}");
}

#[test]
fn starvation() {
    speaks(
        "post('user-visible', function late() {});
         (function urgent(n) { if (n < 30) post('user-blocking', () => { busy(45); urgent(n + 1); }); })(0);",
        "user-visible task 'late' (posted at app.js:1:5) was ready for 1350 ms while 30 other pieces of work ran \
         [starvation]",
    );
    speaks(
        "post('user-visible', function late() {});
         (async () => { for (let i = 0; i < 2000; i++) await post('user-blocking', () => {}); })();",
        "user-visible task 'late' (posted at app.js:1:5) was ready for 0 ms while 2000 other pieces of work ran \
         [starvation]",
    );
    speaks(
        "const controller = new TaskController({ priority: 'background' });
         scheduler.postTask(function low() {}, { signal: controller.signal });
         (function urgent(n) { if (n < 1500) post('user-visible', () => urgent(n + 1)); })(0);",
        "background task 'low' (posted at app.js:2:28) was ready for 0 ms while 1500 other pieces of work ran \
         [starvation]",
    );
    is_silent(
        "post('user-blocking', () => {});
         for (let i = 0; i < 900; i++) post('background', () => {});",
    );
    is_silent(
        "scheduler.postTask(() => {}, { delay: 5000 });
         (async () => { for (let i = 0; i < 50; i++) await sleep(100); })();",
    );
    is_silent(
        "post('user-blocking', () => busy(40));
         post('user-visible', () => {});",
    );
}

#[test]
fn priority_inversion() {
    speaks(
        "post('user-blocking', async function urgent() {
           await post('background', function load() {});
         });
         for (let i = 0; i < 5; i++) post('user-visible', function other() { busy(10); });",
        "user-blocking task 'urgent' (posted at app.js:1:5) awaited background task 'load' (posted at app.js:1:5), \
         which ran after 50 ms and 5 other pieces of work [priority-inversion]",
    );
    speaks(
        "const loaded = post('background', function load() {});
         post('user-visible', function other() {});
         post('user-visible', function show() { return loaded.then(() => {}); });
         post('user-visible', function another() {});",
        "user-visible task 'show' (posted at app.js:1:20) awaited background task 'load' (posted at app.js:1:20), \
         which ran after 0 ms and 1 other piece of work [priority-inversion]",
    );
    speaks(
        "post('user-blocking', async function render() {
           await post('user-visible', async function query() { await post('background', function read() {}); });
         });
         for (let i = 0; i < 3; i++) post('user-visible', function other() {});",
        "user-blocking task 'render' (posted at app.js:1:5) awaited user-visible task 'query' (posted at app.js:1:5), \
         which awaited background task 'read' (posted at app.js:1:5), which ran after 0 ms and 3 other pieces of work \
         [priority-inversion]",
    );
    is_silent("post('user-blocking', async function urgent() { await post('background', () => {}); });");
    is_silent(
        "post('background', async function low() { await post('user-blocking', () => {}); });
         post('user-visible', () => {});",
    );
    is_silent("post('user-blocking', function urgent() { post('background', () => {}).then(() => {}, () => {}); });");
    is_silent(
        "post('user-blocking', async function urgent() {
           const controller = new TaskController({ priority: 'background' });
           const done = scheduler.postTask(() => {}, { signal: controller.signal });
           controller.setPriority('user-blocking');
           await done;
         });
         post('user-visible', () => {});
         post('user-visible', () => {});",
    );
    is_silent(
        "post('user-blocking', async function part() { await scheduler.yield({ priority: 'background' }); });
         for (let i = 0; i < 5; i++) post('user-visible', () => {});",
    );
}

#[test]
fn long_task() {
    speaks(
        "post('user-visible', function heavy() { busy(120); });",
        "user-visible task 'heavy' (posted at app.js:1:5) ran for 120 ms [long-task]",
    );
    speaks(
        "setTimeout(function timer() { Promise.resolve().then(() => busy(80)); });",
        "setTimeout 'timer' (set at app.js:1:11) ran for 80 ms, 80 ms of it in microtasks [long-task]",
    );
    speaks(
        "post('user-visible', async function parts() { busy(30); await null; busy(30); });",
        "user-visible task 'parts' (posted at app.js:1:5) ran for 60 ms, 30 ms of it in microtasks [long-task]",
    );
    is_silent("post('user-visible', async function parts() { busy(30); await scheduler.yield(); busy(30); });");
    is_silent("for (let i = 0; i < 5; i++) post('user-visible', () => busy(45));");
    is_silent("post('user-visible', async () => { await sleep(200); });");
}

#[test]
fn timer_overdue() {
    speaks(
        "setTimeout(function late() {}, 10);
         for (let i = 0; i < 4; i++) post('user-blocking', function work() { busy(30); });",
        "setTimeout 'late' (set at app.js:1:11) ran 110 ms after it was due: user-blocking task 'work' (posted at \
         app.js:2:42) took 30 ms, and 3 other pieces of work ran [timer-overdue]",
    );
    speaks(
        "setTimeout(function late() {}, 0);
         for (let i = 0; i < 3; i++) post('user-blocking', function work() { busy(20 + 10 * i); });",
        "setTimeout 'late' (set at app.js:1:11) ran 90 ms after it was due: user-blocking task 'work' (posted at \
         app.js:2:42) took 40 ms, and 2 other pieces of work ran [timer-overdue]",
    );
    speaks(
        "const id = setInterval(function tick() { clearInterval(id); }, 5);
         (async function yields() { for (let i = 0; i < 3; i++) { await post('user-blocking', function part() { \
         busy(40); }); } })();",
        "setInterval 'tick' (set at app.js:1:23) ran 115 ms after it was due: user-blocking task 'part' (posted at \
         app.js:2:77) took 40 ms, and 2 other pieces of work ran [timer-overdue]",
    );
    is_silent(
        "setTimeout(() => {}, 10);
         post('user-blocking', () => busy(40));",
    );
    is_silent(
        "setTimeout(() => {}, 500);
         post('user-blocking', () => busy(45));",
    );
    is_silent(
        "scheduler.postTask(() => {}, { delay: 10 });
         for (let i = 0; i < 4; i++) post('user-blocking', () => busy(30));",
    );
}

#[test]
fn yield_chain() {
    speaks(
        "post('user-visible', async function loop() { for (let i = 0; i < 300; i++) await scheduler.yield(); });
         post('user-visible', function other() {});",
        "user-visible continuation (posted at app.js:1:97) and 99 other pieces of work before it ran one after the \
         other while user-visible task 'other' (posted at app.js:1:5) waited [yield-chain]",
    );
    speaks(
        "for (const name of ['a', 'b']) post('background', async function both() { for (let i = 0; i < 150; i++) \
         await scheduler.yield(); });
         post('background', function waits() {});",
        "background continuation (posted at app.js:1:126) and 99 other pieces of work before it ran one after the \
         other while background task 'both' (posted at app.js:1:36) waited [yield-chain] (2 times)",
    );
    speaks(
        "const { signal } = new TaskController({ priority: 'user-blocking' });
         scheduler.postTask(async function signalled() { for (let i = 0; i < 150; i++) await scheduler.yield(); }, { \
         signal });
         scheduler.postTask(function behind() {}, { signal });",
        "user-blocking continuation (posted at app.js:2:109) and 99 other pieces of work before it ran one after the \
         other while user-blocking task 'behind' (posted at app.js:3:28) waited [yield-chain]",
    );
    is_silent("post('user-visible', async () => { for (let i = 0; i < 300; i++) await scheduler.yield(); });");
    is_silent(
        "post('user-visible', async () => { for (let i = 0; i < 300; i++) { await scheduler.yield(); if (i % 50 \
         === 0) await post('user-visible', () => {}); } });
         for (let i = 0; i < 20; i++) post('user-visible', () => {});",
    );
    is_silent(
        "post('user-blocking', async () => { for (let i = 0; i < 90; i++) await scheduler.yield(); });
         post('user-blocking', () => {});",
    );
}

#[test]
fn idle_overrun() {
    speaks(
        "requestIdleCallback(function idle() { busy(45); });
         setTimeout(() => {}, 20);",
        "idle callback 'idle' (requested at app.js:1:20) ran for 45 ms, 25 ms over its deadline [idle-overrun]",
    );
    speaks(
        "requestIdleCallback(function greedy(deadline) { busy(deadline.timeRemaining() + 10); });
         setTimeout(() => {}, 30);",
        "idle callback 'greedy' (requested at app.js:1:20) ran for 40 ms, 10 ms over its deadline [idle-overrun]",
    );
    speaks(
        "requestIdleCallback(function first() { busy(3); });
         requestIdleCallback(function second() { busy(40); });
         setTimeout(() => {}, 25);",
        "idle callback 'second' (requested at app.js:2:29) ran for 40 ms, 18 ms over its deadline [idle-overrun]",
    );
    is_silent("requestIdleCallback(deadline => { while (deadline.timeRemaining() > 0); });");
    is_silent("requestIdleCallback(() => busy(49));");
    is_silent(
        "requestIdleCallback(() => busy(45), { timeout: 10 });
         post('user-visible', () => busy(30));",
    );
}

#[test]
fn unbounded_microtasks() {
    speaks(
        "post('user-visible', function spin() { let n = 0; (function next() { if (n++ < 20000) queueMicrotask(next); \
         })(); });",
        "20000 microtasks ran in one checkpoint after user-visible task 'spin' (posted at app.js:1:5) \
         [unbounded-microtasks]",
    );
    speaks(
        "let n = 0;
         (function next() { if (n++ < 20000) Promise.resolve().then(next); })();",
        "20000 microtasks ran in one checkpoint after the script [unbounded-microtasks]",
    );
    speaks(
        "post('background', async function awaits() { for (let i = 0; i < 15000; i++) await null; });",
        "15000 microtasks ran in one checkpoint after background task 'awaits' (posted at app.js:1:5) \
         [unbounded-microtasks]",
    );
    is_silent("for (let i = 0; i < 9000; i++) queueMicrotask(() => {});");
    is_silent(
        "for (let i = 0; i < 4; i++) post('user-visible', async () => { for (let i = 0; i < 4000; i++) await null; });",
    );
    is_silent(
        "(async () => { for (let i = 0; i < 20; i++) { for (let j = 0; j < 900; j++) await null; await \
         scheduler.yield(); } })();",
    );
}

#[test]
fn late_abort() {
    speaks(
        "const controller = new TaskController();
         scheduler.postTask(function save() {}, { signal: controller.signal });
         scheduler.postTask(function cancel() { controller.abort(); });",
        "user-visible task 'save' (posted at app.js:2:28) had run when its signal was aborted 0 ms later: the abort \
         had no effect [late-abort]",
    );
    speaks(
        "const controller = new AbortController();
         scheduler.postTask(function load() {}, { signal: controller.signal }).then(() => controller.abort());",
        "user-visible task 'load' (posted at app.js:2:28) had run when its signal was aborted 0 ms later: the abort \
         had no effect [late-abort]",
    );
    speaks(
        "const controller = new TaskController();
         for (let i = 0; i < 3; i++) scheduler.postTask(function part() {}, { signal: controller.signal });
         setTimeout(() => controller.abort(), 50);",
        "user-visible task 'part' (posted at app.js:2:56) had run when its signal was aborted 50 ms later: the abort \
         had no effect [late-abort]",
    );
    is_silent(
        "const controller = new TaskController();
         scheduler.postTask(() => {}, { signal: controller.signal });
         scheduler.postTask(() => {}, { signal: controller.signal, delay: 50 }).catch(() => {});
         scheduler.postTask(() => controller.abort());",
    );
    is_silent(
        "const controller = new TaskController();
         scheduler.postTask(() => {}, { signal: controller.signal });
         setTimeout(() => controller.abort(), 5000);",
    );
    is_silent(
        "const controller = new AbortController();
         controller.signal.onabort = () => {};
         post('user-visible', () => controller.abort());
         AbortSignal.timeout(5).onabort = () => {};",
    );
}

#[test]
fn background_never_ran() {
    speaks(
        "post('background', function cleanup() {});
         const { port1, port2 } = new MessageChannel();
         port2.onmessage = function ping() { busy(1); port1.postMessage(0); };
         port1.postMessage(0);",
        "background task 'cleanup' (posted at app.js:1:5) was ready for 4000 ms, in which 4000 other pieces of work \
         ran, and never ran [background-never-ran]",
    );
    speaks(
        "post('background', function report() {});
         (function urgent() { busy(1); post('user-visible', urgent); })();",
        "background task 'report' (posted at app.js:1:5) was ready for 4000 ms, in which 3999 other pieces of work \
         ran, and never ran [background-never-ran]",
    );
    speaks(
        "const controller = new TaskController();
         scheduler.postTask(function demoted() {}, { signal: controller.signal });
         controller.setPriority('background');
         (function urgent() { busy(1); post('user-visible', urgent); })();",
        "background task 'demoted' (posted at app.js:2:28) was ready for 4000 ms, in which 3999 other pieces of work \
         ran, and never ran [background-never-ran]",
    );
    is_silent(
        "post('background', function cleanup() {});
         setInterval(function tick() {}, 10);",
    );
    is_silent(
        "scheduler.postTask(() => {}, { priority: 'background', delay: 20_000 });
         setInterval(() => {}, 100);",
    );
    is_silent(
        "post('background', () => {});
         for (let i = 0; i < 500; i++) post('user-visible', () => {});",
    );
}

#[test]
fn leaked_signal() {
    speaks(
        "const { signal } = new AbortController();
         (async () => { for (let i = 0; i < 400; i++) { signal.addEventListener('abort', () => {}); await \
         post('user-visible', () => {}); } })();",
        "a signal (created at app.js:1:20) has 101 listeners, algorithms and dependent signals, and their number has \
         only grown [leaked-signal]",
    );
    speaks(
        "const { signal } = new AbortController();
         const kept = [];
         (async () => { for (let i = 0; i < 400; i++) { kept.push(AbortSignal.any([signal])); await sleep(10); } })();",
        "a signal (created at app.js:1:20) has 126 listeners, algorithms and dependent signals, and their number has \
         only grown [leaked-signal]",
    );
    speaks(
        "const { signal } = new TaskController();
         let n = 0;
         const id = setInterval(() => { if (++n > 500) return clearInterval(id); addEventListener('x' + n, () => {}, \
         { signal }); }, 1);",
        "a signal (created at app.js:1:20) has 101 listeners, algorithms and dependent signals, and their number has \
         only grown [leaked-signal]",
    );
    is_silent(
        "const { signal } = new AbortController();
         for (let i = 0; i < 1000; i++) signal.addEventListener('abort', () => {});
         post('user-visible', () => {});",
    );
    is_silent(
        "const { signal } = new AbortController();
         (async () => { for (let i = 0; i < 400; i++) { const f = () => {}; signal.addEventListener('abort', f); \
         await post('user-visible', () => {}); signal.removeEventListener('abort', f); } })();",
    );
    is_silent(
        "(async () => { for (let i = 0; i < 400; i++) { const c = new AbortController(); c.signal.onabort = () => {}; \
         await post('user-visible', () => {}); } })();",
    );
}

#[test]
fn thresholds_can_be_set() {
    let program = "post('user-visible', function heavy() { busy(120); });";
    assert_eq!(warnings(program, "long-task=200ms"), [] as [&str; 0]);
    assert_eq!(warnings(program, "all,-long-task"), [] as [&str; 0]);
    assert_eq!(warnings(program, "long-task=100ms").len(), 1);
    let yields = "post('user-visible', async () => { for (let i = 0; i < 50; i++) await scheduler.yield(); });
         post('user-visible', () => {});";
    assert_eq!(warnings(yields, "yield-chain=20").len(), 1);
}

#[test]
fn warnings_are_merged_and_limited() {
    let same = warnings("for (let i = 0; i < 3; i++) post('user-visible', () => busy(60));", "long-task");
    assert_eq!(same.len(), 1);
    assert!(same[0].ends_with("(3 times)"), "{same:?}");
    let lines = "scheduler.postTask(() => busy(60));\n".repeat(15);
    let different = warnings(&lines, "long-task");
    assert_eq!(different.len(), 11);
    assert_eq!(different[10], "5 more of these [long-task]");
}

#[test]
fn many_tasks_signals_and_aborts_are_no_problem() {
    let program = "(async () => {
             for (let i = 0; i < 4_000; i++) {
                 const controller = new TaskController();
                 controller.signal.onprioritychange = () => controller.abort();
                 scheduler.postTask(() => controller.abort(), { signal: controller.signal }).catch(() => {});
                 if (i % 3 === 0) controller.setPriority('background');
                 if (i % 100 === 0) await scheduler.yield();
             }
         })()";
    assert_eq!(warnings(program, "all,-starvation,-yield-chain"), [] as [&str; 0]);
}
