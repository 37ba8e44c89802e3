//! Platform objects: one native type for all interfaces, with a layer of state per interface of the chain.
//!
//! Boa tests native data by its exact Rust type, and keeps the whole object borrowed while that data is looked at. So a
//! platform object's data is only a short array of handles: at index 0 the state of the root interface, at 1 that of
//! its child, and so on. A brand check is one index and one type comparison, the handle is cloned out, and no borrow of
//! the object outlives the check.

use boa_engine::{JsData, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcErased, Trace};

use super::exception::type_error;
use super::interface::{Ancestry, Interface};

/// The most interfaces that inherit from each other: `EventTarget`, `AbortSignal`, `TaskSignal`.
const LONGEST_CHAIN: usize = 3;

/// The index of the layer of interface `T`: how many interfaces it inherits from.
const fn depth<T: Interface>() -> usize {
    const { assert!(T::Parent::LENGTH < LONGEST_CHAIN, "LONGEST_CHAIN must count this interface and its ancestors") };
    T::Parent::LENGTH
}

/// The state of a new platform object: one handle per interface, the root first.
#[derive(Clone, Default, Trace, Finalize)]
pub struct Layers([Option<GcErased>; LONGEST_CHAIN]);

impl Layers {
    /// The layers of an object that implements only the interface with this state.
    #[must_use]
    pub fn root<T: Interface<State = T> + Trace>(root: &Gc<T>) -> Self {
        Self::default().and(root)
    }

    /// These layers and the one of an inheriting interface.
    #[must_use]
    pub fn and<T: Interface<State = T> + Trace>(self, state: &Gc<T>) -> Self {
        self.with::<T>(state)
    }

    /// These layers and the one of interface `T`, whose state is another type.
    #[must_use]
    pub fn with<T: Interface>(mut self, state: &Gc<T::State>) -> Self {
        self.0[depth::<T>()] = Some(GcErased::new(state.clone()));
        self
    }
}

/// The native data of every platform object.
#[derive(Trace, Finalize, JsData)]
pub struct PlatformObject {
    layers: Layers,
}

impl PlatformObject {
    /// Native data with these layers.
    #[must_use]
    pub const fn new(layers: Layers) -> Self {
        Self { layers }
    }

    fn layer<T: Interface>(&self) -> Option<Gc<T::State>> {
        let layer = self.layers.0[depth::<T>()].as_ref()?;
        if layer.is::<T::State>() { layer.clone().downcast() } else { None }
    }
}

/// The state of interface `T` of an object that [implements] it; `None` for every other value.
///
/// [implements]: https://webidl.spec.whatwg.org/#implements
#[must_use]
pub fn implements<T: Interface>(value: &JsValue) -> Option<Gc<T::State>> {
    value.as_object()?.downcast_ref::<PlatformObject>()?.layer::<T>()
}

/// The state of interface `T` of a method's `this`.
///
/// # Errors
///
/// A `TypeError` if `this` does not implement `T`.
pub fn this_object<T: Interface>(this: &JsValue) -> JsResult<Gc<T::State>> {
    implements::<T>(this).ok_or_else(|| type_error(format!("Illegal invocation: 'this' is not a {}", T::NAME)))
}
