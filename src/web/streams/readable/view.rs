//! Views of buffers, and the buffers that streams take from scripts.

use boa_engine::builtins::typed_array::{TypedArray, TypedArrayKind};
use boa_engine::context::intrinsics::StandardConstructor;
use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsTypedArray, JsUint8Array};
use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::state::ViewKind;
use crate::web::webidl::{BufferSource, type_error, typed_array_constructor};

/// A view that was converted: its kind, its buffer, and the part of the buffer that it covers.
pub(super) struct View {
    pub(super) kind: ViewKind,
    pub(super) buffer: JsArrayBuffer,
    pub(super) offset: usize,
    pub(super) length: usize,
}

impl View {
    /// The slots of a view.
    ///
    /// # Errors
    ///
    /// `TypeError` if it is no view of an `ArrayBuffer`.
    pub(super) fn of(source: &BufferSource, context: &mut Context) -> JsResult<Self> {
        let object = source.object();
        let buffer = JsArrayBuffer::from_object(source.buffer().clone())?;
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let array = array
                .downcast_ref::<TypedArray>()
                .map(|it| (it.kind(), it.byte_offset(), it.byte_length(buffer.byte_length())));
            let Some((kind, offset, length)) = array else { return Err(type_error("not a view")) };
            return Ok(Self { kind: ViewKind::Typed(kind), buffer, offset: size(offset), length: size(length) });
        }
        let view = JsDataView::from_object(object.clone())?;
        // Both fail if the buffer is detached.
        let offset = view.byte_offset(context).unwrap_or_default();
        let length = view.byte_length(context).unwrap_or_default();
        Ok(Self { kind: ViewKind::DataView, buffer, offset: size(offset), length: size(length) })
    }

    /// Checks that the view has bytes, and that its buffer has.
    ///
    /// # Errors
    ///
    /// `TypeError` if not.
    pub(super) fn require_bytes(&self, what: &str) -> JsResult<()> {
        if self.buffer.data().is_none() {
            return Err(type_error(format!("{what}: the buffer of the view is detached")));
        }
        if self.length == 0 || self.buffer.byte_length() == 0 {
            return Err(type_error(format!("{what}: the view has no bytes")));
        }
        Ok(())
    }
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl ViewKind {
    /// The size of an element, in bytes.
    pub(super) const fn element_size(self) -> usize {
        match self {
            Self::DataView => 1,
            Self::Typed(kind) => match kind {
                TypedArrayKind::Int8 | TypedArrayKind::Uint8 | TypedArrayKind::Uint8Clamped => 1,
                TypedArrayKind::Int16 | TypedArrayKind::Uint16 | TypedArrayKind::Float16 => 2,
                TypedArrayKind::Int32 | TypedArrayKind::Uint32 | TypedArrayKind::Float32 => 4,
                TypedArrayKind::BigInt64 | TypedArrayKind::BigUint64 | TypedArrayKind::Float64 => 8,
            },
        }
    }

    /// Constructs a view of this kind.
    ///
    /// # Errors
    ///
    /// `RangeError` if it would not fit into the buffer.
    pub(super) fn construct(
        self,
        buffer: &JsArrayBuffer,
        offset: usize,
        elements: usize,
        context: &mut Context,
    ) -> JsResult<JsObject> {
        let constructor = self.constructor(context).constructor();
        let arguments = [buffer.clone().into(), JsValue::from(offset), JsValue::from(elements)];
        constructor.construct(&arguments, None, context)
    }

    fn constructor(self, context: &Context) -> &StandardConstructor {
        let constructors = context.intrinsics().constructors();
        match self {
            Self::Typed(kind) => typed_array_constructor(kind, constructors),
            Self::DataView => constructors.data_view(),
        }
    }
}

/// A `Uint8Array` of a part of a buffer.
///
/// # Errors
///
/// `RangeError` if it would not fit into the buffer.
pub(super) fn bytes_of(
    buffer: &JsArrayBuffer,
    offset: usize,
    length: usize,
    context: &mut Context,
) -> JsResult<JsUint8Array> {
    JsUint8Array::from_object(ViewKind::Typed(TypedArrayKind::Uint8).construct(buffer, offset, length, context)?)
}

/// [TransferArrayBuffer](https://streams.spec.whatwg.org/#transfer-array-buffer).
///
/// # Errors
///
/// `TypeError` if the buffer is detached or cannot be.
pub(super) fn transfer(buffer: &JsArrayBuffer, context: &mut Context) -> JsResult<JsArrayBuffer> {
    let bytes = buffer.detach(&JsValue::undefined())?;
    JsArrayBuffer::from_byte_block(bytes, context)
}

/// Copies bytes from one buffer to another: [CopyDataBlockBytes](https://tc39.es/ecma262/#sec-copydatablockbytes).
/// Nothing is copied if a part is not inside of its buffer.
pub(super) fn copy_bytes(from: (&JsArrayBuffer, usize), to: (&JsArrayBuffer, usize), count: usize) {
    if JsObject::equals(from.0, to.0) {
        return;
    }
    let source = from.0.data();
    let source = source.as_deref().and_then(|bytes| bytes.get(from.1..from.1 + count));
    if let (Some(source), Some(mut target)) = (source, to.0.data_mut())
        && let Some(place) = target.get_mut(to.1..to.1 + count)
    {
        place.copy_from_slice(source);
    }
}
