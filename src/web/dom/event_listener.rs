//! An [event listener](https://dom.spec.whatwg.org/#concept-event-listener).
//!
//! This file, `listener_list`, `event_target` and `abort_signal` depend on each other, as in the standard: a signal is
//! an event target, and a signal removes listeners.

use std::cell::Cell;

use boa_engine::{Context, JsObject, JsString};
use boa_gc::{Finalize, Gc, GcRefCell, Trace, WeakGc};

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

impl Callback {
    /// The address of the object, zero for null, or `None` for the event handler.
    fn address(&self) -> Option<usize> {
        match self {
            Self::Listener(object) => {
                Some(object.as_ref().map_or(0, |object| std::ptr::from_ref(object.as_ref()).addr()))
            }
            Self::Handler => None,
        }
    }
}

/// What makes two listeners of a target the same: type, callback and phase. The key of a listener is only valid while
/// the listener exists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ListenerKey {
    pub(super) event_type: JsString,
    callback: Option<usize>,
    phase: Phase,
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
    /// What removes the listener when a signal aborts.
    removal: GcRefCell<Option<Removal>>,
}

const _: () = assert!(size_of::<Listener>() <= 64);

/// The signal that removes a listener from its target, and the abort algorithm that does it. The algorithm is removed
/// when the listener is removed by other means.
#[derive(Trace, Finalize)]
struct Removal {
    target: Gc<EventTarget>,
    signal: Gc<AbortSignal>,
    algorithm: AlgorithmId,
}

/// When a listener is called, according to its `capture` option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        Self { event_type, callback, phase, once, passive, removed, removal: GcRefCell::default() }
    }

    /// Removes the listener from `target` when `signal` aborts.
    pub(super) fn remove_on_abort(this: &Gc<Self>, target: Gc<EventTarget>, signal: Gc<AbortSignal>) {
        let algorithm = AbortSignal::add_algorithm(&signal, std::rc::Rc::new(RemoveListener(WeakGc::new(this))));
        *this.removal.borrow_mut() = algorithm.map(|algorithm| Removal { target, signal, algorithm });
    }

    /// Returns whether the listener was removed from its target. A dispatch that already copied the list skips it.
    pub(super) fn is_removed(&self) -> bool {
        self.removed.get()
    }

    /// Marks the listener as removed, and removes the abort algorithm of its signal.
    pub(super) fn mark_removed(&self) {
        self.removed.set(true);
        let removal = self.removal.borrow_mut().take();
        if let Some(Removal { signal, algorithm, .. }) = &removal {
            AbortSignal::remove_algorithm(signal, *algorithm);
        }
    }

    /// Returns what a target has only one listener with.
    pub(super) fn key(&self) -> ListenerKey {
        ListenerKey { event_type: self.event_type.clone(), callback: self.callback.address(), phase: self.phase }
    }
}

/// Removes a listener when its `signal` aborts. A target and its listeners may be collected before their signal.
#[derive(Trace, Finalize)]
struct RemoveListener(WeakGc<Listener>);

impl AbortAlgorithm for RemoveListener {
    fn run(&self, _: &Gc<AbortSignal>, _: &EventLoop, _: &mut Context) {
        let Some(listener) = self.0.upgrade() else { return };
        let target = listener.removal.borrow().as_ref().map(|removal| removal.target.clone());
        if let Some(target) = target {
            target.remove(&listener);
        }
    }

    fn is_dead(&self) -> bool {
        !self.0.is_upgradable()
    }
}
