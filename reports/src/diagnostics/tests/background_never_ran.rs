//! `background-never-ran`.

use super::{diagnostics, is_silent, places, speaks, warnings};

/// User-visible work that never ends.
const STREAM: &str = "const next = () => { scheduler.postTask(next); }; next();\n";

#[test]
fn a_task_that_never_ran_is_found() {
    let program = format!("{STREAM}scheduler.postTask(function save() {{}}, {{ priority: 'background' }});");
    let message = "background task 'save' (posted at app.js:2:19) never ran: it was ready for 0 ms, while 3000 others \
                   ran [background-never-ran]";
    assert_eq!(warnings(&program, "all,-starvation"), [message]);
    assert_eq!(places(&program, "background-never-ran"), [["background task 'save' at app.js:2:19"]]);
}

#[test]
fn tasks_that_never_ran_are_counted_by_place() {
    let program = format!(
        "{STREAM}for (let i = 0; i < 5; i++) scheduler.postTask(() => {{}}, {{ priority: 'background' }});
        scheduler.postTask(function lowered() {{}}, {{ signal: controller.signal, delay: 1 }});"
    );
    let program = format!(
        "const controller = new TaskController(); {program}
        setTimeout(() => {{ busy(10); controller.setPriority('background'); }});"
    );
    let some = "background task (posted at app.js:2:47) never ran: it was ready for 10 ms, while 3000 others ran (and \
                4 more times) [background-never-ran]";
    let lowered = "background task 'lowered' (posted at app.js:3:27) never ran: it was ready for 0 ms, while 2998 \
                   others ran [background-never-ran]";
    assert_eq!(warnings(&program, "background-never-ran"), [some, lowered]);
}

#[test]
fn a_task_that_waited_for_long_is_found() {
    let program = "const next = () => { busy(20); scheduler.postTask(next); }; next();
        scheduler.postTask(async function save() {}, { priority: 'background' });";
    let found = diagnostics(program, "background-never-ran=10000", 10).warnings();
    let message =
        "background task 'save' (posted at app.js:2:27) never ran: it was ready for 200 ms, while 10 others ran";
    assert_eq!(found.first().map(|warning| warning.message.as_str()), Some(message));
}

#[test]
fn tasks_that_ran_in_the_end_are_silent() {
    is_silent(
        "scheduler.postTask(() => {}, { priority: 'background' });
         for (let i = 0; i < 500; i++) scheduler.postTask(() => {});",
    );
}

#[test]
fn tasks_that_were_not_ready_for_long_are_silent() {
    let new = "const next = () => { scheduler.postTask(next); }; next();
        setTimeout(() => scheduler.postTask(() => {}, { priority: 'background' }));";
    assert!(diagnostics(new, "all", 50).warnings().is_empty());
    is_silent("scheduler.postTask(() => {}, { priority: 'background', delay: 1e9 }); setInterval(() => {}, 1000);");
}

#[test]
fn tasks_that_were_aborted_or_raised_are_silent() {
    let aborted = format!(
        "{STREAM}const controller = new TaskController({{ priority: 'background' }});
        scheduler.postTask(() => {{}}, {{ signal: controller.signal }}).catch(() => {{}});
        setTimeout(() => controller.abort());"
    );
    speaks(&aborted, &[]);
    let raised = aborted.replace("abort()", "setPriority('user-blocking')");
    speaks(&raised, &[]);
}
