//! `idle-overrun`.

use super::{is_silent, places, speaks, warnings};

#[test]
fn a_callback_that_ignores_its_deadline_is_found() {
    let program = "requestIdleCallback(function tidy() { busy(70); });";
    let message = "idle callback 'tidy' (requested at app.js:1:20) ran for 70 ms, which is 20 ms longer than its \
                   deadline allowed [idle-overrun]";
    let long = "idle callback 'tidy' (requested at app.js:1:20) ran for 70 ms [long-task]";
    speaks(program, &[long, message]);
    assert_eq!(places(program, "idle-overrun"), [["idle callback 'tidy' at app.js:1:20"]]);
}

#[test]
fn a_timer_makes_the_deadline_earlier() {
    let program = "setTimeout(() => {}, 20); requestIdleCallback(function tidy() { busy(30); });";
    let message = "idle callback 'tidy' (requested at app.js:1:46) ran for 30 ms, which is 10 ms longer than its \
                   deadline allowed [idle-overrun]";
    speaks(program, &[message]);
}

#[test]
fn the_callbacks_of_a_period_share_its_deadline() {
    let program = "requestIdleCallback(() => busy(30)); requestIdleCallback(async function next() {
        busy(10); await null; busy(20);
    });";
    let message = "idle callback 'next' (requested at app.js:1:57) ran for 30 ms, which is 10 ms longer than its \
                   deadline allowed [idle-overrun]";
    speaks(program, &[message]);
}

#[test]
fn callbacks_that_respect_their_deadline_are_silent() {
    is_silent("requestIdleCallback(deadline => { while (deadline.timeRemaining() > 1); });");
    is_silent("requestIdleCallback(() => busy(48)); setTimeout(() => {}, 55);");
    assert_eq!(warnings("requestIdleCallback(() => busy(80));", "idle-overrun=40ms"), [""; 0]);
}

#[test]
fn a_callback_that_timed_out_has_no_deadline() {
    is_silent(
        "requestIdleCallback(() => busy(40), { timeout: 20 });
         for (let i = 0; i < 2; i++) scheduler.postTask(() => busy(15));",
    );
}

#[test]
fn a_callback_that_was_canceled_is_silent() {
    is_silent("const id = requestIdleCallback(() => busy(40)); setTimeout(() => cancelIdleCallback(id));");
    is_silent("requestIdleCallback(() => cancelIdleCallback(id)); const id = requestIdleCallback(() => busy(80));");
}
