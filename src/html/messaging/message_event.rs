//! `MessageEvent`: <https://html.spec.whatwg.org/multipage/comms.html#messageevent>.

use boa_engine::object::IntegrityLevel;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::MessagePort;
use crate::dom::{Event, EventInit};
use crate::html::GlobalScope;
use crate::webidl::{
    Interface, InterfaceBuilder, implements, require_arguments, sequence, this_object, type_error, usv_string,
};

/// What a `MessageEvent` has beyond an `Event`.
#[derive(Trace, Finalize)]
pub struct MessageEvent {
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

impl Interface for MessageEvent {
    type State = Self;
    const NAME: &'static str = "MessageEvent";
    const DEPTH: usize = 1;
}

fn frozen_array(values: impl IntoIterator<Item = JsValue>, context: &mut Context) -> JsResult<JsValue> {
    let array: JsObject = JsArray::from_iter(values, context).into();
    array.set_integrity_level(IntegrityLevel::Frozen, context)?;
    Ok(array.into())
}

impl MessageEvent {
    /// A `message` or `messageerror` event for the host to dispatch.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create(
        event_type: JsString,
        data: JsValue,
        ports: &[Gc<MessagePort>],
        context: &mut Context,
    ) -> JsResult<(JsObject, Gc<Event>)> {
        let ports = frozen_array(ports.iter().map(|port| port.object().into()), context)?;
        let (origin, last_event_id, source) = (js_string!(), js_string!(), JsValue::null());
        let members = Members { data, origin, last_event_id, source, ports };
        let state = Self { members: GcRefCell::new(members) };
        Event::create(event_type, EventInit::default(), state, context)
    }
}

/// A `MessageEventSource`: a port, or a window.
fn source(value: JsValue) -> JsResult<JsValue> {
    let is_source = implements::<MessagePort>(&value).is_some() || implements::<GlobalScope>(&value).is_some();
    if value.is_null_or_undefined() {
        Ok(JsValue::null())
    } else if is_source {
        Ok(value)
    } else {
        Err(type_error("source is neither a MessagePort nor a global object"))
    }
}

fn ports(value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let ports = sequence(value, "ports", context, |value, _| {
        implements::<MessagePort>(&value).ok_or_else(|| type_error("ports has a value that is not a MessagePort"))?;
        Ok(value)
    })?;
    frozen_array(ports, context)
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Event::construct(new_target, arguments, 1, context, |init, context| {
        let data = init.get(js_string!("data"), context)?.unwrap_or_else(JsValue::null);
        let last_event_id = match init.get(js_string!("lastEventId"), context)? {
            Some(id) => id.to_string(context)?,
            None => js_string!(),
        };
        let origin = match init.get(js_string!("origin"), context)? {
            Some(origin) => usv_string(&origin, context)?,
            None => js_string!(),
        };
        let ports = match init.get(js_string!("ports"), context)? {
            Some(value) => ports(&value, context)?,
            None => frozen_array([], context)?,
        };
        let source = source(init.get(js_string!("source"), context)?.unwrap_or_else(JsValue::null))?;
        Ok(MessageEvent { members: GcRefCell::new(Members { data, origin, last_event_id, source, ports }) })
    })
}

/// [`initMessageEvent`](https://html.spec.whatwg.org/multipage/comms.html#dom-messageevent-initmessageevent).
fn init_message_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let message = this_object::<MessageEvent>(this)?;
    let event = this_object::<Event>(this)?;
    require_arguments(arguments, 1, "MessageEvent.initMessageEvent")?;
    let event_type = arguments[0].to_string(context)?;
    let given = |position: usize| arguments.get(position).filter(|value| !value.is_undefined());
    let members = Members {
        data: given(3).cloned().unwrap_or_else(JsValue::null),
        origin: given(4).map_or_else(|| Ok(js_string!()), |value| usv_string(value, context))?,
        last_event_id: given(5).map_or_else(|| Ok(js_string!()), |value| value.to_string(context))?,
        source: source(given(6).cloned().unwrap_or_else(JsValue::null))?,
        ports: match given(7) {
            Some(value) => ports(value, context)?,
            None => frozen_array([], context)?,
        },
    };
    let (bubbles, cancelable) =
        (arguments.get_or_undefined(1).to_boolean(), arguments.get_or_undefined(2).to_boolean());
    if event.initialize(event_type, bubbles, cancelable) {
        *message.members.borrow_mut() = members;
    }
    Ok(JsValue::undefined())
}

fn get_data(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<MessageEvent>(this)?.members.borrow().data.clone())
}

fn get_origin(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<MessageEvent>(this)?.members.borrow().origin.clone().into())
}

fn get_last_event_id(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<MessageEvent>(this)?.members.borrow().last_event_id.clone().into())
}

fn get_source(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<MessageEvent>(this)?.members.borrow().source.clone())
}

fn get_ports(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<MessageEvent>(this)?.members.borrow().ports.clone())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<MessageEvent>(context)
        .inherits::<Event>()?
        .constructor(1, constructor)
        .attribute("data", get_data)
        .attribute("origin", get_origin)
        .attribute("lastEventId", get_last_event_id)
        .attribute("source", get_source)
        .attribute("ports", get_ports)
        .operation("initMessageEvent", 1, init_message_event)
        .build()
}
