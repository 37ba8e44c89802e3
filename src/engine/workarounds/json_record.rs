//! The values of a JSON text, for a function that revives them.

use std::ops::Range;

use boa_engine::{JsString, JsValue};
use rustc_hash::FxHashMap;

/// A [value of the text](https://tc39.es/proposal-json-parse-with-source/#sec-json-parse-record), for a function that
/// revives it. Records refer to each other by index: nested ones would be dropped recursively.
pub(super) struct Record {
    pub(super) value: JsValue,
    pub(super) content: Content,
}

/// What a value consists of.
pub(super) enum Content {
    /// The place in the text of a primitive value.
    Primitive(Range<usize>),
    Elements(Vec<usize>),
    Entries(FxHashMap<JsString, usize>),
}
