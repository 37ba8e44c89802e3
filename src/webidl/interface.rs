//! Interface objects and interface prototype objects, in the shape that Web IDL gives them.
//!
//! Members are enumerable, functions have the right `length` and `name`, prototypes have `Symbol.toStringTag`, a constructor
//! inherits from the parent's constructor: [the ECMAScript binding](https://webidl.spec.whatwg.org/#es-interfaces).

use std::any::TypeId;

use boa_engine::context::intrinsics::StandardConstructor;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::{ConstructorBuilder, FunctionObjectBuilder};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use rustc_hash::FxHashMap;

use super::exception::type_error;
use super::platform_object::{Interface, key};

/// The interfaces of a realm, kept in its host-defined field.
#[derive(Default, Trace, Finalize, JsData)]
struct Interfaces {
    #[unsafe_ignore_trace]
    positions: FxHashMap<TypeId, usize>,
    objects: Vec<InterfaceObjects>,
}

#[derive(Clone, Trace, Finalize)]
struct InterfaceObjects {
    constructor: JsObject,
    prototype: JsObject,
}

fn interface_objects<T: Interface>(context: &Context) -> JsResult<InterfaceObjects> {
    let host_defined = context.realm().host_defined();
    host_defined
        .get::<Interfaces>()
        .and_then(|interfaces| interfaces.objects.get(*interfaces.positions.get(&key::<T>())?))
        .cloned()
        .ok_or_else(|| type_error(format!("{} is not part of this realm", T::NAME)))
}

/// The [interface prototype object](https://webidl.spec.whatwg.org/#dfn-interface-prototype-object) of `T` in the current realm.
///
/// # Errors
///
/// A `TypeError` if the realm was made without this library's interfaces.
pub fn interface_prototype<T: Interface>(context: &Context) -> JsResult<JsObject> {
    interface_objects::<T>(context).map(|objects| objects.prototype.clone())
}

/// The [interface object](https://webidl.spec.whatwg.org/#dfn-interface-object) of `T` in the current realm.
///
/// # Errors
///
/// A `TypeError` if the realm was made without this library's interfaces.
pub fn interface_constructor<T: Interface>(context: &Context) -> JsResult<JsObject> {
    interface_objects::<T>(context).map(|objects| objects.constructor.clone())
}

fn illegal_constructor(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Err(type_error("Illegal constructor"))
}

/// Declares an interface in the current realm, member by member.
pub struct InterfaceBuilder<'a> {
    context: &'a mut Context,
    name: &'static str,
    key: TypeId,
    constructor: NativeFunctionPointer,
    length: usize,
    parent: Option<InterfaceObjects>,
    parent_prototype: Option<JsObject>,
    members: Vec<(JsString, PropertyDescriptor)>,
    statics: Vec<(JsString, PropertyDescriptor)>,
    exposed: bool,
}

impl<'a> InterfaceBuilder<'a> {
    /// An interface without parent, constructor or members.
    #[must_use]
    pub fn new<T: Interface>(context: &'a mut Context) -> Self {
        Self {
            context,
            name: T::NAME,
            key: key::<T>(),
            constructor: illegal_constructor,
            length: 0,
            parent: None,
            parent_prototype: None,
            members: Vec::new(),
            statics: Vec::new(),
            exposed: true,
        }
    }

    /// The interface inherits from `P`.
    ///
    /// # Errors
    ///
    /// A `TypeError` if `P` has not been declared in this realm.
    pub fn inherits<P: Interface>(mut self) -> JsResult<Self> {
        self.parent = Some(interface_objects::<P>(self.context)?);
        Ok(self)
    }

    /// The prototype inherits from an object that is no interface prototype, as `DOMException.prototype` does.
    #[must_use]
    pub fn prototype_inherits(mut self, prototype: JsObject) -> Self {
        self.parent_prototype = Some(prototype);
        self
    }

    /// The identifier, where it is not the name of the Rust type's interface.
    #[must_use]
    pub fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// The interface object is not a property of the global.
    #[must_use]
    pub fn hidden(mut self) -> Self {
        self.exposed = false;
        self
    }

    /// `new` calls `steps`, with `new.target` as `this`. `length` is the number of required arguments.
    #[must_use]
    pub fn constructor(mut self, length: usize, steps: NativeFunctionPointer) -> Self {
        self.constructor = steps;
        self.length = length;
        self
    }

    fn accessor(
        &mut self,
        name: &str,
        getter: NativeFunctionPointer,
        setter: Option<NativeFunctionPointer>,
    ) -> PropertyDescriptor {
        let get = function(self.context, getter, &format!("get {name}"), 0);
        let set = setter.map(|setter| function(self.context, setter, &format!("set {name}"), 1));
        PropertyDescriptor::builder().get(get).maybe_set(set).enumerable(true).configurable(true).build()
    }

    /// A read-only attribute.
    #[must_use]
    pub fn attribute(mut self, name: &str, getter: NativeFunctionPointer) -> Self {
        let accessor = self.accessor(name, getter, None);
        self.members.push((js_string!(name), accessor));
        self
    }

    /// A writable attribute.
    #[must_use]
    pub fn writable_attribute(
        mut self,
        name: &str,
        getter: NativeFunctionPointer,
        setter: NativeFunctionPointer,
    ) -> Self {
        let accessor = self.accessor(name, getter, Some(setter));
        self.members.push((js_string!(name), accessor));
        self
    }

    /// A read-only attribute of the interface object.
    #[must_use]
    pub fn static_attribute(mut self, name: &str, getter: NativeFunctionPointer) -> Self {
        let accessor = self.accessor(name, getter, None);
        self.statics.push((js_string!(name), accessor));
        self
    }

    /// An operation with `length` required arguments.
    #[must_use]
    pub fn operation(mut self, name: &str, length: usize, steps: NativeFunctionPointer) -> Self {
        let operation = operation(self.context, name, length, steps);
        self.members.push((js_string!(name), operation));
        self
    }

    /// An operation of the interface object.
    #[must_use]
    pub fn static_operation(mut self, name: &str, length: usize, steps: NativeFunctionPointer) -> Self {
        let operation = operation(self.context, name, length, steps);
        self.statics.push((js_string!(name), operation));
        self
    }

    /// A constant, on the interface object and on its prototype.
    #[must_use]
    pub fn constant(mut self, name: &str, value: u16) -> Self {
        let constant =
            PropertyDescriptor::builder().value(value).writable(false).enumerable(true).configurable(false).build();
        self.members.push((js_string!(name), constant.clone()));
        self.statics.push((js_string!(name), constant));
        self
    }

    /// Creates the objects, remembers them in the realm and exposes the constructor on the global.
    ///
    /// # Errors
    ///
    /// Whatever the global object throws when the property is defined.
    pub fn build(self) -> JsResult<()> {
        let Self { context, name, key, constructor, length, parent, parent_prototype, members, statics, exposed } =
            self;
        let mut builder = ConstructorBuilder::new(context, NativeFunction::from_fn_ptr(constructor));
        builder.name(name).length(length);
        if let Some(parent) = parent {
            builder.inherit(parent.prototype.clone()).custom_prototype(parent.constructor.clone());
        }
        if let Some(prototype) = parent_prototype {
            builder.inherit(prototype);
        }
        for (name, member) in members {
            builder.property_descriptor(name, member);
        }
        for (name, member) in statics {
            builder.static_property_descriptor(name, member);
        }
        builder.property(JsSymbol::to_string_tag(), js_string!(name), Attribute::READONLY | Attribute::CONFIGURABLE);
        let built: StandardConstructor = builder.build();
        let objects = InterfaceObjects { constructor: built.constructor(), prototype: built.prototype() };
        if exposed {
            let property = PropertyDescriptor::builder()
                .value(objects.constructor.clone())
                .writable(true)
                .enumerable(false)
                .configurable(true);
            context.global_object().define_property_or_throw(js_string!(name), property, context)?;
        }
        let mut host_defined = context.realm().host_defined_mut();
        if !host_defined.has::<Interfaces>() {
            host_defined.insert_default::<Interfaces>();
        }
        if let Some(interfaces) = host_defined.get_mut::<Interfaces>() {
            interfaces.positions.insert(key, interfaces.objects.len());
            interfaces.objects.push(objects);
        }
        Ok(())
    }
}

fn function(context: &mut Context, steps: NativeFunctionPointer, name: &str, length: usize) -> JsObject {
    FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(steps))
        .name(js_string!(name))
        .length(length)
        .constructor(false)
        .build()
        .into()
}

fn operation(context: &mut Context, name: &str, length: usize, steps: NativeFunctionPointer) -> PropertyDescriptor {
    let function = function(context, steps, name, length);
    PropertyDescriptor::builder().value(function).writable(true).enumerable(true).configurable(true).build()
}

/// Defines an operation on an object that is no prototype, such as the global object.
///
/// # Errors
///
/// Whatever the object throws when the property is defined.
pub fn define_operation(
    object: &JsObject,
    name: &str,
    length: usize,
    steps: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<()> {
    let operation = operation(context, name, length, steps);
    object.define_property_or_throw(js_string!(name), operation, context).map(drop)
}

/// Defines an attribute on an object that is no prototype, such as the global object.
///
/// # Errors
///
/// Whatever the object throws when the property is defined.
pub fn define_attribute(
    object: &JsObject,
    name: &str,
    getter: NativeFunctionPointer,
    setter: Option<NativeFunctionPointer>,
    configurable: bool,
    context: &mut Context,
) -> JsResult<()> {
    let get = function(context, getter, &format!("get {name}"), 0);
    let set = setter.map(|setter| function(context, setter, &format!("set {name}"), 1));
    let accessor = PropertyDescriptor::builder().get(get).maybe_set(set).enumerable(true).configurable(configurable);
    object.define_property_or_throw(js_string!(name), accessor, context).map(drop)
}

/// The setter of a [`[Replaceable]`](https://webidl.spec.whatwg.org/#Replaceable) attribute: the value takes its place.
///
/// # Errors
///
/// Whatever the object throws when the property is defined.
pub fn replace_attribute(this: &JsValue, name: JsString, value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let object = this.as_object().unwrap_or_else(|| context.global_object());
    let property =
        PropertyDescriptor::builder().value(value.clone()).writable(true).enumerable(true).configurable(true);
    object.define_property_or_throw(name, property, context)?;
    Ok(JsValue::undefined())
}
