//! Jobs of other threads: how they end, and what ends with them.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use boa_engine::{Context, JsString, Source};

use super::{JobError, JobOptions};
use crate::dom::{AbortHandle, AbortSignal};
use crate::event_loop::{Limits, Outcome, WorkLimit};
use crate::scheduling::TaskPriority::{Background, UserBlocking, UserVisible};
use crate::{Error, ErrorSink, Runtime, RuntimeBuilder, RuntimeThread, Uncaught};

const LONG: Duration = Duration::from_hours(1);

/// Reports nothing.
struct Silent;

impl ErrorSink for Silent {
    fn uncaught(&self, _: &Uncaught) {}
}

fn start() -> RuntimeThread {
    Runtime::spawn_thread("jobs", RuntimeBuilder::build).unwrap()
}

fn virtual_time() -> Runtime {
    Runtime::builder().virtual_time().build().unwrap()
}

fn text(source: &'static str) -> impl Fn(&mut Context) -> String {
    move |context| match context.eval(Source::from_bytes(source)) {
        Ok(value) => value.display().to_string(),
        Err(error) => error.to_string(),
    }
}

/// A job that waits for an hour, and a token that it drops when it ends.
fn sleeper(runtime: &Runtime) -> (super::JobHandle<()>, Arc<()>) {
    let token = Arc::new(());
    let held = Arc::clone(&token);
    let job = runtime.event_loop().remote().spawn(UserVisible, async move |task| {
        task.with({
            let task = task.clone();
            move |context| {
                let signal = task.signal(context).unwrap().object();
                context.global_object().set(JsString::from("signal"), signal, true, context).unwrap();
            }
        })
        .await;
        task.sleep(LONG).await;
        drop(held);
    });
    (job, token)
}

#[test]
fn an_aborted_or_dropped_job_ends_with_its_signal() {
    for abort in [true, false] {
        let mut runtime = virtual_time();
        let (job, token) = sleeper(&runtime);
        runtime.run_until_idle();
        assert_eq!((job.wait_timeout(Duration::ZERO), Arc::strong_count(&token)), (Some(Err(JobError::OwnThread)), 2));
        if abort {
            job.abort();
            assert_eq!(job.wait(), Err(JobError::Aborted));
        } else {
            drop(job);
        }
        assert_eq!(runtime.run(), Outcome::OutOfWork);
        assert_eq!(Arc::strong_count(&token), 1);
        let reason = runtime.run_script("[signal.aborted, signal.reason.name, performance.now() < 1000].join()");
        assert_eq!(reason.unwrap().as_string(), Some("true,AbortError,true".into()));
    }
}

#[test]
fn a_job_that_is_aborted_before_the_loop_knows_of_it_never_starts() {
    let mut runtime = virtual_time();
    let (job, token) = sleeper(&runtime);
    job.abort();
    assert!(job.is_finished());
    runtime.run();
    assert_eq!(Arc::strong_count(&token), 1);
    assert_eq!(runtime.run_script("typeof signal").unwrap().as_string(), Some("undefined".into()));
}

#[test]
fn a_detached_job_continues() {
    let mut runtime = virtual_time();
    let (job, token) = sleeper(&runtime);
    job.detach();
    runtime.run();
    assert_eq!(Arc::strong_count(&token), 1);
    let ended = runtime.run_script("[signal.aborted, performance.now()].join()").unwrap();
    assert_eq!(ended.as_string(), Some("false,3600000".into()));
    runtime.event_loop().remote().call(UserVisible, text("globalThis.called = 1")).detach();
    runtime.run();
    assert_eq!(runtime.run_script("called").unwrap().as_number(), Some(1.0));
}

#[test]
fn a_signal_of_the_program_aborts_jobs() {
    let mut runtime = virtual_time();
    let signal = runtime.run_script("globalThis.c = new TaskController({ priority: 'background' }); c.signal").unwrap();
    let signal = AbortSignal::from_value(&signal).unwrap();
    let handle = runtime.try_with_context(|context| AbortHandle::new(&signal, context)).unwrap();
    let remote = runtime.event_loop().remote();
    let order = Arc::new(std::sync::Mutex::new(Vec::new()));
    let call = |options: JobOptions, name: &'static str| {
        let order = Arc::clone(&order);
        remote.call(options, move |_| order.lock().unwrap().push(name))
    };
    // The job has the priority of the signal.
    let first = call(JobOptions::new().signal(&handle), "background");
    let second = call(UserVisible.into(), "user-visible");
    runtime.run();
    assert_eq!(*order.lock().unwrap(), ["user-visible", "background"]);
    assert_eq!((first.wait(), second.wait()), (Ok(()), Ok(())));
    let delayed = call(JobOptions::new().signal(&handle).delay(LONG), "never");
    let spawned = remote.spawn(JobOptions::new().signal(&handle), async |task| task.sleep(LONG).await);
    runtime.run_until_idle();
    runtime.run_script("c.abort()").unwrap();
    runtime.run();
    assert_eq!((delayed.wait(), spawned.wait()), (Err(JobError::Aborted), Err(JobError::Aborted)));
    let late = call(JobOptions::new().signal(&handle), "never");
    let spawned = remote.spawn(JobOptions::new().signal(&handle), async |_| ());
    runtime.run();
    assert_eq!((late.wait(), spawned.wait()), (Err(JobError::Aborted), Err(JobError::Aborted)));
    assert_eq!(runtime.uncaught_count(), 0);
    let mut other = virtual_time();
    let wrong = other.event_loop().remote().call(JobOptions::new().signal(&handle), |_| ());
    other.run();
    assert_eq!(wrong.wait(), Err(JobError::WrongLoop));
}

#[test]
fn the_thread_of_the_loop_does_not_wait_for_its_own_job() {
    let mut runtime = virtual_time();
    let remote = runtime.event_loop().remote();
    let nested = remote.clone();
    let outer = remote.call(UserVisible, move |_| nested.call(UserBlocking, |_| 1).wait());
    runtime.run();
    assert_eq!(outer.wait(), Ok(Err(JobError::OwnThread)));
    let done = remote.spawn(Background, async |_| 2);
    runtime.run();
    assert_eq!(done.wait(), Ok(2));
}

#[test]
fn a_thread_survives_tasks_that_panic() {
    let thread = start();
    let remote = thread.remote();
    let called = remote.call::<()>(UserVisible, |_| panic!("on purpose"));
    let spawned = remote.spawn::<(), _>(UserVisible, async |_| panic!("on purpose"));
    assert_eq!((called.wait(), spawned.wait()), (Err(JobError::Panicked), Err(JobError::Panicked)));
    assert_eq!(remote.call(UserVisible, text("6 * 7")).wait().as_deref(), Ok("42"));
    assert!(matches!(thread.stop(), Err(Error::Panicked)));
}

/// The engine keeps the frames of the function, so the thread ends.
#[test]
fn a_panic_below_javascript_ends_the_thread_and_all_jobs() {
    let thread = Runtime::spawn_thread("jobs", |builder| {
        let mut runtime = builder.build()?;
        runtime.set_function("panic", |_, _| panic!("on purpose"))?;
        Ok(runtime)
    })
    .unwrap();
    let waits = thread.remote().spawn(UserVisible, async |task| task.sleep(LONG).await);
    let panics = thread.remote().call(Background, text("panic()"));
    assert_eq!((panics.wait(), waits.wait()), (Err(JobError::Panicked), Err(JobError::Closed)));
    assert_eq!(thread.remote().call(Background, |_| ()).wait(), Err(JobError::Closed));
    assert!(matches!(thread.finish(LONG), Err(Error::Panicked)));
}

#[test]
fn a_thread_survives_work_that_exceeds_a_limit() {
    let thread = Runtime::spawn_thread("jobs", |builder| {
        let limits = Limits::none().loop_iterations(1_000).microtasks(1_000);
        builder.limits(limits).error_sink(Rc::new(Silent)).build()
    })
    .unwrap();
    let endless = "setTimeout(() => { for (;;); }); setTimeout(async () => { for (;;) await 0 })";
    thread.remote().call(UserVisible, text(endless)).detach();
    let after = thread.remote().spawn(UserVisible, async |task| {
        task.sleep(Duration::from_millis(20)).await;
        task.with(text("6 * 7")).await
    });
    assert_eq!(after.wait().as_deref(), Ok("42"));
    let exceeded = thread.remote().call(UserVisible, |context| {
        crate::event_loop::EventLoop::of(context)?.exceeded_limit().map(|exceeded| exceeded.limit)
    });
    assert_eq!(exceeded.wait(), Ok(Some(WorkLimit::Microtasks(1_000))));
    thread.stop().unwrap();
}

#[test]
fn a_thread_that_finishes_runs_what_is_left() {
    let thread = start();
    let jobs: Vec<_> = (0..100).map(|number| thread.remote().call(Background, move |_| number)).collect();
    assert_eq!(thread.finish(LONG).unwrap(), Outcome::OutOfWork);
    assert!(jobs.into_iter().map(super::JobHandle::wait).eq((0..100).map(Ok)));
}
