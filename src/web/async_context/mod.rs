//! `AsyncContext`: values that follow asynchronous code, as proposed in <https://tc39.es/proposal-async-context/>. Off
//! unless the embedder turns the proposal on.
//!
//! The values are in the mapping of `event_loop/ambient`. A generator sees the values of the code that
//! resumes it, not those of the code that created it, because the engine has no hook for that.

mod snapshot;
mod variable;

use boa_engine::object::ObjectInitializer;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, js_string};

use crate::web::scheduler::{Proposal, is_enabled};
use crate::web::webidl::{Interface, interface_object};
use snapshot::Snapshot;
pub use snapshot::wrap;
use variable::Variable;

/// Defines the namespace `AsyncContext` in the current realm, if it is turned on.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    if !is_enabled(Proposal::AsyncContext, context) {
        return Ok(());
    }
    Variable::register(context)?;
    Snapshot::register(context)?;
    let (variable, snapshot) = (interface_object::<Variable>(context)?, interface_object::<Snapshot>(context)?);
    as_in_ecmascript(&variable, 1, js_string!("AsyncContext.Variable"), context)?;
    as_in_ecmascript(&snapshot, 0, js_string!("AsyncContext.Snapshot"), context)?;
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    let namespace = ObjectInitializer::new(context)
        .property(js_string!("Variable"), variable, attributes)
        .property(js_string!("Snapshot"), snapshot, attributes)
        .property(JsSymbol::to_string_tag(), js_string!("AsyncContext"), Attribute::CONFIGURABLE)
        .build();
    context.register_global_property(js_string!("AsyncContext"), namespace, attributes)
}

/// Gives a class the properties that [ECMAScript] demands, where they differ from those of Web IDL: the length, the
/// name of its objects, and methods that are not enumerable.
///
/// [ECMAScript]: https://tc39.es/ecma262/#sec-ecmascript-standard-built-in-objects
fn as_in_ecmascript(class: &JsObject, length: u32, tag: JsString, context: &mut Context) -> JsResult<()> {
    let fixed = PropertyDescriptor::builder().writable(false).enumerable(false).configurable(true);
    class.define_property_or_throw(js_string!("length"), fixed.clone().value(length), context)?;
    let Some(prototype) = class.get(js_string!("prototype"), context)?.as_object() else { return Ok(()) };
    prototype.define_property_or_throw(JsSymbol::to_string_tag(), fixed.value(tag), context)?;
    for object in [class, &prototype] {
        for key in object.own_property_keys(context)? {
            let hidden = PropertyDescriptor::builder().enumerable(false);
            object.define_property_or_throw(key, hidden, context)?;
        }
    }
    Ok(())
}
