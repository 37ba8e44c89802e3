//! Web messaging: `MessageChannel`, `MessagePort`, `MessageEvent` and `BroadcastChannel`.
//!
//! Defined by <https://html.spec.whatwg.org/multipage/web-messaging.html>. All ports use one event loop, so a port that
//! waits for a message does not keep a program alive: only other work of the program could send one.

mod broadcast_channel;
mod life;
mod message_channel;
mod message_event;
mod message_port;
mod port_end;
pub(crate) mod window_post_message;

use boa_engine::{Context, JsResult};

pub(crate) use broadcast_channel::BroadcastChannel;
pub(crate) use message_channel::MessageChannel;
pub(crate) use message_event::MessageEvent;
pub(crate) use message_port::MessagePort;
pub(crate) use port_end::PortEnd;

use crate::web::webidl::Interface;

pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    MessageEvent::register(context)?;
    MessagePort::register(context)?;
    MessageChannel::register(context)?;
    BroadcastChannel::register(context)
}
