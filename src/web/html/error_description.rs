//! Descriptions of errors, made without running user code.

use boa_engine::builtins::error::Error;
use boa_engine::object::builtins::{JsMap, JsPromise, JsSet};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsError, JsObject, JsString, JsValue, js_string};

use super::inspect::{Inspection, inspect, own_keys, own_property, prototypes};
use super::stack_frames::{callers, frames, frames_of_engine};
use super::uncaught::{Cause, Uncaught, UncaughtKind};
use crate::event_loop::stack_text;
use crate::web::dom::{DomException, is_error};
use crate::web::webidl::{exception_value, implements};

/// The maximum number of causes that are described.
const MAX_CAUSES: usize = 16;

/// Describes an exception. Returns the description and the thrown value.
pub fn describe(exception: JsError, context: &mut Context) -> (Uncaught, JsValue) {
    let (uncaught, value, _) = describe_with_causes(exception, context);
    (uncaught, value)
}

/// Like [`describe`], but also returns the values that the causes describe.
pub fn describe_with_causes(exception: JsError, context: &mut Context) -> (Uncaught, JsValue, Vec<JsValue>) {
    let is_error_object = exception.as_opaque().is_some_and(is_error);
    let mut thrown_at = if is_error_object { Vec::new() } else { thrown_at(&exception, context) };
    let value = exception_value(exception, context);
    let (message, stack) = describe_value(&value, context);
    if thrown_at.is_empty() && stack.is_empty() {
        thrown_at = callers(context);
    }
    let stack = if stack.is_empty() { thrown_at } else { stack };
    let mut causes = Causes::default();
    causes.collect(&value, 0, context);
    let kind = UncaughtKind::Exception;
    (Uncaught { stack, causes: causes.list, ..Uncaught::new(kind, message) }, value, causes.values)
}

/// The largest object, in objects that it contains, and the deepest one whose text the engine is asked for. The engine
/// indents nested objects, so that the text of an object is quadratic in its depth, and panics at a depth of 16,384.
const MOST_OBJECTS: usize = 1_000;
const DEEPEST: usize = 100;

/// Returns where a value that is not an error was thrown. Only the engine's text of the exception has it, after the
/// text of the value. Empty if that would be too long.
fn thrown_at(exception: &JsError, context: &mut Context) -> Vec<String> {
    let has_short_text = exception.as_opaque().is_none_or(|value| has_short_text(value, context));
    if has_short_text { frames_of_engine(&exception.to_string(), context) } else { Vec::new() }
}

fn has_short_text(value: &JsValue, context: &mut Context) -> bool {
    let (mut waiting, mut objects) = (vec![(value.clone(), 0)], 0);
    while let Some((value, depth)) = waiting.pop() {
        let Some(object) = value.as_object() else { continue };
        // The text of a promise has its result, which may be the promise itself.
        let has_contents = JsMap::from_object(object.clone()).is_ok()
            || JsSet::from_object(object.clone()).is_ok()
            || JsPromise::from_object(object.clone()).is_ok();
        objects += 1;
        if has_contents || objects > MOST_OBJECTS || depth > DEEPEST {
            return false;
        }
        let properties = own_keys(&object, context).into_iter().filter_map(|key| own_property(&object, &key));
        waiting.extend(properties.filter_map(|property| Some((property.value()?.clone(), depth + 1))));
    }
    true
}

/// The causes of an error, depth first.
#[derive(Default)]
struct Causes {
    list: Vec<Cause>,
    values: Vec<JsValue>,
    /// The errors already visited: an error may be its own cause.
    seen: Vec<JsObject>,
}

impl Causes {
    /// Adds the `cause`, the `errors`, and the two errors of a `SuppressedError`, if these are own data properties.
    fn collect(&mut self, value: &JsValue, depth: usize, context: &mut Context) {
        let Some(object) = value.as_object().filter(|_| is_error(value)) else { return };
        self.seen.push(object.clone());
        if let Some(cause) = stored(&object, js_string!("cause")) {
            self.add("cause".to_owned(), &cause, depth, context);
        }
        if let Some(suppressed) = stored(&object, js_string!("suppressed")) {
            if let Some(error) = stored(&object, js_string!("error")) {
                self.add("error".to_owned(), &error, depth, context);
            }
            self.add("suppressed".to_owned(), &suppressed, depth, context);
        }
        let errors = stored(&object, js_string!("errors")).and_then(|errors| errors.as_object());
        let Some(errors) = errors.filter(JsObject::is_array) else { return };
        for index in 0..u32::try_from(MAX_CAUSES).unwrap_or(u32::MAX) {
            let Some(error) = own_property(&errors, &index.into()) else { return };
            if let Some(error) = error.value() {
                self.add(format!("errors[{index}]"), error, depth, context);
            }
        }
    }

    fn add(&mut self, label: String, value: &JsValue, depth: usize, context: &mut Context) {
        let is_known = value.as_object().is_some_and(|object| self.seen.contains(&object));
        if is_known || self.list.len() >= MAX_CAUSES {
            return;
        }
        let (message, stack) = describe_value(value, context);
        self.list.push(Cause { label, depth, message, stack });
        self.values.push(value.clone());
        self.collect(value, depth + 1, context);
    }
}

/// Returns the name of an error; `None` for every other value.
pub(crate) fn error_name(value: &JsValue, context: &mut Context) -> Option<JsString> {
    if let Some(exception) = implements::<DomException>(value) {
        return Some(exception.name().clone());
    }
    let error = value.as_object().filter(|object| is_like_an_error(object, context))?;
    let name = inherited(&error, &js_string!("name"), context).or_else(|| name_of_class(&error));
    Some(name.unwrap_or(js_string!("Error")))
}

/// Returns the name of the class of an error whose `name` is a getter, as in Chai: it usually returns that name.
fn name_of_class(error: &JsObject) -> Option<JsString> {
    let find = |key: JsString| prototypes(error).find_map(|object| own_property(&object, &key.clone().into()));
    find(js_string!("name")).filter(PropertyDescriptor::is_accessor_descriptor)?;
    let class = find(js_string!("constructor"))?.value()?.as_object()?;
    stored(&class, js_string!("name"))?.as_string().filter(|name| !name.is_empty())
}

/// Whether an object is an error, or inherits from one and has the text of a stack, as the errors of Chai 4.
fn is_like_an_error(object: &JsObject, context: &Context) -> bool {
    let prototype = context.intrinsics().constructors().error().prototype();
    let has_stack = || stored(object, js_string!("stack")).is_some_and(|stack| stack.is_string());
    object.is::<Error>() || has_stack() && prototypes(object).any(|it| JsObject::equals(&it, &prototype))
}

/// Returns the description of a value, and its stack if it is an error.
fn describe_value(value: &JsValue, context: &mut Context) -> (String, Vec<String>) {
    let name = error_name(value, context).unwrap_or_default();
    if let Some(exception) = implements::<DomException>(value) {
        return (words(&name, exception.message()), stack_of(exception.place(), context));
    }
    match value.as_object().filter(|object| is_like_an_error(object, context)) {
        Some(error) => {
            let message = inherited(&error, &js_string!("message"), context).unwrap_or_default();
            (words(&name, &message), stack_of(&error, context))
        }
        None => (inspect(value, Inspection::default(), context), Vec::new()),
    }
}

fn words(name: &JsString, message: &JsString) -> String {
    let (name, message) = (name.to_std_string_escaped(), message.to_std_string_escaped());
    if message.is_empty() { name } else { format!("{name}: {message}") }
}

/// Returns the value of an own data property.
fn stored(object: &JsObject, name: JsString) -> Option<JsValue> {
    own_property(object, &name.into())?.value().cloned()
}

/// Returns a primitive value, stored in the object or its prototype chain, as a string.
fn inherited(object: &JsObject, name: &JsString, context: &mut Context) -> Option<JsString> {
    let property = prototypes(object).find_map(|object| own_property(&object, &name.clone().into()))?;
    let value = property.value().filter(|value| !value.is_object() && !value.is_undefined())?;
    value.to_string(context).ok()
}

/// Returns the stack of an error object: the text that user code stored, or else the stack that the engine recorded.
fn stack_of(error: &JsObject, context: &mut Context) -> Vec<String> {
    let own = stored(error, js_string!("stack")).and_then(|stack| stack.as_string());
    match own {
        Some(text) => frames(&text.to_std_string_lossy()),
        None => frames_of_engine(&stack_text(error, context), context),
    }
}
