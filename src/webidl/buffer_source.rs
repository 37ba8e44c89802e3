//! [Buffer sources](https://webidl.spec.whatwg.org/#BufferSource): buffers and views of them.

use boa_engine::object::builtins::{AlignedVec, JsArrayBuffer, JsDataView, JsSharedArrayBuffer, JsTypedArray};
use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::conversions::Description;
use super::exception::type_error;

/// Whether a buffer source may be of shared memory: `[AllowShared]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    Allowed,
    Forbidden,
}

/// Whether a value is a buffer or a view of one.
pub(crate) fn is_buffer_source(value: &JsValue) -> bool {
    let Some(object) = value.as_object() else { return false };
    JsArrayBuffer::from_object(object.clone()).is_ok()
        || JsSharedArrayBuffer::from_object(object.clone()).is_ok()
        || JsTypedArray::from_object(object.clone()).is_ok()
        || JsDataView::from_object(object).is_ok()
}

/// Converts to a buffer source and [gets a copy of its bytes][copy]. There are none if the buffer is detached, or if
/// the view is out of bounds.
///
/// # Errors
///
/// `TypeError` if the value is neither a buffer nor a view, or if its buffer is resizable, or shared although this is
/// forbidden.
///
/// [copy]: https://webidl.spec.whatwg.org/#dfn-get-buffer-source-copy
pub(crate) fn copy_of_bytes(
    value: &JsValue,
    what: Description<'_>,
    sharing: Sharing,
    context: &mut Context,
) -> JsResult<Vec<u8>> {
    let object = value.as_object().ok_or_else(|| not_a_source(what))?;
    let (buffer, range) = parts(&object, what, context)?;
    if let Ok(buffer) = JsArrayBuffer::from_object(buffer.clone()) {
        if is_resizable(&buffer) {
            return Err(type_error(format!("{what} must not have a resizable buffer")));
        }
        let Some(bytes) = buffer.data() else { return Ok(Vec::new()) };
        return Ok(range.of(&bytes).to_vec());
    }
    let Ok(buffer) = JsSharedArrayBuffer::from_object(buffer) else { return Err(not_a_source(what)) };
    if sharing == Sharing::Forbidden {
        return Err(type_error(format!("{what} must not have a shared buffer")));
    }
    Ok(range.of(&buffer.to_vec()).to_vec())
}

fn not_a_source(what: Description<'_>) -> boa_engine::JsError {
    type_error(format!("{what} is neither an ArrayBuffer nor a view of one"))
}

/// The part of a buffer.
enum Part {
    All,
    Range { offset: usize, length: usize },
}

impl Part {
    fn of<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        match *self {
            Self::All => bytes,
            Self::Range { offset, length } => bytes.get(offset..offset + length).unwrap_or_default(),
        }
    }
}

/// Returns the buffer of a source, and the part of it. Runs no code of the program.
fn parts(object: &JsObject, what: Description<'_>, context: &mut Context) -> JsResult<(JsObject, Part)> {
    let (buffer, offset, length) = if let Ok(array) = JsTypedArray::from_object(object.clone()) {
        (array.buffer(context)?, array.byte_offset(context)?, array.byte_length(context)?)
    } else if let Ok(view) = JsDataView::from_object(object.clone()) {
        // The engine throws if the view is out of bounds or detached.
        let as_size = |size: JsResult<u64>| usize::try_from(size.unwrap_or(0)).unwrap_or(0);
        (view.buffer(context)?, as_size(view.byte_offset(context)), as_size(view.byte_length(context)))
    } else {
        return Ok((object.clone(), Part::All));
    };
    let buffer = buffer.as_object().ok_or_else(|| not_a_source(what))?;
    Ok((buffer, Part::Range { offset, length }))
}

/// Whether a buffer is resizable. Any other buffer cannot be resized, not even to its current length.
pub(crate) fn is_resizable(buffer: &JsArrayBuffer) -> bool {
    let length = buffer.byte_length() as u64;
    buffer.borrow_mut().data_mut().resize(length).is_ok()
}

/// Creates an `ArrayBuffer` with these bytes.
///
/// # Errors
///
/// `RangeError` if there is not enough memory.
pub(crate) fn new_array_buffer(bytes: &[u8], context: &mut Context) -> JsResult<JsArrayBuffer> {
    JsArrayBuffer::from_byte_block(AlignedVec::from_iter(0, bytes.iter().copied()), context)
}
