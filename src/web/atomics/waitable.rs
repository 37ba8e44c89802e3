//! The elements of shared memory that agents can wait for.

use boa_engine::builtins::array_buffer::SharedArrayBuffer;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{JsSharedArrayBuffer, JsTypedArray};
use boa_engine::{Context, JsResult, JsValue};

use super::memory;
use super::waiter_lists::Place;
use crate::web::webidl::range_error;

/// An array of 32-bit or 64-bit integers in shared memory.
pub(super) struct WaitableArray {
    array: JsTypedArray,
    is_of_big_ints: bool,
    pub(super) memory: SharedArrayBuffer,
}

/// One of its elements.
pub(super) struct Element {
    pub(super) place: Place,
    index: u64,
}

impl WaitableArray {
    /// The array that a value is, as in [ValidateIntegerTypedArray][validate] with `waitable`. `None` if the value is
    /// something else, or if its memory is not shared.
    ///
    /// [validate]: https://tc39.es/ecma262/#sec-validateintegertypedarray
    pub(super) fn of(value: &JsValue, context: &mut Context) -> Option<Self> {
        let array = JsTypedArray::from_object(value.as_object()?).ok()?;
        let is_of_big_ints = match array.kind()? {
            TypedArrayKind::Int32 => false,
            TypedArrayKind::BigInt64 => true,
            _ => return None,
        };
        let buffer = array.buffer(context).ok()?.as_object()?;
        let memory = JsSharedArrayBuffer::from_object(buffer).ok()?.inner();
        Some(Self { array, is_of_big_ints, memory })
    }

    /// [ValidateAtomicAccess](https://tc39.es/ecma262/#sec-validateatomicaccess).
    ///
    /// # Errors
    ///
    /// `RangeError` if there is no such element. Whatever the conversion of the index throws.
    pub(super) fn element(&self, index: &JsValue, function: &str, context: &mut Context) -> JsResult<Element> {
        // Steps 1 and 3: the length before the index is converted.
        let length = self.array.length(context)? as u64;
        let index = index.to_index(context)?;
        if index >= length {
            return Err(range_error(format!("{function}: the array has no element {index}; its length is {length}")));
        }
        let size = if self.is_of_big_ints { 8 } else { 4 };
        let byte = self.array.byte_offset(context)? as u64 + index * size;
        // An index into memory that exists.
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        Ok(Element { place: Place { block: memory::address(&self.memory), byte }, index })
    }

    /// Converts a value as the array does.
    ///
    /// # Errors
    ///
    /// Whatever the conversion throws.
    pub(super) fn convert(&self, value: &JsValue, context: &mut Context) -> JsResult<i64> {
        if self.is_of_big_ints { value.to_big_int64(context) } else { value.to_i32(context).map(i64::from) }
    }

    /// The value of an element.
    ///
    /// # Errors
    ///
    /// None: shared memory does not shrink.
    pub(super) fn value(&self, element: &Element, context: &mut Context) -> JsResult<i64> {
        let value = self.array.get(element.index, context)?;
        self.convert(&value, context)
    }
}
