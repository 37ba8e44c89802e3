//! `Function.prototype.toString` with the texts of classes.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::super::sources::Sources;
use super::RunningClass;

/// How the engine's text of a class ends.
const UNKNOWN: &str = "() { [native code] }";

/// Replaces `Function.prototype.toString` of the current realm.
///
/// # Errors
///
/// Whatever the engine throws.
pub(crate) fn replace_to_string(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let Some(original) = prototype.get(js_string!("toString"), context)?.as_object() else { return Ok(()) };
    let steps = NativeFunction::from_copy_closure_with_captures(to_string, original);
    let function = FunctionObjectBuilder::new(context.realm(), steps).name(js_string!("toString")).build();
    let value = PropertyDescriptor::builder().value(function);
    prototype.define_property_or_throw(js_string!("toString"), value, context)?;
    Ok(())
}

/// [`Function.prototype.toString`](https://tc39.es/ecma262/#sec-function.prototype.tostring).
fn to_string(this: &JsValue, _: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let text = original.call(this, &[], context)?;
    let Some(object) = this.as_object().filter(JsObject::is::<OrdinaryFunction>) else { return Ok(text) };
    let known = text.as_string().map(|text| text.to_std_string_lossy()).unwrap_or_default();
    // A function of the program has a text, unless it is a class.
    let Some(name) = known.strip_prefix("function ").and_then(|rest| rest.strip_suffix(UNKNOWN)) else {
        return Ok(text);
    };
    let text = match text_of(&object, name, context)? {
        Some(text) => text,
        None if name.is_empty() => "class { /* [source text is not known] */ }".to_owned(),
        None => format!("class {name} {{ /* [source text is not known] */ }}"),
    };
    Ok(JsString::from(text).into())
}

fn text_of(class: &JsObject, name: &str, context: &mut Context) -> JsResult<Option<String>> {
    let path = class.downcast_ref::<OrdinaryFunction>().map(|function| function.codeblock().path().to_string());
    let file = path.and_then(|path| Sources::of(context)?.front_end.known(&path));
    let Some(file) = file else { return Ok(None) };
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
    Ok(file.class_text(&running))
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
