//! Properties of buffers and views that the engine does not expose. Nothing here runs user code.

use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsSharedArrayBuffer, JsTypedArray};
use boa_engine::{Context, JsResult, JsValue};

use super::record::Span;
use crate::web::webidl::is_resizable;

/// A length in bytes that no buffer reaches.
const UNBOUNDED: usize = usize::MAX;

/// The size of the largest element of a typed array.
const LARGEST_ELEMENT: usize = 8;

/// Detaches a buffer and returns its previous state. The bytes are not copied.
pub(super) fn detach(buffer: &JsArrayBuffer, context: &mut Context) -> JsResult<ArrayBuffer> {
    let mut detached = JsArrayBuffer::new(0, context)?;
    if is_resizable(buffer) {
        detached = detached.with_max_byte_length(0);
    }
    detached.detach(&JsValue::undefined())?;
    let detached = detached.borrow().data().clone();
    Ok(std::mem::replace(buffer.borrow_mut().data_mut(), detached))
}

/// Returns the part of the buffer that a typed array covers; `None` if it is out of bounds.
pub(super) fn typed_array_span(array: &JsTypedArray, context: &mut Context) -> JsResult<Option<Span>> {
    let Some(buffer_length) = buffer_length(&array.buffer(context)?) else { return Ok(None) };
    let Some(array) = array.downcast_ref::<TypedArray>() else { return Ok(None) };
    // A typed array of fixed length has the same number of elements whatever the length of the buffer.
    let (offset, length) = (array.byte_offset(), array.array_length(UNBOUNDED));
    let follows = array.array_length(UNBOUNDED - LARGEST_ELEMENT) != length;
    let end = if follows { offset } else { offset + array.byte_length(UNBOUNDED) };
    Ok((end <= buffer_length).then_some(Span { offset, length: (!follows).then_some(length) }))
}

/// Returns the part of the buffer that a data view covers; `None` if it is out of bounds.
pub(super) fn data_view_span(view: &JsDataView, context: &mut Context) -> JsResult<Option<Span>> {
    let Ok(length) = view.byte_length(context) else { return Ok(None) };
    let offset = view.byte_offset(context)?;
    let Some(buffer) = view.buffer(context)?.as_object() else { return Ok(None) };
    let follows = match (JsArrayBuffer::from_object(buffer.clone()), JsSharedArrayBuffer::from_object(buffer)) {
        (Ok(buffer), _) => follows(view, length, &buffer, context)?,
        (_, Ok(shared)) => follows_shared(view, offset, length, &shared, context)?,
        _ => false,
    };
    Ok(Some(Span { offset, length: (!follows).then_some(length) }))
}

/// Returns the length of a view's buffer; `None` if it is detached. A shared buffer never shrinks, so its views are
/// always in bounds.
fn buffer_length(buffer: &JsValue) -> Option<u64> {
    let Ok(buffer) = JsArrayBuffer::from_object(buffer.as_object()?) else { return Some(u64::MAX) };
    let data = buffer.data()?;
    Some(data.len() as u64)
}

/// Whether a data view tracks the length of its buffer. The engine does not expose this, so the buffer is briefly made
/// one byte shorter, or longer if the view is empty. An empty view at the end of a buffer that cannot grow counts as
/// having a fixed length: scripts cannot tell the difference either.
fn follows(view: &JsDataView, length: u64, buffer: &JsArrayBuffer, context: &mut Context) -> JsResult<bool> {
    let resize = |length| buffer.borrow_mut().data_mut().resize(length);
    let (size, last) = (buffer.byte_length() as u64, buffer.data().and_then(|bytes| bytes.last().copied()));
    let other_size = if length > 0 { size.saturating_sub(1) } else { size + 1 };
    if resize(other_size).is_err() {
        return Ok(false);
    }
    let other_length = view.byte_length(context);
    resize(size)?;
    if let (Some(mut bytes), Some(last)) = (buffer.data_mut(), last)
        && let Some(place) = bytes.last_mut()
    {
        *place = last;
    }
    Ok(other_length.is_ok_and(|other_length| other_length != length))
}

/// Whether a data view tracks the length of its shared buffer. Shared memory cannot be made shorter, so the buffer is
/// briefly given other memory, in which a view that tracks the length has another length.
fn follows_shared(
    view: &JsDataView,
    offset: u64,
    length: u64,
    buffer: &JsSharedArrayBuffer,
    context: &mut Context,
) -> JsResult<bool> {
    let Ok(offset) = usize::try_from(offset) else { return Ok(false) };
    let other = JsSharedArrayBuffer::new(if length == 1 { offset } else { offset + 1 }, context)?.inner();
    let memory = std::mem::replace(buffer.borrow_mut().data_mut(), other);
    let other_length = view.byte_length(context);
    *buffer.borrow_mut().data_mut() = memory;
    Ok(other_length.is_ok_and(|other_length| other_length != length))
}
