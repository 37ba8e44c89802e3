//! `starvation`.

use super::{is_silent, places, speaks, warnings};

/// Posts a task of a priority again and again, for a number of times.
const STREAM: &str = "const stream = (priority, rounds, work = () => {}) => {
    const next = () => { work(); if (--rounds > 0) scheduler.postTask(next, { priority }); };
    scheduler.postTask(next, { priority });
};
";

#[test]
fn a_task_that_many_others_overtake_is_found() {
    let program = format!(
        "{STREAM}stream('user-visible', 1001);\n\
        scheduler.postTask(function save() {{}}, {{ priority: 'background' }});"
    );
    let message = "background task 'save' (posted at app.js:6:19) has been ready for 0 ms while 1000 others overtook \
                   it [starvation]";
    // The first task of the stream is older, but more urgent.
    speaks(&program, &[message]);
    assert_eq!(places(&program, "all"), [["background task 'save' at app.js:6:19"]]);
}

#[test]
fn a_task_that_others_overtake_for_a_long_time_is_found() {
    let program = format!(
        "{STREAM}scheduler.postTask(function show() {{}});\n\
        scheduler.postTask(() => stream('user-blocking', 60, () => busy(20)), {{ priority: 'user-blocking' }});"
    );
    let message = "user-visible task 'show' (posted at app.js:5:19) has been ready for 1.02 s while 53 others overtook \
                   it [starvation]";
    speaks(&program, &[message]);
}

#[test]
fn the_priority_is_that_of_the_signal_now() {
    let program = format!(
        "{STREAM}const controller = new TaskController();\n\
        scheduler.postTask(function save() {{}}, {{ signal: controller.signal }});\n\
        controller.setPriority('background');\n\
        stream('user-visible', 1002);"
    );
    let message = "background task 'save' (posted at app.js:6:19) has been ready for 0 ms while 1000 others overtook \
                   it [starvation]";
    speaks(&program, &[message]);
}

#[test]
fn each_starved_task_counts() {
    let program = format!(
        "{STREAM}for (let i = 0; i < 3; i++) scheduler.postTask(() => {{}}, {{ priority: 'background' }});\n\
        stream('user-blocking', 1500);"
    );
    let message = "background task (posted at app.js:5:47) has been ready for 0 ms while 1000 others overtook it \
                   (and 2 more times) [starvation]";
    speaks(&program, &[message]);
}

#[test]
fn a_long_queue_is_no_starvation() {
    // All are older.
    is_silent("for (let i = 0; i < 2500; i++) scheduler.postTask(() => {});");
    // Messages and timers that were there first.
    is_silent("for (let i = 0; i < 2000; i++) setTimeout(() => {}); scheduler.postTask(() => {});");
}

#[test]
fn a_task_that_waits_for_one_long_task_is_not_starved() {
    let program = "scheduler.postTask(() => busy(3000)); scheduler.postTask(() => {}, { priority: 'background' });";
    assert_eq!(warnings(program, "all,-long-task"), [""; 0]);
    is_silent("for (let i = 0; i < 40; i++) scheduler.postTask(() => busy(40));");
}

#[test]
fn a_task_that_waits_for_the_script_and_then_for_others_is_not_starved() {
    let program = "scheduler.postTask(() => {}, { priority: 'background' });
        for (let i = 0; i < 10; i++) scheduler.postTask(() => busy(10));
        setTimeout(() => busy(10));
        busy(3000);";
    assert_eq!(warnings(program, "all,-long-task,-timer-overdue"), [""; 0]);
}

#[test]
fn a_task_that_younger_work_without_a_priority_overtakes_is_found() {
    let program = "scheduler.postTask(function save() {}, { priority: 'background' });
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => busy(45);
        for (let i = 0; i < 30; i++) port1.postMessage('');
        setTimeout(() => port2.close(), 5000);";
    let message = "background task 'save' (posted at app.js:1:19) has been ready for 1.03 s while 24 others overtook \
                   it [starvation]";
    assert_eq!(warnings(program, "starvation"), [message]);
}

#[test]
fn tasks_that_are_delayed_or_aborted_or_raised_in_time_are_not_starved() {
    is_silent(&format!(
        "{STREAM}stream('user-visible', 2000);\n\
        scheduler.postTask(() => {{}}, {{ priority: 'background', delay: 5000 }});"
    ));
    is_silent(&format!(
        "{STREAM}const controller = new TaskController({{ priority: 'background' }});\n\
        scheduler.postTask(() => {{}}, {{ signal: controller.signal }});\n\
        let rounds = 0;
        stream('user-visible', 2000, () => {{ if (++rounds === 900) controller.setPriority('user-blocking'); }});"
    ));
    is_silent(&format!(
        "{STREAM}const controller = new TaskController({{ priority: 'background' }});\n\
        scheduler.postTask(() => {{}}, {{ signal: controller.signal }}).catch(() => {{}});\n\
        let rounds = 0;
        stream('user-visible', 2000, () => {{ if (++rounds === 900) controller.abort(); }});"
    ));
}

#[test]
fn thresholds_can_be_chosen() {
    let program = format!(
        "{STREAM}stream('user-visible', 20);\n\
        scheduler.postTask(() => {{}}, {{ priority: 'background' }});"
    );
    assert_eq!(warnings(&program, "starvation=21"), [""; 0]);
    assert_eq!(warnings(&program, "starvation=20").len(), 1);
}
