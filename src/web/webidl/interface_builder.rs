//! Builds the objects of an interface, in the shape that Web IDL gives them.
//!
//! Members are enumerable, functions have the right `length` and `name`, prototypes have `Symbol.toStringTag`, and a
//! constructor inherits from the parent's constructor: [interfaces](https://webidl.spec.whatwg.org/#es-interfaces).

use std::any::TypeId;

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::{ConstructorBuilder, FunctionObjectBuilder};
use boa_engine::property::{PropertyDescriptor, PropertyDescriptorBuilder, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};

use super::exception::type_error;
use super::interface_objects::{InterfaceObjects, store};
use super::members::{AttributeName, accessor, operation};
use crate::debug::debug;

/// A property that cannot be changed.
fn fixed(value: impl Into<JsValue>) -> PropertyDescriptorBuilder {
    PropertyDescriptor::builder().value(value).writable(false).enumerable(false).configurable(false)
}

/// A property that is not enumerable.
fn hidden(value: impl Into<JsValue>) -> PropertyDescriptorBuilder {
    PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true)
}

/// An interface object that is to be made. The properties that all of them have come first.
struct Constructor {
    name: JsString,
    length: usize,
    steps: NativeFunctionPointer,
    prototype: JsObject,
}

impl Constructor {
    /// Makes an interface object without static members. All of these with the same prototype have the same shape.
    fn build(self, context: &Context) -> JsObject {
        let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(self.steps));
        let function: JsObject = function.name(self.name).length(self.length).constructor(true).build().into();
        function.insert_property(js_string!("prototype"), fixed(self.prototype));
        function
    }

    /// Makes an interface object with static members. It has a shape of its own, since no other has these members.
    fn build_with(self, statics: Vec<(JsString, PropertyDescriptor)>, context: &mut Context) -> JsObject {
        let mut builder = ConstructorBuilder::new(context, NativeFunction::from_fn_ptr(self.steps));
        builder.name(self.name.to_std_string_lossy()).length(self.length).has_prototype_property(false);
        builder.static_property_descriptor(js_string!("length"), fixed(self.length).configurable(true));
        builder.static_property_descriptor(js_string!("name"), fixed(self.name).configurable(true));
        builder.static_property_descriptor(js_string!("prototype"), fixed(self.prototype));
        for (name, member) in statics {
            builder.static_property_descriptor(name, member);
        }
        builder.build().constructor()
    }
}

/// Declares an interface in the current realm, member by member. [`interface!`](super::interface!) uses it.
pub struct InterfaceBuilder<'a> {
    context: &'a mut Context,
    name: JsString,
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
    pub(super) fn new(name: JsString, key: TypeId, parent: Option<InterfaceObjects>, context: &'a mut Context) -> Self {
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
    pub fn named(mut self, name: impl Into<JsString>) -> Self {
        self.name = name.into();
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
        let of_objects = || context.intrinsics().constructors().object().prototype();
        let inherited = parent_prototype.or_else(|| parent.as_ref().map(|parent| parent.prototype.clone()));
        let prototype = JsObject::from_proto_and_data(inherited.unwrap_or_else(of_objects), OrdinaryObject);
        let constructor = Constructor { name: name.clone(), length, steps: constructor, prototype: prototype.clone() };
        let constructor =
            if statics.is_empty() { constructor.build(context) } else { constructor.build_with(statics, context) };
        if let Some(parent) = parent {
            constructor.set_prototype(Some(parent.constructor.clone()));
        }
        for (name, member) in members {
            prototype.insert_property(name, member);
        }
        prototype.insert_property(JsSymbol::to_string_tag(), fixed(name.clone()).configurable(true));
        prototype.insert_property(js_string!("constructor"), hidden(constructor.clone()));
        let objects = InterfaceObjects { constructor, prototype };
        if exposed {
            let property = hidden(objects.constructor.clone());
            context.global_object().define_property_or_throw(name, property, context)?;
        }
        store(key, objects, context);
        Ok(())
    }
}
