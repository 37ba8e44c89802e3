//! Error reporting: uncaught exceptions, and promises that are rejected without a handler.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use boa_engine::builtins::promise::{Promise, PromiseState};
use boa_engine::object::builtins::{JsPromise, JsWeakMap};
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, js_string};

use super::error_description::describe;
use super::error_event::ErrorEvent;
use super::global_scope::GlobalScope;
use super::promise_rejection_event::PromiseRejectionEvent;
use super::uncaught::{ErrorSink, RequestSite, Uncaught, UncaughtKind};
use crate::event_loop::{
    Batch, EngineFault, ErrorReporting, EventLoop, Exceeded, Location, Origin, QueuePosition, RejectedPromise,
    TaskSource, WorkKind, in_realm, set_while,
};
use crate::web::dom::{EventTarget, fire_an_event, is_error};
use crate::web::webidl::exception::is_too_deep;
use crate::web::webidl::implements;

/// Fires the events of HTML's error reporting, and passes the errors that no listener canceled to a sink.
pub(crate) struct ErrorReporter {
    sink: Rc<dyn ErrorSink>,
    count: Cell<usize>,
    /// The outstanding rejected promises, which have been reported, and not handled since, with the global objects that
    /// they were reported for. Held weakly.
    outstanding: OnceCell<JsWeakMap>,
    /// The last recursion that was too deep. What waits for the code that it has ended waits for ever.
    too_deep: Cell<Option<(Uncaught, JsValue)>>,
}

impl ErrorReporter {
    /// Creates a reporter that passes errors to `sink`.
    #[must_use]
    pub(crate) fn new(sink: Rc<dyn ErrorSink>) -> Self {
        Self { sink, count: Cell::new(0), outstanding: OnceCell::new(), too_deep: Cell::default() }
    }

    /// Returns the number of errors passed to the sink.
    #[must_use]
    pub(crate) fn count(&self) -> usize {
        self.count.get()
    }

    /// Takes the last recursion that was too deep, with the error that it is reported as.
    pub(crate) fn take_too_deep(&self) -> Option<(Uncaught, JsValue)> {
        self.too_deep.take()
    }

    /// Passes an error without a value to the sink.
    pub(crate) fn report(&self, uncaught: &Uncaught, event_loop: &EventLoop) {
        self.record(uncaught, event_loop);
        self.sink.uncaught(uncaught);
    }

    /// Reports an exception of a worker that neither the worker nor its `Worker` object has handled, for the global of
    /// the current realm.
    pub(crate) fn report_an_exception_of_a_worker(
        &self,
        uncaught: &Uncaught,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
        let is_handled = GlobalScope::current(context)
            .is_ok_and(|global| !fire_error(&global, uncaught, JsValue::null(), event_loop, context));
        if !is_handled {
            self.report(uncaught, event_loop);
        }
    }

    /// Passes what a worker reports to the sink. A fault of the engine is not counted as an error of the program.
    pub(crate) fn report_for_a_worker(&self, uncaught: &Uncaught, event_loop: Option<&EventLoop>) {
        match event_loop {
            Some(event_loop) if !uncaught.kind.is_of_the_engine() => self.report(uncaught, event_loop),
            _ => self.sink.uncaught(uncaught),
        }
    }

    /// Passes an error to the sink, with the value that was thrown.
    fn report_value(&self, uncaught: &Uncaught, value: &JsValue, event_loop: &EventLoop, context: &mut Context) {
        self.record(uncaught, event_loop);
        let shows_value = !is_error(value) || !uncaught.causes.is_empty();
        if let Some(observer) = event_loop.access_observer().filter(|_| shows_value) {
            observer.value_shown();
        }
        self.sink.uncaught_value(uncaught, value, context);
    }

    fn record(&self, uncaught: &Uncaught, event_loop: &EventLoop) {
        self.count.set(self.count.get() + 1);
        let location = uncaught.location();
        let message = uncaught.headline();
        event_loop.an_error_is_reported(&message, location.as_ref());
    }

    fn outstanding(&self, context: &mut Context) -> &JsWeakMap {
        self.outstanding.get_or_init(|| JsWeakMap::new(context))
    }

    /// Notifies the global of a promise of its rejection.
    fn notify(&self, rejected: &RejectedPromise, event_loop: &EventLoop, context: &mut Context) -> JsResult<()> {
        let promise = rejected.promise.clone().upcast();
        let PromiseState::Rejected(reason) = JsPromise::from(rejected.promise.clone()).state() else { return Ok(()) };
        let global = GlobalScope::current(context)?;
        let event_type = js_string!("unhandledrejection");
        let not_canceled = fire_an_event(global.target()?, &event_type, event_loop, context, |context| {
            let value = JsValue::from(promise.clone());
            PromiseRejectionEvent::create(event_type.clone(), true, value, reason.clone(), context)
        });
        if event_loop.rejected_promises().end_notification() {
            let global = context.global_object().into();
            self.outstanding(context).set(&promise, global, context)?;
        }
        if not_canceled {
            let mut uncaught = describe(JsError::from_opaque(reason.clone()), context).0;
            uncaught.kind = UncaughtKind::UnhandledRejection;
            uncaught.requested_at = requested_at(rejected.origin, event_loop);
            self.report_value(&uncaught, &reason, event_loop, context);
        }
        Ok(())
    }
}

impl ErrorReporting for ErrorReporter {
    /// [Reports an exception](https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception) for the
    /// current global. Runs no user code except its event listeners.
    fn report_an_exception(&self, exception: JsError, event_loop: &EventLoop, context: &mut Context) {
        let is_too_deep = exception.as_engine().is_some_and(is_too_deep);
        let (mut uncaught, error) = describe(exception, context);
        uncaught.requested_at = requested_at(event_loop.current_origin(), event_loop);
        if is_too_deep {
            self.too_deep.set(Some((uncaught.clone(), error.clone())));
        }
        let not_handled = match GlobalScope::current(context) {
            Ok(global) => fire_error(&global, &uncaught, error.clone(), event_loop, context),
            // A realm without a `GlobalScope` has no listeners.
            Err(_) => true,
        };
        // Step 7: the sink of a worker fires the `error` event of the worker object. That of a program reports the
        // error to the developer.
        if not_handled {
            self.report_value(&uncaught, &error, event_loop, context);
        }
    }

    /// No event is fired: the program that does not end has no say in it.
    fn report_an_exceeded_limit(&self, exceeded: &Exceeded, event_loop: &EventLoop) {
        self.report(&Uncaught::of_exceeded(exceeded), event_loop);
    }

    /// No event is fired, and it is not counted as an error of the program.
    fn report_an_engine_fault(&self, fault: EngineFault, what: &str, place: Option<&Location>) {
        let kind = if fault.is_certain() { UncaughtKind::EngineFault } else { UncaughtKind::PossibleEngineFault };
        let mut uncaught = Uncaught::new(kind, what.to_owned());
        uncaught.stack.extend(place.map(|place| format!("at <anonymous> ({place})")));
        uncaught.stack.push(format!("see {}", fault.link()));
        self.sink.uncaught(&uncaught);
    }

    /// The task of [notifying about rejected promises][notify].
    ///
    /// [notify]: https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises
    fn notify_about_rejected_promises(&self, batch: Batch, event_loop: &EventLoop, context: &mut Context) {
        let mut rest = Rest { event_loop, is_given_back: true };
        while let Some(rejected) = event_loop.rejected_promises().notify_next(batch) {
            let notify = |context: &mut Context| {
                if let Err(error) = self.notify(&rejected, event_loop, context) {
                    self.report_an_exception(error, event_loop, context);
                }
            };
            let _values = event_loop.enter(rejected.values.clone());
            in_realm(&rejected.realm, context, notify);
        }
        rest.is_given_back = false;
    }

    fn a_rejected_promise_was_handled(
        &self,
        promise: &JsObject<Promise>,
        event_loop: &EventLoop,
        context: &mut Context,
    ) {
        let promise = promise.clone().upcast();
        let Some(reported) = self.outstanding.get() else { return };
        let Ok(global) = reported.get(&promise, context) else { return };
        if !reported.delete(&promise, context).unwrap_or(false) {
            return;
        }
        // The engine does not know the running script, whose global this is in HTML. It is nearly always this one.
        let global = implements::<EventTarget>(&global);
        let realm = global.and_then(|global| global.realm().cloned()).unwrap_or_else(|| context.realm().clone());
        let work = event_loop.new_host_work(WorkKind::RejectionHandled, context);
        event_loop.queue_a_global_task(
            TaskSource::DomManipulation,
            work,
            QueuePosition::Last,
            realm,
            move |event_loop, context| fire_rejectionhandled(promise, event_loop, context),
        );
    }
}

/// The promises of a batch that are not reported yet. If the receiver of errors panics, they are reported later.
struct Rest<'a> {
    event_loop: &'a EventLoop,
    is_given_back: bool,
}

impl Drop for Rest<'_> {
    fn drop(&mut self) {
        if self.is_given_back {
            self.event_loop.rejected_promises().give_back();
        }
    }
}

/// Step 6: fires `error` at a global. Returns whether no listener canceled it. An exception that an `error`
/// listener throws does not fire another event.
fn fire_error(
    global: &GlobalScope,
    uncaught: &Uncaught,
    error: JsValue,
    event_loop: &EventLoop,
    context: &mut Context,
) -> bool {
    // Omitted: steps 3 to 5, muted errors, `omitError`: no script is muted, and there are no worker objects.
    let Ok(target) = global.target() else { return true };
    if global.in_error_reporting_mode.get() {
        return true;
    }
    let _reporting = set_while(&global.in_error_reporting_mode, true);
    fire_error_at(target, uncaught, error, event_loop, context)
}

/// Fires `error` at a target. Returns whether no listener canceled it.
pub(crate) fn fire_error_at(
    target: &EventTarget,
    uncaught: &Uncaught,
    error: JsValue,
    event_loop: &EventLoop,
    context: &mut Context,
) -> bool {
    let place = uncaught.location().unwrap_or(Location { file: String::new(), line: 0, column: 0 });
    fire_an_event(target, &js_string!("error"), event_loop, context, |context| {
        let message = js_string!(format!("Uncaught {}", uncaught.message));
        let (filename, lineno, colno) = (js_string!(place.file), place.line, place.column);
        ErrorEvent { message, filename, lineno, colno, error }.create(context)
    })
}

fn fire_rejectionhandled(promise: JsObject, event_loop: &EventLoop, context: &mut Context) -> JsResult<()> {
    let event_type = js_string!("rejectionhandled");
    let reason = match JsPromise::from_object(promise.clone())?.state() {
        PromiseState::Rejected(reason) => reason,
        _ => JsValue::undefined(),
    };
    let global = GlobalScope::current(context)?;
    fire_an_event(global.target()?, &event_type, event_loop, context, |context| {
        PromiseRejectionEvent::create(event_type.clone(), false, promise.into(), reason, context)
    });
    Ok(())
}

fn requested_at(origin: Option<(WorkKind, Origin)>, event_loop: &EventLoop) -> Option<RequestSite> {
    let (kind, origin) = origin?;
    Some(RequestSite { kind, location: event_loop.location(origin)? })
}
