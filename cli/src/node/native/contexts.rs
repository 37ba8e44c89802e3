//! Contexts of scripts, for `node:vm`: realms.

use std::path::PathBuf;

use boa_engine::object::builtins::JsArray;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue};
use boa_gc::{Finalize, Trace};
use posttask::event_loop::in_realm;
use posttask::internal::engine::parse_text;
use posttask::internal::html::console_output;
use posttask::internal::runtime::{create_realm, declared_variables};
use posttask::internal::webidl::type_error;
use posttask_front_end::text_of_script;

/// `create()` returns a context, and `globalOf(context)` its global object. `variables(text)` returns the names that a
/// script declares with `var`. `check(text, name)` throws if a script does not parse, and `run(context, text, name)`
/// runs it: in the current realm, if the context is `undefined`.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    let list = &[
        ("create", new_context as _),
        ("globalOf", global_of as _),
        ("variables", variables as _),
        ("check", check as _),
        ("run", run as _),
    ];
    super::functions(list, context)
}

/// The realm of a context.
#[derive(Clone, Debug, Trace, Finalize, JsData)]
struct ScriptContext(Realm);

fn realm_of(value: &JsValue) -> JsResult<Realm> {
    let object = value.as_object();
    let found = object.as_ref().and_then(|object| object.downcast_ref::<ScriptContext>().map(|it| it.0.clone()));
    found.ok_or_else(|| type_error("not a context"))
}

fn new_context(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let output = console_output(context).ok_or_else(|| type_error("the program has no console"))?;
    let realm = create_realm(&output, context)?;
    Ok(JsObject::from_proto_and_data(None, ScriptContext(realm)).into())
}

fn global_of(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let realm = realm_of(arguments.get_or_undefined(0))?;
    Ok(in_realm(&realm, context, |context| context.global_object()).into())
}

fn variables(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let names = declared_variables(&text).into_iter().map(|name| JsString::from(name).into());
    Ok(JsArray::from_iter(names, context).into())
}

/// The text of a script for the engine, and its name. A script is compiled again when it runs: another one may have had
/// its name since, and the places of errors are those of the last one.
fn script(arguments: &[JsValue], context: &mut Context) -> JsResult<(String, PathBuf)> {
    let text = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let name = PathBuf::from(arguments.get_or_undefined(1).to_string(context)?.to_std_string_lossy());
    Ok((text_of_script(&text, &name, context)?, name))
}

/// Throws what is wrong with the syntax of a script. The engine must not parse it: it would declare its variables.
fn check(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    script(arguments, context).map(|_| JsValue::undefined())
}

fn run(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (text, name) = script(arguments.get(1..).unwrap_or_default(), context)?;
    let steps = |context: &mut Context| parse_text(&text, Some(&name), context)?.evaluate(context);
    match arguments.get_or_undefined(0) {
        value if value.is_undefined() => steps(context),
        value => in_realm(&realm_of(value)?, context, steps),
    }
}
