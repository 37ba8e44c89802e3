//! What an event is about, as far as it exists only while the event happens.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::{Context, JsObject, JsString, js_string};

use crate::debug::debug;
use crate::event_loop::origins::{Location, Locations, Origin};
use crate::event_loop::queues::{Candidate, Candidates};

/// What an [`Event`](super::Event) is about, as far as it cannot be kept.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Subject<'a> {
    /// The event says everything.
    None,
    /// The call that schedules work, of [`Event::Scheduled`](super::Event::Scheduled).
    Call(&'a SchedulingCall<'a>),
    /// The choice of the policy, of [`Event::Chosen`](super::Event::Chosen).
    Choice(&'a Choice<'a>),
    /// The signal, of [`Event::SignalCreated`](super::Event::SignalCreated).
    Signal {
        /// A `Gc<AbortSignal>` or a `Gc<TaskSignal>`.
        state: &'a dyn Any,
        /// Where the program created it; `None` if the location is unknown.
        created: Option<&'a Location>,
    },
    /// The promise, of [`Event::PromiseRejected`](super::Event::PromiseRejected) and
    /// [`Event::PromiseHandled`](super::Event::PromiseHandled).
    Promise(&'a JsObject<Promise>),
    /// The context with the current call stack, of
    /// [`Event::JobCallbackCreated`](super::Event::JobCallbackCreated).
    Context(&'a Context),
}

impl Subject<'_> {
    /// The source location of the call that schedules work; `None` if it is unknown or this is another subject.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        if let Self::Call(call) = self { call.location() } else { None }
    }
}

impl fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Call(_) => "Call",
            Self::Choice(_) => "Choice",
            Self::Signal { .. } => "Signal",
            Self::Promise(_) => "Promise",
            Self::Context(_) => "Context",
        })
    }
}

/// A call that schedules work.
pub struct SchedulingCall<'a> {
    origin: Option<Origin>,
    callback: Option<&'a JsObject>,
    locations: &'a Locations,
    context: RefCell<&'a mut Context>,
}

debug!(SchedulingCall<'_>, "origin" = |call| call.origin);

impl<'a> SchedulingCall<'a> {
    pub(crate) fn new(
        origin: Option<Origin>,
        callback: Option<&'a JsObject>,
        locations: &'a Locations,
        context: &'a mut Context,
    ) -> Self {
        Self { origin, callback, locations, context: RefCell::new(context) }
    }

    /// The function of the program that the work calls. `None` for a continuation, a message, source text, or work of
    /// the host.
    #[must_use]
    pub const fn callback(&self) -> Option<&'a JsObject> {
        self.callback
    }

    /// The source location of the call; `None` if the host scheduled the work or the location is unknown.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.locations.location(self.origin?)
    }

    /// The current call stack, innermost call first, with lines such as `at f (app.js:1:2)`. The first call of a stack
    /// costs about as much as creating an error, and later ones a look-up. At most 50 lines.
    #[must_use]
    pub fn stack(&self) -> Rc<[String]> {
        let context = self.context.try_borrow_mut();
        context.map(|mut context| self.locations.stack(&mut context)).unwrap_or_default()
    }

    /// The name of the function that the work calls; `None` if there is none, or it has no name. Runs no getter.
    #[must_use]
    pub fn callback_name(&self) -> Option<JsString> {
        let name = self.callback?.borrow().properties().get(&js_string!("name").into())?;
        name.value()?.as_string().filter(|name| !name.is_empty())
    }
}

/// The choice of a policy.
#[non_exhaustive]
pub struct Choice<'a> {
    /// The chosen candidate.
    pub chosen: Candidate<'a>,
    /// All candidates.
    pub candidates: Candidates<'a>,
    pub(crate) explain: &'a dyn Fn() -> String,
}

debug!(Choice<'_>, "chosen" = |choice| choice.chosen, "candidates" = |choice| choice.candidates);

impl Choice<'_> {
    /// The policy's explanation of its choice.
    #[must_use]
    pub fn explain(&self) -> String {
        (self.explain)()
    }
}
