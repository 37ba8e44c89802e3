//! `priority-inversion`.

use super::{is_silent, places, speaks};

const POST: &str = "const post = (callback, priority) => scheduler.postTask(callback, { priority });\n";

/// Checks the warnings about a program after the definition of `post`.
#[track_caller]
fn says(program: &str, expected: &[&str]) {
    speaks(&format!("{POST}{program}"), expected);
}

#[test]
fn a_task_that_awaits_a_task_of_a_lower_priority_is_found() {
    let program = "
        post(async function load() {
            const parsed = post(function parse() {}, 'background');
            post(function other() {}, 'user-visible');
            await parsed;
        }, 'user-blocking');";
    let message = "user-blocking task 'load' (posted at app.js:1:56) waited for background task 'parse' \
                   (posted at app.js:1:56), while 1 other ran [priority-inversion]";
    says(program, &[message]);
    let labels = ["user-blocking task 'load' at app.js:1:56", "background task 'parse' at app.js:1:56"];
    assert_eq!(places(&format!("{POST}{program}"), "all"), [labels]);
}

#[test]
fn a_chain_is_named() {
    let program = "
        post(async function first() {
            const second = post(async function second() {
                await post(function third() {}, 'background');
            }, 'background');
            post(() => {}, 'user-visible');
            post(() => {}, 'user-visible');
            await second;
        }, 'user-blocking');";
    let message = "user-blocking task 'first' (posted at app.js:1:56) waited for background task 'second' \
                   (posted at app.js:1:56), which waited for background task 'third' (posted at app.js:1:56), \
                   while 2 others ran [priority-inversion]";
    says(program, &[message]);
}

#[test]
fn work_that_another_task_resolves_counts() {
    let program = "
        const { promise, resolve } = Promise.withResolvers();
        post(async function wait() { await promise; }, 'user-visible');
        post(() => {}, 'user-visible');
        post(function settle() { resolve(); }, 'background');";
    let message = "user-visible task 'wait' (posted at app.js:1:56) waited for background task 'settle' \
                   (posted at app.js:1:56), while 1 other ran [priority-inversion]";
    says(program, &[message]);
}

#[test]
fn every_task_that_waits_for_the_same_work_is_found() {
    let program = "
        const shared = post(function share() {}, 'background');
        post(async function one() { await shared; }, 'user-blocking');
        post(async function two() { await shared; }, 'user-visible');
        post(() => {}, 'user-visible');";
    let one = "user-blocking task 'one' (posted at app.js:1:56) waited for background task 'share' (posted at \
               app.js:1:56), while 2 others ran [priority-inversion]";
    let two = "user-visible task 'two' (posted at app.js:1:56) waited for background task 'share' (posted at \
               app.js:1:56), while 1 other ran [priority-inversion]";
    says(program, &[one, two]);
}

#[test]
fn the_continuations_of_the_work_count() {
    let program = "
        post(async function load() {
            const slow = post(async function slow() {
                await scheduler.yield();
                post(() => {}, 'user-visible');
                await scheduler.yield();
            }, 'background');
            await slow;
        }, 'user-blocking');";
    let message = "user-blocking task 'load' (posted at app.js:1:56) waited for background continuation of 'slow' \
                   (yielded at app.js:7:38), while 1 other ran [priority-inversion]";
    says(program, &[message]);
}

#[test]
fn the_priorities_are_those_when_the_work_runs() {
    let raised = "
        const controller = new TaskController({ priority: 'background' });
        const work = post(function work() {}, 'background');
        scheduler.postTask(async function load() { await work; }, { signal: controller.signal });
        post(() => { controller.setPriority('user-blocking'); }, 'user-visible');
        post(() => {}, 'user-visible');";
    let message = "user-blocking task 'load' (posted at app.js:5:27) waited for background task 'work' (posted at \
                   app.js:1:56), while 1 other ran [priority-inversion]";
    says(raised, &[message]);
    let lowered = "
        const controller = new TaskController();
        post(async function load() {
            const work = scheduler.postTask(function work() {}, { signal: controller.signal });
            controller.setPriority('background');
            post(() => {}, 'user-visible');
            await work;
        }, 'user-visible');";
    let message = "user-visible task 'load' (posted at app.js:1:56) waited for background task 'work' (posted at \
                   app.js:5:44), while 1 other ran [priority-inversion]";
    says(lowered, &[message]);
}

#[test]
fn a_task_that_awaits_work_of_its_own_or_a_higher_priority_is_silent() {
    for (own, of_work) in
        [("user-visible", "user-visible"), ("background", "background"), ("background", "user-blocking")]
    {
        is_silent(&format!(
            "{POST}post(async () => {{
                const work = post(() => {{}}, '{of_work}');
                post(() => {{}}, 'user-visible');
                await work;
            }}, '{own}');"
        ));
    }
    // Its own continuation, at a priority that it chose itself.
    says(
        "post(async () => {
            post(() => {}, 'user-visible');
            await scheduler.yield({ priority: 'background' });
        }, 'user-blocking');",
        &[],
    );
}

#[test]
fn work_that_runs_at_once_is_silent() {
    says("post(async () => { await post(() => {}, 'background'); }, 'user-blocking');", &[]);
    let chain = "post(async () => {
        await post(async () => { await post(() => {}, 'background'); }, 'background');
    }, 'user-blocking');";
    says(chain, &[]);
    let yields = "post(async () => {
        await post(async () => { for (let i = 0; i < 5; i++) await scheduler.yield(); }, 'background');
    }, 'user-blocking');";
    says(yields, &[]);
}

#[test]
fn work_that_is_not_awaited_is_silent() {
    let program = "
        post(async () => {
            post(() => {}, 'background');
            post(() => {}, 'user-visible');
            await scheduler.yield();
        }, 'user-blocking');";
    says(program, &[]);
    // A timer that comes first settles the promise.
    let race = "
        post(async () => {
            const slow = post(() => {}, 'background');
            post(() => {}, 'user-visible');
            await Promise.race([new Promise(resolve => setTimeout(resolve)), new Promise(() => {})]);
        }, 'user-blocking');";
    says(race, &[]);
}

#[test]
fn work_whose_priority_is_raised_in_time_is_silent() {
    let program = "
        const controller = new TaskController({ priority: 'background' });
        post(async () => {
            const work = scheduler.postTask(() => {}, { signal: controller.signal });
            post(() => {}, 'user-visible');
            controller.setPriority('user-blocking');
            await work;
        }, 'user-blocking');";
    says(program, &[]);
}
