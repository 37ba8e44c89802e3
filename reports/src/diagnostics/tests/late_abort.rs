//! `late-abort`.

use super::{is_silent, places, speaks, warnings};

#[test]
fn an_abort_after_the_work_is_found() {
    let program = "
        const controller = new TaskController();
        scheduler.postTask(function load() {}, { signal: controller.signal });
        scheduler.postTask(() => controller.abort(), { priority: 'background' });";
    let message = "the signal of user-visible task 'load' (posted at app.js:3:27) was aborted 0 ms after it had ended, \
                   so nothing was aborted [late-abort]";
    speaks(program, &[message]);
    assert_eq!(places(program, "all"), [["user-visible task 'load' at app.js:3:27"]]);
}

#[test]
fn a_timeout_that_comes_too_late_is_found() {
    let program = "
        const controller = new AbortController();
        scheduler.postTask(async function load() { await scheduler.yield(); }, { signal: controller.signal });
        setTimeout(() => controller.abort(), 80);";
    let message = "the signal of user-visible continuation of 'load' (yielded at app.js:3:73) was aborted 80 ms after \
                   it had ended, so nothing was aborted [late-abort]";
    speaks(program, &[message]);
}

#[test]
fn an_abort_of_signals_that_depend_on_another_is_found_and_nested_aborts_too() {
    let program = "
        const outer = new AbortController();
        const signal = TaskSignal.any([outer.signal]);
        const inner = new AbortController();
        scheduler.postTask(function one() {}, { signal });
        scheduler.postTask(function two() {}, { signal: inner.signal });
        setTimeout(() => {
            outer.abort(); inner.abort(); inner.abort(); outer.abort();
        }, 10);";
    let message = |name: &str, place: &str| {
        format!(
            "the signal of user-visible task '{name}' (posted at app.js:{place}) was aborted 10 ms after it had ended, \
             so nothing was aborted [late-abort]"
        )
    };
    speaks(program, &[&message("one", "5:27"), &message("two", "6:27")]);
}

#[test]
fn an_abort_that_stops_something_is_silent() {
    for rest in [
        "scheduler.postTask(() => {}, { signal, delay: 50 }).catch(() => {});
         setTimeout(() => controller.abort(), 10);",
        "scheduler.postTask(() => { controller.abort(); }, { signal }).catch(() => {});",
        "const both = AbortSignal.any([signal]);
         scheduler.postTask(() => {}, { signal: both, delay: 50 }).catch(() => {});
         setTimeout(() => controller.abort(), 10);",
        "scheduler.postTask(async () => {
             scheduler.postTask(() => controller.abort(), { priority: 'user-blocking' });
             try { await scheduler.yield(); } catch {}
         }, { signal });",
    ] {
        is_silent(&format!(
            "const controller = new AbortController(), signal = controller.signal;
             scheduler.postTask(() => {{}}, {{ signal, priority: 'user-blocking' }});
             {rest}"
        ));
    }
}

#[test]
fn an_abort_that_a_task_or_a_listener_notices_is_silent() {
    is_silent(
        "const controller = new AbortController(), signal = controller.signal;
         scheduler.postTask(async () => {
             await new Promise(resolve => setTimeout(resolve, 200));
             if (signal.aborted) return;
         }, { signal });
         setTimeout(() => controller.abort(), 50);",
    );
    is_silent(
        "const controller = new AbortController(), signal = controller.signal;
         signal.onabort = () => {};
         for (let i = 0; i < 5; i++) scheduler.postTask(() => {}, { signal });
         setTimeout(() => controller.abort(), 50);",
    );
}

#[test]
fn an_abort_much_later_and_timeouts_are_silent() {
    is_silent(
        "const controller = new AbortController();
         scheduler.postTask(() => {}, { signal: controller.signal });
         setTimeout(() => controller.abort(), 150);",
    );
    is_silent("scheduler.postTask(() => {}, { signal: AbortSignal.timeout(50) }); setTimeout(() => {}, 100);");
    is_silent(
        "const signal = AbortSignal.any([AbortSignal.timeout(50), new AbortController().signal]);
         scheduler.postTask(() => {}, { signal });
         signal.onabort = () => {};",
    );
    is_silent("const controller = new AbortController(); controller.abort(); controller.abort();");
    is_silent("scheduler.postTask(() => {}, { signal: AbortSignal.abort() }).catch(() => {});");
    let program = "const controller = new AbortController();
         scheduler.postTask(() => {}, { signal: controller.signal });
         setTimeout(() => controller.abort(), 50);";
    assert_eq!(warnings(program, "late-abort=20ms"), [""; 0]);
}
