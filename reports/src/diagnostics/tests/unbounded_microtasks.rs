//! `unbounded-microtasks`.

use super::{is_silent, places, speaks, warnings};

#[test]
fn a_loop_of_awaits_is_found() {
    let program = "scheduler.postTask(async function spin() { for (let i = 0; i < 10_000; i++) await null; });";
    let message = "user-visible task 'spin' (posted at app.js:1:19) ran 10002 microtasks before any other task \
                   [unbounded-microtasks]";
    speaks(program, &[message]);
    assert_eq!(places(program, "all"), [["user-visible task 'spin' at app.js:1:19"]]);
}

#[test]
fn microtasks_that_queue_microtasks_are_found() {
    let program = "setTimeout(function tick() {
        let left = 20_000;
        const next = () => { if (--left > 0) queueMicrotask(next); };
        queueMicrotask(next);
    });";
    let message = "setTimeout 'tick' (set at app.js:1:11) ran 20000 microtasks before any other task \
                   [unbounded-microtasks]";
    speaks(program, &[message]);
}

#[test]
fn microtasks_that_take_long_are_found() {
    let program = "scheduler.postTask(() => {}).then(async () => { for (let i = 0; i < 30; i++) await busy(50); });";
    let message = "user-visible task (posted at app.js:1:19) ran 33 microtasks during 1.5 s before any other task \
                   [unbounded-microtasks]";
    assert_eq!(warnings(program, "unbounded-microtasks"), [message]);
    let script = "(async () => { for (let i = 0; i < 10_000; i++) await null; })();";
    speaks(script, &["script app.js ran 10000 microtasks before any other task [unbounded-microtasks]"]);
}

#[test]
fn many_microtasks_of_many_tasks_are_silent() {
    is_silent("for (let i = 0; i < 200; i++) setTimeout(async () => { for (let i = 0; i < 100; i++) await null; });");
}

#[test]
fn a_loop_that_yields_is_silent() {
    is_silent(
        "scheduler.postTask(async () => {
             for (let i = 0; i < 12_000; i++) await (i % 1000 === 0 ? scheduler.yield() : null);
         });",
    );
}

#[test]
fn a_few_microtasks_are_silent() {
    is_silent("Promise.all(Array.from({ length: 3000 }, async () => {})).then(() => {});");
    let program = "scheduler.postTask(async () => { for (let i = 0; i < 11_000; i++) await null; });";
    assert_eq!(warnings(program, "unbounded-microtasks=20000"), [""; 0]);
}
