//! The realms of a context. Determines the realm of an object, and the prototype of a new object.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsObject, JsResult, js_string};
use boa_gc::{Finalize, Gc, Trace, WeakGc};

use crate::event_loop::in_realm;

/// Weak references to all realms of a context.
#[derive(Default)]
struct Realms(Vec<WeakGc<Known>>);

/// The entry for a realm. Only the realm itself keeps it alive.
#[derive(Trace, Finalize)]
struct Known {
    realm: Realm,
}

#[derive(Trace, Finalize, JsData)]
struct OfRealm(Gc<Known>);

/// Registers the current realm, so that [`associated_realm`] can find it. Has no effect if it is registered already.
pub(crate) fn register_realm(context: &mut Context) {
    if context.realm().host_defined().get::<OfRealm>().is_some() {
        return;
    }
    let known = Gc::new(Known { realm: context.realm().clone() });
    let realms = context.host_defined_mut();
    if realms.get::<Realms>().is_none() {
        realms.insert_default::<Realms>();
    }
    if let Some(Realms(realms)) = realms.get_mut::<Realms>() {
        realms.retain(WeakGc::is_upgradable);
        realms.push(WeakGc::new(&known));
    }
    context.realm().host_defined_mut().insert(OfRealm(known));
}

fn find_realm(context: &Context, is_it: impl Fn(&Realm) -> bool) -> Option<Realm> {
    let Realms(realms) = context.get_data::<Realms>()?;
    realms.iter().filter_map(WeakGc::upgrade).find(|known| is_it(&known.realm)).map(|known| known.realm.clone())
}

/// Returns the prototypes of ordinary functions and objects of all realms.
fn standard_prototypes(context: &Context) -> Vec<(JsObject, Realm)> {
    let realms = context.get_data::<Realms>().map(|Realms(realms)| realms.iter().filter_map(WeakGc::upgrade));
    let prototypes = realms.into_iter().flatten().flat_map(|known| {
        let constructors = known.realm.intrinsics().constructors();
        let prototypes = [constructors.function().prototype(), constructors.object().prototype()];
        prototypes.map(|prototype| (prototype, known.realm.clone()))
    });
    prototypes.collect()
}

/// Whether a function belongs to another context: its realm is registered, but not there. Runs no JavaScript.
///
/// The engine knows the realm of an ordinary function. Any other function belongs to the context of the first standard
/// prototype or ordinary function in its prototype chain. Without one, this is unknown, unless there is a built-in
/// function, which is the `Function.prototype` of a realm of another context.
pub(super) fn is_foreign_function(function: &JsObject, context: &Context) -> bool {
    let mut next = Some(function.clone());
    let mut standard = None;
    let mut has_built_in = false;
    while let Some(object) = next {
        if let Some(ordinary) = object.downcast_ref::<OrdinaryFunction>() {
            return is_foreign_realm(ordinary.realm(), context);
        }
        let is_standard = |(known, _): &(JsObject, Realm)| *known == object;
        if standard.get_or_insert_with(|| standard_prototypes(context)).iter().any(is_standard) {
            return false;
        }
        has_built_in |= object != *function && object.is::<NativeFunctionObject>();
        next = object.borrow().prototype();
    }
    has_built_in
}

/// Whether a realm is registered in another context. Realms that the host has created need not be registered.
fn is_foreign_realm(realm: &Realm, context: &Context) -> bool {
    let is_registered = realm.host_defined().get::<OfRealm>().is_some();
    is_registered && find_realm(context, |known| known == realm).is_none()
}

/// Whether a function is one of the program, and not of the engine or the host.
#[must_use]
pub(crate) fn is_ordinary_function(function: &JsObject) -> bool {
    function.is::<OrdinaryFunction>()
}

/// Returns the [associated realm](https://webidl.spec.whatwg.org/#dfn-associated-realm) of a callback, without running
/// any JavaScript.
///
/// The engine knows the realm of an ordinary function. For other objects, this is the realm of the first standard
/// prototype in the prototype chain, or the current realm if there is no such prototype.
#[must_use]
pub(crate) fn associated_realm(object: &JsObject, context: &Context) -> Realm {
    if let Some(function) = object.downcast_ref::<OrdinaryFunction>() {
        return function.realm().clone();
    }
    let standard = standard_prototypes(context);
    let mut next = object.borrow().prototype();
    while let Some(prototype) = next {
        if let Some((_, realm)) = standard.iter().find(|(known, _)| *known == prototype) {
            return realm.clone();
        }
        next = prototype.borrow().prototype();
    }
    context.realm().clone()
}

/// Returns the prototype of an object that is constructed for `new.target`: [step 3][1] of creating a platform
/// object. If the `prototype` of the constructor is not an object, `fallback` returns the interface's prototype in the
/// constructor's realm.
///
/// # Errors
///
/// Whatever a getter, a proxy trap or `fallback` throws.
///
/// [1]: https://webidl.spec.whatwg.org/#internally-create-a-new-object-implementing-the-interface
pub(super) fn prototype_of_constructor(
    constructor: &JsObject,
    context: &mut Context,
    fallback: impl FnOnce(&mut Context) -> JsResult<JsObject>,
) -> JsResult<JsObject> {
    let is_function = constructor.is::<OrdinaryFunction>() || constructor.is::<NativeFunctionObject>();
    if is_function && let Some(prototype) = constructor.get(js_string!("prototype"), context)?.as_object() {
        return Ok(prototype);
    }
    // The engine does not export GetFunctionRealm. Instead, a built-in constructor creates an object for the same
    // `new.target`, so `prototype` is read only once. The prototype of that object is either the value of `prototype`,
    // or a `WeakSet.prototype` that identifies the realm that the engine chose.
    let weak_set = context.intrinsics().constructors().weak_set().constructor();
    let Some(prototype) = weak_set.construct(&[], Some(constructor), context)?.prototype() else {
        return fallback(context);
    };
    let is_it = |realm: &Realm| realm.intrinsics().constructors().weak_set().prototype() == prototype;
    match find_realm(context, is_it) {
        Some(realm) => in_realm(&realm, context, fallback),
        None => Ok(prototype),
    }
}
