//! Interfaces, and the chains that they inherit from.

use std::any::TypeId;

use boa_engine::{Context, JsObject, JsResult, JsString};
use boa_gc::Trace;

use super::exception::type_error;
use super::interface_builder::InterfaceBuilder;
use super::interface_objects::{InterfaceObjects, find};

/// An [interface](https://webidl.spec.whatwg.org/#idl-interfaces), declared with [`interface!`](crate::interface).
pub trait Interface: Sized + 'static {
    /// The state that an object stores for the interface. Interfaces at the same depth of inheritance must have
    /// different state types.
    type State: Trace + 'static;
    /// The interface that this one inherits from, or `()`.
    type Parent: Ancestry;
    /// The interface's identifier.
    const NAME: &'static str;

    /// The identifier as a string of the engine. [`interface!`](crate::interface) makes it when the crate is compiled.
    #[must_use]
    fn name() -> JsString {
        Self::NAME.into()
    }

    /// Adds the constructor and the members to the builder.
    fn define(builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_>;

    /// Creates the interface object and the prototype in the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if the parent is not registered in this realm; whatever the global object throws when the property
    /// is defined.
    fn register(context: &mut Context) -> JsResult<()> {
        let parent = Self::Parent::objects(context)?;
        Self::define(InterfaceBuilder::new(Self::name(), TypeId::of::<Self>(), parent, context)).build()
    }
}

/// A chain of interfaces: an interface and those it inherits from. `()` is the empty chain.
pub trait Ancestry {
    /// The number of interfaces in the chain.
    const LENGTH: usize;

    /// Returns the interface object and the prototype of the most derived interface in the current realm, or `None` for
    /// the empty chain.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    fn objects(context: &Context) -> JsResult<Option<InterfaceObjects>>;
}

impl Ancestry for () {
    const LENGTH: usize = 0;

    fn objects(_: &Context) -> JsResult<Option<InterfaceObjects>> {
        Ok(None)
    }
}

impl<T: Interface> Ancestry for T {
    const LENGTH: usize = T::Parent::LENGTH + 1;

    fn objects(context: &Context) -> JsResult<Option<InterfaceObjects>> {
        interface_objects::<T>(context).map(Some)
    }
}

pub(super) fn interface_objects<T: Interface>(context: &Context) -> JsResult<InterfaceObjects> {
    let not_registered = || type_error(format!("{} is not registered in this realm", T::NAME));
    find(TypeId::of::<T>(), context).ok_or_else(not_registered)
}

/// Returns the [interface object](https://webidl.spec.whatwg.org/#dfn-interface-object) of `T` in the current realm:
/// its constructor.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub fn interface_object<T: Interface>(context: &Context) -> JsResult<JsObject> {
    interface_objects::<T>(context).map(|objects| objects.constructor.clone())
}

/// Returns the [interface prototype object](https://webidl.spec.whatwg.org/#dfn-interface-prototype-object) of `T` in
/// the current realm.
///
/// # Errors
///
/// `TypeError` if the interface is not registered in this realm.
pub fn interface_prototype<T: Interface>(context: &Context) -> JsResult<JsObject> {
    interface_objects::<T>(context).map(|objects| objects.prototype.clone())
}
