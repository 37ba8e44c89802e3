//! Platform objects: one native type for all interfaces, with one layer of state for each interface in the inheritance
//! chain.
//!
//! Boa identifies native data by its exact Rust type, and the whole object stays borrowed while the data is in use.
//! Therefore the native data of a platform object is only a short array of handles: the state of the root interface at
//! index 0, the state of its child at index 1, and so on. A brand check is one array access and one type comparison. It
//! clones the handle, so the object is not borrowed after the check.

use boa_engine::{JsData, JsError, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcErased, Trace};

use super::exception::type_error;
use super::interface::{Ancestry, Interface};

/// The length of the longest inheritance chain: `EventTarget`, `AbortSignal`, `TaskSignal`.
const LONGEST_CHAIN: usize = 3;

/// Returns the index of the layer of interface `T`: the number of interfaces it inherits from.
const fn depth<T: Interface>() -> usize {
    const { assert!(T::Parent::LENGTH < LONGEST_CHAIN, "LONGEST_CHAIN must count this interface and its ancestors") };
    T::Parent::LENGTH
}

/// The state of a new platform object: one handle per interface, the root first.
#[derive(Clone, Debug, Default, Trace, Finalize)]
pub struct Layers([Option<GcErased>; LONGEST_CHAIN]);

impl Layers {
    /// Creates the layers of an object that only implements the interface with this state.
    #[must_use]
    pub fn root<T: Interface<State = T> + Trace>(root: &Gc<T>) -> Self {
        Self::default().and(root)
    }

    /// Adds the layer of an inheriting interface.
    #[must_use]
    pub fn and<T: Interface<State = T> + Trace>(self, state: &Gc<T>) -> Self {
        self.with::<T>(state)
    }

    /// Adds the layer of interface `T`, whose state has a different type.
    #[must_use]
    pub fn with<T: Interface>(mut self, state: &Gc<T::State>) -> Self {
        self.0[depth::<T>()] = Some(GcErased::new(state.clone()));
        self
    }
}

/// The native data of every platform object.
#[derive(Debug, Trace, Finalize, JsData)]
pub struct PlatformObject {
    layers: Layers,
}

const _: () = assert!(size_of::<PlatformObject>() <= 24);

impl PlatformObject {
    #[must_use]
    pub(crate) const fn new(layers: Layers) -> Self {
        Self { layers }
    }

    fn layer<T: Interface>(&self) -> Option<Gc<T::State>> {
        self.layers.0[depth::<T>()].clone()?.downcast()
    }
}

/// Returns the state for interface `T` of an object that [implements] it, or `None` for any other value.
///
/// [implements]: https://webidl.spec.whatwg.org/#implements
#[must_use]
pub fn implements<T: Interface>(value: &JsValue) -> Option<Gc<T::State>> {
    state_of::<T>(&value.as_object()?)
}

/// Like [`implements`], for an object.
#[must_use]
pub(crate) fn state_of<T: Interface>(object: &JsObject) -> Option<Gc<T::State>> {
    object.downcast_ref::<PlatformObject>()?.layer::<T>()
}

/// Returns the state of interface `T` of the `this` value of `member`, such as `"type"`.
///
/// # Errors
///
/// `TypeError` if `this` does not implement `T`.
pub fn this_object<T: Interface>(this: &JsValue, member: &str) -> JsResult<Gc<T::State>> {
    // Omitted: the security check: there are no cross-origin objects.
    implements::<T>(this).ok_or_else(|| illegal_invocation::<T>(member))
}

/// Returns the error of a member of interface `T` whose `this` value does not implement `T`.
pub(crate) fn illegal_invocation<T: Interface>(member: &str) -> JsError {
    type_error(format!("{0}.{member}: Illegal invocation: 'this' is not {1}", T::NAME, with_article(T::NAME)))
}

/// Puts the indefinite article before the name of an interface.
pub(super) fn with_article(name: &str) -> String {
    // The names that start with U are pronounced with a consonant, as in URL.
    let article = if name.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {name}")
}
