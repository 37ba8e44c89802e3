//! `leaked-signal`.

use super::{diagnostics, is_silent, places, speaks, warnings};

#[test]
fn listeners_that_are_never_removed_are_found() {
    let program = "const { signal } = new AbortController();
        let left = 200;
        const id = setInterval(() => {
            signal.addEventListener('abort', () => {});
            if (--left === 0) clearInterval(id);
        }, 10);";
    let message =
        "a signal (created at app.js:1:20) has 100 observers, and their number has only grown [leaked-signal]";
    speaks(program, &[message]);
    assert_eq!(places(program, "all"), [["signal at app.js:1:20"]]);
}

#[test]
fn dependent_signals_that_stay_are_found() {
    // The more signals there are, the less often they are counted.
    let program = "scheduler.postTask(function start() {
        const { signal } = new AbortController(), kept = [];
        let left = 3000;
        const id = setInterval(() => {
            kept.push(AbortSignal.any([signal]));
            if (--left === 0) clearInterval(id);
        }, 10);
    });";
    let found = diagnostics(program, "leaked-signal", 10_000).warnings();
    assert_eq!(found.len(), 1);
    assert!(found[0].message.starts_with("a signal (created at app.js:2:28) has "));
}

#[test]
fn listeners_in_bursts_are_found() {
    let program = "const { signal } = new AbortController();
        for (let i = 1; i <= 12; i++) setTimeout(() => {
            for (let i = 0; i < 50; i++) signal.addEventListener('abort', () => {});
        }, i * 10);
        for (let i = 1; i <= 12; i++) setTimeout(() => {}, i * 10 + 5);";
    let found = warnings(program, "all");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("a signal (created at app.js:1:20) has "), "{found:?}");
}

#[test]
fn listeners_that_are_removed_are_silent() {
    is_silent(
        "const { signal } = new AbortController();
         let left = 300;
         const id = setInterval(() => {
             const listener = () => {};
             signal.addEventListener('abort', listener);
             setTimeout(() => signal.removeEventListener('abort', listener), 35);
             if (--left === 0) clearInterval(id);
         }, 10);",
    );
}

#[test]
fn a_fixed_number_of_listeners_is_silent() {
    is_silent(
        "const { signal } = new AbortController();
         for (let i = 0; i < 500; i++) signal.addEventListener('abort', () => {});
         for (let i = 0; i < 500; i++) setTimeout(() => {}, i);",
    );
    is_silent(
        "const { signal } = new AbortController();
         for (let i = 0; i < 50; i++) setTimeout(() => signal.addEventListener('abort', () => {}), i);",
    );
}

#[test]
fn tasks_that_wait_are_no_leak() {
    is_silent(
        "const { signal } = new AbortController();
         for (let i = 0; i < 300; i++) setTimeout(() => {
             scheduler.postTask(() => {}, { signal, delay: 10_000 });
         }, i);",
    );
}

#[test]
fn a_few_hundred_dependent_signals_are_found() {
    let program = "const { signal } = new AbortController(), kept = [];
        const id = setInterval(() => {
            kept.push(AbortSignal.any([signal]));
            if (kept.length === 400) clearInterval(id);
        }, 10);";
    let found = warnings(program, "all");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("a signal (created at app.js:1:20) has "), "{found:?}");
}

#[test]
fn requests_that_have_ended_are_silent() {
    is_silent(
        "(async () => {
             const { signal } = new AbortController(), responses = [];
             for (let i = 0; i < 400; i++) {
                 responses.push(await fetch('data:,x', { signal }));
                 if (i % 2) await responses[i].text();
             }
         })();",
    );
}
