//! What a value is serialized into.

use boa_engine::builtins::array_buffer::AlignedVec;
use boa_engine::builtins::error::ErrorKind;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::{JsBigInt, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use crate::html::messaging::PortEnd;

/// A serialized value, with what was transferred along. It can be deserialized once.
#[derive(Trace, Finalize)]
pub struct Serialized {
    pub(super) records: Vec<Record>,
    pub(super) root: Slot,
    /// The records of what was transferred, in the order of the transfer list.
    pub(super) transferred: Vec<usize>,
}

/// A value in a record: a primitive as it is, an object as the index of its record.
#[derive(Clone, Trace, Finalize)]
pub(super) enum Slot {
    Primitive(JsValue),
    Object(usize),
}

/// A view's index or number of elements, if it does not follow its buffer's length.
#[derive(Clone, Copy, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(super) struct Span {
    pub(super) offset: u64,
    pub(super) length: u64,
}

/// An object.
#[derive(Trace, Finalize)]
pub(super) enum Record {
    /// What is being serialized: its own members may refer to it.
    Pending,
    BooleanObject(bool),
    NumberObject(f64),
    StringObject(JsString),
    BigIntObject(#[unsafe_ignore_trace] JsBigInt),
    Date(f64),
    RegExp {
        source: JsString,
        flags: JsString,
    },
    ArrayBuffer(#[unsafe_ignore_trace] AlignedVec<u8>),
    TypedArray {
        #[unsafe_ignore_trace]
        kind: TypedArrayKind,
        buffer: usize,
        span: Span,
    },
    DataView {
        buffer: usize,
        span: Span,
    },
    Map(Vec<(Slot, Slot)>),
    Set(Vec<Slot>),
    Error {
        #[unsafe_ignore_trace]
        kind: ErrorKind,
        message: Option<JsString>,
        stack: Option<JsString>,
        cause: Option<Slot>,
    },
    DomException {
        name: JsString,
        message: JsString,
    },
    Array {
        length: u32,
        properties: Vec<(JsString, Slot)>,
    },
    Object(Vec<(JsString, Slot)>),
    Port(Gc<PortEnd>),
}
