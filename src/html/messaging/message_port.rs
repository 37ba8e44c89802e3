//! `MessagePort`: <https://html.spec.whatwg.org/multipage/web-messaging.html#message-ports>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::PortEnd;
use crate::dom::{EventTarget, event_handler_attribute};
use crate::html::structured_clone::{Serialized, transfer_list, transfer_option};
use crate::webidl::{event_loop, implements, interface, interface_prototype};

/// The state of a `MessagePort`.
#[derive(Trace, Finalize)]
pub struct MessagePort {
    target: Gc<EventTarget>,
    /// `None` once the port was transferred or closed.
    end: GcRefCell<Option<Gc<PortEnd>>>,
}

interface! {
    MessagePort: EventTarget;
    operation "postMessage"(1) = post_message;
    operation "start"(0) = start;
    operation "close"(0) = close;
    with = |builder| event_handler_attribute::<MessagePort>(builder, "close");
    get "onmessage" = |port| port.target.handler_value(&js_string!("message")), set = |port, value, context| {
        port.target.set_handler(&js_string!("message"), value);
        // The first time that the handler is set, the queue is enabled.
        start(&port, &[], context)?;
    };
    with = |builder| event_handler_attribute::<MessagePort>(builder, "messageerror");
}

impl MessagePort {
    /// A new port object for this end of a channel.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn attach(end: &Gc<PortEnd>, context: &mut Context) -> JsResult<Gc<Self>> {
        let prototype = interface_prototype::<Self>(context)?;
        let port = EventTarget::create(prototype, context, |target| {
            let end = GcRefCell::new(Some(end.clone()));
            Self { target: target.clone(), end }
        });
        end.set_port(Some(port.clone()));
        Ok(port)
    }

    /// The port's event target.
    #[must_use]
    pub fn target(&self) -> &Gc<EventTarget> {
        &self.target
    }

    /// The port's JavaScript object.
    #[must_use]
    pub fn object(&self) -> JsObject {
        self.target.object().cloned().unwrap_or_else(JsObject::with_null_proto)
    }

    /// [Takes the end away](https://html.spec.whatwg.org/multipage/web-messaging.html#message-ports:transfer-steps), for a port of
    /// another realm. `None` if there is none to take.
    pub fn transfer(&self) -> Option<Gc<PortEnd>> {
        let end = self.end.borrow_mut().take()?;
        end.set_port(None);
        Some(end)
    }

    fn end(&self) -> Option<Gc<PortEnd>> {
        self.end.borrow().clone()
    }
}

/// [The message port post message steps](https://html.spec.whatwg.org/multipage/web-messaging.html#message-port-post-message-steps).
fn post_message(port: &Gc<MessagePort>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let transfer = transfer_argument(arguments.get_or_undefined(1), context)?;
    // Step 2: a port cannot send itself.
    if transfer.iter().any(|object| *object == port.object()) {
        let message = "a port cannot be transferred through itself";
        let name = crate::dom::DomExceptionName::DataClone;
        return Err(crate::dom::DomException::error(name, message, context));
    }
    let target = port.end().and_then(|end| end.other());
    // Step 4: nor the port at the other side, through which the message would then never come out.
    let doomed = target.as_ref().is_some_and(|target| {
        let is_target = |object: &JsObject| {
            let end = implements::<MessagePort>(&object.clone().into()).and_then(|port| port.end());
            end.is_some_and(|end| Gc::ptr_eq(&end, target))
        };
        transfer.iter().any(is_target)
    });
    // Step 5.
    let message = Serialized::from_value(&arguments[0], &transfer, context)?;
    if let (Some(target), false) = (target, doomed) {
        PortEnd::receive(&target, message, &*event_loop(context)?, context);
    }
    Ok(())
}

/// The second argument: a sequence of objects, or a dictionary with one.
fn transfer_argument(argument: &JsValue, context: &mut Context) -> JsResult<Vec<JsObject>> {
    let iterator = match argument.as_object() {
        Some(object) => object.get(boa_engine::JsSymbol::iterator(), context)?,
        None => JsValue::undefined(),
    };
    if iterator.is_null_or_undefined() {
        transfer_option(argument, "MessagePort.postMessage", context)
    } else {
        transfer_list(argument, context)
    }
}

/// [`start`](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-messageport-start).
fn start(port: &Gc<MessagePort>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    if let Some(end) = port.end() {
        PortEnd::enable(&end, &*event_loop(context)?, context);
    }
    Ok(())
}

/// [`close`](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-messageport-close). Messages that have arrived
/// are no longer dispatched; those that were sent still arrive at the other port.
fn close(port: &Gc<MessagePort>, _: &[JsValue], context: &mut Context) -> JsResult<()> {
    if let Some(end) = port.transfer() {
        end.disentangle(&*event_loop(context)?, context);
    }
    Ok(())
}
