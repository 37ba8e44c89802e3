//! Which realm an object belongs to.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsObject, JsResult};
use boa_gc::{Finalize, Gc, Trace, WeakGc};

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

/// Makes the current realm one that [`associated_realm`] and [`function_realm`] can find.
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

/// The [associated realm](https://webidl.spec.whatwg.org/#dfn-associated-realm) of a callback, without running any code.
///
/// The engine knows the realm of an ordinary function. Other objects are taken to be of the realm that the first
/// standard prototype in their prototype chain belongs to, and of the current realm if there is none.
#[must_use]
pub fn associated_realm(object: &JsObject, context: &Context) -> Realm {
    if let Some(function) = object.downcast_ref::<OrdinaryFunction>() {
        return function.realm().clone();
    }
    let mut next = object.borrow().prototype();
    while let Some(prototype) = next {
        let is_standard = |realm: &Realm| {
            let constructors = realm.intrinsics().constructors();
            [constructors.function(), constructors.object()].iter().any(|known| known.prototype() == prototype)
        };
        if let Some(realm) = find_realm(context, is_standard) {
            return realm;
        }
        next = prototype.borrow().prototype();
    }
    context.realm().clone()
}

/// [GetFunctionRealm](https://tc39.es/ecma262/#sec-getfunctionrealm) of a constructor whose `prototype` is no object.
///
/// The engine's own algorithm is private, so this constructs a `Boolean` with that `new.target`: its prototype tells which
/// realm the engine chose. `prototype` is read a second time.
///
/// # Errors
///
/// What a trap of a proxy throws, or that the proxy was revoked.
pub fn function_realm(constructor: &JsObject, context: &mut Context) -> JsResult<Realm> {
    if let Some(function) = constructor.downcast_ref::<OrdinaryFunction>() {
        return Ok(function.realm().clone());
    }
    let boolean = context.intrinsics().constructors().boolean().constructor();
    let prototype = boolean.construct(&[], Some(constructor), context)?.prototype();
    let is_it = |realm: &Realm| Some(realm.intrinsics().constructors().boolean().prototype()) == prototype;
    Ok(find_realm(context, is_it).unwrap_or_else(|| context.realm().clone()))
}
