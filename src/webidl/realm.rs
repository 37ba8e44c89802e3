//! Which realm an object belongs to, and what that says about the prototypes of new ones.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsObject, JsResult, js_string};
use boa_gc::{Finalize, Gc, Trace, WeakGc};

use crate::event_loop::in_realm;

/// All realms of a context, held weakly.
#[derive(Default)]
struct Realms(Vec<WeakGc<Known>>);

/// What the context knows of a realm. The realm itself keeps it.
#[derive(Trace, Finalize)]
struct Known {
    realm: Realm,
}

#[derive(Trace, Finalize, JsData)]
struct OfRealm(Gc<Known>);

/// Makes the current realm one that [`associated_realm`] can find.
pub fn register_realm(context: &mut Context) {
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

/// The prototypes of ordinary functions and objects of all realms.
fn standard_prototypes(context: &Context) -> Vec<(JsObject, Realm)> {
    let realms = context.get_data::<Realms>().map(|Realms(realms)| realms.iter().filter_map(WeakGc::upgrade));
    let prototypes = realms.into_iter().flatten().flat_map(|known| {
        let constructors = known.realm.intrinsics().constructors();
        let prototypes = [constructors.function().prototype(), constructors.object().prototype()];
        prototypes.map(|prototype| (prototype, known.realm.clone()))
    });
    prototypes.collect()
}

/// The [associated realm](https://webidl.spec.whatwg.org/#dfn-associated-realm) of a callback, without running any code.
///
/// The engine knows the realm of an ordinary function. Other objects are taken to be of the realm that the first
/// standard prototype in their prototype chain belongs to, and of the current realm if there is none.
#[must_use]
pub fn associated_realm(object: &JsObject, context: &Context) -> Realm {
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

/// The prototype of an object that is constructed for `new.target`:
/// [steps 4 and 5](https://webidl.spec.whatwg.org/#internally-create-a-new-object-implementing-the-interface) of creating
/// a platform object. `fallback` gives the interface's prototype in the realm of the constructor, whose own `prototype`
/// is no object.
///
/// # Errors
///
/// What a getter, or a trap of a proxy, throws; what `fallback` returns.
pub(super) fn prototype_of_constructor(
    constructor: &JsObject,
    context: &mut Context,
    fallback: impl FnOnce(&mut Context) -> JsResult<JsObject>,
) -> JsResult<JsObject> {
    let is_function = constructor.is::<OrdinaryFunction>() || constructor.is::<NativeFunctionObject>();
    if is_function && let Some(prototype) = constructor.get(js_string!("prototype"), context)?.as_object() {
        return Ok(prototype);
    }
    // The engine's GetFunctionRealm is private. A proxy or a bound function is looked at only once, by one of the
    // engine's own constructors: its object tells what `prototype` is, or which realm the engine chose instead.
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
