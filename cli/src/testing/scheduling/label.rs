//! Functions with a label.

use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::record::Record;

/// A function of the program, and its label in a recording.
#[derive(Clone, Trace, Finalize)]
struct Labeled {
    function: JsObject,
    #[unsafe_ignore_trace]
    label: Rc<str>,
    #[unsafe_ignore_trace]
    record: Rc<Record>,
}

/// Returns a function that calls another one, and tells the recording so. It has the same name and length: a test
/// whose function has two parameters takes a callback.
///
/// # Errors
///
/// Whatever the getters of the name and the length throw.
pub(super) fn labeled(
    record: &Rc<Record>,
    label: &JsString,
    function: &JsObject,
    context: &mut Context,
) -> JsResult<JsFunction> {
    let name = function.get(js_string!("name"), context)?.as_string().unwrap_or_default();
    let length = function.get(js_string!("length"), context)?.to_length(context)?;
    let label = Rc::from(label.to_std_string_lossy());
    let labeled = Labeled { function: function.clone(), label, record: Rc::clone(record) };
    let steps = |this: &JsValue, arguments: &[JsValue], labeled: &Labeled, context: &mut Context| {
        labeled.record.history.borrow_mut().label(&labeled.label);
        labeled.function.call(this, arguments, context)
    };
    let steps = NativeFunction::from_copy_closure_with_captures(steps, labeled);
    let length = usize::try_from(length).unwrap_or_default();
    Ok(FunctionObjectBuilder::new(context.realm(), steps).name(name).length(length).build())
}
