//! The functions that compiled code calls. They are compiled when a program first needs them.

use std::path::Path;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsResult, JsValue, NativeFunction};
use boa_gc::{Gc, GcRefCell};
use posttask::internal::engine::parse_text;
use posttask::internal::event_loop::marked;

const TEXT: &str = include_str!("helpers.js");

/// The hidden global whose functions compiled code calls.
pub(super) const HOST: &str = "__posttask";

/// The name of its property that has the functions of the text.
pub(super) const HELPERS: &str = "helpers";

/// What the names of variables begin with that corrections add to a text.
pub(super) const PREFIX: &str = "$pt";

/// Returns a getter of an object with the functions. It does not replace itself: the engine would remember that there
/// is a getter.
pub(super) fn getter(context: &mut Context) -> JsFunction {
    let loaded = Gc::new(GcRefCell::new(None));
    let load = NativeFunction::from_copy_closure_with_captures(load, loaded);
    FunctionObjectBuilder::new(context.realm(), load).build()
}

/// The functions, once they are compiled.
type Loaded = Gc<GcRefCell<Option<JsValue>>>;

fn load(_: &JsValue, _: &[JsValue], loaded: &Loaded, context: &mut Context) -> JsResult<JsValue> {
    let known = loaded.borrow().clone();
    if let Some(helpers) = known {
        return Ok(helpers);
    }
    // The first line of a marked path is hidden from stacks.
    let text = TEXT.replace('\n', " ");
    let helpers = parse_text(&text, Some(&marked(Path::new("helpers.js"))), context)?.evaluate(context)?;
    *loaded.borrow_mut() = Some(helpers.clone());
    Ok(helpers)
}
