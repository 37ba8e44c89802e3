//! Web messaging: `MessageChannel`, `MessagePort`, `MessageEvent` and `BroadcastChannel`.
//!
//! Defined by <https://html.spec.whatwg.org/multipage/web-messaging.html>. A port that waits for a message does not
//! keep a program alive: only other work of the program or of its workers could send one.

mod broadcast_channel;
mod life;
mod message_channel;
mod message_event;
pub(crate) mod message_port;
mod port_end;
mod shared_ports;
mod stream_port;
pub(crate) mod window_post_message;

use boa_engine::{Context, JsResult};

pub(crate) use broadcast_channel::{BroadcastChannel, SharedChannels};
pub(crate) use message_channel::MessageChannel;
pub(crate) use message_event::MessageEvent;
pub use message_event::fire_message;
pub(crate) use message_port::{MessagePort, is_port, post_message};
pub(crate) use port_end::PortEnd;
pub(crate) use shared_ports::SharedPorts;
pub(crate) use stream_port::{port_of, stream_channel};

use crate::web::webidl::Interface;

pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    MessageEvent::register(context)?;
    MessagePort::register(context)?;
    MessageChannel::register(context)?;
    BroadcastChannel::register(context)
}
