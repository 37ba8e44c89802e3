use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::Source;
use boa_engine::job::NativeAsyncJob;

use super::{Runtime, on_a_large_stack};
use crate::event_loop::{Outcome, Timestamp, Turn};
use crate::html::{ConsoleOutput, ErrorSink, Uncaught};

#[derive(Default)]
struct Captured {
    lines: RefCell<Vec<String>>,
}

impl ConsoleOutput for Captured {
    fn out(&self, line: &str) {
        self.lines.borrow_mut().push(line.to_owned());
    }

    fn err(&self, line: &str) {
        self.lines.borrow_mut().push(format!("error: {line}"));
    }
}

impl ErrorSink for Captured {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.lines.borrow_mut().push(format!("uncaught: {}", uncaught.message));
    }
}

fn runtime() -> (Runtime, Rc<Captured>) {
    let captured = Rc::new(Captured::default());
    let builder = Runtime::builder().virtual_time().console(Rc::clone(&captured) as _);
    (builder.error_sink(Rc::clone(&captured) as _).build().unwrap(), captured)
}

#[test]
fn the_pump_runs_one_task_a_turn_and_knows_its_next_deadline() {
    let (mut runtime, captured) = runtime();
    runtime
        .eval(
            "scheduler.postTask(() => console.log('one'));
             scheduler.postTask(() => console.log('two'));
             setTimeout(() => console.log('three'), 500)",
        )
        .unwrap();
    assert!(matches!(runtime.turn(), Turn::Ran(..)));
    assert_eq!(captured.lines.take(), ["one"]);
    runtime.run_until_idle();
    assert_eq!(captured.lines.take(), ["two"]);
    let deadline = Timestamp::default().after_milliseconds(500);
    assert_eq!((runtime.next_deadline(), runtime.turn(), runtime.has_work()), (Some(deadline), Turn::Idle, true));
    assert_eq!(runtime.run(), Outcome::RanDry);
    assert_eq!(captured.lines.take(), ["three"]);
    assert!(!runtime.has_work());
}

#[test]
fn uncaught_errors_reach_the_sink_and_are_counted() {
    let (mut runtime, captured) = runtime();
    runtime.eval("setTimeout(() => { throw new Error('lost') }, 1); Promise.reject(2); console.error('x')").unwrap();
    runtime.run();
    assert_eq!(captured.lines.take(), ["error: x", "uncaught: 2", "uncaught: Error: lost"]);
    assert_eq!(runtime.uncaught_count(), 2);
    assert!(runtime.eval("throw 1").is_err());
    assert!(runtime.eval("let let = 1").is_err());
    assert_eq!(runtime.uncaught_count(), 2, "an error that is returned is not reported as well");
}

#[test]
fn an_async_job_lives_from_one_turn_to_the_next() {
    let (mut runtime, captured) = runtime();
    runtime.with_context(|context| {
        context.enqueue_job(
            NativeAsyncJob::new(async |context| {
                futures_util::pending!();
                context.borrow_mut().eval(Source::from_bytes("console.log('resumed')"))
            })
            .into(),
        );
    });
    assert_eq!(runtime.turn(), Turn::Idle);
    assert_eq!(runtime.turn(), Turn::Idle);
    assert!(runtime.has_work());
    assert!(captured.lines.take().is_empty());
    // Dropping a runtime drops the jobs that borrow its context first.
    drop(runtime);
}

#[test]
fn realms_made_from_rust_share_the_event_loop() {
    let (mut runtime, captured) = runtime();
    let realm = runtime.create_realm().unwrap();
    let script = |label: &str| format!("scheduler.postTask(() => console.log('{label}'))");
    runtime.eval(&script("first")).unwrap();
    runtime.with_context(|context| {
        crate::event_loop::in_realm(&realm, context, |context| {
            context.eval(Source::from_bytes(&script("second"))).unwrap();
        });
    });
    runtime.eval(&script("third")).unwrap();
    runtime.run();
    assert_eq!(captured.lines.take(), ["first", "second", "third"]);
}

#[test]
fn a_runtime_on_a_large_stack_survives_deep_recursion_through_native_functions() {
    let depth = on_a_large_stack(|| {
        let (mut runtime, _) = runtime();
        let depth = runtime.eval("const f = n => n ? [n].map(() => f(n - 1))[0] + 1 : 0; f(5000)").unwrap();
        assert!(runtime.eval("const g = () => [1].map(g); g()").is_err());
        depth.as_number()
    });
    assert_eq!(depth.unwrap(), Some(5000.0));
}

#[test]
fn runtimes_can_come_and_go() {
    for _ in 0..20 {
        let (mut runtime, _) = runtime();
        runtime.eval("setInterval(() => {}, 1); scheduler.postTask(() => {}); const c = new TaskController()").unwrap();
        runtime.turn();
    }
}
