//! The comparison of maps, whose order does not matter.

use boa_engine::object::builtins::JsMap;
use boa_engine::{JsResult, JsValue};

use super::candidates::Candidates;
use super::sets::{LooseMatch, loose_match};
use super::{Comparison, Mode};
use crate::testing::assert::objects::plain_object;

impl Comparison<'_> {
    pub(super) fn size_of_map(&mut self, map: &JsMap) -> JsResult<usize> {
        let size = map.get_size(self.context)?.to_length(self.context)?;
        Ok(usize::try_from(size).unwrap_or(usize::MAX))
    }

    fn map_has(&mut self, map: &JsMap, key: &JsValue) -> JsResult<bool> {
        Ok(map.has(key.clone(), self.context)?.to_boolean())
    }

    pub(super) fn maps(&mut self, actual: &JsMap, expected: &JsMap) -> JsResult<bool> {
        let mut without_equal = Vec::new();
        for (key, value) in entries(expected)? {
            if plain_object(&key).is_none() {
                let other = actual.get(key.clone(), self.context)?;
                let has_key = !other.is_undefined() || self.map_has(actual, &key)?;
                if has_key && self.values(&other, &value)? {
                    continue;
                }
                if !self.may_equal_a_key(&key, &value, actual, expected)? {
                    return Ok(false);
                }
            }
            without_equal.push(key);
        }
        if without_equal.is_empty() {
            return Ok(true);
        }
        let candidates = Candidates::new(without_equal);
        if self.mode == Mode::Partial {
            self.partial_maps(candidates, actual, expected)
        } else {
            self.map_entries(candidates, actual, expected)
        }
    }

    /// Whether a map may have an entry that loosely equals one with a primitive key, though not the key itself.
    fn may_equal_a_key(&mut self, key: &JsValue, value: &JsValue, actual: &JsMap, expected: &JsMap) -> JsResult<bool> {
        if self.mode != Mode::Loose {
            return Ok(false);
        }
        match loose_match(key) {
            LooseMatch::Only(other) => {
                if !self.map_has(actual, &other)? || self.map_has(expected, &other)? {
                    return Ok(false);
                }
                let other = actual.get(other, self.context)?;
                self.values(&other, value)
            }
            LooseMatch::Any => Ok(true),
            LooseMatch::None => Ok(false),
        }
    }

    /// Whether each entry of `actual` whose key `expected` does not have equals that of a candidate.
    fn map_entries(&mut self, mut candidates: Candidates, actual: &JsMap, expected: &JsMap) -> JsResult<bool> {
        for (key, value) in entries(actual)? {
            if plain_object(&key).is_none() {
                if self.map_has(expected, &key)? {
                    let other = expected.get(key.clone(), self.context)?;
                    if self.mode != Mode::Loose || self.values(&value, &other)? {
                        continue;
                    }
                } else if self.mode != Mode::Loose {
                    return Ok(false);
                }
            }
            if !candidates.take(|candidate| self.entry(&key, &value, candidate, expected))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether each candidate is the key of an entry that equals a different entry of `actual`.
    fn partial_maps(&mut self, mut candidates: Candidates, actual: &JsMap, expected: &JsMap) -> JsResult<bool> {
        let entries = entries(actual)?;
        for (index, (key, value)) in entries.iter().enumerate() {
            if entries.len() - index < candidates.len() {
                return Ok(false);
            }
            if plain_object(key).is_some() {
                candidates.take(|candidate| self.entry(key, value, candidate, expected))?;
            }
            if candidates.len() == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an entry equals the one that `expected` has for another key.
    fn entry(&mut self, key: &JsValue, value: &JsValue, other_key: &JsValue, expected: &JsMap) -> JsResult<bool> {
        if !self.values(key, other_key)? {
            return Ok(false);
        }
        let other = expected.get(other_key.clone(), self.context)?;
        self.values(value, &other)
    }
}

/// Copies the entries before any of them is compared: a getter may change the map.
fn entries(map: &JsMap) -> JsResult<Vec<(JsValue, JsValue)>> {
    let mut entries = Vec::new();
    map.for_each_native(|key, value| {
        entries.push((key, value));
        Ok(())
    })?;
    Ok(entries)
}
