//! The records that a value is serialized into.

use boa_engine::builtins::array_buffer::{ArrayBuffer, SharedArrayBuffer};
use boa_engine::builtins::error::{Error, ErrorKind};
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::{JsBigInt, JsString, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use crate::web::file_api::{Blob, File};
use crate::web::html::messaging::PortEnd;

/// A serialized value and the objects transferred with it. Each copy can be deserialized once.
#[derive(Clone, Trace, Finalize)]
pub(crate) struct Serialized {
    pub(super) records: Vec<Record>,
    pub(super) root: Slot,
    /// The indices of the records of the transferred objects, in the order of the transfer list.
    pub(super) transferred: Vec<usize>,
    /// How deeply the objects are nested.
    pub(super) levels: usize,
}

/// A value in a record: a primitive value, or the index of the record of an object.
#[derive(Clone, Trace, Finalize)]
pub(super) enum Slot {
    Primitive(JsValue),
    Object(usize),
}

/// The part of a buffer that a view covers: its offset in bytes, and its number of elements. A view without a length
/// tracks the length of its buffer.
#[derive(Clone, Copy, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(super) struct Span {
    pub(super) offset: u64,
    pub(super) length: Option<u64>,
}

/// A serialized object. Slots that the engine does not expose are kept in the engine's own form. There is nothing to
/// finalize, and without `Drop` the fields can be moved out.
#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) enum Record {
    /// A placeholder while the object is serialized or deserialized: its members may refer to it.
    Pending,
    BooleanObject(bool),
    NumberObject(f64),
    StringObject(JsString),
    BigIntObject(#[unsafe_ignore_trace] JsBigInt),
    Date(f64),
    RegExp(Box<RegExp>),
    ArrayBuffer(ArrayBuffer),
    /// The memory is not copied.
    SharedArrayBuffer(SharedArrayBuffer),
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
    Blob(Blob),
    File(Blob, File),
    FileList,
    DomException {
        name: JsString,
        message: JsString,
    },
    Array {
        length: u32,
        properties: Vec<(JsString, Slot)>,
    },
    Object(Vec<(JsString, Slot)>),
    /// Messages may carry ports, and a port stores the messages that have arrived. This module and `messaging`
    /// therefore import each other, as the algorithms of HTML refer to each other.
    Port(Gc<PortEnd>),
    /// A stream, through a port.
    ReadableStream(Gc<PortEnd>),
    WritableStream(Gc<PortEnd>),
    TransformStream {
        readable: Gc<PortEnd>,
        writable: Gc<PortEnd>,
    },
}

#[derive(Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) struct ErrorRecord {
    #[unsafe_ignore_trace]
    pub(super) kind: ErrorKind,
    /// The internal slots, which include the call stack.
    pub(super) slots: Error,
    pub(super) message: Option<JsString>,
    /// The value that user code has stored as `stack`.
    pub(super) stack: Option<JsString>,
    pub(super) cause: Option<Slot>,
}
