//! The functions that compiled code calls. They are compiled when a program first needs them.

use std::path::Path;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};
use posttask::internal::engine::parse_text;
use posttask::internal::event_loop::marked;

const TEXT: &str = include_str!("helpers.js");

/// The hidden global whose functions compiled code calls.
pub(super) const HOST: &str = "__posttask";

/// The name of its property that has the functions of the text.
pub(super) const HELPERS: &str = "helpers";

/// Returns a getter that replaces its property by an object with the functions.
pub(super) fn getter(context: &mut Context) -> JsFunction {
    FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(load)).build()
}

fn load(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // The first line of a marked path is hidden from stacks.
    let text = TEXT.replace('\n', " ");
    let helpers = parse_text(&text, Some(&marked(Path::new("helpers.js"))), context)?.evaluate(context)?;
    if let Some(host) = this.as_object() {
        let property = PropertyDescriptor::builder().value(helpers.clone());
        host.define_property_or_throw(js_string!(HELPERS), property, context)?;
    }
    Ok(helpers)
}

/// The attributes of the property: the getter is replaced when it is called.
pub(super) const ATTRIBUTE: Attribute = Attribute::CONFIGURABLE;
