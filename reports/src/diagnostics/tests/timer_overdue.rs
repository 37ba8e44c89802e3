//! `timer-overdue`.

use super::{is_silent, places, speaks, warnings};

/// Other detectors find the long work, too.
const OPTIONS: &str = "all,-long-task";

#[test]
fn a_timer_that_long_work_delays_is_found() {
    let program = "setTimeout(function tick() {}, 10); scheduler.postTask(function crunch() { busy(100); });";
    let late = "setTimeout 'tick' (set at app.js:1:11) started 90 ms late, after user-visible task 'crunch' (posted at \
                app.js:1:55) had run for 100 ms [timer-overdue]";
    let long = "user-visible task 'crunch' (posted at app.js:1:55) ran for 100 ms [long-task]";
    speaks(program, &[long, late]);
    let labels = ["setTimeout 'tick' at app.js:1:11", "user-visible task 'crunch' at app.js:1:55"];
    assert_eq!(places(program, OPTIONS), [labels]);
}

#[test]
fn the_longest_of_many_is_named() {
    let program = "setInterval(function poll() { clearInterval(this.id); }, 5);
        for (const time of [30, 8, 40, 20]) scheduler.postTask(() => busy(time), { priority: 'user-blocking' });"
        .replace("setInterval", "const id = setInterval")
        .replace("this.id", "id");
    let late = "setInterval 'poll' (set at app.js:1:23) started 93 ms late, after user-blocking task (posted at \
                app.js:2:63) had run for 40 ms, and 3 others [timer-overdue]";
    speaks(&program, &[late]);
}

#[test]
fn a_script_that_delays_delayed_tasks_is_found() {
    let program = "scheduler.postTask(function soon() {}, { delay: 10 }); busy(100);";
    let late = "user-visible task 'soon' (posted at app.js:1:19) started 90 ms late, after script app.js had run for \
                100 ms [timer-overdue]";
    assert_eq!(warnings(program, OPTIONS), [late]);
}

#[test]
fn timers_that_are_a_little_late_are_silent() {
    is_silent("setTimeout(() => {}, 10); scheduler.postTask(() => busy(50));");
    is_silent("for (let i = 0; i < 30; i++) setTimeout(() => busy(1), 10);");
    assert_eq!(warnings("setTimeout(() => {}, 10); busy(60);", "timer-overdue=100ms"), [""; 0]);
}

#[test]
fn delayed_background_tasks_are_meant_to_wait() {
    let program = "scheduler.postTask(() => {}, { priority: 'background', delay: 10 });
        for (let i = 0; i < 10; i++) scheduler.postTask(() => busy(20));";
    is_silent(program);
}

#[test]
fn timers_that_were_cleared_are_silent() {
    let program = "const id = setTimeout(() => {}, 10); scheduler.postTask(() => { busy(100); clearTimeout(id); });";
    assert_eq!(warnings(program, OPTIONS), [""; 0]);
    let aborted = "const c = new AbortController();
        scheduler.postTask(() => {}, { delay: 10, signal: c.signal }).catch(() => {});
        scheduler.postTask(() => { busy(100); c.abort(); });";
    assert_eq!(warnings(aborted, OPTIONS), [""; 0]);
}
