//! [Partial interfaces](https://webidl.spec.whatwg.org/#dfn-partial-interface): members that are added to an interface
//! that the realm has.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::{Context, JsResult, JsString, NativeFunction};

use super::interface::{Interface, interface_objects};
use super::members::{AttributeName, accessor, operation};

/// Adds a read-only attribute to an interface of the current realm, for what not every realm has.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub(crate) fn define_attribute<T: Interface>(
    name: AttributeName,
    getter: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<()> {
    let prototype = interface_objects::<T>(context)?.prototype.clone();
    let accessor = accessor(context, name.clone(), NativeFunction::from_fn_ptr(getter), None);
    prototype.define_property_or_throw(name.name, accessor, context).map(drop)
}

/// Adds an operation with `length` required arguments to an interface of the current realm, for what not every realm
/// has.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub(crate) fn define_operation<T: Interface>(
    name: JsString,
    length: usize,
    steps: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<()> {
    let prototype = interface_objects::<T>(context)?.prototype.clone();
    let operation = operation(context, name.clone(), length, steps);
    prototype.define_property_or_throw(name, operation, context).map(drop)
}

/// Adds an operation with `length` required arguments to an interface object of the current realm: for a standard that
/// extends another one's interface.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub(crate) fn define_static_operation<T: Interface>(
    name: JsString,
    length: usize,
    steps: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<()> {
    let constructor = interface_objects::<T>(context)?.constructor.clone();
    let operation = operation(context, name.clone(), length, steps);
    constructor.define_property_or_throw(name, operation, context).map(drop)
}
