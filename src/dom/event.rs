//! `Event`: <https://dom.spec.whatwg.org/#interface-event>.

use std::cell::Cell;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use crate::webidl::{
    Dictionary, Interface, InterfaceBuilder, Layers, event_loop, interface_prototype, new_object,
    prototype_of_new_target, require_arguments, require_new, this_object,
};

/// `EventInit`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventInit {
    /// Whether the event bubbles.
    pub bubbles: bool,
    /// Whether `preventDefault` has an effect.
    pub cancelable: bool,
    /// Whether the event crosses shadow boundaries.
    pub composed: bool,
}

impl EventInit {
    /// Converts a dictionary.
    ///
    /// # Errors
    ///
    /// What a getter throws.
    pub fn from_dictionary(init: &Dictionary, context: &mut Context) -> JsResult<Self> {
        Ok(Self {
            bubbles: init.boolean(js_string!("bubbles"), context)?,
            cancelable: init.boolean(js_string!("cancelable"), context)?,
            composed: init.boolean(js_string!("composed"), context)?,
        })
    }
}

/// Where in its dispatch an event is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EventPhase {
    #[default]
    None = 0,
    AtTarget = 2,
}

/// The flags of an event. All are false at first.
#[derive(Clone, Default)]
pub(super) struct Flags {
    pub(super) stop_propagation: Cell<bool>,
    pub(super) stop_immediate_propagation: Cell<bool>,
    pub(super) canceled: Cell<bool>,
    pub(super) in_passive_listener: Cell<bool>,
    pub(super) dispatch: Cell<bool>,
    initialized: Cell<bool>,
    trusted: Cell<bool>,
}

/// The state of an `Event`.
#[derive(Trace, Finalize)]
pub struct Event {
    type_name: GcRefCell<JsString>,
    #[unsafe_ignore_trace]
    init: Cell<EventInit>,
    #[unsafe_ignore_trace]
    pub(super) flags: Flags,
    #[unsafe_ignore_trace]
    pub(super) phase: Cell<EventPhase>,
    pub(super) target: GcRefCell<Option<JsObject>>,
    pub(super) current_target: GcRefCell<Option<JsObject>>,
    time_stamp: f64,
}

impl Interface for Event {
    type State = Self;
    const NAME: &'static str = "Event";
    const DEPTH: usize = 0;
}

impl Event {
    /// [Creates an event](https://dom.spec.whatwg.org/#concept-event-create) of the interface `T`, which inherits from
    /// `Event` and keeps `state`, for the host to dispatch: it is trusted.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create<T: Interface<State = T> + Trace>(
        event_type: JsString,
        init: EventInit,
        state: T,
        context: &mut Context,
    ) -> JsResult<(JsObject, Gc<Self>)> {
        let prototype = interface_prototype::<T>(context)?;
        let event = Self::new(event_type, init, context)?;
        event.flags.trusted.set(true);
        let layers = Layers::root(&event).and(&Gc::new(state));
        Ok((Self::object(prototype, layers, context)?, event))
    }

    /// As [`Self::create`], for the interface `Event` itself.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create_plain(
        event_type: JsString,
        init: EventInit,
        context: &mut Context,
    ) -> JsResult<(JsObject, Gc<Self>)> {
        let prototype = interface_prototype::<Self>(context)?;
        let event = Self::new(event_type, init, context)?;
        event.flags.trusted.set(true);
        Ok((Self::object(prototype, Layers::root(&event), context)?, event))
    }

    /// The [constructor steps](https://dom.spec.whatwg.org/#concept-event-constructor) of an interface `T` that inherits from
    /// `Event`; `state` reads the rest of the dictionary.
    ///
    /// # Errors
    ///
    /// A `TypeError` if an argument is missing or wrong; what the arguments' getters throw.
    pub fn construct<T: Interface<State = T> + Trace>(
        new_target: &JsValue,
        arguments: &[JsValue],
        required: usize,
        context: &mut Context,
        state: impl FnOnce(&Dictionary, &mut Context) -> JsResult<T>,
    ) -> JsResult<JsValue> {
        require_new::<T>(new_target)?;
        require_arguments(arguments, required, T::NAME)?;
        let event_type = arguments.get_or_undefined(0).to_string(context)?;
        let dictionary = Dictionary::from_value(arguments.get_or_undefined(1), "the event's initializer")?;
        let init = EventInit::from_dictionary(&dictionary, context)?;
        let state = Gc::new(state(&dictionary, context)?);
        let prototype = prototype_of_new_target::<T>(new_target, context)?;
        let event = Self::new(event_type, init, context)?;
        Ok(Self::object(prototype, Layers::root(&event).and(&state), context)?.into())
    }

    fn new(event_type: JsString, init: EventInit, context: &mut Context) -> JsResult<Gc<Self>> {
        let flags = Flags::default();
        flags.initialized.set(true);
        Ok(Gc::new(Self {
            type_name: GcRefCell::new(event_type),
            init: Cell::new(init),
            flags,
            phase: Cell::default(),
            target: GcRefCell::default(),
            current_target: GcRefCell::default(),
            time_stamp: event_loop(context)?.now().as_milliseconds(),
        }))
    }

    /// The object of an event. `isTrusted` is `[LegacyUnforgeable]`: an own property that cannot be replaced.
    fn object(prototype: JsObject, layers: Layers, context: &mut Context) -> JsResult<JsObject> {
        let object = new_object(prototype, layers, context);
        let getter = is_trusted_getter(context);
        let accessor = PropertyDescriptor::builder().get(getter).enumerable(true).configurable(false);
        object.define_property_or_throw(js_string!("isTrusted"), accessor, context)?;
        Ok(object)
    }

    /// The event's `type`.
    #[must_use]
    pub fn event_type(&self) -> JsString {
        self.type_name.borrow().clone()
    }

    /// Whether a listener called `preventDefault`, and it had an effect.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.flags.canceled.get()
    }

    /// [Sets the canceled flag](https://dom.spec.whatwg.org/#set-the-canceled-flag), if the event can be canceled.
    pub fn set_the_canceled_flag(&self) {
        if self.init.get().cancelable && !self.flags.in_passive_listener.get() {
            self.flags.canceled.set(true);
        }
    }

    pub(super) fn is_initialized(&self) -> bool {
        self.flags.initialized.get()
    }

    pub(super) fn set_untrusted(&self) {
        self.flags.trusted.set(false);
    }
}

/// One getter for all events of a realm.
#[derive(Trace, Finalize, JsData)]
struct IsTrustedGetter(JsObject);

fn is_trusted_getter(context: &mut Context) -> JsObject {
    if let Some(getter) = context.realm().host_defined().get::<IsTrustedGetter>() {
        return getter.0.clone();
    }
    let getter: JsObject = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(get_is_trusted))
        .name("get isTrusted")
        .build()
        .into();
    context.realm().host_defined_mut().insert(IsTrustedGetter(getter.clone()));
    getter
}

fn get_is_trusted(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.flags.trusted.get().into())
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_new::<Event>(new_target)?;
    require_arguments(arguments, 1, "Event")?;
    let event_type = arguments[0].to_string(context)?;
    let dictionary = Dictionary::from_value(arguments.get_or_undefined(1), "the event's initializer")?;
    let init = EventInit::from_dictionary(&dictionary, context)?;
    let prototype = prototype_of_new_target::<Event>(new_target, context)?;
    let event = Event::new(event_type, init, context)?;
    Ok(Event::object(prototype, Layers::root(&event), context)?.into())
}

fn get_type(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.event_type().into())
}

fn object_or_null(object: &GcRefCell<Option<JsObject>>) -> JsValue {
    object.borrow().clone().map_or_else(JsValue::null, JsValue::from)
}

fn get_target(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(object_or_null(&this_object::<Event>(this)?.target))
}

fn get_current_target(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(object_or_null(&this_object::<Event>(this)?.current_target))
}

/// [`composedPath`](https://dom.spec.whatwg.org/#dom-event-composedpath): no target here has a parent.
fn composed_path(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = this_object::<Event>(this)?.current_target.borrow().clone();
    Ok(JsArray::from_iter(path.map(JsValue::from), context).into())
}

fn get_event_phase(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok((this_object::<Event>(this)?.phase.get() as u16).into())
}

fn stop_propagation(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    this_object::<Event>(this)?.flags.stop_propagation.set(true);
    Ok(JsValue::undefined())
}

fn get_cancel_bubble(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.flags.stop_propagation.get().into())
}

fn set_cancel_bubble(this: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let event = this_object::<Event>(this)?;
    if arguments.get_or_undefined(0).to_boolean() {
        event.flags.stop_propagation.set(true);
    }
    Ok(JsValue::undefined())
}

fn stop_immediate_propagation(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let event = this_object::<Event>(this)?;
    event.flags.stop_propagation.set(true);
    event.flags.stop_immediate_propagation.set(true);
    Ok(JsValue::undefined())
}

fn get_bubbles(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.init.get().bubbles.into())
}

fn get_cancelable(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.init.get().cancelable.into())
}

fn get_composed(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.init.get().composed.into())
}

fn get_return_value(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok((!this_object::<Event>(this)?.is_canceled()).into())
}

fn set_return_value(this: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let event = this_object::<Event>(this)?;
    if !arguments.get_or_undefined(0).to_boolean() {
        event.set_the_canceled_flag();
    }
    Ok(JsValue::undefined())
}

fn prevent_default(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    this_object::<Event>(this)?.set_the_canceled_flag();
    Ok(JsValue::undefined())
}

fn get_default_prevented(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.is_canceled().into())
}

fn get_time_stamp(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Event>(this)?.time_stamp.into())
}

/// [`initEvent`](https://dom.spec.whatwg.org/#dom-event-initevent).
fn init_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let event = this_object::<Event>(this)?;
    require_arguments(arguments, 1, "Event.initEvent")?;
    let event_type = arguments[0].to_string(context)?;
    event.initialize(
        event_type,
        arguments.get_or_undefined(1).to_boolean(),
        arguments.get_or_undefined(2).to_boolean(),
    );
    Ok(JsValue::undefined())
}

impl Event {
    /// [Initializes](https://dom.spec.whatwg.org/#concept-event-initialize) an event anew, unless it is being dispatched.
    /// Returns whether it did.
    pub(crate) fn initialize(&self, event_type: JsString, bubbles: bool, cancelable: bool) -> bool {
        if self.flags.dispatch.get() {
            return false;
        }
        self.flags.initialized.set(true);
        self.flags.stop_propagation.set(false);
        self.flags.stop_immediate_propagation.set(false);
        self.flags.canceled.set(false);
        self.flags.trusted.set(false);
        *self.target.borrow_mut() = None;
        *self.type_name.borrow_mut() = event_type;
        self.init.set(EventInit { bubbles, cancelable, ..self.init.get() });
        true
    }
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<Event>(context)
        .constructor(1, constructor)
        .attribute("type", get_type)
        .attribute("target", get_target)
        .attribute("srcElement", get_target)
        .attribute("currentTarget", get_current_target)
        .operation("composedPath", 0, composed_path)
        .constant("NONE", 0)
        .constant("CAPTURING_PHASE", 1)
        .constant("AT_TARGET", 2)
        .constant("BUBBLING_PHASE", 3)
        .attribute("eventPhase", get_event_phase)
        .operation("stopPropagation", 0, stop_propagation)
        .writable_attribute("cancelBubble", get_cancel_bubble, set_cancel_bubble)
        .operation("stopImmediatePropagation", 0, stop_immediate_propagation)
        .attribute("bubbles", get_bubbles)
        .attribute("cancelable", get_cancelable)
        .writable_attribute("returnValue", get_return_value, set_return_value)
        .operation("preventDefault", 0, prevent_default)
        .attribute("defaultPrevented", get_default_prevented)
        .attribute("composed", get_composed)
        .attribute("timeStamp", get_time_stamp)
        .operation("initEvent", 1, init_event)
        .build()
}
