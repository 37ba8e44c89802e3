//! Buffer sources: <https://webidl.spec.whatwg.org/#js-buffer-source-types>.
//!
//! Conversions of array buffers and their views, of any realm, and access to their bytes. Nothing here runs user code.

use std::ops::Range;

use boa_engine::builtins::typed_array::{TypedArray, TypedArrayKind};
use boa_engine::context::intrinsics::{StandardConstructor, StandardConstructors};
use boa_engine::object::builtins::{
    AlignedVec, JsArrayBuffer, JsDataView, JsSharedArrayBuffer, JsTypedArray, JsUint8Array,
};
use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Trace};

use super::conversions::Description;
use super::exception::type_error;

/// A length in bytes that no buffer reaches.
const UNBOUNDED: usize = usize::MAX;

/// The alignment of new buffers, enough for elements of all types.
const BUFFER_ALIGNMENT: usize = 8;

/// An array buffer, a shared array buffer, a typed array or a data view. What it covers is computed on each access,
/// because user code may resize or detach the buffer at any time.
#[derive(Clone, Debug, Trace, Finalize)]
pub(crate) struct BufferSource {
    object: JsObject,
    /// The object itself, or the buffer that it is a view of.
    buffer: JsObject,
}

impl BufferSource {
    /// Returns the buffer source that a value is, or `None` for other values.
    fn from_value(value: &JsValue, context: &mut Context) -> JsResult<Option<Self>> {
        let Some(object) = value.as_object() else { return Ok(None) };
        if is_buffer(&object) {
            return Ok(Some(Self { buffer: object.clone(), object }));
        }
        let buffer = if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            array.buffer(context)?
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            view.buffer(context)?
        } else {
            return Ok(None);
        };
        Ok(buffer.as_object().map(|buffer| Self { object, buffer }))
    }

    /// Checks the buffer of a type without `[AllowResizable]` and, unless `shared` is set, without `[AllowShared]`.
    fn checked(self, what: Description<'_>, shared: bool, context: &mut Context) -> JsResult<Self> {
        if !shared && self.is_shared() {
            return Err(type_error(format!("{what} must not be a SharedArrayBuffer or a view of one")));
        }
        if self.is_resizable(context)? {
            return Err(type_error(format!("{what} must not be a resizable buffer or a view of one")));
        }
        Ok(self)
    }

    /// The object itself.
    pub(crate) fn object(&self) -> &JsObject {
        &self.object
    }

    /// The object, or the buffer that it is a view of.
    pub(crate) fn buffer(&self) -> &JsObject {
        &self.buffer
    }

    fn is_shared(&self) -> bool {
        JsSharedArrayBuffer::from_object(self.buffer.clone()).is_ok()
    }

    /// Whether this is not a view, but a buffer.
    fn is_buffer(&self) -> bool {
        self.object == self.buffer
    }

    fn is_resizable(&self, context: &mut Context) -> JsResult<bool> {
        if let Ok(buffer) = JsArrayBuffer::from_object(self.buffer.clone()) {
            return Ok(is_resizable(&buffer));
        }
        // The engine does not expose this property of a shared buffer, but a new view follows its length if it can
        // grow.
        let Ok(buffer) = JsSharedArrayBuffer::from_object(self.buffer.clone()) else { return Ok(false) };
        let view = JsUint8Array::from_shared_array_buffer(buffer, context)?;
        let length = |bytes| view.downcast_ref::<TypedArray>().map(|view| view.array_length(bytes));
        Ok(length(UNBOUNDED) != length(UNBOUNDED - 1))
    }

    /// The type of a typed array; `None` for buffers and data views.
    pub(crate) fn typed_array_kind(&self) -> Option<TypedArrayKind> {
        JsTypedArray::from_object(self.object.clone()).ok()?.kind()
    }

    /// The [number of bytes](https://webidl.spec.whatwg.org/#buffersource-byte-length); 0 if the buffer is detached or
    /// the view is out of bounds.
    pub(crate) fn byte_length(&self, context: &mut Context) -> usize {
        self.range(context).len()
    }

    /// Returns the part of the buffer that this covers. It is empty if the buffer is detached or the view is out of
    /// bounds.
    fn range(&self, context: &mut Context) -> Range<usize> {
        let buffer_length = match JsArrayBuffer::from_object(self.buffer.clone()) {
            Ok(buffer) => buffer.byte_length(),
            Err(_) => JsSharedArrayBuffer::from_object(self.buffer.clone()).map_or(0, |buffer| buffer.byte_length()),
        };
        let (offset, length) = if self.is_buffer() {
            (0, buffer_length as u64)
        } else if let Some(array) = self.object.downcast_ref::<TypedArray>() {
            (array.byte_offset(), array.byte_length(buffer_length))
        } else {
            let view = JsDataView::from_object(self.object.clone());
            let bounds = view.and_then(|view| Ok((view.byte_offset(context)?, view.byte_length(context)?)));
            bounds.unwrap_or_default()
        };
        match (usize::try_from(offset), usize::try_from(length)) {
            (Ok(start), Ok(length)) if length > 0 => start..start.saturating_add(length),
            _ => 0..0,
        }
    }

    /// Calls `read` with the [bytes](https://webidl.spec.whatwg.org/#dfn-get-buffer-source-copy), which are copied only
    /// if the buffer is shared. The buffer is borrowed meanwhile.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(crate) fn with_bytes<R>(&self, context: &mut Context, read: impl FnOnce(&[u8]) -> R) -> JsResult<R> {
        let range = self.range(context);
        if range.is_empty() {
            return Ok(read(&[]));
        }
        if let Ok(buffer) = JsArrayBuffer::from_object(self.buffer.clone()) {
            let bytes = buffer.data();
            return Ok(read(bytes.as_deref().and_then(|bytes| bytes.get(range)).unwrap_or_default()));
        }
        let bytes = self.window(range, context)?.to_vec(context)?;
        Ok(read(&bytes))
    }

    /// [Gets a copy of the bytes](https://webidl.spec.whatwg.org/#dfn-get-buffer-source-copy).
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(crate) fn copy_bytes(&self, context: &mut Context) -> JsResult<Vec<u8>> {
        self.with_bytes(context, <[u8]>::to_vec)
    }

    /// [Writes bytes](https://webidl.spec.whatwg.org/#arraybufferview-write), from the start. Bytes for which there is
    /// no room are not written.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub(crate) fn write(&self, bytes: &[u8], context: &mut Context) -> JsResult<()> {
        let range = self.range(context);
        let bytes = &bytes[..bytes.len().min(range.len())];
        let range = range.start..range.start + bytes.len();
        if range.is_empty() {
            return Ok(());
        }
        if let Ok(buffer) = JsArrayBuffer::from_object(self.buffer.clone()) {
            if let Some(mut data) = buffer.data_mut()
                && let Some(place) = data.get_mut(range)
            {
                place.copy_from_slice(bytes);
            }
            return Ok(());
        }
        let copy = new_uint8_array(bytes, context)?;
        self.window(range, context)?.set_values(copy.into(), None, context).map(drop)
    }

    /// Creates a typed array for bytes of a shared buffer. The engine only gives access to shared bytes through typed
    /// arrays.
    fn window(&self, range: Range<usize>, context: &mut Context) -> JsResult<JsUint8Array> {
        let constructor = context.intrinsics().constructors().typed_uint8_array().constructor();
        let arguments = [self.buffer.clone().into(), range.start.into(), range.len().into()];
        JsUint8Array::from_object(constructor.construct(&arguments, None, context)?)
    }
}

/// [Creates an `ArrayBuffer`](https://webidl.spec.whatwg.org/#arraybuffer-create) with these bytes in the current
/// realm.
///
/// # Errors
///
/// Only if the engine fails.
pub(crate) fn new_array_buffer(bytes: &[u8], context: &mut Context) -> JsResult<JsArrayBuffer> {
    JsArrayBuffer::from_byte_block(AlignedVec::from_slice(BUFFER_ALIGNMENT, bytes), context)
}

/// [Creates a `Uint8Array`](https://webidl.spec.whatwg.org/#arraybufferview-create) with these bytes in the current
/// realm.
///
/// # Errors
///
/// Only if the engine fails.
pub(crate) fn new_uint8_array(bytes: &[u8], context: &mut Context) -> JsResult<JsUint8Array> {
    let buffer = new_array_buffer(bytes, context)?;
    JsUint8Array::from_array_buffer(buffer, context)
}

fn is_buffer(object: &JsObject) -> bool {
    JsArrayBuffer::from_object(object.clone()).is_ok() || JsSharedArrayBuffer::from_object(object.clone()).is_ok()
}

/// Whether a buffer is resizable. Any other buffer cannot be resized, not even to its current length. A detached buffer
/// counts as fixed: scripts can only tell by its `resizable` attribute.
pub(crate) fn is_resizable(buffer: &JsArrayBuffer) -> bool {
    let length = buffer.byte_length() as u64;
    buffer.borrow_mut().data_mut().resize(length).is_ok()
}

/// Whether [the conversion to a union type](https://webidl.spec.whatwg.org/#js-union) that contains `BufferSource` and
/// a string type converts the value to a `BufferSource`. A `SharedArrayBuffer` becomes a string.
pub(crate) fn is_buffer_source(value: &JsValue) -> bool {
    value.as_object().is_some_and(|object| {
        JsArrayBuffer::from_object(object.clone()).is_ok()
            || object.is::<TypedArray>()
            || JsDataView::from_object(object.clone()).is_ok()
    })
}

/// Converts to a [`BufferSource`](https://webidl.spec.whatwg.org/#BufferSource).
///
/// # Errors
///
/// `TypeError` if the value is not an array buffer or a view of one, or if the buffer is shared or resizable.
pub(crate) fn buffer_source(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<BufferSource> {
    match BufferSource::from_value(value, context)? {
        Some(source) => source.checked(what, false, context),
        None => Err(type_error(format!("{what} is not an ArrayBuffer or a view of one"))),
    }
}

/// Converts to an [`AllowSharedBufferSource`](https://webidl.spec.whatwg.org/#AllowSharedBufferSource).
///
/// # Errors
///
/// `TypeError` if the value is not an array buffer, shared or not, or a view of one, or if the buffer is resizable.
pub(crate) fn allow_shared_buffer_source(
    value: &JsValue,
    what: Description<'_>,
    context: &mut Context,
) -> JsResult<BufferSource> {
    match BufferSource::from_value(value, context)? {
        Some(source) => source.checked(what, true, context),
        None => Err(type_error(format!("{what} is not an ArrayBuffer, a SharedArrayBuffer or a view of one"))),
    }
}

/// Converts to an [`ArrayBufferView`](https://webidl.spec.whatwg.org/#ArrayBufferView).
///
/// # Errors
///
/// `TypeError` if the value is not a view of an array buffer, or if the buffer is shared or resizable.
pub(crate) fn array_buffer_view(
    value: &JsValue,
    what: Description<'_>,
    context: &mut Context,
) -> JsResult<BufferSource> {
    match BufferSource::from_value(value, context)? {
        Some(source) if !source.is_buffer() => source.checked(what, false, context),
        _ => Err(type_error(format!("{what} is not a view of an ArrayBuffer"))),
    }
}

/// Converts to an `[AllowShared]` [`Uint8Array`](https://webidl.spec.whatwg.org/#js-buffer-source-types).
///
/// # Errors
///
/// `TypeError` if the value is not a `Uint8Array`, or if its buffer is resizable.
pub(crate) fn allow_shared_uint8_array(
    value: &JsValue,
    what: Description<'_>,
    context: &mut Context,
) -> JsResult<BufferSource> {
    match BufferSource::from_value(value, context)? {
        Some(source) if source.typed_array_kind() == Some(TypedArrayKind::Uint8) => source.checked(what, true, context),
        _ => Err(type_error(format!("{what} is not a Uint8Array"))),
    }
}

/// The constructor of a kind of typed arrays.
pub(crate) fn typed_array_constructor(
    kind: TypedArrayKind,
    constructors: &StandardConstructors,
) -> &StandardConstructor {
    match kind {
        TypedArrayKind::Int8 => constructors.typed_int8_array(),
        TypedArrayKind::Uint8 => constructors.typed_uint8_array(),
        TypedArrayKind::Uint8Clamped => constructors.typed_uint8clamped_array(),
        TypedArrayKind::Int16 => constructors.typed_int16_array(),
        TypedArrayKind::Uint16 => constructors.typed_uint16_array(),
        TypedArrayKind::Int32 => constructors.typed_int32_array(),
        TypedArrayKind::Uint32 => constructors.typed_uint32_array(),
        TypedArrayKind::BigInt64 => constructors.typed_bigint64_array(),
        TypedArrayKind::BigUint64 => constructors.typed_biguint64_array(),
        TypedArrayKind::Float16 => constructors.typed_float16_array(),
        TypedArrayKind::Float32 => constructors.typed_float32_array(),
        TypedArrayKind::Float64 => constructors.typed_float64_array(),
    }
}

#[cfg(test)]
mod tests;
