//! `t.assert`: <https://nodejs.org/api/test.html#contextassert>.

use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use posttask::internal::webidl::closure;

use super::modules::{METHODS, Method, Modules};
use super::truth;

/// Creates `t.assert`: an object with the methods of `node:assert`. It calls `on_call` before each assertion, which is
/// how `t.plan` counts them. `on_call` must hold nothing that the garbage collector manages.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
#[expect(clippy::needless_pass_by_value, reason = "callers create it for this object")]
pub(crate) fn of_test(on_call: Rc<dyn Fn()>, context: &mut Context) -> JsResult<JsObject> {
    Modules::of(context)?;
    let object = JsObject::with_object_proto(context.intrinsics());
    let ok = Method { name: "ok", length: 0, steps: truth::ok };
    for Method { name, length, steps } in METHODS.into_iter().chain([ok]) {
        let on_call = Rc::clone(&on_call);
        let counted = move |this: &JsValue, arguments: &[JsValue], context: &mut Context| {
            on_call();
            steps(this, arguments, context)
        };
        let method =
            FunctionObjectBuilder::new(context.realm(), closure(counted)).name(js_string!(name)).length(length).build();
        object.create_data_property_or_throw(js_string!(name), method, context)?;
    }
    Ok(object)
}
