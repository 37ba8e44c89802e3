//! `long-task`.

use posttask::SourceKind;

use super::{diagnostics_of, is_silent, places, speaks, warnings};

#[test]
fn a_task_that_runs_for_long_is_found() {
    let program = "scheduler.postTask(function crunch() { busy(120); }, { priority: 'background' });";
    speaks(program, &["background task 'crunch' (posted at app.js:1:19) ran for 120 ms [long-task]"]);
    assert_eq!(places(program, "all"), [["background task 'crunch' at app.js:1:19"]]);
}

#[test]
fn the_microtasks_after_a_task_belong_to_it() {
    speaks(
        "setTimeout(async function load() { busy(30); await null; busy(40); }, 10);",
        &["setTimeout 'load' (set at app.js:1:11) ran for 70 ms, 40 ms of it in microtasks [long-task]"],
    );
    speaks(
        "scheduler.postTask(() => busy(30)).then(() => busy(30));",
        &["user-visible task (posted at app.js:1:19) ran for 60 ms, 30 ms of it in microtasks [long-task]"],
    );
}

#[test]
fn a_script_and_repeated_work_are_found() {
    speaks("busy(51);", &["script app.js ran for 51 ms [long-task]"]);
    let interval = "let rounds = 0;
        const interval = setInterval(function poll() { busy(60); if (++rounds === 3) clearInterval(interval); }, 500);";
    speaks(interval, &["setInterval 'poll' (set at app.js:2:37) ran for 60 ms (and 2 more times) [long-task]"]);
}

#[test]
fn short_work_is_silent() {
    is_silent("scheduler.postTask(() => busy(50)); scheduler.postTask(() => busy(50));");
    is_silent("scheduler.postTask(async () => { busy(40); await scheduler.yield(); busy(40); });");
    is_silent("setTimeout(() => busy(25)); requestIdleCallback(() => busy(45)); setTimeout(() => busy(25), 200);");
    assert_eq!(warnings("scheduler.postTask(() => busy(120))", "long-task=150ms"), [""; 0]);
    assert_eq!(warnings("scheduler.postTask(() => busy(2))", "long-task=1ms").len(), 1);
}

#[test]
fn a_module_is_found() {
    let found = diagnostics_of("await null; busy(70);", SourceKind::Module, "all", 100).warnings();
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["module app.js ran for 70 ms [long-task]"]);
}
