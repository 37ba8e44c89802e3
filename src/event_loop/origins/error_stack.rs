//! The stacks of errors, read without running code of the program, with positions as the user knows them.

use std::borrow::Cow;
use std::rc::Rc;

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use crate::stored_properties::{function_name, own_property, prototypes, text_property};

use super::built_in_report::{EngineReport, Explanation, Vicinity};
use super::constructor_frames::without_constructors;
use super::location::{Location, is_host_file, lines_of_stack, with_anonymous_text};
use super::marked_path::without_extra_line;
use super::vicinity::Read;

/// Translates the stack frames of a program whose source text was compiled before the engine received it.
pub trait FrameTranslator {
    /// Returns the function and the place to show instead of those that the engine reports. `None` if they are right.
    /// The engine calls top-level code and functions whose name it does not know `<main>`.
    fn translate(&self, function: &str, place: &Location) -> Option<(String, Location)>;

    /// The same for a frame of the stack of an error. By default, it is [`Self::translate`]. V8 says that a call is
    /// where the name of what is called is, and the engine, where its parenthesis is.
    fn translate_error(&self, function: &str, place: &Location) -> Option<(String, Location)> {
        self.translate(function, place)
    }

    /// Whether [`Self::explain`] may know more about an error of the engine with this message. By default, it does not.
    fn may_explain(&self, message: &str) -> bool {
        let _ = message;
        false
    }

    /// Returns a better message and place for an error of the engine, if they are known. `vicinity` finds out more, but
    /// may take as long as printing the bytecode of the function.
    fn explain(&self, report: &EngineReport, vicinity: &dyn Fn() -> Option<Vicinity>) -> Option<Explanation> {
        let _ = (report, vicinity);
        None
    }
}

/// The translator of a context, and how much has been read for it.
struct Translator(Rc<dyn FrameTranslator>, Rc<Read>);

/// The translator of a context, if it has one, and how much has been read for it.
pub(super) fn translator(context: &Context) -> Option<(Rc<dyn FrameTranslator>, Rc<Read>)> {
    context.get_data::<Translator>().map(|Translator(translator, read)| (Rc::clone(translator), Rc::clone(read)))
}

/// Sets the translator of all stack frames of the context. To be called before realms are set up.
pub(crate) fn set_frame_translator(translator: Rc<dyn FrameTranslator>, context: &mut Context) {
    context.insert_data(Translator(translator, Rc::default()));
}

/// The engine's getter for the `stack` property of errors, saved before a program can replace it.
#[derive(Trace, Finalize, JsData)]
struct StackGetter(JsObject);

/// The getter that the host uses for stacks in the current realm. It never runs code of the program.
fn stack_getter(context: &Context) -> Option<JsObject> {
    if let Some(StackGetter(getter)) = context.realm().host_defined().get::<StackGetter>() {
        return Some(getter.clone());
    }
    let prototype = context.intrinsics().constructors().error().prototype();
    let stack = prototype.borrow().properties().get(&js_string!("stack").into())?;
    let getter = stack.get()?.as_object().filter(JsObject::is::<NativeFunctionObject>)?;
    context.realm().host_defined_mut().insert(StackGetter(getter.clone()));
    Some(getter)
}

/// Saves the engine's getter for stacks in a new realm. `stack` gets one that writes stacks as V8 does, with the
/// positions that the user knows.
///
/// # Errors
///
/// Whatever the engine throws if `stack` cannot be redefined.
pub(crate) fn set_up_stacks(context: &mut Context) -> JsResult<()> {
    let Some(getter) = stack_getter(context) else { return Ok(()) };
    let get_stack = NativeFunction::from_copy_closure_with_captures(get_stack, getter);
    let getter = FunctionObjectBuilder::new(context.realm(), get_stack).name(js_string!("get stack")).build();
    let property = PropertyDescriptor::builder().get(getter);
    let prototype = context.intrinsics().constructors().error().prototype();
    prototype.define_property_or_throw(js_string!("stack"), property, context).map(drop)
}

fn get_stack(this: &JsValue, arguments: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let stack = original.call(this, arguments, context)?;
    let (Some(text), Some(error)) = (stack.as_string(), this.as_object()) else { return Ok(stack) };
    let text = without_constructors(&error, text.to_std_string_lossy());
    Ok(shown_stack(&error, &text, context).into())
}

/// Returns what the property `stack` of an error is, for a stack of the engine: as in V8, a line with the name and the
/// message, then the frames.
pub(super) fn shown_stack(error: &JsObject, stack: &str, context: &Context) -> JsString {
    let mut text = header(error);
    for frame in lines_of_stack(stack).into_iter().filter_map(|line| user_frame(line, context)) {
        text.push('\n');
        text.push_str(&frame.replace(":?:?)", ")"));
    }
    JsString::from(text)
}

/// What the property `stack` of an error is if nobody has set it. Runs no code of the program.
pub(crate) fn stack_property(error: &JsObject, context: &mut Context) -> JsString {
    let stack = stack_text(error, context);
    shown_stack(error, &stack, context)
}

/// The name and the message of an error, from data properties only.
fn header(error: &JsObject) -> String {
    let text = |name: &str| text_property(error, JsString::from(name));
    let name = text("name").or_else(|| class_name(error)).unwrap_or_else(|| "Error".to_owned());
    match text("message").unwrap_or_default() {
        message if message.is_empty() => name,
        message if name.is_empty() => message,
        message => format!("{name}: {message}"),
    }
}

/// The name of the class of an error whose `name` is an accessor, as that of an `AssertionError` of chai.
fn class_name(error: &JsObject) -> Option<String> {
    let has_getter =
        |object: &JsObject| own_property(object, &js_string!("name").into()).map(|name| name.is_accessor_descriptor());
    let found = prototypes(error).map(|object| (has_getter(&object), object)).find(|(getter, _)| getter.is_some());
    let (_, object) = found.filter(|(getter, _)| *getter == Some(true))?;
    function_name(&own_property(&object, &js_string!("constructor").into())?.value()?.as_object()?)
}

/// The frame of a synthetic module, which the host evaluates, that of the engine when it resumes a function, and those
/// of functions that only call another one: V8 has none for them, and libraries count lines of stacks.
const HIDDEN: [&str; 5] =
    ["at <synthetic> ", "at  (native)", "at apply (native)", "at call (native)", "at construct (native)"];

/// Returns a frame of the stack of an error as the user knows it. `None` if it is in code that the user has not
/// written.
#[must_use]
pub fn user_frame<'a>(line: &'a str, context: &Context) -> Option<Cow<'a, str>> {
    translated(line, context, |translator, function, place| translator.translate_error(function, place))
}

/// A function of a translator.
type Translate = fn(&dyn FrameTranslator, &str, &Location) -> Option<(String, Location)>;

fn translated<'a>(line: &'a str, context: &Context, translate: Translate) -> Option<Cow<'a, str>> {
    let is_hidden = |line: &str| HIDDEN.iter().any(|hidden| line.trim_start().starts_with(hidden));
    let line = without_extra_line(line).filter(|line| !is_hidden(line))?;
    if Location::at_end_of(&line).is_some_and(|place| is_host_file(&place.file)) {
        return None;
    }
    let translated = context.get_data::<Translator>().and_then(|Translator(translator, _)| {
        let (before, place) = Location::split_off(&line)?;
        let (indent, function) = before.split_once("at ")?;
        let (function, place) = translate(&**translator, function, &place)?;
        Some(format!("{indent}at {function} ({place})"))
    });
    Some(translated.map_or(line, Cow::Owned))
}

/// The stack of an error object, as formatted by the engine, without the frames of the constructors of its classes.
/// Empty for every other object.
#[must_use]
pub fn stack_text(error: &JsObject, context: &mut Context) -> String {
    let stack = stack_getter(context).and_then(|getter| getter.call(&error.clone().into(), &[], context).ok());
    let text = stack.and_then(|stack| stack.as_string()).unwrap_or_default().to_std_string_lossy();
    without_constructors(error, text)
}

/// The lines of the current stack trace, innermost call first. They come from a new error, because the position of a
/// call frame is the position after the call.
#[must_use]
pub(crate) fn stack_lines(context: &mut Context) -> Vec<String> {
    current_lines(context, |translator, function, place| translator.translate(function, place))
}

/// The same, with the places that the stack of an error has.
#[must_use]
pub(crate) fn error_lines(context: &mut Context) -> Vec<String> {
    current_lines(context, |translator, function, place| translator.translate_error(function, place))
}

fn current_lines(context: &mut Context, translate: Translate) -> Vec<String> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let Ok(error) = constructor.construct(&[], None, context) else { return Vec::new() };
    let stack = stack_text(&error, context);
    let lines = lines_of_stack(&stack).into_iter();
    let lines = lines.filter_map(|line| translated(line.strip_prefix("    ")?, context, translate));
    lines.map(|line| with_anonymous_text(&line).into_owned()).collect()
}
