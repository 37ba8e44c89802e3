//! `EventTarget`: the state of a target, with its listeners and event handlers.
//! <https://dom.spec.whatwg.org/#interface-eventtarget>.

use std::cell::{Cell, OnceCell};

use boa_engine::realm::Realm;
use boa_engine::{Context, JsObject, JsString, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::event_listener::{Callback, Listener, Phase};
use super::listener_list::ListenerList;
use crate::debug::debug;
use crate::web::webidl::{Interface, Layers, implements, new_object};

/// The state of an `EventTarget`.
#[derive(Default, Trace, Finalize)]
pub struct EventTarget {
    object: OnceCell<(JsObject, Realm)>,
    /// `None` until the first listener.
    listening: GcRefCell<Option<Box<Listening>>>,
    #[unsafe_ignore_trace]
    hooks: Cell<Option<&'static TargetHooks>>,
}

debug!(EventTarget);

const _: () = assert!(size_of::<EventTarget>() <= 40);

/// The hooks of an interface that inherits from `EventTarget`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TargetHooks {
    /// Called with the target's object after a listener was added or removed.
    pub listeners_changed: Option<fn(&JsObject)>,
    /// Returns the five arguments that an `error` handler [receives instead of the event][1], or
    /// `None` if it receives the event.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm
    pub error_arguments: Option<ErrorArguments>,
}

/// A function that returns the five arguments of an `OnErrorEventHandler` for an event, or `None` if the event does not
/// have them.
pub(crate) type ErrorArguments = fn(&JsObject) -> Option<[JsValue; 5]>;

/// Returns the objects that listen to an event of this type at a target. `None` if the value is not a target.
#[must_use]
pub fn event_listeners(target: &JsValue, event_type: &JsString) -> Option<Vec<JsObject>> {
    implements::<EventTarget>(target).map(|target| target.callbacks(event_type))
}

/// The listeners and event handlers of a target.
#[derive(Default, Trace, Finalize)]
struct Listening {
    listeners: ListenerList,
    /// Values of event handlers, by event type.
    handlers: Vec<(JsString, JsObject)>,
}

impl EventTarget {
    /// Returns the state of an `EventTarget` object; `None` for every other value.
    #[must_use]
    pub fn from_value(value: &JsValue) -> Option<Gc<Self>> {
        implements::<Self>(value)
    }

    /// Returns the JavaScript object of this target, or `None` before it is set.
    #[must_use]
    pub fn object(&self) -> Option<&JsObject> {
        self.object.get().map(|(object, _)| object)
    }

    /// Returns the JavaScript object of this target as a value, or `undefined` before it is set.
    #[must_use]
    pub fn object_value(&self) -> JsValue {
        self.object().cloned().map_or_else(JsValue::undefined, JsValue::from)
    }

    /// Returns the [relevant realm](https://html.spec.whatwg.org/multipage/webappapis.html#concept-relevant-realm) of
    /// this target, or `None` before its object is set.
    #[must_use]
    pub fn realm(&self) -> Option<&Realm> {
        self.object.get().map(|(_, realm)| realm)
    }

    /// Creates an object of interface `T`, which inherits directly from `EventTarget`. `state` returns its state.
    pub fn create<T: Interface<State = T, Parent = Self> + Trace>(
        prototype: JsObject,
        context: &mut Context,
        state: impl FnOnce(&Gc<Self>) -> T,
    ) -> Gc<T> {
        let target = Gc::new(Self::default());
        let state = Gc::new(state(&target));
        target.wrap(prototype, Layers::root(&target).and(&state), context);
        state
    }

    /// Creates the object of this target. `layers` must contain the layer of the target.
    pub(crate) fn wrap(&self, prototype: JsObject, layers: Layers, context: &mut Context) -> JsObject {
        let object = new_object(prototype, layers, context);
        self.set_object(object.clone(), context);
        object
    }

    /// Sets the object of this target, and the current realm as its realm. Only the first call has an effect.
    pub(crate) fn set_object(&self, object: JsObject, context: &Context) {
        // No caller sets a second object.
        let _ = self.object.set((object, context.realm().clone()));
    }

    /// Sets the hooks of this target's interface.
    pub(crate) fn set_hooks(&self, hooks: &'static TargetHooks) {
        self.hooks.set(Some(hooks));
    }

    pub(super) fn hooks(&self) -> Option<&'static TargetHooks> {
        self.hooks.get()
    }

    /// Returns a copy of the list of listeners for an event of this type in this phase.
    pub(super) fn listeners(&self, event_type: &JsString, phase: Phase) -> Vec<Gc<Listener>> {
        let is_called = |listener: &&Gc<Listener>| listener.phase == phase;
        self.with_list(|list| list.of_type(event_type).filter(is_called).cloned().collect()).unwrap_or_default()
    }

    /// Returns whether a listener or an event handler is registered for this event type.
    #[must_use]
    pub fn has_listeners(&self, event_type: &JsString) -> bool {
        self.with_list(|list| list.has_type(event_type)).unwrap_or_default()
    }

    /// Returns the objects that listen to an event of this type: functions, and objects with a `handleEvent` method.
    /// Event handlers are not among them.
    pub(crate) fn callbacks(&self, event_type: &JsString) -> Vec<JsObject> {
        let all = [Phase::Capturing, Phase::Bubbling].map(|phase| self.listeners(event_type, phase));
        let object = |listener: Gc<Listener>| match &listener.callback {
            Callback::Listener(object) => object.clone(),
            Callback::Handler => None,
        };
        all.into_iter().flatten().filter_map(object).collect()
    }

    /// The number of listeners and event handlers, for all event types.
    pub(crate) fn listener_count(&self) -> usize {
        self.with_list(ListenerList::len).unwrap_or_default()
    }

    fn with_list<R>(&self, read: impl FnOnce(&ListenerList) -> R) -> Option<R> {
        self.listening.borrow().as_ref().map(|listening| read(&listening.listeners))
    }

    fn listeners_changed(&self) {
        let changed = self.hooks.get().and_then(|hooks| hooks.listeners_changed);
        if let (Some(changed), Some(object)) = (changed, self.object()) {
            changed(object);
        }
    }

    /// [Adds an event listener](https://dom.spec.whatwg.org/#add-an-event-listener). Returns it, or `None` if the
    /// target already has the same one.
    pub(super) fn add(&self, listener: Listener) -> Option<Gc<Listener>> {
        // Omitted: steps 1 and 4, service workers, passive listeners by default: there are no workers or windows.
        // Step 5: the same listener is not added twice.
        if self.with_list(|list| list.get(&listener.key()).is_some()).unwrap_or_default() {
            return None;
        }
        let listener = Gc::new(listener);
        self.listening.borrow_mut().get_or_insert_default().listeners.push(listener.clone());
        self.listeners_changed();
        Some(listener)
    }

    /// [Removes an event listener](https://dom.spec.whatwg.org/#remove-an-event-listener), unless it has been removed.
    /// A dispatch in progress skips it.
    pub(super) fn remove(&self, listener: &Listener) {
        if !listener.is_removed() {
            self.remove_same(listener);
        }
    }

    /// Like [`Self::remove`], for the listener that is the same as this one, if there is one.
    pub(super) fn remove_same(&self, listener: &Listener) {
        // Omitted: step 1, the warning in service workers: there are none.
        let removed = match &mut *self.listening.borrow_mut() {
            Some(listening) => listening.listeners.remove(&listener.key()),
            None => return,
        };
        if let Some(removed) = removed {
            removed.mark_removed();
            self.listeners_changed();
        }
    }

    /// Returns the value of the [event handler](https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers)
    /// for this event type.
    #[must_use]
    pub(crate) fn handler(&self, event_type: &JsString) -> Option<JsObject> {
        // Omitted: compiling a handler from an attribute: there are no elements.
        let listening = self.listening.borrow();
        let handlers = &listening.as_ref()?.handlers;
        handlers.iter().find(|(handled, _)| handled == event_type).map(|(_, handler)| handler.clone())
    }

    /// Sets an event handler. One that replaces another keeps its place among the listeners.
    pub(crate) fn set_handler(&self, event_type: &JsString, value: &JsValue) {
        let handler = value.as_object();
        {
            let mut listening = self.listening.borrow_mut();
            let handlers = &mut listening.get_or_insert_default().handlers;
            handlers.retain(|(handled, _)| handled != event_type);
            handlers.extend(handler.clone().map(|handler| (event_type.clone(), handler)));
        }
        let listener = Listener::new(event_type.clone(), Callback::Handler, Phase::Bubbling);
        if handler.is_some() {
            self.add(listener);
        } else {
            self.remove_same(&listener);
        }
    }

    /// Returns the value of an event handler attribute: the handler, or `null`.
    #[must_use]
    pub(crate) fn handler_value(&self, event_type: &JsString) -> JsValue {
        self.handler(event_type).map_or_else(JsValue::null, JsValue::from)
    }
}
