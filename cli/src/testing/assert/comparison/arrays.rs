//! The comparison of array elements.

use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsResult, JsValue, js_string};
use posttask::internal::html::own_property;

use super::properties::Elements;
use super::{Comparison, Mode};
use crate::testing::assert::objects::{Keys, is_array, own_enumerable_keys};

/// An element of an array.
struct Element {
    value: JsValue,
    /// Whether the array has no such element. It may still inherit a value.
    is_hole: bool,
}

fn key(index: u64) -> PropertyKey {
    match u32::try_from(index) {
        Ok(index) => index.into(),
        // A proxy for an array may have any length.
        Err(_) => js_string!(index.to_string()).into(),
    }
}

impl Comparison<'_> {
    /// Compares an array with another object.
    pub(super) fn array_with(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        if !is_array(expected, self.context)? {
            return Ok(false);
        }
        let (length, other) = (self.length(actual)?, self.length(expected)?);
        let lengths_match = length == other || self.mode == Mode::Partial && length > other;
        Ok(lengths_match
            && self.have_same_tag(actual, expected)?
            && self.properties(actual, expected, Elements::Arrays(length, other))?)
    }

    fn length(&mut self, array: &JsObject) -> JsResult<u64> {
        array.get(js_string!("length"), self.context)?.to_length(self.context)
    }

    fn element(&mut self, array: &JsObject, index: u64) -> JsResult<Element> {
        let key = key(index);
        // Most elements are stored as values.
        let stored = if array.is_array() { own_property(array, &key) } else { None };
        if let Some(value) = stored.as_ref().and_then(|property| property.value()) {
            return Ok(Element { value: value.clone(), is_hole: false });
        }
        let value = array.get(key.clone(), self.context)?;
        let is_hole = value.is_undefined() && !array.has_own_property(key, self.context)?;
        Ok(Element { value, is_hole })
    }

    pub(super) fn arrays(&mut self, actual: &JsObject, expected: &JsObject, length: u64) -> JsResult<bool> {
        for index in 0..length {
            let other = self.element(expected, index)?;
            if other.is_hole {
                return self.sparse_arrays(actual, expected, index);
            }
            let element = self.element(actual, index)?;
            let may_be_missing = self.mode == Mode::Loose && other.value.is_null();
            let equal = if other.value.is_undefined() {
                let is_null = self.mode == Mode::Loose && element.value.is_null();
                element.value.is_undefined() && !element.is_hole || is_null
            } else {
                !element.value.is_undefined() && self.values(&element.value, &other.value)? || may_be_missing
            };
            if !equal {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compares the elements that arrays with holes have, from an index on: both must have the same.
    fn sparse_arrays(&mut self, actual: &JsObject, expected: &JsObject, from: u64) -> JsResult<bool> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let keys = own_enumerable_keys(actual, Keys::Names, self.context)?;
        let other_keys = own_enumerable_keys(expected, Keys::Names, self.context)?;
        if keys.len() != other_keys.len() {
            return Ok(false);
        }
        for key in other_keys.into_iter().skip(from) {
            let value = actual.get(key.clone(), self.context)?;
            if value.is_undefined() && !actual.has_own_property(key.clone(), self.context)? {
                return Ok(false);
            }
            let other = expected.get(key, self.context)?;
            if !self.values(&value, &other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the elements of `expected` are among those of `actual`, in the same order.
    pub(super) fn partial_arrays(
        &mut self,
        actual: &JsObject,
        expected: &JsObject,
        length: u64,
        other_length: u64,
    ) -> JsResult<bool> {
        let mut position = 0;
        for index in 0..other_length {
            let other = self.element(expected, index)?;
            if other.is_hole {
                return self.partial_sparse_arrays(actual, expected, position, index);
            }
            loop {
                let element = self.element(actual, position)?;
                if element.is_hole {
                    return self.partial_sparse_arrays(actual, expected, position, index);
                }
                position += 1;
                if self.values(&element.value, &other.value)? {
                    break;
                }
                if position > length - other_length + index {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Like [`Self::partial_arrays`], for the elements that arrays with holes have, from a position and an index on.
    fn partial_sparse_arrays(
        &mut self,
        actual: &JsObject,
        expected: &JsObject,
        position: u64,
        index: u64,
    ) -> JsResult<bool> {
        let start = |from| usize::try_from(from).unwrap_or(usize::MAX);
        let keys = own_enumerable_keys(actual, Keys::Names, self.context)?;
        let other_keys = own_enumerable_keys(expected, Keys::Names, self.context)?;
        let mut keys = keys.into_iter().skip(start(position));
        let mut other_keys = other_keys.into_iter().skip(start(index));
        while let Some(other_key) = other_keys.next() {
            let other = expected.get(other_key, self.context)?;
            loop {
                // An element that is not among those left cannot be found any more.
                if keys.len() <= other_keys.len() {
                    return Ok(false);
                }
                let Some(key) = keys.next() else { return Ok(false) };
                let value = actual.get(key, self.context)?;
                if self.values(&value, &other)? {
                    break;
                }
            }
        }
        Ok(true)
    }
}
