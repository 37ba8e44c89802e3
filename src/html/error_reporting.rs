//! Exceptions that nothing caught, and promises rejected with nobody listening.

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::rc::Rc;

use boa_engine::builtins::promise::{Promise, PromiseState};
use boa_engine::object::builtins::{JsPromise, JsWeakSet};
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, js_string};

use super::stack_frames::{callers, frames};
use super::{ErrorEvent, GlobalScope, Inspection, PromiseRejectionEvent, in_realm, inspect};
use crate::dom::{DomException, fire_an_event};
use crate::event_loop::{ErrorReporting, Location, Origin, RejectedPromise, TaskSource};
use crate::webidl::{event_loop, exception_value, implements};

/// Why something is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncaughtKind {
    /// An exception that nothing caught.
    Exception,
    /// A promise was rejected, and nothing handles it.
    UnhandledRejection,
}

/// How many stack frames are written out: a recursion that went too deep has thousands.
const FRAMES_SHOWN: usize = 10;

/// An exception or rejection that the program did not deal with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncaught {
    /// Which of the two it is.
    pub kind: UncaughtKind,
    /// What was thrown, in words: `TypeError: x is not a function`.
    pub message: String,
    /// The calls that led there, innermost first: `at f (file.js:1:2)`.
    pub stack: Vec<String>,
    /// Where the task was posted that led there, if one did.
    pub posted_at: Option<Location>,
}

impl Uncaught {
    /// The innermost place that is not the engine's own code; of a syntax error, the place that its message names.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.stack.iter().find_map(|frame| Location::at_end_of(frame)).or_else(|| Location::at_end_of(&self.message))
    }
}

impl Uncaught {
    /// What it is, in one line or as many as the message has.
    #[must_use]
    pub fn headline(&self) -> String {
        let kind = match self.kind {
            UncaughtKind::Exception => "Uncaught",
            UncaughtKind::UnhandledRejection => "Uncaught (in promise)",
        };
        format!("{kind} {}", self.message)
    }

    /// A line for each stack frame, as far as they are shown, and for where the task was posted.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let (shown, hidden) = self.stack.split_at(self.stack.len().min(FRAMES_SHOWN));
        let hidden = if hidden.is_empty() { None } else { Some(format!("... and {} more", hidden.len())) };
        let posted_at = self.posted_at.as_ref().map(|place| format!("posted at {place}"));
        shown.iter().cloned().chain(hidden).chain(posted_at).collect()
    }
}

impl fmt::Display for Uncaught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        self.details().iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// Who is told of what the program did not deal with.
pub trait ErrorSink {
    /// Called once for each uncaught exception and each unhandled rejection that no event listener canceled.
    fn uncaught(&self, uncaught: &Uncaught);
}

/// Fires the events of HTML's error reporting, and tells a sink of what no listener canceled.
pub struct ErrorReporter {
    sink: Rc<dyn ErrorSink>,
    count: Cell<usize>,
    /// The outstanding rejected promises: told of, and not handled since. They are held weakly.
    outstanding: OnceCell<JsWeakSet>,
}

impl ErrorReporter {
    /// A reporter to this sink.
    #[must_use]
    pub fn new(sink: Rc<dyn ErrorSink>) -> Self {
        Self { sink, count: Cell::new(0), outstanding: OnceCell::new() }
    }

    /// How often the sink was told of something.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count.get()
    }

    fn tell(&self, uncaught: &Uncaught) {
        self.count.set(self.count.get() + 1);
        self.sink.uncaught(uncaught);
    }

    fn try_report(&self, exception: JsError, context: &mut Context) -> JsResult<()> {
        let (uncaught, error) = describe(UncaughtKind::Exception, exception, current_origin(context), context);
        let global = GlobalScope::current(context)?;
        // Step 5: an exception of an `error` listener is not reported through the event again.
        let mut not_handled = true;
        if !global.in_error_reporting_mode.replace(true) {
            let location = uncaught.location();
            let fired = fire_an_event(global.target()?, &js_string!("error"), context, |context| {
                let place = location.unwrap_or(Location { file: String::new(), line: 0, column: 0 });
                ErrorEvent {
                    message: js_string!(format!("Uncaught {}", uncaught.message)),
                    filename: js_string!(place.file),
                    lineno: place.line,
                    colno: place.column,
                    error,
                }
                .create(context)
            });
            global.in_error_reporting_mode.set(false);
            not_handled = fired?;
        }
        // Step 7.
        if not_handled {
            self.tell(&uncaught);
        }
        Ok(())
    }

    fn notify(&self, rejected: &RejectedPromise, context: &mut Context) -> JsResult<()> {
        let promise = &rejected.promise;
        let value: JsValue = promise.clone().upcast().into();
        let PromiseState::Rejected(reason) = JsPromise::from(promise.clone()).state() else { return Ok(()) };
        let global = GlobalScope::current(context)?;
        let not_handled = fire_an_event(global.target()?, &js_string!("unhandledrejection"), context, |context| {
            PromiseRejectionEvent::create(js_string!("unhandledrejection"), true, value, reason.clone(), context)
        })?;
        self.outstanding(context).add(&promise.clone().upcast(), context)?;
        if not_handled {
            let (uncaught, _) =
                describe(UncaughtKind::UnhandledRejection, JsError::from_opaque(reason), rejected.origin, context);
            self.tell(&uncaught);
        }
        Ok(())
    }

    fn outstanding(&self, context: &mut Context) -> &JsWeakSet {
        self.outstanding.get_or_init(|| JsWeakSet::new(context))
    }
}

impl ErrorReporting for ErrorReporter {
    /// [Reports an exception](https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception) for the current global.
    fn report_an_exception(&self, exception: JsError, context: &mut Context) {
        if let Err(error) = self.try_report(exception, context) {
            let (uncaught, _) = describe(UncaughtKind::Exception, error, current_origin(context), context);
            self.tell(&uncaught);
        }
    }

    /// The task of [notifying about rejected promises](https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises).
    fn notify_about_rejected_promises(&self, context: &mut Context) {
        let Ok(event_loop) = event_loop(context) else { return };
        for rejected in event_loop.rejected_promises().take_noticed() {
            in_realm(&rejected.realm, context, |context| {
                if let Err(error) = self.notify(&rejected, context) {
                    self.report_an_exception(error, context);
                }
            });
        }
    }

    fn a_rejected_promise_was_handled(&self, promise: &JsObject<Promise>, context: &mut Context) {
        let object = promise.clone().upcast();
        let told = self.outstanding.get().is_some_and(|told| told.delete(&object, context).unwrap_or(false));
        let Ok(event_loop) = event_loop(context) else { return };
        if !told {
            return;
        }
        let realm = context.realm().clone();
        event_loop.queue_a_task(TaskSource::DomManipulation, move |context| {
            let fired = in_realm(&realm, context, |context| fire_rejectionhandled(object, context));
            if let Err(error) = fired {
                super::global_scope::report(error, context);
            }
        });
    }
}

fn fire_rejectionhandled(promise: JsObject, context: &mut Context) -> JsResult<()> {
    let event_type = js_string!("rejectionhandled");
    let reason = match JsPromise::from_object(promise.clone())?.state() {
        PromiseState::Rejected(reason) => reason,
        _ => JsValue::undefined(),
    };
    let global = GlobalScope::current(context)?;
    fire_an_event(global.target()?, &event_type, context, |context| {
        PromiseRejectionEvent::create(event_type.clone(), false, promise.into(), reason, context)
    })
    .map(drop)
}

/// Where the task that runs now was posted.
fn current_origin(context: &Context) -> Option<Origin> {
    event_loop(context).ok()?.current_origin()
}

/// Puts an error into words, and returns the value that was thrown.
fn describe(kind: UncaughtKind, error: JsError, origin: Option<Origin>, context: &mut Context) -> (Uncaught, JsValue) {
    let posted_at = origin.and_then(|origin| event_loop(context).ok()?.location(origin));
    let mut thrown_at = frames(&error.to_string());
    if thrown_at.is_empty() {
        thrown_at = callers(context);
    }
    let value = exception_value(error, context);
    let (message, stack) = match describe_error_object(&value, context) {
        Some((message, stack)) => (message, if stack.is_empty() { thrown_at } else { stack }),
        None => (inspect(&value, Inspection::default(), context), thrown_at),
    };
    (Uncaught { kind, message, stack, posted_at }, value)
}

/// The message and stack of an error object; `None` for other values. Getters of the program may run; what they throw
/// is no news.
fn describe_error_object(value: &JsValue, context: &mut Context) -> Option<(String, Vec<String>)> {
    let object = value.as_object()?;
    let is_error = object.is::<boa_engine::builtins::error::Error>() || implements::<DomException>(value).is_some();
    if !is_error {
        return None;
    }
    let text = |name, context: &mut Context| {
        let value = object.get(name, context).ok().filter(|value| !value.is_undefined())?;
        value.to_string(context).ok().map(|text| text.to_std_string_escaped())
    };
    let name = text(js_string!("name"), context).unwrap_or_else(|| "Error".to_owned());
    let message = text(js_string!("message"), context).unwrap_or_default();
    let stack = text(js_string!("stack"), context).unwrap_or_default();
    let words = if message.is_empty() { name } else { format!("{name}: {message}") };
    Some((words, frames(&stack)))
}

#[cfg(test)]
mod tests {
    use super::{Uncaught, UncaughtKind};

    #[test]
    fn the_location_is_that_of_the_innermost_frame_in_a_file() {
        let stack = ["at then (native)", "at f (C:/a b.js:3:14)", "at <main> (C:/a b.js:9:1)"];
        let stack = stack.map(str::to_owned).to_vec();
        let uncaught = Uncaught { kind: UncaughtKind::Exception, message: "Error".into(), stack, posted_at: None };
        let location = uncaught.location().unwrap();
        assert_eq!((location.file.as_str(), location.line, location.column), ("C:/a b.js", 3, 14));
    }
}
