use std::rc::Rc;

use posttask::Runtime;
use posttask::trace::{Detail, Recorder};
use serde_json::Value;

use super::Statistics;

/// Runs a program in virtual time, and returns its report as JSON and as text.
fn report(program: &str) -> (Value, String) {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    let recorder = Rc::new(Recorder::new(Statistics::new(true), Detail { real_time: true, ..Detail::default() }));
    runtime.event_loop().set_observer(Some(Rc::clone(&recorder) as _));
    runtime.run_script(program).unwrap();
    runtime.run();
    let report = recorder.sink_mut().report("program.js");
    (serde_json::from_str(&report.to_json()).unwrap(), report.to_string())
}

fn row<'a>(report: &'a Value, kind: &str, priority: Option<&str>) -> &'a Value {
    let rows = report["work"].as_array().unwrap();
    let found = rows.iter().find(|row| row["kind"] == kind && row["priority"].as_str() == priority);
    found.unwrap_or_else(|| panic!("no row for {kind}: {report}"))
}

#[test]
fn work_is_counted_by_kind_and_priority() {
    let (report, text) = report(
        "const controller = new TaskController({ priority: 'background' });
         for (let i = 0; i < 3; i++) scheduler.postTask(() => {}, { signal: controller.signal });
         scheduler.postTask(() => controller.setPriority('user-blocking'), { priority: 'user-blocking' });
         scheduler.postTask(() => { throw 1 }).catch(() => {});
         const aborted = new AbortController();
         scheduler.postTask(() => {}, { signal: aborted.signal }).catch(() => {});
         aborted.abort();
         clearTimeout(setTimeout(() => {}, 5));
         setTimeout(() => {}, 7);",
    );
    let blocking = row(&report, "task", Some("user-blocking"));
    assert_eq!((blocking["ran"].as_u64(), blocking["reprioritized"].as_u64()), (Some(4), Some(3)));
    assert_eq!(blocking["longestQueue"], 3);
    let visible = row(&report, "task", Some("user-visible"));
    assert_eq!((&visible["ran"], &visible["threw"], &visible["aborted"]), (&1.into(), &1.into(), &1.into()));
    let timers = row(&report, "setTimeout", None);
    assert_eq!((&timers["ran"], &timers["removed"]), (&1.into(), &1.into()));
    assert_eq!(row(&report, "task", Some("background"))["ran"], 0);
    assert!(text.contains("user-blocking task"), "{text}");
}

#[test]
fn waiting_times_are_those_of_the_loop() {
    let (report, _) = report(
        "const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };
         scheduler.postTask(() => busy(120), { priority: 'user-blocking' });
         scheduler.postTask(() => {}, { priority: 'background' });
         setTimeout(() => {}, 20);",
    );
    let waited = |kind, priority| format!("{:.0}", row(&report, kind, priority)["waiting"]["max"].as_f64().unwrap());
    assert_eq!(waited("task", Some("user-blocking")), "0");
    assert_eq!(waited("task", Some("background")), "120");
    assert_eq!(waited("setTimeout", None), "100");
    assert_eq!(report["longTaskCount"], 1);
    assert_eq!(report["longTasks"][0]["what"], "user-blocking task");
    assert_eq!(format!("{:.0}", report["totalBlockingTime"].as_f64().unwrap()), "70");
}

#[test]
fn microtasks_belong_to_their_task() {
    let (report, _) = report(
        "scheduler.postTask(() => { for (let i = 0; i < 10; i++) queueMicrotask(() => {}) });
         scheduler.postTask(() => {});",
    );
    assert_eq!(report["tasks"], 3, "the script is a task");
    assert!(report["mostMicrotasksInATask"].as_u64().unwrap() >= 10);
}

#[test]
fn nothing_to_report_is_a_report() {
    let (report, text) = report("");
    assert_eq!(report["work"].as_array().map(Vec::len), Some(0));
    assert!(text.contains("no task took longer than 50 ms"), "{text}");
}

#[test]
fn an_idle_callback_waits_once() {
    let busy = "const busy = ms => { const end = performance.now() + ms; while (performance.now() < end); };";
    let (timed_out, _) = report(&format!("{busy} requestIdleCallback(() => {{}}, {{ timeout: 5 }}); busy(20);"));
    let idle = row(&timed_out, "idle callback", None);
    assert_eq!((&idle["ran"], &idle["stillWaiting"], &idle["longestQueue"]), (&1.into(), &0.into(), &1.into()));
    assert_eq!(idle["waiting"]["max"], 20.0);
    let (in_time, _) = report(&format!("{busy} requestIdleCallback(() => {{}}, {{ timeout: 1000 }}); busy(300);"));
    assert_eq!(row(&in_time, "idle callback", None)["waiting"]["max"], 300.0);
}

#[test]
fn what_is_delayed_is_counted() {
    let recorder = Rc::new(Recorder::new(Statistics::new(true), Detail::default()));
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    runtime.event_loop().set_observer(Some(Rc::clone(&recorder) as _));
    runtime
        .run_script("for (let i = 0; i < 3; i++) scheduler.postTask(() => {}, { delay: 10 }); setTimeout(() => {}, 9)")
        .unwrap();
    let report: Value = serde_json::from_str(&recorder.sink_mut().report("").to_json()).unwrap();
    assert_eq!(row(&report, "task", Some("user-visible"))["delayed"], 3);
    assert_eq!(row(&report, "setTimeout", None)["delayed"], 1);
}
