//! `t.clock`: lets a test look between the moments at which something happens.

use std::time::Duration;

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};
use posttask::event_loop::Timestamp;
use posttask::interface;
use posttask::internal::event_loop::milliseconds;
use posttask::internal::runtime::Idle;
use posttask::internal::webidl::{PendingPromise, double, range_error, type_error};
use posttask::webidl::create;

use super::clock_state::{Wait, Waiter};
use super::session::{Session, runner};

impl Session {
    /// Decides how time passes when nothing is ready, before any test or timer waits in vain. `None` if nothing waits.
    pub(super) fn pass_time(&self, due: Option<Timestamp>, context: &mut Context) -> Option<Idle> {
        let now = self.event_loop.now();
        self.clock.find_next(due.unwrap_or(now));
        let ready = self.clock.take_ready(now);
        if !ready.is_empty() {
            self.recorder.test_continues();
            for Waiter { since, promise, .. } in ready {
                promise.resolve(milliseconds(now.duration_since(since)).into(), &self.event_loop, context);
            }
            self.event_loop.perform_a_microtask_checkpoint(context);
            return Some(Idle::Turn);
        }
        let wanted = self.clock.next();
        // Timers after the time that a test wants to see do not fire before it has seen it.
        let due = due.filter(|due| !self.clock.is_held() || wanted.is_some_and(|wanted| *due <= wanted));
        [due, wanted].into_iter().flatten().min().map(Idle::Sleep)
    }
}

/// The interface of `t.clock`.
#[derive(Debug, Trace, Finalize)]
pub(super) struct Clock {
    /// When the test started.
    #[unsafe_ignore_trace]
    since: Timestamp,
}

interface! {
    Clock;
    get "now" = |clock, context| now(clock.since, context)?;
    promise "advance"(1) = advance;
    promise "next"(0) = next;
    promise "idle"(0) = idle;
    operation "hold"(0) = hold;
    operation "release"(0) = release;
    with = posttask::webidl::InterfaceBuilder::hidden;
}

impl Clock {
    /// Creates the clock of a test that started at this time.
    pub(super) fn create(since: Timestamp, context: &mut Context) -> JsResult<JsValue> {
        create(&Gc::new(Self { since }), context).map(JsValue::from)
    }
}

/// The milliseconds since this time.
fn now(since: Timestamp, context: &mut Context) -> JsResult<f64> {
    Ok(milliseconds(runner(context)?.host().event_loop.now().duration_since(since)))
}

/// Returns a promise for the time at which the wait is over.
fn wait(clock: &Clock, wait: Wait, context: &mut Context) -> JsResult<JsValue> {
    let runner = runner(context)?;
    let (value, promise) = PendingPromise::new(context);
    let test = runner.host().ownership.current();
    runner.host().clock.waiting.borrow_mut().push(Waiter { test, wait, since: clock.since, promise });
    Ok(value)
}

/// Waits until this many milliseconds have passed, and everything has run that is due by then.
fn advance(clock: &Gc<Clock>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let duration = double(&arguments[0], &"clock.advance: milliseconds", context)?;
    let duration = Duration::try_from_secs_f64(duration / 1_000.0);
    let duration =
        duration.map_err(|_| range_error("clock.advance: milliseconds must not be negative or too large"))?;
    let now = runner(context)?.host().event_loop.now();
    wait(clock, Wait::Until(now.after(duration)), context)
}

/// Waits until the next timer has fired, and everything has run that is ready then.
fn next(clock: &Gc<Clock>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    wait(clock, Wait::Next, context)
}

/// Waits until nothing is ready. No time passes.
fn idle(clock: &Gc<Clock>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    wait(clock, Wait::Idle, context)
}

/// Stops time until the test ends, so that it only passes during `advance` and `next`.
fn hold(_: &Gc<Clock>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    let runner = runner(context)?;
    if runner.host().options.is_real_time {
        return Err(type_error("clock.hold: real time cannot be stopped; run the tests without --real-time"));
    }
    runner.host().set_time_held(true);
    Ok(())
}

/// Lets time pass again.
fn release(_: &Gc<Clock>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    runner(context)?.host().set_time_held(false);
    Ok(())
}

impl Session {
    pub(super) fn set_time_held(&self, is_held: bool) {
        self.clock.is_held.set(is_held);
        self.tell_whether_time_is_held();
    }

    /// The program installs or removes fake timers.
    pub(super) fn set_time_faked(&self, is_faked: bool) {
        self.clock.is_faked.set(is_faked);
        self.tell_whether_time_is_held();
    }

    fn tell_whether_time_is_held(&self) {
        if let Some(choices) = &self.choices {
            choices.hold_time(self.clock.is_held());
        }
    }
}
