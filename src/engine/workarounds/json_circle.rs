//! What `JSON.stringify` says about an object that contains itself, in the words of V8.

use std::fmt::Write as _;

use boa_engine::{JsError, JsNativeError, JsObject, JsString, JsSymbol, js_string};

use crate::stored_properties::{function_name, own_property, prototypes, text_property};

/// How many objects are named after the first one, and at the end. Between them are dots.
const NAMED: (usize, usize) = (2, 1);

/// What leads from a value to one that it contains.
#[derive(Clone)]
pub(super) enum Step {
    Index(u64),
    Name(JsString),
}

impl Step {
    fn text(&self) -> String {
        match self {
            Self::Index(index) => format!("index {index}"),
            Self::Name(name) if name.is_empty() => "<anonymous>".to_owned(),
            Self::Name(name) => format!("property '{}'", name.to_std_string_lossy()),
        }
    }
}

/// The error for a circle. `circle` has its objects, each with the step to it, and `last` leads to the first one again.
pub(super) fn circular<'a>(circle: impl ExactSizeIterator<Item = (&'a JsObject, &'a Step)>, last: &Step) -> JsError {
    let mut message = String::from("Converting circular structure to JSON\n    --> starting at ");
    let length = circle.len();
    for (place, (object, step)) in circle.enumerate() {
        if place > NAMED.0 && place + NAMED.1 < length {
            if place == NAMED.0 + 1 {
                message.push_str("\n    |     ...");
            }
            continue;
        }
        if place > 0 {
            let _ = write!(message, "\n    |     {} -> ", step.text());
        }
        let _ = write!(message, "object with constructor '{}'", class_name(object));
    }
    let _ = write!(message, "\n    --- {} closes the circle", last.text());
    JsNativeError::typ().with_message(message).into()
}

/// Classes without a name are left out.
fn class_name(object: &JsObject) -> String {
    let tag = text_property(object, JsSymbol::to_string_tag());
    tag.or_else(|| prototypes(object).find_map(|it| name_of_class(&it))).unwrap_or_else(|| "Object".to_owned())
}

/// The name of the class that an object is the prototype of.
fn name_of_class(prototype: &JsObject) -> Option<String> {
    let constructor = own_property(prototype, &js_string!("constructor").into())?.value()?.as_object()?;
    if constructor.is_callable() { function_name(&constructor) } else { None }
}
