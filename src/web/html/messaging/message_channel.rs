//! `MessageChannel`: <https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels>.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::{MessagePort, PortEnd};
use crate::web::webidl::{Layers, event_loop, interface, new_object, prototype_of_new_target};

/// The state of a `MessageChannel`: its two ports.
#[derive(Trace, Finalize)]
pub(crate) struct MessageChannel([Gc<MessagePort>; 2]);

interface! {
    MessageChannel;
    constructor(0) = construct;
    get "port1" = |channel| channel.0[0].object();
    get "port2" = |channel| channel.0[1].object();
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<MessageChannel>(new_target, context)?;
    let event_loop = event_loop(context)?;
    let ends = [(); 2].map(|()| Gc::new(PortEnd::new(&event_loop, context)));
    PortEnd::entangle(&ends[0], &ends[1]);
    let ports = [MessagePort::attach(&ends[0], context)?, MessagePort::attach(&ends[1], context)?];
    Ok(new_object(prototype, Layers::root(&Gc::new(MessageChannel(ports))), context))
}
