//! Builds the objects of an interface, in the shape that Web IDL gives them.
//!
//! Members are enumerable, functions have the right `length` and `name`, prototypes have `Symbol.toStringTag`, and a
//! constructor inherits from the parent's constructor: [interfaces](https://webidl.spec.whatwg.org/#es-interfaces).

use std::any::TypeId;

use boa_engine::context::intrinsics::StandardConstructor;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::ConstructorBuilder;
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};

use super::exception::type_error;
use super::interface_objects::{InterfaceObjects, store};
use super::members::{AttributeName, accessor, operation};
use crate::debug::debug;

/// Declares an interface in the current realm, member by member. [`interface!`](super::interface!) uses it.
pub struct InterfaceBuilder<'a> {
    context: &'a mut Context,
    name: &'static str,
    key: TypeId,
    constructor: NativeFunctionPointer,
    length: usize,
    parent: Option<InterfaceObjects>,
    parent_prototype: Option<JsObject>,
    pub(super) members: Vec<(PropertyKey, PropertyDescriptor)>,
    statics: Vec<(JsString, PropertyDescriptor)>,
    exposed: bool,
}

fn illegal_constructor(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Err(type_error("Illegal constructor"))
}

debug!(InterfaceBuilder<'_>, "name" = |builder| builder.name);

impl<'a> InterfaceBuilder<'a> {
    /// Starts an interface without a constructor or members.
    pub(super) fn new(
        name: &'static str,
        key: TypeId,
        parent: Option<InterfaceObjects>,
        context: &'a mut Context,
    ) -> Self {
        Self {
            context,
            name,
            key,
            constructor: illegal_constructor,
            length: 0,
            parent,
            parent_prototype: None,
            // Most interfaces have fewer members.
            members: Vec::with_capacity(16),
            statics: Vec::new(),
            exposed: true,
        }
    }

    /// Returns the context in which the interface is declared.
    pub fn context(&mut self) -> &mut Context {
        self.context
    }

    /// Makes the prototype inherit from an object that is not an interface prototype, as `DOMException.prototype` does.
    #[must_use]
    pub fn prototype_inherits(mut self, prototype: JsObject) -> Self {
        self.parent_prototype = Some(prototype);
        self
    }

    /// Gives the interface another identifier in the current realm.
    #[must_use]
    pub fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Does not expose the interface object on the global object.
    #[must_use]
    pub fn hidden(mut self) -> Self {
        self.exposed = false;
        self
    }

    /// Sets the steps of `new`, which receive `new.target` as `this`. `length` is the number of required arguments.
    #[must_use]
    pub fn constructor(mut self, length: usize, steps: NativeFunctionPointer) -> Self {
        self.constructor = steps;
        self.length = length;
        self
    }

    /// Adds a read-only attribute.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<AttributeName>, getter: NativeFunctionPointer) -> Self {
        let name = name.into();
        let accessor = accessor(self.context, name.clone(), NativeFunction::from_fn_ptr(getter), None);
        self.members.push((name.name.into(), accessor.build()));
        self
    }

    /// Adds a writable attribute.
    #[must_use]
    pub fn writable_attribute(
        self,
        name: impl Into<AttributeName>,
        getter: NativeFunctionPointer,
        setter: NativeFunctionPointer,
    ) -> Self {
        self.writable(name, NativeFunction::from_fn_ptr(getter), NativeFunction::from_fn_ptr(setter))
    }

    /// Adds a writable attribute whose getter and setter are closures.
    #[must_use]
    pub fn writable(mut self, name: impl Into<AttributeName>, getter: NativeFunction, setter: NativeFunction) -> Self {
        let name = name.into();
        let accessor = accessor(self.context, name.clone(), getter, Some(setter));
        self.members.push((name.name.into(), accessor.build()));
        self
    }

    /// Adds a read-only attribute to the interface object.
    #[must_use]
    pub fn static_attribute(mut self, name: impl Into<AttributeName>, getter: NativeFunctionPointer) -> Self {
        let name = name.into();
        let accessor = accessor(self.context, name.clone(), NativeFunction::from_fn_ptr(getter), None);
        self.statics.push((name.name, accessor.build()));
        self
    }

    /// Adds an operation with `length` required arguments.
    #[must_use]
    pub fn operation(mut self, name: impl Into<JsString>, length: usize, steps: NativeFunctionPointer) -> Self {
        let name = name.into();
        let operation = operation(self.context, name.clone(), length, steps);
        self.members.push((name.into(), operation));
        self
    }

    /// Adds a property to the prototype, for what is neither an attribute nor an operation.
    #[must_use]
    pub(crate) fn member(mut self, key: impl Into<PropertyKey>, property: PropertyDescriptor) -> Self {
        self.members.push((key.into(), property));
        self
    }

    /// Adds an operation to the interface object.
    #[must_use]
    pub fn static_operation(mut self, name: impl Into<JsString>, length: usize, steps: NativeFunctionPointer) -> Self {
        let name = name.into();
        let operation = operation(self.context, name.clone(), length, steps);
        self.statics.push((name, operation));
        self
    }

    /// Adds a constant to the interface object and to the prototype.
    #[must_use]
    pub fn constant(mut self, name: JsString, value: u16) -> Self {
        let constant =
            PropertyDescriptor::builder().value(value).writable(false).enumerable(true).configurable(false).build();
        self.members.push((name.clone().into(), constant.clone()));
        self.statics.push((name, constant));
        self
    }

    /// Creates the objects, stores them in the realm and exposes the constructor on the global object.
    ///
    /// # Errors
    ///
    /// Whatever the global object throws when the property is defined.
    pub(super) fn build(self) -> JsResult<()> {
        let Self { context, name, key, constructor, length, parent, parent_prototype, members, statics, exposed } =
            self;
        // Omitted: unscopables and legacy aliases: no interface has them.
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
        store(key, objects, context);
        Ok(())
    }
}
