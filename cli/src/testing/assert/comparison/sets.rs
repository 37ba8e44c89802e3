//! The comparison of sets, whose order does not matter.

use boa_engine::object::builtins::JsSet;
use boa_engine::{JsResult, JsValue};

use super::candidates::Candidates;
use super::{Comparison, Mode};
use crate::testing::assert::objects::plain_object;

/// A primitive value that another one may loosely equal.
pub(super) enum LooseMatch {
    /// Only this value.
    Only(JsValue),
    /// One of many.
    Any,
    None,
}

/// Returns which other primitive values a value loosely equals.
pub(super) fn loose_match(value: &JsValue) -> LooseMatch {
    if value.is_undefined() {
        return LooseMatch::Only(JsValue::null());
    }
    if value.is_null() {
        return LooseMatch::Only(JsValue::undefined());
    }
    let number = match value.as_string() {
        Some(text) => Some(text.to_number()),
        None => value.as_number(),
    };
    if value.is_symbol() || number.is_some_and(f64::is_nan) { LooseMatch::None } else { LooseMatch::Any }
}

impl Comparison<'_> {
    pub(super) fn sets(&mut self, actual: &JsSet, expected: &JsSet) -> JsResult<bool> {
        let mut without_equal = Vec::new();
        for value in values(expected)? {
            if actual.has(value.clone()) {
                continue;
            }
            if plain_object(&value).is_none() && !self.may_equal_a_member(&value, actual, expected) {
                return Ok(false);
            }
            without_equal.push(value);
        }
        if without_equal.is_empty() {
            return Ok(true);
        }
        let candidates = Candidates::new(without_equal);
        if self.mode == Mode::Partial {
            self.partial_sets(candidates, actual, expected)
        } else {
            self.members(candidates, actual, expected)
        }
    }

    /// Whether a set may have a member that loosely equals a primitive value, though not the value itself.
    fn may_equal_a_member(&self, value: &JsValue, actual: &JsSet, expected: &JsSet) -> bool {
        if self.mode != Mode::Loose {
            return false;
        }
        match loose_match(value) {
            LooseMatch::Only(other) => !expected.has(other.clone()) && actual.has(other),
            LooseMatch::Any => true,
            LooseMatch::None => false,
        }
    }

    /// Whether each member of `actual` that `expected` does not have equals one of the candidates.
    fn members(&mut self, mut candidates: Candidates, actual: &JsSet, expected: &JsSet) -> JsResult<bool> {
        for value in values(actual)? {
            if expected.has(value.clone()) {
                continue;
            }
            let is_primitive = plain_object(&value).is_none();
            if is_primitive && self.mode != Mode::Loose {
                return Ok(false);
            }
            if !candidates.take(|candidate| self.values(&value, candidate))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether each candidate equals a different member of `actual`.
    fn partial_sets(&mut self, mut candidates: Candidates, actual: &JsSet, expected: &JsSet) -> JsResult<bool> {
        let members = values(actual)?;
        for (index, value) in members.iter().enumerate() {
            if members.len() - index < candidates.len() {
                return Ok(false);
            }
            if !expected.has(value.clone()) {
                candidates.take(|candidate| self.values(value, candidate))?;
            }
            if candidates.len() == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Copies the members before any of them is compared: a getter may change the set.
fn values(set: &JsSet) -> JsResult<Vec<JsValue>> {
    let mut values = Vec::with_capacity(set.size());
    set.for_each_native(|value| {
        values.push(value);
        Ok(())
    })?;
    Ok(values)
}
