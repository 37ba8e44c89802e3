//! `MessageEvent`: <https://html.spec.whatwg.org/multipage/comms.html#messageevent>.

use boa_engine::object::IntegrityLevel;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::MessagePort;
use crate::web::dom::{Event, EventInit, EventTarget, fire_an_event};
use crate::web::html::GlobalScope;
use crate::web::webidl::{
    Description, dom_string, event_loop, implementation, implements, interface, require_arguments, sequence,
    this_object, type_error, usv_string,
};

/// The state of a `MessageEvent` beyond that of an `Event`.
#[derive(Trace, Finalize)]
pub(crate) struct MessageEvent {
    members: GcRefCell<Members>,
}

#[derive(Clone, Trace, Finalize)]
struct Members {
    data: JsValue,
    origin: JsString,
    last_event_id: JsString,
    source: JsValue,
    /// A frozen array.
    ports: JsValue,
}

interface! {
    MessageEvent: Event;
    constructor(1) = construct;
    get "data" = |event| event.members.borrow().data.clone();
    get "origin" = |event| event.members.borrow().origin.clone();
    get "lastEventId" = |event| event.members.borrow().last_event_id.clone();
    get "source" = |event| event.members.borrow().source.clone();
    get "ports" = |event| event.members.borrow().ports.clone();
    raw "initMessageEvent"(1) = init_message_event;
}

fn frozen_array(values: impl IntoIterator<Item = JsValue>, context: &mut Context) -> JsResult<JsValue> {
    let array: JsObject = JsArray::from_iter(values, context).into();
    array.set_integrity_level(IntegrityLevel::Frozen, context)?;
    Ok(array.into())
}

impl MessageEvent {
    /// Creates a `message` or `messageerror` event for the host to dispatch. `origin` is that of the sender, and
    /// `source` its window, if it has one.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn create(
        event_type: JsString,
        data: JsValue,
        origin: JsString,
        source: JsValue,
        ports: &[Gc<MessagePort>],
        context: &mut Context,
    ) -> JsResult<(JsObject, Gc<Event>)> {
        let ports = frozen_array(ports.iter().map(|port| port.object().into()), context)?;
        let last_event_id = js_string!();
        let members = Members { data, origin, last_event_id, source, ports };
        let state = Self { members: GcRefCell::new(members) };
        Event::create(event_type, EventInit::default(), state, context)
    }
}

/// The data of an event, if it is a `MessageEvent`.
pub(super) fn data_of(event: &JsValue) -> Option<JsValue> {
    implements::<MessageEvent>(event).map(|event| event.members.borrow().data.clone())
}

/// [Fires](https://dom.spec.whatwg.org/#concept-event-fire) a `message` event with this `data` at a target, as a port
/// does, for hosts that have a channel of their own. The data is not cloned.
///
/// # Errors
///
/// `TypeError` if the context has no event loop.
///
/// ```
/// use posttask::Runtime;
/// use posttask::boa_engine::JsString;
/// use posttask::dom::EventTarget;
/// use posttask::html::fire_message;
///
/// let mut runtime = Runtime::builder().build()?;
/// let target = runtime.run_script(
///     "let seen; const socket = new EventTarget();
///      socket.addEventListener('message', ({ data, origin }) => { seen = data + origin }); socket",
/// )?;
/// let target = EventTarget::from_value(&target).expect("an event target");
/// runtime.try_with_context(|context| fire_message(&target, JsString::from("hello").into(), context))?;
/// assert_eq!(runtime.global("seen")?.as_string(), Some("hello".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
pub fn fire_message(target: &EventTarget, data: JsValue, context: &mut Context) -> JsResult<()> {
    let event_loop = event_loop(context)?;
    let event_type = js_string!("message");
    fire_an_event(target, &event_type, &event_loop, context, |context| {
        MessageEvent::create(event_type.clone(), data, js_string!(), JsValue::null(), &[], context)
    });
    Ok(())
}

/// Converts to a `MessageEventSource`: a port, a window or null.
fn source(value: &JsValue, what: Description<'_>, _: &mut Context) -> JsResult<JsValue> {
    if value.is_null_or_undefined() {
        Ok(JsValue::null())
    } else if implements::<MessagePort>(value).is_some() || implements::<GlobalScope>(value).is_some() {
        Ok(value.clone())
    } else {
        Err(type_error(format!("{what} is neither a MessagePort nor a global object")))
    }
}

/// Converts to a frozen array of ports.
fn ports(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<JsValue> {
    let ports = sequence(value, what, context, |value, what, context| {
        implementation::<MessagePort>(value, what, context).map(|_| value.clone())
    })?;
    frozen_array(ports, context)
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    Event::construct(new_target, arguments, context, |init, context| {
        // Members are converted in alphabetical order.
        let data = init.get(js_string!("data"), context)?.unwrap_or_else(JsValue::null);
        let last_event_id = init.convert(&js_string!("lastEventId"), context, dom_string)?.unwrap_or_default();
        let origin = init.convert(&js_string!("origin"), context, usv_string)?.unwrap_or_default();
        let ports = init.convert(&js_string!("ports"), context, ports)?;
        let source = init.convert(&js_string!("source"), context, source)?.unwrap_or_else(JsValue::null);
        let ports = ports.map_or_else(|| frozen_array([], context), Ok)?;
        Ok(MessageEvent { members: GcRefCell::new(Members { data, origin, last_event_id, source, ports }) })
    })
}

/// [`initMessageEvent`](https://html.spec.whatwg.org/multipage/comms.html#dom-messageevent-initmessageevent).
fn init_message_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    const OPERATION: &str = "MessageEvent.initMessageEvent";
    let message = this_object::<MessageEvent>(this, "initMessageEvent")?;
    require_arguments(arguments, 1, OPERATION)?;
    let event_type = arguments[0].to_string(context)?;
    let given = |position: usize| arguments.get(position).filter(|value| !value.is_undefined());
    let text = |position: usize, context: &mut Context, convert: fn(&JsValue, Description<'_>, &mut Context) -> _| {
        given(position).map_or_else(|| Ok(js_string!()), |value| convert(value, &OPERATION, context))
    };
    let data = given(3).cloned().unwrap_or_else(JsValue::null);
    let origin = text(4, context, usv_string)?;
    let last_event_id = text(5, context, dom_string)?;
    let source = source(arguments.get_or_undefined(6), &format_args!("{OPERATION}: source"), context)?;
    let ports = match given(7) {
        Some(value) => ports(value, &format_args!("{OPERATION}: ports"), context)?,
        None => frozen_array([], context)?,
    };
    if Event::initialize_from(this, event_type, arguments)? {
        *message.members.borrow_mut() = Members { data, origin, last_event_id, source, ports };
    }
    Ok(JsValue::undefined())
}
