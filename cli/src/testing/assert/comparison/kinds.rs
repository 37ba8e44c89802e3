//! The comparison of objects, by their kind.

use boa_engine::builtins::error::Error;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsDate, JsMap, JsPromise, JsRegExp, JsSet, JsSharedArrayBuffer, JsTypedArray, JsWeakMap,
    JsWeakSet,
};
use boa_engine::property::PropertyKey;
use boa_engine::{JsBigInt, JsObject, JsResult, JsString, JsSymbol, JsValue, js_string};
use posttask::internal::url::is_url;
use posttask::internal::webidl::PlatformObject;

use super::properties::Elements;
use super::{Comparison, Mode};
use crate::testing::assert::objects::{
    is_array, is_enumerable, is_error, is_instance_of_error, object_to_string, prototype_of, string_tag,
};

impl Comparison<'_> {
    pub(super) fn objects_by_kind(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        if self.mode == Mode::Strict && !self.have_same_class(actual, expected)? {
            return Ok(false);
        }
        if is_array(actual, self.context)? {
            return self.array_with(actual, expected);
        }
        let tag = string_tag(actual, self.context)?;
        let text = object_to_string(actual, self.context)?;
        let has_only_properties = !actual.is::<PlatformObject>();
        if tag.is_undefined() && text == js_string!("[object Object]") && has_only_properties {
            return Ok(
                self.have_same_text(&text, actual, expected)? && self.properties(actual, expected, Elements::None)?
            );
        }
        if let Ok(set) = JsSet::from_object(actual.clone()) {
            let Ok(other) = JsSet::from_object(expected.clone()) else { return Ok(false) };
            return Ok(self.sizes_match(set.size(), other.size())
                && self.have_same_tag(actual, expected)?
                && self.properties(actual, expected, Elements::Sets(set, other))?);
        }
        if let Ok(map) = JsMap::from_object(actual.clone()) {
            let Ok(other) = JsMap::from_object(expected.clone()) else { return Ok(false) };
            let (size, other_size) = (self.size_of_map(&map)?, self.size_of_map(&other)?);
            return Ok(self.sizes_match(size, other_size)
                && self.have_same_tag(actual, expected)?
                && self.properties(actual, expected, Elements::Maps(map, other))?);
        }
        if is_view(actual) {
            return Ok(self.views(actual, expected)? && self.properties(actual, expected, Elements::Hidden)?);
        }
        let equal = match self.slots(actual, expected)? {
            Some(equal) => equal,
            None => self.have_same_text(&text, actual, expected)? && self.other_kinds(actual, expected)?,
        };
        Ok(equal && self.properties(actual, expected, Elements::None)?)
    }

    /// Whether two objects have the same class: the same constructor if the class defines one, otherwise the same
    /// prototype.
    fn have_same_class(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        let constructor = actual.get(js_string!("constructor"), self.context)?;
        let is_own = actual.has_own_property(js_string!("constructor"), self.context)?;
        if !constructor.is_undefined() && (!is_own || self.is_built_in_class(&constructor)) {
            let other = expected.get(js_string!("constructor"), self.context)?;
            return Ok(constructor.strict_equals(&other));
        }
        Ok(prototype_of(actual, self.context)? == prototype_of(expected, self.context)?)
    }

    /// Whether a value is one of the classes that no other prototype than their own refers to.
    fn is_built_in_class(&self, constructor: &JsValue) -> bool {
        let Some(constructor) = constructor.as_object() else { return false };
        let all = self.context.intrinsics().constructors();
        let classes = [
            all.object(),
            all.array(),
            all.array_buffer(),
            all.bigint(),
            all.boolean(),
            all.data_view(),
            all.date(),
            all.error(),
            all.function(),
            all.map(),
            all.number(),
            all.promise(),
            all.regexp(),
            all.set(),
            all.string(),
            all.symbol(),
            all.weak_map(),
            all.weak_set(),
            all.typed_bigint64_array(),
            all.typed_biguint64_array(),
            all.typed_float32_array(),
            all.typed_float64_array(),
            all.typed_int8_array(),
            all.typed_int16_array(),
            all.typed_int32_array(),
            all.typed_uint8_array(),
            all.typed_uint8clamped_array(),
            all.typed_uint16_array(),
            all.typed_uint32_array(),
        ];
        classes.iter().any(|class| class.constructor() == constructor)
    }

    /// Whether `actual` has as many elements as `expected`, or may have more.
    pub(super) fn sizes_match(&self, actual: usize, expected: usize) -> bool {
        actual == expected || self.mode == Mode::Partial && actual > expected
    }

    pub(super) fn have_same_tag(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        let tag = string_tag(actual, self.context)?;
        Ok(tag.strict_equals(&string_tag(expected, self.context)?))
    }

    /// Whether two objects have the same `Symbol.toStringTag`, or the same text if one of them has none.
    fn have_same_text(&mut self, text: &JsString, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        let tag = string_tag(actual, self.context)?;
        if !tag.is_undefined() {
            let other = string_tag(expected, self.context)?;
            if !other.is_undefined() {
                return Ok(tag.strict_equals(&other));
            }
        }
        Ok(*text == object_to_string(expected, self.context)?)
    }

    /// Compares the data of dates, regular expressions and buffers. `None` if `actual` is of another kind.
    fn slots(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<Option<bool>> {
        let equal = if let Ok(date) = JsDate::from_object(actual.clone()) {
            let Ok(other) = JsDate::from_object(expected.clone()) else { return Ok(Some(false)) };
            JsValue::same_value_zero(&date.get_time(self.context)?, &other.get_time(self.context)?)
        } else if JsRegExp::from_object(actual.clone()).is_ok() {
            if JsRegExp::from_object(expected.clone()).is_err() {
                return Ok(Some(false));
            }
            self.are_equal_at(actual, expected, &["source", "flags", "lastIndex"])?
        } else if is_buffer(actual) {
            is_buffer(expected) && self.buffers(actual, expected)
        } else {
            return Ok(None);
        };
        Ok(Some(equal && self.have_same_tag(actual, expected)?))
    }

    /// Whether these properties are the same, as `===` defines it.
    fn are_equal_at(&mut self, actual: &JsObject, expected: &JsObject, names: &[&str]) -> JsResult<bool> {
        for &name in names {
            let (actual, expected) =
                (actual.get(js_string!(name), self.context)?, expected.get(js_string!(name), self.context)?);
            if !actual.strict_equals(&expected) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compares what is special about errors, wrapped primitive values, and objects that have only an identity.
    fn other_kinds(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        if is_array(expected, self.context)? || has_contents(expected) {
            return Ok(false);
        }
        if is_error(&actual.clone().into(), self.context)? {
            return self.errors(actual, expected);
        }
        if let Some(value) = wrapped(actual) {
            return Ok(wrapped(expected)
                .is_some_and(|other| value.get_type() == other.get_type() && JsValue::same_value(&value, &other)));
        }
        if is_url(actual) {
            return Ok(is_url(expected) && self.are_equal_at(actual, expected, &["href"])?);
        }
        let expected_is_special = wrapped(expected).is_some()
            || expected.is::<Error>()
            || is_instance_of_error(&expected.clone().into(), self.context)?;
        Ok(!expected_is_special && !has_identity(actual))
    }

    /// Compares what errors have in common, even if the properties are not enumerable. Stacks are not compared.
    fn errors(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        if !is_error(&expected.clone().into(), self.context)? {
            return Ok(false);
        }
        for name in ["message", "name", "cause", "errors"] {
            if !self.error_property(actual, expected, &js_string!(name))? {
                return Ok(false);
            }
        }
        let expected_has = expected.has_own_property(js_string!("cause"), self.context)?;
        let actual_has = actual.has_own_property(js_string!("cause"), self.context)?;
        Ok(expected_has == actual_has || self.mode == Mode::Partial && !expected_has)
    }

    fn error_property(&mut self, actual: &JsObject, expected: &JsObject, name: &JsString) -> JsResult<bool> {
        let key = PropertyKey::from(name.clone());
        // Enumerable properties are compared with all others.
        if is_enumerable(expected, &key, self.context)? {
            return Ok(true);
        }
        let other = expected.get(key.clone(), self.context)?;
        if self.mode == Mode::Partial {
            let is_empty_message =
                *name == js_string!("message") && other.as_string().is_some_and(|text| text.is_empty());
            if other.is_undefined() || is_empty_message {
                return Ok(true);
            }
        }
        let value = actual.get(key, self.context)?;
        self.values(&value, &other)
    }
}

pub(super) fn is_view(object: &JsObject) -> bool {
    JsTypedArray::from_object(object.clone()).is_ok() || JsDataView::from_object(object.clone()).is_ok()
}

fn is_buffer(object: &JsObject) -> bool {
    JsArrayBuffer::from_object(object.clone()).is_ok() || JsSharedArrayBuffer::from_object(object.clone()).is_ok()
}

/// Whether an object is of a kind that has its own comparison, other than arrays.
fn has_contents(object: &JsObject) -> bool {
    is_view(object)
        || is_buffer(object)
        || JsSet::from_object(object.clone()).is_ok()
        || JsMap::from_object(object.clone()).is_ok()
        || JsDate::from_object(object.clone()).is_ok()
        || JsRegExp::from_object(object.clone()).is_ok()
}

/// Whether the contents of an object cannot be compared, so that it only equals itself.
fn has_identity(object: &JsObject) -> bool {
    object.is::<PlatformObject>()
        || JsWeakMap::from_object(object.clone()).is_ok()
        || JsWeakSet::from_object(object.clone()).is_ok()
        || JsPromise::from_object(object.clone()).is_ok()
}

/// Returns the primitive value that an object wraps.
fn wrapped(object: &JsObject) -> Option<JsValue> {
    if let Some(boolean) = object.downcast_ref::<bool>() {
        return Some((*boolean).into());
    }
    if let Some(number) = object.downcast_ref::<f64>() {
        return Some(JsValue::rational(*number));
    }
    if let Some(text) = object.downcast_ref::<JsString>() {
        return Some(text.clone().into());
    }
    if let Some(number) = object.downcast_ref::<JsBigInt>() {
        return Some(number.clone().into());
    }
    object.downcast_ref::<JsSymbol>().map(|symbol| symbol.clone().into())
}
