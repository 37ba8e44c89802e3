//! An [event listener](https://dom.spec.whatwg.org/#concept-event-listener).
//!
//! This file, `event_target` and `abort_signal` depend on each other, as in the standard: a signal is an event target,
//! and a signal removes listeners.

use std::cell::Cell;

use boa_engine::{Context, JsObject, JsString};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::abort_algorithm::AbortAlgorithm;
use super::abort_signal::AbortSignal;
use super::algorithm_list::AlgorithmId;
use super::event_target::EventTarget;
use crate::event_loop::EventLoop;

/// The callback of a listener.
#[derive(Clone, Trace, Finalize)]
pub(super) enum Callback {
    /// A function, an object with a `handleEvent` method, or null.
    Listener(Option<JsObject>),
    /// The event handler that the target has for the listener's type when the event is dispatched.
    Handler,
}

/// An event listener.
#[derive(Trace, Finalize)]
pub(super) struct Listener {
    pub(super) event_type: JsString,
    pub(super) callback: Callback,
    #[unsafe_ignore_trace]
    pub(super) phase: Phase,
    pub(super) once: bool,
    pub(super) passive: bool,
    removed: Cell<bool>,
    /// The signal that removes the listener, and the abort algorithm that does it. The algorithm is removed when the
    /// listener is removed by other means.
    signal: GcRefCell<Option<(Gc<AbortSignal>, AlgorithmId)>>,
}

/// When a listener is called, according to its `capture` option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Before the listeners that do not capture.
    Capturing,
    /// After the listeners that capture.
    Bubbling,
}

impl Listener {
    /// Creates a listener without options.
    pub(super) fn new(event_type: JsString, callback: Callback, phase: Phase) -> Self {
        let (once, passive, removed) = (false, false, Cell::new(false));
        Self { event_type, callback, phase, once, passive, removed, signal: GcRefCell::default() }
    }

    /// Removes the listener from `target` when `signal` aborts.
    pub(super) fn remove_on_abort(this: &Gc<Self>, target: Gc<EventTarget>, signal: Gc<AbortSignal>) {
        let removal = RemoveListener { target, listener: this.clone() };
        let algorithm = AbortSignal::add_algorithm(&signal, std::rc::Rc::new(removal));
        *this.signal.borrow_mut() = algorithm.map(|algorithm| (signal, algorithm));
    }

    /// Returns whether the listener was removed from its target. A dispatch that already copied the list skips it.
    pub(super) fn is_removed(&self) -> bool {
        self.removed.get()
    }

    /// Marks the listener as removed, and removes the abort algorithm of its signal.
    pub(super) fn mark_removed(&self) {
        self.removed.set(true);
        let signal = self.signal.borrow_mut().take();
        if let Some((signal, algorithm)) = signal {
            AbortSignal::remove_algorithm(&signal, algorithm);
        }
    }

    /// Returns whether two listeners count as the same: they have the same type, callback and phase.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let callbacks = match (&self.callback, &other.callback) {
            (Callback::Listener(a), Callback::Listener(b)) => a == b,
            (Callback::Handler, Callback::Handler) => true,
            _ => false,
        };
        callbacks && self.phase == other.phase && self.event_type == other.event_type
    }
}

/// Removes a listener when its `signal` aborts.
#[derive(Trace, Finalize)]
struct RemoveListener {
    target: Gc<EventTarget>,
    listener: Gc<Listener>,
}

impl AbortAlgorithm for RemoveListener {
    fn run(&self, _: &Gc<AbortSignal>, _: &EventLoop, _: &mut Context) {
        self.target.remove(|other| std::ptr::eq(other, &raw const *self.listener));
    }
}
