//! The ports through which streams are transferred. No script ever sees them.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::message_event::data_of;
use super::message_port::{close, start};
use super::{MessagePort, PortEnd, post_message};
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::streams::{CrossRealmPort, MessageType, Port, PortListener};
use crate::web::webidl::{event_loop, exception_value};

/// A port that a stream has for itself.
#[derive(Trace, Finalize)]
struct StreamPort(Gc<MessagePort>);

/// Creates a channel in the current realm: the port of the stream that stays, and the end that is transferred.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in this realm.
pub(crate) fn stream_channel(context: &mut Context) -> JsResult<(Port, Gc<PortEnd>)> {
    let event_loop = event_loop(context)?;
    let ends = [(); 2].map(|()| Gc::new(PortEnd::new(&event_loop, context)));
    PortEnd::entangle(&ends[0], &ends[1]);
    let [own, transferred] = ends;
    Ok((port_of(&own, context)?, transferred))
}

/// The port of the stream that receives an end.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in this realm.
pub(crate) fn port_of(end: &Gc<PortEnd>, context: &mut Context) -> JsResult<Port> {
    let port = MessagePort::attach(end, context)?;
    Ok(Gc::new(Box::new(StreamPort(port))))
}

impl CrossRealmPort for StreamPort {
    fn post(&self, message_type: MessageType, value: &JsValue, context: &mut Context) -> JsResult<()> {
        let message = JsObject::with_null_proto();
        message.create_data_property_or_throw(TYPE, JsString::from(message_type.as_str()), context)?;
        message.create_data_property_or_throw(VALUE, value.clone(), context)?;
        post_message(&self.0, &[message.into()], context)
    }

    fn listen(&self, listener: Box<dyn PortListener>, context: &mut Context) {
        let listener = Gc::new(listener);
        let message = handler(listener.clone(), on_message, context);
        self.0.target().set_handler(&js_string!("message"), &message);
        let error = handler(listener, on_message_error, context);
        self.0.target().set_handler(&js_string!("messageerror"), &error);
        start(&self.0, context);
    }

    fn disentangle(&self, context: &mut Context) {
        close(&self.0, context);
    }
}

/// The members of a message.
const TYPE: JsString = js_string!("type");
const VALUE: JsString = js_string!("value");

/// What listens, for a function that the collector looks into.
type Listener = Gc<Box<dyn PortListener>>;

fn handler(listener: Listener, steps: fn(&Listener, &JsValue, &mut Context), context: &mut Context) -> JsValue {
    let function = NativeFunction::from_copy_closure_with_captures(
        move |_, arguments, listener, context| {
            steps(listener, arguments.get_or_undefined(0), context);
            Ok(JsValue::undefined())
        },
        listener,
    );
    FunctionObjectBuilder::new(context.realm(), function).build().into()
}

fn on_message(listener: &Listener, event: &JsValue, context: &mut Context) {
    let Some(message) = data_of(event).and_then(|data| data.as_object()) else { return };
    // The message has these members, which are data properties.
    let mut member = |name| message.get(name, context).unwrap_or_default();
    let (message_type, value) = (member(TYPE), member(VALUE));
    let message_type = message_type.as_string().and_then(|name| MessageType::named(&name.to_std_string_lossy()));
    if let Some(message_type) = message_type {
        listener.message(message_type, value, context);
    }
}

fn on_message_error(listener: &Listener, _: &JsValue, context: &mut Context) {
    let error = DomException::error(DomExceptionName::DataClone, "a chunk cannot be deserialized", context);
    let error = exception_value(error, context);
    listener.message_error(&error, context);
}
