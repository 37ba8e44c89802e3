//! Errors that the engine throws, with better messages and places.

use std::path::Path;

use boa_engine::builtins::error::Error;
use boa_engine::context::intrinsics::StandardConstructor;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsString, JsValue, js_string};

use super::built_in_report::{EngineReport, Explanation};
use super::error_stack::{shown_stack, stack_text, translator};
use super::marked_path::{has_extra_line, unmarked, without_extra_line};
use super::vicinity::vicinity;

/// Gives an error that the engine has thrown the message and the place that the translator of the context knows.
/// Nothing happens to other values, and if it is called again. To be called before the program sees an exception.
pub fn explain_error(value: &JsValue, context: &mut Context) {
    let Some(error) = value.as_object().filter(JsObject::is::<Error>) else { return };
    let constructors = context.intrinsics().constructors();
    if error.prototype() == Some(constructors.aggregate_error().prototype()) {
        return explain_aggregate_error(&error);
    }
    let made = [
        constructors.type_error(),
        constructors.reference_error(),
        constructors.range_error(),
        constructors.syntax_error(),
        constructors.uri_error(),
    ];
    let made = made.map(StandardConstructor::prototype);
    if !error.prototype().is_some_and(|prototype| made.contains(&prototype)) {
        return;
    }
    let Some((translator, read)) = translator(context) else { return };
    let Some(message) = message_of(&error) else { return };
    let message = message.to_std_string_lossy();
    if !translator.may_explain(&message) {
        return;
    }
    let stack = stack_text(&error, context);
    // The function of a guard, which throws for the expression.
    let stack = stack.strip_prefix("    at nullish (native)\n").unwrap_or(&stack);
    let (first, others) = stack.split_once('\n').unwrap_or((stack, ""));
    let Some(report) = report_of(first, message) else { return };
    let vicinity = || vicinity(&error, has_extra_line(first), &read);
    let explanation = translator.explain(&report, &vicinity);
    let Some(Explanation { message, position: (line, column) }) = explanation else { return };
    let message = JsString::from(message);
    let stack = format!("    at {} ({}:{line}:{column})\n{others}", report.function, report.file);
    error.insert_property(js_string!("message"), property(message));
    let stack = shown_stack(&error, &stack, context);
    error.insert_property(js_string!("stack"), property(stack));
}

/// The error of `Promise.any` has the message of V8.
fn explain_aggregate_error(error: &JsObject) {
    if message_of(error).is_some_and(|message| message == js_string!("no promise in Promise.any was fulfilled.")) {
        error.insert_property(js_string!("message"), property(js_string!("All promises were rejected")));
    }
}

/// A property of an error.
fn property(value: JsString) -> boa_engine::property::PropertyDescriptorBuilder {
    PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true)
}

/// The message of an error, if it is an own data property.
fn message_of(error: &JsObject) -> Option<JsString> {
    let message = error.borrow().properties().get(&js_string!("message").into())?;
    message.value()?.as_string()
}

/// A line and a column, from 1.
type Position = (u32, u32);

/// What the engine reports in its innermost frame.
fn report_of(frame: &str, message: String) -> Option<EngineReport> {
    let shown = without_extra_line(frame);
    // Above the first line of the file, the body of a module starts.
    let is_in_module = shown.is_none();
    let (function, file, position) = parts(shown.as_deref().unwrap_or(frame))?;
    let file = unmarked(Path::new(file)).display().to_string();
    let position = position.filter(|_| !is_in_module);
    Some(EngineReport { message, function: function.to_owned(), file, position, is_in_module })
}

/// The function, the file and the position of a stack frame of the engine.
fn parts(frame: &str) -> Option<(&str, &str, Option<Position>)> {
    let (function, place) = frame.trim_start().strip_prefix("at ")?.strip_suffix(')')?.split_once(" (")?;
    let (place, column) = place.rsplit_once(':')?;
    let (file, line) = place.rsplit_once(':')?;
    Some((function, file, line.parse().ok().zip(column.parse().ok())))
}
