//! The comparison of own enumerable properties, and then of elements.

use boa_engine::object::builtins::{JsMap, JsSet};
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsResult};

use super::{Comparison, Mode};
use crate::testing::assert::objects::{Keys, own_descriptor, own_enumerable_keys};

/// What objects contain besides their properties.
pub(super) enum Elements {
    None,
    /// Bytes, which have been compared already. The indices are no properties of their own.
    Hidden,
    /// The elements of two arrays, with the lengths.
    Arrays(u64, u64),
    Sets(JsSet, JsSet),
    Maps(JsMap, JsMap),
}

impl Elements {
    /// Whether there is nothing to compare after the properties.
    fn are_done(&self) -> bool {
        match self {
            Self::None | Self::Hidden => true,
            Self::Arrays(_, expected) => *expected == 0,
            // Sets and maps are only compared if their sizes match.
            Self::Sets(_, expected) => expected.size() == 0,
            Self::Maps(..) => false,
        }
    }
}

/// The keys of the properties to be compared.
struct ComparedKeys {
    /// Those of the actual value, if its properties must be the same.
    actual: Option<Vec<PropertyKey>>,
    expected: Vec<PropertyKey>,
}

impl Comparison<'_> {
    /// Compares the properties of two objects, and then their elements.
    pub(super) fn properties(&mut self, actual: &JsObject, expected: &JsObject, elements: Elements) -> JsResult<bool> {
        let without_indices = matches!(elements, Elements::Arrays(..) | Elements::Hidden);
        let Some(keys) = self.keys(actual, expected, without_indices)? else { return Ok(false) };
        if keys.expected.is_empty() && elements.are_done() {
            return Ok(true);
        }
        self.in_cycle(actual, expected, |comparison| {
            Ok(comparison.values_at(actual, expected, &keys)? && comparison.elements(actual, expected, elements)?)
        })
    }

    /// Returns the keys to be compared; `None` if the objects do not have the same number of properties.
    fn keys(
        &mut self,
        actual: &JsObject,
        expected: &JsObject,
        without_indices: bool,
    ) -> JsResult<Option<ComparedKeys>> {
        let names = if without_indices { Keys::NamesWithoutIndices } else { Keys::Names };
        let mut other = own_enumerable_keys(expected, names, self.context)?;
        if self.mode == Mode::Partial {
            other.append(&mut own_enumerable_keys(expected, Keys::Symbols, self.context)?);
            return Ok(Some(ComparedKeys { actual: None, expected: other }));
        }
        let mut keys = own_enumerable_keys(actual, names, self.context)?;
        if keys.len() != other.len() {
            return Ok(None);
        }
        if self.mode == Mode::Strict {
            keys.append(&mut own_enumerable_keys(actual, Keys::Symbols, self.context)?);
            other.append(&mut own_enumerable_keys(expected, Keys::Symbols, self.context)?);
        }
        Ok((keys.len() == other.len()).then_some(ComparedKeys { actual: Some(keys), expected: other }))
    }

    /// Compares the values of properties.
    fn values_at(&mut self, actual: &JsObject, expected: &JsObject, keys: &ComparedKeys) -> JsResult<bool> {
        let known = keys.actual.as_deref().unwrap_or_default();
        // While the keys are in the same order, the actual value need not be asked whether it has them.
        let in_order = known.iter().zip(&keys.expected).take_while(|(actual, expected)| actual == expected).count();
        for (index, key) in keys.expected.iter().enumerate() {
            let value = if index < in_order {
                actual.get(key.clone(), self.context)?
            } else {
                let Some(property) = own_descriptor(actual, key, self.context)? else { return Ok(false) };
                if property.enumerable() != Some(true) {
                    return Ok(false);
                }
                match property.value() {
                    Some(value) => value.clone(),
                    None => actual.get(key.clone(), self.context)?,
                }
            };
            let other = expected.get(key.clone(), self.context)?;
            if !self.values(&value, &other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn elements(&mut self, actual: &JsObject, expected: &JsObject, elements: Elements) -> JsResult<bool> {
        match elements {
            Elements::None | Elements::Hidden => Ok(true),
            Elements::Arrays(length, _) if self.mode != Mode::Partial => self.arrays(actual, expected, length),
            Elements::Arrays(length, other_length) => self.partial_arrays(actual, expected, length, other_length),
            Elements::Sets(actual, expected) => self.sets(&actual, &expected),
            Elements::Maps(actual, expected) => self.maps(&actual, &expected),
        }
    }
}
