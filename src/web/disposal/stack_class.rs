//! What both classes of stacks have in common.

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_error, js_string,
};
use boa_gc::Gc;

use super::resources::{Hint, Resource, Resources};

/// A class of stacks.
pub(super) trait StackClass: Class {
    /// Which methods its resources have.
    const HINT: Hint;

    /// Creates the state of an object.
    fn with_resources(resources: Gc<Resources>) -> Self;

    fn resources(&self) -> &Gc<Resources>;
}

/// Defines the members that both classes have, and the method that disposes of the resources, under its name and under
/// its symbol.
pub(super) fn define_members<S: StackClass>(
    class: &mut ClassBuilder<'_>,
    (name, symbol, steps): (JsString, JsSymbol, NativeFunction),
) {
    let hidden = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    let function = |steps, name: JsString, context: &mut Context| -> JsFunction {
        FunctionObjectBuilder::new(context.realm(), steps).name(name).length(0).build()
    };
    let dispose = function(steps, name.clone(), class.context());
    let disposed = NativeFunction::from_fn_ptr(disposed::<S>);
    let disposed = function(disposed, js_string!("get disposed"), class.context());
    class
        .method(js_string!("use"), 1, NativeFunction::from_fn_ptr(use_value::<S>))
        .method(js_string!("adopt"), 2, NativeFunction::from_fn_ptr(adopt::<S>))
        .method(js_string!("defer"), 1, NativeFunction::from_fn_ptr(defer::<S>))
        .method(js_string!("move"), 0, NativeFunction::from_fn_ptr(move_resources::<S>))
        .property(name, dispose.clone(), hidden)
        .property(symbol, dispose, hidden)
        .accessor(js_string!("disposed"), Some(disposed), None, Attribute::CONFIGURABLE)
        .property(JsSymbol::to_string_tag(), JsString::from(S::NAME), Attribute::CONFIGURABLE);
}

/// The resources of a stack, disposed or not.
///
/// # Errors
///
/// `TypeError` if the value is no object of the class.
pub(super) fn resources_of<S: StackClass>(this: &JsValue) -> JsResult<Gc<Resources>> {
    let resources = this.as_object().and_then(|this| Some(Gc::clone(this.downcast_ref::<S>()?.resources())));
    resources.ok_or_else(|| js_error!(TypeError: "the receiver is not an object of the class {}", S::NAME))
}

/// The resources of a stack that is not disposed.
fn open_resources<S: StackClass>(this: &JsValue) -> JsResult<Gc<Resources>> {
    let resources = resources_of::<S>(this)?;
    if resources.are_disposed() {
        return Err(js_error!(ReferenceError: "the stack has been disposed"));
    }
    Ok(resources)
}

fn function_in(arguments: &[JsValue], index: usize) -> JsResult<JsObject> {
    let function = arguments.get_or_undefined(index).as_callable();
    function.ok_or_else(|| js_error!(TypeError: "what is called to dispose of a resource must be a function"))
}

fn disposed<S: StackClass>(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(resources_of::<S>(this)?.are_disposed().into())
}

/// [`use`](https://tc39.es/proposal-explicit-resource-management/#sec-disposablestack.prototype.use)
fn use_value<S: StackClass>(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let resources = open_resources::<S>(this)?;
    let value = arguments.get_or_undefined(0);
    if let Some(resource) = Resource::of_value(value, S::HINT, context)? {
        resources.push(resource);
    }
    Ok(value.clone())
}

/// [`adopt`](https://tc39.es/proposal-explicit-resource-management/#sec-disposablestack.prototype.adopt)
fn adopt<S: StackClass>(this: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let resources = open_resources::<S>(this)?;
    let value = arguments.get_or_undefined(0);
    resources.push(Resource::of_function(function_in(arguments, 1)?, Some(value.clone())));
    Ok(value.clone())
}

/// [`defer`](https://tc39.es/proposal-explicit-resource-management/#sec-disposablestack.prototype.defer)
fn defer<S: StackClass>(this: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let resources = open_resources::<S>(this)?;
    resources.push(Resource::of_function(function_in(arguments, 0)?, None));
    Ok(JsValue::undefined())
}

/// [`move`](https://tc39.es/proposal-explicit-resource-management/#sec-disposablestack.prototype.move)
fn move_resources<S: StackClass>(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let moved = open_resources::<S>(this)?.take().unwrap_or_default();
    let stack = S::from_data(S::with_resources(Gc::new(Resources::new(moved))), context)?;
    Ok(stack.into())
}
