//! What a serialized value consists of, without anything of the engine.

use boa_engine::builtins::error::ErrorKind;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::AlignedVec;

use super::texts::{TextId, Texts};
use crate::web::file_api::Bytes;
use crate::web::html::structured_clone::record::Span;

/// A value, with its objects and strings.
#[derive(Clone)]
pub(super) struct Items {
    pub(super) texts: Texts,
    pub(super) objects: Vec<Item>,
    pub(super) root: Slot,
    /// How deeply the objects are nested.
    pub(super) levels: usize,
}

/// A value: a primitive one, or the number of an object.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    Undefined,
    Null,
    Boolean(bool),
    Integer(i32),
    Number(f64),
    /// In hexadecimal.
    BigInt(TextId),
    String(TextId),
    Object(usize),
}

/// The members of an object, with their names.
pub(super) type Properties = Vec<(TextId, Slot)>;

/// An object, as in [`Record`](crate::web::html::structured_clone::record::Record).
#[derive(Clone)]
pub(super) enum Item {
    BooleanObject(bool),
    NumberObject(f64),
    StringObject(TextId),
    /// In hexadecimal.
    BigIntObject(TextId),
    Date(f64),
    RegExp {
        pattern: TextId,
        flags: TextId,
    },
    ArrayBuffer(Buffer),
    TypedArray {
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
    Error(Error),
    Blob(Blob),
    File {
        blob: Blob,
        name: TextId,
        last_modified: f64,
    },
    FileList,
    DomException {
        name: TextId,
        message: TextId,
    },
    Array {
        length: u32,
        properties: Properties,
    },
    Object(Properties),
}

#[derive(Clone)]
pub(super) struct Buffer {
    pub(super) bytes: AlignedVec<u8>,
    pub(super) max_byte_length: Option<u64>,
}

#[derive(Clone)]
pub(super) struct Error {
    pub(super) kind: ErrorKind,
    pub(super) message: Option<TextId>,
    pub(super) stack: TextId,
    pub(super) cause: Option<Slot>,
}

#[derive(Clone)]
pub(super) struct Blob {
    pub(super) bytes: Bytes,
    pub(super) media_type: TextId,
}
