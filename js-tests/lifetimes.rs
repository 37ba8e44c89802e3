//! Runtimes that are made and dropped leave no memory behind. A program of its own, so that no other test uses memory.

#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "a test that cannot run fails")]
#![expect(clippy::print_stdout, reason = "the memory is shown when the test fails")]

use std::fs::read_to_string;

use posttask::Runtime;
use posttask::event_loop::Outcome;

/// In a build for production, 10,000 runtimes take a few seconds.
const RUNTIMES: usize = if cfg!(debug_assertions) { 400 } else { 10_000 };

/// The memory that the first runtimes leave to their successors, such as lists of the allocator that have grown.
const WARM_UP: usize = RUNTIMES / 4;

/// How much the memory may vary.
const TOLERANCE_KIB: u64 = 4 << 10;

/// What waits when the runtime is dropped, and what has run.
const PROGRAM: &str = "
    const controller = new TaskController();
    scheduler.postTask(() => scheduler.yield(), { signal: controller.signal });
    scheduler.postTask(() => {}, { priority: 'background', delay: 1e9 }).catch(() => {});
    setTimeout(() => {}, 1e9);
    new BroadcastChannel('a').onmessage = () => {};
    AbortSignal.timeout(1e9).onabort = () => {};
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {};
    port2.postMessage(new Array(100).fill('message'));
    addEventListener('message', controller);
    new Promise(() => {}).then(controller);";

fn resident_kib() -> u64 {
    let status = read_to_string("/proc/self/status").expect("Linux describes each process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a process has a size");
    line.trim_end_matches("kB").trim().parse().expect("the size is a number")
}

#[test]
fn dropped_runtimes_leave_no_memory() {
    let mut before = 0;
    for number in 0..RUNTIMES {
        if number == WARM_UP {
            before = resident_kib();
        }
        let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
        runtime.run_script(PROGRAM).expect("the program is valid");
        assert_eq!(runtime.run_until_idle(), Outcome::Waiting);
    }
    let after = resident_kib();
    println!("{RUNTIMES} runtimes: {before} KiB after a quarter of them, {after} KiB at the end");
    assert!(after < before + TOLERANCE_KIB, "{before} KiB became {after} KiB");
}
