//! Objects that are lists of pairs with names, such as `Headers` and `FormData`: they are shown as if the pairs were
//! properties.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Gc, GcRefCell};
use indexmap::IndexMap;

use crate::stored_properties::native_method;
use crate::web::webidl::PlatformObject;

/// The pairs of a platform object with a [pair iterator](https://webidl.spec.whatwg.org/#idl-iterable). Several values
/// of one name are a list. `None` for other objects. Runs no user code.
pub(super) fn pairs(object: &JsObject, context: &mut Context) -> Option<Vec<(JsString, JsValue)>> {
    if !object.is::<PlatformObject>() {
        return None;
    }
    let for_each = native_method(object, &js_string!("forEach").into())?;
    let found: Gc<GcRefCell<Vec<(JsValue, JsValue)>>> = Gc::default();
    let collect = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, found: &Gc<GcRefCell<Vec<_>>>, _| {
            let (value, name) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
            found.borrow_mut().push((name.clone(), value.clone()));
            Ok(JsValue::undefined())
        },
        found.clone(),
    );
    let collect = FunctionObjectBuilder::new(context.realm(), collect).build();
    for_each.call(&object.clone().into(), &[collect.into()], context).ok()?;
    let mut lists: IndexMap<JsString, Vec<JsValue>> = IndexMap::new();
    for (name, value) in found.borrow().clone() {
        lists.entry(name.as_string().unwrap_or_default()).or_default().push(value);
    }
    let shown = lists.into_iter().map(|(name, mut values)| match values.len() {
        1 => (name, values.remove(0)),
        _ => (name, JsArray::from_iter(values, context).into()),
    });
    Some(shown.collect())
}
