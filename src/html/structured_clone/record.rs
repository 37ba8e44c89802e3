//! What a value is serialized into.

use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::error::{Error, ErrorKind};
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::{JsBigInt, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use crate::html::messaging::PortEnd;

/// A serialized value, with what was transferred along. Each copy can be deserialized once.
#[derive(Clone, Trace, Finalize)]
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

/// Where a view begins in its buffer, in bytes, and how many elements it has. One without a length follows that of its
/// buffer.
#[derive(Clone, Copy, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(super) struct Span {
    pub(super) offset: u64,
    pub(super) length: Option<u64>,
}

/// An object. If the engine does not make its slots public, the record has them in the engine's own form. There is
/// nothing to finalize, and without `Drop` the fields can be moved out.
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) enum Record {
    /// What is being serialized: its own members may refer to it.
    Pending,
    BooleanObject(bool),
    NumberObject(f64),
    StringObject(JsString),
    BigIntObject(#[unsafe_ignore_trace] JsBigInt),
    Date(f64),
    RegExp(Box<RegExp>),
    ArrayBuffer(ArrayBuffer),
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
    Error(Box<ErrorRecord>),
    DomException {
        name: JsString,
        message: JsString,
    },
    Array {
        length: u32,
        properties: Vec<(JsString, Slot)>,
    },
    Object(Vec<(JsString, Slot)>),
    /// A message may carry a port, and a port keeps the messages that have come to it. So this module and `messaging`
    /// import each other, as the algorithms of HTML refer to each other.
    Port(Gc<PortEnd>),
}

/// An error.
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) struct ErrorRecord {
    #[unsafe_ignore_trace]
    pub(super) kind: ErrorKind,
    /// With the calls that were on the stack.
    pub(super) slots: Error,
    pub(super) message: Option<JsString>,
    /// What the program has put in the place of the stack.
    pub(super) stack: Option<JsString>,
    pub(super) cause: Option<Slot>,
}
