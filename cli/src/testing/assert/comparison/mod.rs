//! Deep equality as node:assert defines it:
//! [loose](https://nodejs.org/api/assert.html#assertdeepequalactual-expected-message),
//! [strict](https://nodejs.org/api/assert.html#assertdeepstrictequalactual-expected-message) and
//! [partial](https://nodejs.org/api/assert.html#assertpartialdeepstrictequalactual-expected-message).
//!
//! Getters and proxies may run code of the program at every step, so nothing is borrowed from an object meanwhile.

mod arrays;
mod bytes;
mod candidates;
mod kinds;
mod maps;
mod properties;
mod sets;

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::{Context, JsObject, JsResult, JsValue};
use posttask::internal::event_loop::set_while;
use posttask::internal::webidl::range_error;
use rustc_hash::FxHashSet;

use super::objects::plain_object;

/// How values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Primitive values are compared with `==`. Prototypes and symbols do not count.
    Loose,
    /// Primitive values are compared with `Object.is`, and prototypes too.
    Strict,
    /// Like [`Self::Strict`], but the actual value may have more properties and elements, and another prototype.
    Partial,
}

/// The highest number of nested objects that are compared: comparing is recursive, and the native stack is limited.
const MAX_LEVELS: usize = 10_000;

/// The number of nested objects that are being compared in a context. A getter may start another comparison meanwhile,
/// so all of them share the number.
#[derive(Clone, Default)]
struct Levels(Rc<Cell<usize>>);

impl Levels {
    fn of(context: &mut Context) -> Self {
        if let Some(levels) = context.get_data::<Self>() {
            return levels.clone();
        }
        let levels = Self::default();
        context.insert_data(levels.clone());
        levels
    }
}

/// Whether two values are deeply equal.
///
/// # Errors
///
/// Whatever a getter or a proxy throws, and `RangeError` if the values are nested too deeply.
pub(crate) fn are_deeply_equal(
    actual: &JsValue,
    expected: &JsValue,
    mode: Mode,
    context: &mut Context,
) -> JsResult<bool> {
    // The stack has room for this many nested calls of functions, which need more space than a level of a comparison.
    let most = context.runtime_limits().recursion_limit().min(MAX_LEVELS);
    let levels = Levels::of(context).0;
    Comparison { mode, most, levels, open: FxHashSet::default(), context }.values(actual, expected)
}

/// A comparison of two values.
struct Comparison<'a> {
    mode: Mode,
    most: usize,
    levels: Rc<Cell<usize>>,
    /// The objects on the way from the compared values to those being compared now: cyclic values are equal if they
    /// have the same cycles.
    open: FxHashSet<JsObject>,
    context: &'a mut Context,
}

impl Comparison<'_> {
    fn values(&mut self, actual: &JsValue, expected: &JsValue) -> JsResult<bool> {
        match (plain_object(actual), plain_object(expected)) {
            (Some(actual), Some(expected)) => Ok(actual == expected || self.objects(&actual, &expected)?),
            (None, None) if self.mode == Mode::Loose => {
                Ok(actual.equals(expected, self.context)? || is_nan(actual) && is_nan(expected))
            }
            (None, None) => Ok(JsValue::same_value(actual, expected)),
            _ => Ok(false),
        }
    }

    /// Compares two objects that are not the same, one level deeper than the current ones.
    fn objects(&mut self, actual: &JsObject, expected: &JsObject) -> JsResult<bool> {
        let level = self.levels.get() + 1;
        if level > self.most {
            return Err(range_error("Maximum call stack size exceeded"));
        }
        let levels = Rc::clone(&self.levels);
        let _level = set_while(&levels, level);
        self.objects_by_kind(actual, expected)
    }

    /// Compares what objects contain, unless the comparison of these objects is already under way.
    fn in_cycle(
        &mut self,
        actual: &JsObject,
        expected: &JsObject,
        compare: impl FnOnce(&mut Self) -> JsResult<bool>,
    ) -> JsResult<bool> {
        let actual_is_new = self.open.insert(actual.clone());
        let expected_is_new = self.open.insert(expected.clone());
        if actual_is_new && expected_is_new {
            let equal = compare(self);
            self.open.remove(actual);
            self.open.remove(expected);
            return equal;
        }
        for (object, is_new) in [(actual, actual_is_new), (expected, expected_is_new)] {
            if is_new {
                self.open.remove(object);
            }
        }
        Ok(!actual_is_new && !expected_is_new)
    }
}

fn is_nan(value: &JsValue) -> bool {
    value.as_number().is_some_and(f64::is_nan)
}
