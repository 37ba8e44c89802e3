//! Streams that connect JavaScript to the asynchronous traits of Rust, with backpressure in both directions. What a
//! stream of Rust refers to is a root.

mod chunks;
mod sink;
mod source;
#[cfg(test)]
mod tests;

pub use chunks::{byte_chunks, chunks};
pub use sink::{writable_byte_stream, writable_stream};
pub use source::{readable_byte_stream, readable_stream};
