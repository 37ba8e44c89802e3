//! The stacks of errors, read without running code of the program.

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::{Context, JsData, JsObject, js_string};
use boa_gc::{Finalize, Trace};

use super::location::with_anonymous_text;

/// The engine's getter for the `stack` property of errors, saved before a program can replace it.
#[derive(Trace, Finalize, JsData)]
struct StackGetter(JsObject);

/// Sets the getter that the host uses for the stacks of errors in the current realm.
pub(crate) fn set_stack_getter(getter: JsObject, context: &Context) {
    context.realm().host_defined_mut().insert(StackGetter(getter));
}

/// The getter that the host uses for stacks in the current realm. It never runs code of the program.
fn stack_getter(context: &Context) -> Option<JsObject> {
    if let Some(StackGetter(getter)) = context.realm().host_defined().get::<StackGetter>() {
        return Some(getter.clone());
    }
    let prototype = context.intrinsics().constructors().error().prototype();
    let stack = prototype.borrow().properties().get(&js_string!("stack").into())?;
    let getter = stack.get()?.as_object().filter(JsObject::is::<NativeFunctionObject>)?;
    set_stack_getter(getter.clone(), context);
    Some(getter)
}

/// Saves the engine's getter for stacks in a new realm.
pub(crate) fn save_stack_getter(context: &Context) {
    let _ = stack_getter(context);
}

/// The stack of an error object, as formatted by the engine. Empty for every other object.
#[must_use]
pub(crate) fn stack_text(error: &JsObject, context: &mut Context) -> String {
    let stack = stack_getter(context).and_then(|getter| getter.call(&error.clone().into(), &[], context).ok());
    stack.and_then(|stack| stack.as_string()).unwrap_or_default().to_std_string_lossy()
}

/// The lines of the current stack trace, innermost call first. They come from a new error, because the position of a
/// call frame is the position after the call.
#[must_use]
pub(crate) fn stack_lines(context: &mut Context) -> Vec<String> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let Ok(error) = constructor.construct(&[], None, context) else { return Vec::new() };
    let stack = stack_text(&error, context);
    stack
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(|line| with_anonymous_text(line).into_owned())
        .collect()
}
