//! Passing errors from the event loop to its [`ErrorReporting`].

use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::{Context, JsError, JsObject};

use crate::event_loop::engine_fault::EngineFault;
use crate::event_loop::event_loop::{ErrorReporting, EventLoop};
use crate::event_loop::observing::{Event, Subject};
use crate::event_loop::origins::Location;
use crate::event_loop::queues::RejectedPromise;
use crate::event_loop::quirks::Quirk;

/// The number of faults of the engine that are reported.
const MOST_ENGINE_FAULTS: usize = 20;

impl EventLoop {
    pub(in crate::event_loop) fn error_reporting(&self) -> Option<Rc<dyn ErrorReporting>> {
        self.reports.errors.borrow().clone()
    }

    /// [Reports](https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception) an uncaught exception for
    /// the current realm's global.
    pub fn report_an_exception(&self, exception: JsError, context: &mut Context) {
        if let Some(reporting) = self.error_reporting() {
            reporting.report_an_exception(exception, self, context);
        }
        if self.has_quirk(Quirk::ErrorPostponesMicrotasks) {
            self.make_a_round(context);
        }
    }

    /// Faults of the engine that a program meets are not reported.
    pub fn ignore_engine_faults(&self) {
        self.reports.ignores_engine_faults.set(true);
    }

    /// Reports a fault of the engine that the running code has met, once for each place. `what` describes it, without
    /// a full stop.
    pub fn an_engine_fault_was_met(&self, fault: EngineFault, what: &str, context: &mut Context) {
        if self.reports.ignores_engine_faults.get() {
            return;
        }
        let place = self.locations.of(self.locations.caller(context));
        let mut known = self.reports.engine_faults.borrow_mut();
        if known.len() < MOST_ENGINE_FAULTS && known.insert((fault, place.clone())) {
            drop(known);
            if let Some(reporting) = self.error_reporting() {
                reporting.report_an_engine_fault(fault, what, place.as_ref());
            }
        }
    }

    /// Tells the observer that an error is about to be reported.
    pub(crate) fn an_error_is_reported(&self, message: &str, location: Option<&Location>) {
        let within = self.current_work();
        self.notify(|| Event::ErrorReported { message: message.into(), location: location.cloned(), within });
    }

    /// Records a promise that was rejected without a handler: HostPromiseRejectionTracker with "reject".
    pub(crate) fn a_promise_was_rejected(&self, promise: &JsObject<Promise>, context: &Context) {
        let realm = context.realm().clone();
        let rejected = RejectedPromise {
            promise: promise.clone(),
            realm,
            origin: self.current_origin(),
            values: self.capture().without_state(),
        };
        self.reports.rejected_promises.rejected(rejected);
        let within = self.current_work();
        self.notify_about(Subject::Promise(promise), || Event::PromiseRejected { within });
    }

    /// Records that a rejected promise got its first handler: HostPromiseRejectionTracker with "handle".
    pub(crate) fn a_rejected_promise_was_handled(&self, promise: &JsObject<Promise>, context: &mut Context) {
        self.notify_about(Subject::Promise(promise), || Event::PromiseHandled);
        if !self.reports.rejected_promises.handled(promise)
            && let Some(reporting) = self.error_reporting()
        {
            reporting.a_rejected_promise_was_handled(promise, self, context);
        }
    }
}
