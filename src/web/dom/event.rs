//! `Event`: <https://dom.spec.whatwg.org/#interface-event>.

use std::cell::Cell;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use crate::debug::debug;
use crate::web::webidl::{
    Dictionary, FromJs, Interface, InterfaceBuilder, Layers, event_loop, interface, interface_prototype, new_object,
    prototype_of_new_target, require_arguments, static_string, this_object,
};

/// The [`EventInit`](https://dom.spec.whatwg.org/#dictdef-eventinit) dictionary. By default, all members are false.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventInit {
    /// Whether the event bubbles.
    pub bubbles: bool,
    /// Whether `preventDefault` has an effect.
    pub cancelable: bool,
    /// Whether the event crosses shadow boundaries.
    pub composed: bool,
}

impl EventInit {
    /// Converts the members of a dictionary.
    ///
    /// # Errors
    ///
    /// Whatever a getter throws.
    pub(crate) fn from_dictionary(init: &Dictionary, context: &mut Context) -> JsResult<Self> {
        Ok(Self {
            bubbles: init.boolean(js_string!("bubbles"), context)?,
            cancelable: init.boolean(js_string!("cancelable"), context)?,
            composed: init.boolean(js_string!("composed"), context)?,
        })
    }
}

/// The phase of an event. Other phases do not occur, because no target has a parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EventPhase {
    #[default]
    None = 0,
    AtTarget = 2,
}

/// The flags of an event, initially false.
#[derive(Clone, Default)]
pub(super) struct Flags {
    pub(super) stop_propagation: Cell<bool>,
    pub(super) stop_immediate_propagation: Cell<bool>,
    pub(super) canceled: Cell<bool>,
    pub(super) in_passive_listener: Cell<bool>,
    pub(super) dispatch: Cell<bool>,
    trusted: Cell<bool>,
}

/// The state of an [`Event`](https://dom.spec.whatwg.org/#interface-event). Interfaces of the embedder can inherit from
/// it: [`EventTarget::fire_event`] fires their events, and [`Self::construct_with`] is for their constructors.
///
/// [`EventTarget::fire_event`]: super::EventTarget::fire_event
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

debug!(Event, "type" = |event| event.event_type());

impl Event {
    /// [Creates an event](https://dom.spec.whatwg.org/#concept-event-create) of the interface `T`, which inherits from
    /// `Event` and has this `state`. The event is trusted, because the host dispatches it.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create<T: Interface<State = T> + Trace>(
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

    /// Creates a trusted event of the interface `Event` itself.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create_plain(
        event_type: JsString,
        init: EventInit,
        context: &mut Context,
    ) -> JsResult<(JsObject, Gc<Self>)> {
        let prototype = interface_prototype::<Self>(context)?;
        let event = Self::new(event_type, init, context)?;
        event.flags.trusted.set(true);
        Ok((Self::object(prototype, Layers::root(&event), context)?, event))
    }

    /// Runs the [constructor steps](https://dom.spec.whatwg.org/#concept-event-constructor) of an interface `T` that
    /// inherits from `Event`. `state` converts the remaining members of the dictionary.
    ///
    /// # Errors
    ///
    /// `TypeError` if an argument is invalid; whatever a getter throws.
    pub(crate) fn construct<T: Interface<State = T, Parent = Self> + Trace>(
        new_target: &JsValue,
        arguments: &[JsValue],
        context: &mut Context,
        state: impl FnOnce(&Dictionary, &mut Context) -> JsResult<T>,
    ) -> JsResult<JsObject> {
        let (event_type, init, state) = Self::convert_arguments(arguments, T::NAME, context, state)?;
        let prototype = prototype_of_new_target::<T>(new_target, context)?;
        let event = Self::new(event_type, init, context)?;
        Self::object(prototype, Layers::root(&event).and(&Gc::new(state)), context)
    }

    /// Runs the constructor steps of an interface `T` of the embedder, whose events have more members. `D` is the
    /// dictionary with these members, declared with [`dictionary!`](crate::dictionary); `EventInit` is converted first.
    /// `state` makes the state of the event from it.
    ///
    /// # Errors
    ///
    /// `TypeError` if an argument is invalid; whatever a getter throws.
    pub fn construct_with<T: Interface<State = T, Parent = Self> + Trace, D: FromJs>(
        new_target: &JsValue,
        arguments: &[JsValue],
        context: &mut Context,
        state: impl FnOnce(D) -> T,
    ) -> JsResult<JsObject> {
        Self::construct(new_target, arguments, context, |_, context| {
            D::from_js(arguments.get_or_undefined(1), &T::NAME, context).map(state)
        })
    }

    /// Converts the arguments of a constructor: the type and the dictionary. `rest` converts the members that are not
    /// in `EventInit`.
    fn convert_arguments<R>(
        arguments: &[JsValue],
        interface: &'static str,
        context: &mut Context,
        rest: impl FnOnce(&Dictionary, &mut Context) -> JsResult<R>,
    ) -> JsResult<(JsString, EventInit, R)> {
        let event_type = arguments.get_or_undefined(0).to_string(context)?;
        let dictionary = Dictionary::from_value(arguments.get_or_undefined(1), interface)?;
        let init = EventInit::from_dictionary(&dictionary, context)?;
        let rest = rest(&dictionary, context)?;
        Ok((event_type, init, rest))
    }

    fn new(event_type: JsString, init: EventInit, context: &mut Context) -> JsResult<Gc<Self>> {
        // Omitted: in the inner event creation steps, step 5: no interface defines event constructing steps.
        // Omitted: the initialized flag: events are not created without a type, as `Document.createEvent` does.
        Ok(Gc::new(Self {
            type_name: GcRefCell::new(event_type),
            init: Cell::new(init),
            flags: Flags::default(),
            phase: Cell::default(),
            target: GcRefCell::default(),
            current_target: GcRefCell::default(),
            time_stamp: event_loop(context)?.now().as_milliseconds(),
        }))
    }

    /// Creates the object of an event. `isTrusted` is `[LegacyUnforgeable]`: an own property that cannot be replaced.
    fn object(prototype: JsObject, layers: Layers, context: &mut Context) -> JsResult<JsObject> {
        let object = new_object(prototype, layers, context);
        let getter = is_trusted_getter(context);
        let accessor = PropertyDescriptor::builder().get(getter).enumerable(true).configurable(false);
        object.define_property_or_throw(js_string!("isTrusted"), accessor, context)?;
        Ok(object)
    }

    /// Returns the event's `type`.
    #[must_use]
    pub fn event_type(&self) -> JsString {
        self.type_name.borrow().clone()
    }

    /// Returns whether a listener canceled the event, for example with `preventDefault`.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.flags.canceled.get()
    }

    /// [Sets the canceled flag](https://dom.spec.whatwg.org/#set-the-canceled-flag), if the event is cancelable and
    /// the current listener is not passive.
    pub(crate) fn set_the_canceled_flag(&self) {
        if self.init.get().cancelable && !self.flags.in_passive_listener.get() {
            self.flags.canceled.set(true);
        }
    }

    pub(super) fn set_untrusted(&self) {
        self.flags.trusted.set(false);
    }
}

/// The getter of `isTrusted`, the same for all events of a realm.
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
    Ok(this_object::<Event>(this, "isTrusted")?.flags.trusted.get().into())
}

interface! {
    Event;
    constructor(1) = construct;
    get "type" = |event| event.event_type();
    get "target" = |event| object_or_null(&event.target);
    get "srcElement" = |event| object_or_null(&event.target);
    get "currentTarget" = |event| object_or_null(&event.current_target);
    operation "composedPath"() = |event, context| event.composed_path(context);
    with = phases;
    get "eventPhase" = |event| event.phase.get() as u16;
    operation "stopPropagation"() = |event| event.flags.stop_propagation.set(true);
    get "cancelBubble" = |event| event.flags.stop_propagation.get(), set = |event, value| {
        if value.to_boolean() {
            event.flags.stop_propagation.set(true);
        }
    };
    operation "stopImmediatePropagation"() = |event| {
        event.flags.stop_propagation.set(true);
        event.flags.stop_immediate_propagation.set(true);
    };
    get "bubbles" = |event| event.init.get().bubbles;
    get "cancelable" = |event| event.init.get().cancelable;
    get "returnValue" = |event| !event.is_canceled(), set = |event, value| {
        if !value.to_boolean() {
            event.set_the_canceled_flag();
        }
    };
    operation "preventDefault"() = |event| event.set_the_canceled_flag();
    get "defaultPrevented" = |event| event.is_canceled();
    get "composed" = |event| event.init.get().composed;
    get "timeStamp" = |event| event.time_stamp;
    raw "initEvent"(1) = init_event;
}

fn phases(builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    builder
        .constant(static_string!("NONE"), 0)
        .constant(static_string!("CAPTURING_PHASE"), 1)
        .constant(static_string!("AT_TARGET"), 2)
        .constant(static_string!("BUBBLING_PHASE"), 3)
}

fn object_or_null(object: &GcRefCell<Option<JsObject>>) -> JsValue {
    object.borrow().clone().map_or_else(JsValue::null, JsValue::from)
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let (event_type, init, ()) = Event::convert_arguments(arguments, Event::NAME, context, |_, _| Ok(()))?;
    let prototype = prototype_of_new_target::<Event>(new_target, context)?;
    let event = Event::new(event_type, init, context)?;
    Event::object(prototype, Layers::root(&event), context)
}

/// [`initEvent`](https://dom.spec.whatwg.org/#dom-event-initevent).
fn init_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const OPERATION: &str = "Event.initEvent";
    this_object::<Event>(this, "initEvent")?;
    require_arguments(arguments, 1, OPERATION)?;
    let event_type = arguments[0].to_string(context)?;
    Event::initialize_from(this, event_type, arguments).map(|_| JsValue::undefined())
}

impl Event {
    /// [`composedPath`](https://dom.spec.whatwg.org/#dom-event-composedpath). The path contains at most the current
    /// target, because no target has a parent.
    fn composed_path(&self, context: &mut Context) -> JsArray {
        // Omitted: steps 7 to 16, hidden subtrees: there are no shadow trees.
        let path = self.current_target.borrow().clone();
        JsArray::from_iter(path.map(JsValue::from), context)
    }

    /// [Initializes](https://dom.spec.whatwg.org/#concept-event-initialize) an event again with the arguments of
    /// `initEvent` or a variant of it. The first argument, the type, is already converted. If the event is being
    /// dispatched, returns false and changes nothing.
    pub(crate) fn initialize_from(this: &JsValue, event_type: JsString, arguments: &[JsValue]) -> JsResult<bool> {
        let flag = |position: usize| arguments.get_or_undefined(position).to_boolean();
        Ok(this_object::<Self>(this, "initEvent")?.initialize(event_type, flag(1), flag(2)))
    }

    fn initialize(&self, event_type: JsString, bubbles: bool, cancelable: bool) -> bool {
        if self.flags.dispatch.get() {
            return false;
        }
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
