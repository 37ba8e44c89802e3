//! Finds the text of a class while the program runs.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsValue, js_string};

use super::RunningClass;

/// Returns the text of a class in the file of this name.
pub(crate) type FindClassText = fn(&Context, &str, &RunningClass) -> Option<String>;

/// How the engine's text of a class ends.
const UNKNOWN: &str = "() { [native code] }";

/// Returns the text of a class for which the engine has this text. `None` if it is another function.
///
/// # Errors
///
/// None that is expected: the properties that are read have no getters.
pub(crate) fn text_of_class(
    function: &JsValue,
    text: &str,
    find: FindClassText,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let Some(object) = function.as_object().filter(JsObject::is::<OrdinaryFunction>) else { return Ok(None) };
    let name = text.strip_prefix("function ").and_then(|rest| rest.strip_suffix(UNKNOWN));
    let Some(name) = name.filter(|_| is_class(&object)) else { return Ok(None) };
    Ok(Some(match text_of(&object, name, find, context)? {
        Some(text) => text,
        None if name.is_empty() => "class { /* [source text is not known] */ }".to_owned(),
        None => format!("class {name} {{ /* [source text is not known] */ }}"),
    }))
}

/// Whether a function without a text is a class: unlike that of other functions, its `prototype` cannot be replaced.
fn is_class(function: &JsObject) -> bool {
    let prototype = function.borrow().properties().get(&js_string!("prototype").into());
    prototype.is_some_and(|prototype| prototype.writable() == Some(false))
}

fn text_of(class: &JsObject, name: &str, find: FindClassText, context: &mut Context) -> JsResult<Option<String>> {
    let path = class.downcast_ref::<OrdinaryFunction>().map(|function| function.codeblock().path().to_string());
    let Some(path) = path else { return Ok(None) };
    // These properties of a class have no getters, and its prototype is an ordinary object.
    let prototype = class.get(js_string!("prototype"), context)?.as_object();
    let length = class.borrow().properties().get(&js_string!("length").into());
    let parent = class.prototype();
    let of_functions = context.intrinsics().constructors().function().prototype();
    let running = RunningClass {
        has_parent: parent.is_none_or(|parent| !JsObject::equals(&parent, &of_functions)),
        name: name.to_owned(),
        length: length.and_then(|length| usize::try_from(length.value()?.as_i32()?).ok()).unwrap_or_default(),
        methods: prototype.map_or_else(|| Ok(Vec::new()), |prototype| names(&prototype, context))?,
        static_members: names(class, context)?,
    };
    Ok(find(context, &path, &running))
}

/// The names of the properties of an object.
fn names(object: &JsObject, context: &mut Context) -> JsResult<Vec<String>> {
    let keys = object.own_property_keys(context)?;
    let name = |key: PropertyKey| match key {
        PropertyKey::String(name) => Some(name.to_std_string_lossy()),
        PropertyKey::Index(index) => Some(index.get().to_string()),
        PropertyKey::Symbol(_) => None,
    };
    Ok(keys.into_iter().filter_map(name).collect())
}
