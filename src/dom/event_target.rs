//! `EventTarget`: the state of a target, with its listeners and event handlers.
//! <https://dom.spec.whatwg.org/#interface-eventtarget>.

use std::cell::{Cell, OnceCell};

use boa_engine::realm::Realm;
use boa_engine::{Context, JsObject, JsString, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::event_listener::{Callback, Listener, Phase};
use crate::webidl::{Interface, Layers, new_object};

/// The state of an `EventTarget`.
#[derive(Default, Trace, Finalize)]
pub struct EventTarget {
    object: OnceCell<(JsObject, Realm)>,
    /// `None` until the first listener.
    listening: GcRefCell<Option<Box<Listening>>>,
    #[unsafe_ignore_trace]
    hooks: Cell<Option<&'static TargetHooks>>,
}

/// What an interface that inherits from `EventTarget` overrides.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetHooks {
    /// Called with the target's object whenever a listener was added or removed.
    pub listeners_changed: Option<fn(&JsObject)>,
    /// The five arguments that an `error` handler gets instead of this event, if
    /// [it does](https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm).
    pub error_arguments: Option<ErrorArguments>,
}

/// Takes the five arguments of an `OnErrorEventHandler` from an event, if it has them.
pub type ErrorArguments = fn(&JsObject) -> Option<[JsValue; 5]>;

/// What listens to a target.
#[derive(Default, Trace, Finalize)]
struct Listening {
    listeners: Vec<Gc<Listener>>,
    /// Values of event handlers, by event type.
    handlers: Vec<(JsString, JsObject)>,
}

impl EventTarget {
    /// The JavaScript object of this target, once it has one.
    #[must_use]
    pub fn object(&self) -> Option<&JsObject> {
        self.object.get().map(|(object, _)| object)
    }

    /// The JavaScript object of this target as a value; `undefined` before it has one.
    #[must_use]
    pub fn object_value(&self) -> JsValue {
        self.object().cloned().map_or_else(JsValue::undefined, JsValue::from)
    }

    /// The [relevant realm](https://html.spec.whatwg.org/multipage/webappapis.html#concept-relevant-realm) of this
    /// target, once it has an object.
    #[must_use]
    pub fn realm(&self) -> Option<&Realm> {
        self.object.get().map(|(_, realm)| realm)
    }

    /// Creates an object of interface `T`, which inherits from `EventTarget` directly, with the state that `state` returns.
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

    /// Creates the object of this target. `layers` has the target's own layer.
    pub fn wrap(&self, prototype: JsObject, layers: Layers, context: &mut Context) -> JsObject {
        let object = new_object(prototype, layers, context);
        self.set_object(object.clone(), context);
        object
    }

    /// Sets the object that the target belongs to, whose realm is the current one. Only the first call has an effect.
    pub fn set_object(&self, object: JsObject, context: &Context) {
        // No caller creates a second object for one state.
        let _ = self.object.set((object, context.realm().clone()));
    }

    /// Sets what the interface of this target overrides.
    pub fn set_hooks(&self, hooks: &'static TargetHooks) {
        self.hooks.set(Some(hooks));
    }

    /// What the interface of this target overrides, if anything.
    pub(super) fn hooks(&self) -> Option<&'static TargetHooks> {
        self.hooks.get()
    }

    /// A copy of the list of listeners.
    pub(super) fn listeners(&self) -> Vec<Gc<Listener>> {
        self.listening.borrow().as_ref().map_or_else(Vec::new, |listening| listening.listeners.clone())
    }

    /// Whether any listener is registered for this event type.
    #[must_use]
    pub fn has_listeners(&self, event_type: &JsString) -> bool {
        self.any_listener(|listener| listener.event_type == *event_type)
    }

    fn any_listener(&self, which: impl FnMut(&Gc<Listener>) -> bool) -> bool {
        self.listening.borrow().as_ref().is_some_and(|listening| listening.listeners.iter().any(which))
    }

    fn listeners_changed(&self) {
        let changed = self.hooks.get().and_then(|hooks| hooks.listeners_changed);
        if let (Some(changed), Some(object)) = (changed, self.object()) {
            changed(object);
        }
    }

    /// [Adds an event listener](https://dom.spec.whatwg.org/#add-an-event-listener). Returns it if it is new.
    pub(super) fn add(&self, listener: Listener) -> Option<Gc<Listener>> {
        // Step 5: the same listener is not added twice.
        if self.any_listener(|other| other.is_same(&listener)) {
            return None;
        }
        let listener = Gc::new(listener);
        self.listening.borrow_mut().get_or_insert_default().listeners.push(listener.clone());
        self.listeners_changed();
        Some(listener)
    }

    /// [Removes an event listener](https://dom.spec.whatwg.org/#remove-an-event-listener). A dispatch that goes on skips it.
    pub(super) fn remove(&self, which: impl Fn(&Listener) -> bool) {
        let removed: Vec<Gc<Listener>> = match &mut *self.listening.borrow_mut() {
            Some(listening) => listening.listeners.extract_if(.., |listener| which(listener)).collect(),
            None => return,
        };
        for listener in &removed {
            listener.mark_removed();
        }
        if !removed.is_empty() {
            self.listeners_changed();
        }
    }

    /// The value of the [event handler](https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers) for a type.
    #[must_use]
    pub fn handler(&self, event_type: &JsString) -> Option<JsObject> {
        let listening = self.listening.borrow();
        let handlers = &listening.as_ref()?.handlers;
        handlers.iter().find(|(handled, _)| handled == event_type).map(|(_, handler)| handler.clone())
    }

    /// Sets an event handler. Its place among the listeners is that of its first activation.
    pub fn set_handler(&self, event_type: &JsString, value: &JsValue) {
        let handler = value.as_object();
        {
            let mut listening = self.listening.borrow_mut();
            let handlers = &mut listening.get_or_insert_default().handlers;
            handlers.retain(|(handled, _)| handled != event_type);
            handlers.extend(handler.clone().map(|handler| (event_type.clone(), handler)));
        }
        if handler.is_none() {
            self.remove(|listener| {
                matches!(listener.callback, Callback::Handler) && listener.event_type == *event_type
            });
            return;
        }
        self.add(Listener::new(event_type.clone(), Callback::Handler, Phase::Bubbling));
    }

    /// The getter of an event handler attribute.
    #[must_use]
    pub fn handler_value(&self, event_type: &JsString) -> JsValue {
        self.handler(event_type).map_or_else(JsValue::null, JsValue::from)
    }
}
