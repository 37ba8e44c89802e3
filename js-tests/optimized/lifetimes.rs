//! Runtimes that are made and dropped leave no memory behind.

#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "the memory is shown when the test fails")]

use std::env::{current_exe, var_os};
use std::fs::read_to_string;
use std::process::Command;

use posttask::Runtime;
use posttask::event_loop::Outcome;

/// An environment variable that says that the test is alone in its process, so that no other test uses memory.
const ALONE: &str = "POSTTASK_TEST_IS_ALONE";

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
    navigator.locks.request('a', () => new Promise(() => {}));
    navigator.locks.request('a', { signal: controller.signal }, () => {});
    new Promise(() => {}).then(controller);";

fn resident_kib() -> u64 {
    let status = read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim_end_matches("kB").trim().parse().unwrap()
}

#[test]
fn dropped_runtimes_leave_no_memory() {
    if var_os(ALONE).is_some() {
        return make_and_drop_runtimes();
    }
    let mut test = Command::new(current_exe().unwrap());
    test.args(["--exact", "lifetimes::dropped_runtimes_leave_no_memory", "--nocapture"]);
    let output = test.env(ALONE, "1").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    println!("{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
    assert!(printed.contains("1 passed"), "another test ran, or none");
}

fn make_and_drop_runtimes() {
    let mut before = 0;
    for number in 0..RUNTIMES {
        if number == WARM_UP {
            before = resident_kib();
        }
        let mut runtime = Runtime::builder().virtual_time().build().unwrap();
        runtime.run_script(PROGRAM).unwrap();
        assert_eq!(runtime.run_until_idle(), Outcome::Waiting);
    }
    let after = resident_kib();
    println!("{RUNTIMES} runtimes: {before} KiB after a quarter of them, {after} KiB at the end");
    assert!(after < before + TOLERANCE_KIB, "{before} KiB became {after} KiB");
}
