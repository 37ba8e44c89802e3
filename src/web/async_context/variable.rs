//! `AsyncContext.Variable`: <https://tc39.es/proposal-async-context/#sec-asynccontext-variable-objects>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::event_loop::VariableId;
use crate::web::webidl::{
    InterfaceBuilder, Layers, callback_function, event_loop, interface, new_object, prototype_of_new_target,
};

/// The state of a `Variable`.
#[derive(Trace, Finalize)]
pub(super) struct Variable {
    #[unsafe_ignore_trace]
    id: VariableId,
    name: JsString,
    default: JsValue,
}

interface! {
    Variable;
    constructor(0) = construct;
    get "name" = |variable| variable.name.clone();
    operation "get"(0) = get;
    operation "run"(2) = run;
    with = InterfaceBuilder::hidden;
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let (mut name, mut default) = (JsString::default(), JsValue::undefined());
    if let Some(options) = arguments.get_or_undefined(0).as_object() {
        if options.has_property(js_string!("name"), context)? {
            name = options.get(js_string!("name"), context)?.to_string(context)?;
        }
        default = options.get(js_string!("defaultValue"), context)?;
    }
    let prototype = prototype_of_new_target::<Variable>(new_target, context)?;
    let id = event_loop(context)?.new_variable_id();
    let state = Gc::new(Variable { id, name, default });
    Ok(new_object(prototype, Layers::root(&state), context))
}

/// Returns the value of the running code, or the default value.
fn get(variable: &Gc<Variable>, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = event_loop(context)?.variable(variable.id);
    Ok(value.unwrap_or_else(|| variable.default.clone()))
}

/// Calls a function with another value, which everything that the function starts has, too.
fn run(variable: &Gc<Variable>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = callback_function(&arguments[1], "Variable.run: function")?;
    let value = arguments[0].clone();
    let event_loop = event_loop(context)?;
    let _value = event_loop.enter_variable(variable.id, value);
    function.call(&JsValue::undefined(), &arguments[2..], context)
}
