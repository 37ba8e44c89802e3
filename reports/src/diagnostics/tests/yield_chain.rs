//! `yield-chain`.

use super::{is_silent, places, speaks, warnings};

#[test]
fn a_task_that_yields_again_and_again_is_found() {
    let program = "
        scheduler.postTask(async function crunch() {
            for (let i = 0; i < 150; i++) await scheduler.yield();
        });
        scheduler.postTask(function show() {});";
    let message = "user-visible continuation of 'crunch' (yielded at app.js:3:64) ran 100 times in a row, while \
                   user-visible task 'show' (posted at app.js:5:27) was waiting [yield-chain]";
    speaks(program, &[message]);
    let labels = ["user-visible continuation of 'crunch' at app.js:3:64", "user-visible task 'show' at app.js:5:27"];
    assert_eq!(places(program, "all"), [labels]);
}

#[test]
fn user_visible_continuations_block_timers() {
    let program = "
        setTimeout(function tick() {}, 50);
        scheduler.postTask(async function crunch() {
            for (let i = 0; i < 160; i++) { busy(1); await scheduler.yield(); }
        });";
    let message = "user-visible continuation of 'crunch' (yielded at app.js:4:75) ran 100 times in a row, during 99 \
                   ms, while setTimeout 'tick' (set at app.js:2:19) was waiting [yield-chain]";
    assert_eq!(warnings(program, "yield-chain"), [message]);
}

#[test]
fn a_chain_can_be_long_in_time_or_start_outside_of_a_task() {
    let program = "
        (async function main() { for (let i = 0; i < 60; i++) { busy(30); await scheduler.yield(); } })();
        scheduler.postTask(function show() {});";
    let message = "user-visible continuation (yielded at app.js:2:96) ran 35 times in a row, during 1.02 s, while \
                   user-visible task 'show' (posted at app.js:3:27) was waiting [yield-chain]";
    assert_eq!(warnings(program, "yield-chain"), [message]);
}

#[test]
fn a_task_that_yields_while_nothing_waits_is_silent() {
    is_silent("scheduler.postTask(async () => { for (let i = 0; i < 500; i++) await scheduler.yield(); });");
    is_silent(
        "scheduler.postTask(async () => { for (let i = 0; i < 500; i++) await scheduler.yield(); });
         scheduler.postTask(() => {}, { priority: 'user-blocking' });
         requestIdleCallback(() => {});",
    );
}

#[test]
fn other_priorities_do_not_count() {
    is_silent(
        "scheduler.postTask(async () => { for (let i = 0; i < 500; i++) await scheduler.yield(); });
         scheduler.postTask(() => {}, { priority: 'background' });",
    );
    is_silent(
        "scheduler.postTask(async () => {
             for (let i = 0; i < 500; i++) await scheduler.yield();
         }, { priority: 'background' });
         setTimeout(() => {});",
    );
}

#[test]
fn chains_that_others_interrupt_are_silent() {
    is_silent(
        "scheduler.postTask(async () => {
             for (let i = 0; i < 300; i++) {
                 if (i % 50 === 0) scheduler.postTask(() => {});
                 await (i % 90 === 89 ? scheduler.postTask(() => {}) : scheduler.yield());
             }
         });",
    );
    // Each of several tasks waits for less than 100 continuations.
    is_silent(
        "const yields = async () => { for (let i = 0; i < 90; i++) await scheduler.yield(); };
         for (let i = 0; i < 3; i++) scheduler.postTask(yields);",
    );
}
