//! The globals of Node: `process`, `Buffer`, `global`, `setImmediate` and `clearImmediate`, and its timers.
//!
//! Code for the web asks whether they exist, and then takes another path. So they only exist if the program uses a
//! module that belongs to Node alone, or with `--node`.

use std::rc::Rc;

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use posttask::html::Inspection;
use posttask::internal::html::set_console_formatter;
use posttask::internal::node::set_for_node;
use posttask_front_end::builtin_exports;

/// The globals that are exports of a module. The module is loaded when one is first read.
const LAZY: [(&str, &str, Option<&str>); 4] = [
    ("process", "node:process", None),
    ("Buffer", "node:buffer", Some("Buffer")),
    ("setImmediate", "node:timers", Some("setImmediate")),
    ("clearImmediate", "node:timers", Some("clearImmediate")),
];

/// The functions of the web that are others in Node.
const TIMERS: [&str; 4] = ["setTimeout", "setInterval", "clearTimeout", "clearInterval"];

/// Makes the timers of the web those of Node, unless the program has replaced them.
///
/// # Errors
///
/// Whatever the global object throws when a property is set.
pub(crate) fn install_timers(context: &mut Context) -> JsResult<()> {
    let timers = builtin_exports("node:internal/ticks", context)?.to_object(context)?;
    let global = context.global_object();
    for name in TIMERS.map(JsString::from) {
        let current = global.get(name.clone(), context)?;
        if current.as_object().is_some_and(|current| current.is::<NativeFunctionObject>()) {
            let timer = timers.get(name.clone(), context)?;
            global.set(name, timer, true, context)?;
        }
    }
    Ok(())
}

/// Defines the globals in a context that does not have them, and installs the timers.
///
/// # Errors
///
/// As [`install_without_timers`].
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    if context.global_object().has_own_property(js_string!("global"), context)? {
        return Ok(());
    }
    install_without_timers(context)?;
    install_timers(context)
}

/// Defines the globals in a context that does not have them, and what else differs in Node.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub(crate) fn install_without_timers(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    if global.has_own_property(js_string!("global"), context)? {
        return Ok(());
    }
    context.register_global_property(js_string!("global"), global, Attribute::WRITABLE | Attribute::CONFIGURABLE)?;
    for (name, module, member) in LAZY {
        define(name, module, member, context)?;
    }
    set_console_formatter(Rc::new(format), context);
    set_for_node(context);
    Ok(())
}

/// Formats what the console writes as `util.format` does, with the functions that objects have for this.
fn format(arguments: &[JsValue], inspection: Inspection, context: &mut Context) -> JsResult<String> {
    if let [only] = arguments
        && let Some(text) = only.as_string()
    {
        return Ok(text.to_std_string_lossy());
    }
    let format = builtin_exports("node:internal/format", context)?.to_object(context)?;
    let format = format.get(js_string!("formatWithOptions"), context)?.as_callable();
    let options = JsObject::with_object_proto(context.intrinsics());
    options.create_data_property_or_throw(js_string!("colors"), inspection.colored, context)?;
    let arguments: Vec<JsValue> = std::iter::once(options.into()).chain(arguments.iter().cloned()).collect();
    let text = format.map(|format| format.call(&JsValue::undefined(), &arguments, context)).transpose()?;
    Ok(text.and_then(|text| text.as_string()).unwrap_or_default().to_std_string_lossy())
}

/// Defines a global as an accessor, as Node does. A value that a program assigns takes its place.
fn define(name: &'static str, module: &'static str, member: Option<&str>, context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    if global.has_own_property(js_string!(name), context)? {
        return Ok(());
    }
    let assigned = JsObject::with_null_proto();
    let member = member.map(JsString::from);
    let get = NativeFunction::from_copy_closure_with_captures(
        move |_, _, (assigned, member): &(JsObject, Option<JsString>), context| {
            if assigned.has_own_property(js_string!("value"), context)? {
                return assigned.get(js_string!("value"), context);
            }
            let exports = builtin_exports(module, context)?;
            match (member, exports.as_object()) {
                (Some(member), Some(exports)) => exports.get(member.clone(), context),
                _ => Ok(exports),
            }
        },
        (assigned.clone(), member),
    );
    let set = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, assigned: &JsObject, context| {
            assigned.create_data_property_or_throw(
                js_string!("value"),
                arguments.get_or_undefined(0).clone(),
                context,
            )?;
            Ok(JsValue::undefined())
        },
        assigned,
    );
    let accessor = |function, kind: &str| {
        FunctionObjectBuilder::new(context.realm(), function).name(JsString::from(format!("{kind} {name}"))).build()
    };
    let property = PropertyDescriptor::builder()
        .get(accessor(get, "get"))
        .set(accessor(set, "set"))
        .enumerable(false)
        .configurable(true);
    global.define_property_or_throw(js_string!(name), property, context).map(drop)
}
