//! `MessageChannel`: <https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels>.

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::{MessagePort, PortEnd};
use crate::webidl::{Interface, InterfaceBuilder, Layers, new_object, prototype_of_new_target, this_object};

/// The state of a `MessageChannel`: its two ports.
#[derive(Trace, Finalize)]
pub struct MessageChannel {
    ports: [Gc<MessagePort>; 2],
}

impl Interface for MessageChannel {
    type State = Self;
    const NAME: &'static str = "MessageChannel";
    const DEPTH: usize = 0;
}

fn constructor(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let prototype = prototype_of_new_target::<MessageChannel>(new_target, context)?;
    let ends = [Gc::new(PortEnd::default()), Gc::new(PortEnd::default())];
    PortEnd::entangle(&ends[0], &ends[1]);
    let ports = [MessagePort::attach(&ends[0], context)?, MessagePort::attach(&ends[1], context)?];
    let channel = Gc::new(MessageChannel { ports });
    Ok(new_object(prototype, Layers::root(&channel), context).into())
}

fn get_port1(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<MessageChannel>(this)?.ports[0].object().into())
}

fn get_port2(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<MessageChannel>(this)?.ports[1].object().into())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<MessageChannel>(context)
        .constructor(0, constructor)
        .attribute("port1", get_port1)
        .attribute("port2", get_port2)
        .build()
}
