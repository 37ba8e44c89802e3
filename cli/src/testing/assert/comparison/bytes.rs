//! The comparison of buffers and of their views.

use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsSharedArrayBuffer, JsTypedArray};
use boa_engine::{JsObject, JsResult, JsValue};

use super::{Comparison, Mode};

/// A view of a buffer.
struct View {
    /// `None` for a `DataView`.
    kind: Option<TypedArrayKind>,
    /// The bytes that the view covers. Empty if the buffer is detached.
    bytes: Vec<u8>,
}

/// Returns the bytes of a buffer, empty if it is detached.
fn bytes_of(buffer: &JsObject) -> Vec<u8> {
    if let Ok(buffer) = JsArrayBuffer::from_object(buffer.clone()) {
        return buffer.to_vec().unwrap_or_default();
    }
    JsSharedArrayBuffer::from_object(buffer.clone()).map(|buffer| buffer.to_vec()).unwrap_or_default()
}

impl Comparison<'_> {
    pub(super) fn views(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        let (Some(view), Some(other)) = (self.view(actual)?, self.view(expected)?) else { return Ok(false) };
        if view.kind != other.kind {
            return Ok(false);
        }
        match self.mode {
            Mode::Partial => Ok(is_subsequence(&view.bytes, &other.bytes)),
            Mode::Loose if has_floats(view.kind) => self.floats(actual, expected),
            Mode::Loose | Mode::Strict => Ok(view.bytes == other.bytes),
        }
    }

    fn view(&mut self, object: &JsObject) -> JsResult<Option<View>> {
        let (kind, buffer, offset, length) = if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let (offset, length) = (array.byte_offset(self.context)?, array.byte_length(self.context)?);
            (array.kind(), array.buffer(self.context)?, offset, length)
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            let offset = usize::try_from(view.byte_offset(self.context).unwrap_or(0)).unwrap_or(0);
            let length = usize::try_from(view.byte_length(self.context).unwrap_or(0)).unwrap_or(0);
            (None, view.buffer(self.context)?, offset, length)
        } else {
            return Ok(None);
        };
        let bytes = buffer.as_object().map(|buffer| bytes_of(&buffer)).unwrap_or_default();
        let bytes = offset.checked_add(length).and_then(|end| bytes.get(offset..end)).unwrap_or_default().to_vec();
        Ok(Some(View { kind, bytes }))
    }

    pub(super) fn buffers(&mut self, actual: &JsObject, expected: &JsObject) -> bool {
        let (bytes, other) = (bytes_of(actual), bytes_of(expected));
        if self.mode == Mode::Partial { is_subsequence(&bytes, &other) } else { bytes == other }
    }

    /// Compares numbers with `===`: `0` equals `-0`, and `NaN` does not equal itself.
    fn floats(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        let (array, other) = (JsTypedArray::from_object(actual.clone())?, JsTypedArray::from_object(expected.clone())?);
        let length = array.length(self.context)?;
        if length != other.length(self.context)? {
            return Ok(false);
        }
        for index in 0..length {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            let (value, other): (JsValue, JsValue) = (array.at(index, self.context)?, other.at(index, self.context)?);
            if !value.strict_equals(&other) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn has_floats(kind: Option<TypedArrayKind>) -> bool {
    matches!(kind, Some(TypedArrayKind::Float32 | TypedArrayKind::Float64))
}

/// Whether `part` can be made from `whole` by leaving bytes out.
fn is_subsequence(whole: &[u8], part: &[u8]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|byte| whole.any(|other| other == byte))
}
