//! The functions and properties for the members of interfaces and of the global object.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{PropertyDescriptor, PropertyDescriptorBuilder};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

/// A string that is made when the crate is compiled, not when an interface is registered.
#[doc(hidden)]
#[macro_export]
macro_rules! static_string {
    ($text:expr) => {
        const {
            const TEXT: $crate::boa_engine::string::StaticString = $crate::boa_engine::string::StaticString::new(
                $crate::boa_engine::string::JsStr::latin1($text.as_bytes()),
            );
            $crate::boa_engine::JsString::from_static(&TEXT)
        }
    };
}

pub(crate) use static_string;

/// The name of an attribute, and those of its getter and setter.
#[derive(Clone, Debug)]
pub struct AttributeName {
    #[doc(hidden)]
    pub name: JsString,
    #[doc(hidden)]
    pub getter: JsString,
    #[doc(hidden)]
    pub setter: JsString,
}

impl From<&str> for AttributeName {
    fn from(name: &str) -> Self {
        let accessor = |kind: &str| js_string!(format!("{kind} {name}"));
        Self { name: js_string!(name), getter: accessor("get"), setter: accessor("set") }
    }
}

/// The [`AttributeName`] of a literal, made when the crate is compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! attribute_name {
    ($name:expr) => {
        $crate::webidl::AttributeName {
            name: $crate::static_string!($name),
            getter: $crate::static_string!(concat!("get ", $name)),
            setter: $crate::static_string!(concat!("set ", $name)),
        }
    };
}

pub(crate) use attribute_name;

fn function(context: &mut Context, steps: NativeFunction, name: JsString, length: usize) -> JsObject {
    FunctionObjectBuilder::new(context.realm(), steps).name(name).length(length).constructor(false).build().into()
}

/// Creates the property of an operation.
pub(super) fn operation(
    context: &mut Context,
    name: JsString,
    length: usize,
    steps: NativeFunctionPointer,
) -> PropertyDescriptor {
    let function = function(context, NativeFunction::from_fn_ptr(steps), name, length);
    PropertyDescriptor::builder().value(function).writable(true).enumerable(true).configurable(true).build()
}

/// Creates the property of an attribute. Without a setter, it is read-only.
pub(super) fn accessor(
    context: &mut Context,
    name: AttributeName,
    getter: NativeFunction,
    setter: Option<NativeFunction>,
) -> PropertyDescriptorBuilder {
    let get = function(context, getter, name.getter, 0);
    let set = setter.map(|setter| function(context, setter, name.setter, 1));
    PropertyDescriptor::builder().get(get).maybe_set(set).enumerable(true).configurable(true)
}

/// Defines an operation with `length` required arguments on the global object.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(crate) fn define_global_operation(
    name: JsString,
    length: usize,
    steps: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<()> {
    let operation = operation(context, name.clone(), length, steps);
    context.global_object().define_property_or_throw(name, operation, context).map(drop)
}

/// Defines an attribute on the global object. Without a setter, it is read-only.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(crate) fn define_global_attribute(
    name: AttributeName,
    getter: NativeFunction,
    setter: Option<NativeFunction>,
    context: &mut Context,
) -> JsResult<()> {
    let accessor = accessor(context, name.clone(), getter, setter);
    context.global_object().define_property_or_throw(name.name, accessor, context).map(drop)
}

/// Defines a [`[Replaceable]`](https://webidl.spec.whatwg.org/#Replaceable) attribute on the global object: assigning a
/// value replaces the attribute. `check` throws if `this` is not a global object.
///
/// # Errors
///
/// Whatever the global object throws when the property is defined.
pub(crate) fn define_replaceable_attribute(
    name: AttributeName,
    getter: NativeFunctionPointer,
    check: fn(&JsValue, &Context) -> JsResult<()>,
    context: &mut Context,
) -> JsResult<()> {
    let replace = move |this: &JsValue, arguments: &[JsValue], name: &JsString, context: &mut Context| {
        // Omitted: the security check: there are no cross-origin objects.
        check(this, context)?;
        let object = this.as_object().unwrap_or_else(|| context.global_object());
        let value = arguments.get_or_undefined(0).clone();
        let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
        object.define_property_or_throw(name.clone(), property, context)?;
        Ok(JsValue::undefined())
    };
    let setter = NativeFunction::from_copy_closure_with_captures(replace, name.name.clone());
    let getter = NativeFunction::from_fn_ptr(getter);
    define_global_attribute(name, getter, Some(setter), context)
}
