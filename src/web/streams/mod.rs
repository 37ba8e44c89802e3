//! Streams: readable, writable and transform streams, and queuing strategies.
//!
//! Defined by <https://streams.spec.whatwg.org/>. The internal slots of each kind of stream are in a file `state.rs`;
//! the algorithms are methods of them, in a file for each class. Everything that a stream refers to is traced by the
//! collector: nothing that waits is a root, except for
//! what a stream of Rust refers to.

mod callbacks;
mod cross_realm;
mod generic_transform;
mod queue_with_sizes;
mod queuing_strategy;
mod read_all;
mod readable;
mod rust;
mod stall_watch;
mod transform;
pub(crate) mod waiting;
mod watched;
mod writable;

use boa_engine::{Context, JsResult};

pub(crate) use cross_realm::{CrossRealmPort, MessageType, Port, PortListener};
pub(crate) use generic_transform::{GenericTransformStream, members as generic_transform_members};
pub(crate) use read_all::{AllBytes, read_all_bytes};
pub(crate) use readable::{
    PipeOptions, ReadRequest, ReadableStream, ReadableStreamDefaultReader, UnderlyingSource, pipe_to,
};
pub use rust::{byte_chunks, chunks, readable_byte_stream, readable_stream, writable_byte_stream, writable_stream};
pub(crate) use stall_watch::StallWatch;
pub(crate) use transform::{TransformStream, Transformer};
pub(crate) use writable::WritableStream;

use crate::web::webidl::Interface;

/// Registers the interfaces in the current realm.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    readable::register(context)?;
    writable::register(context)?;
    transform::register(context)?;
    queuing_strategy::ByteLengthQueuingStrategy::register(context)?;
    queuing_strategy::CountQueuingStrategy::register(context)
}
