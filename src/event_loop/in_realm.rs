//! Running steps in another realm.

use boa_engine::Context;
use boa_engine::realm::Realm;

/// Runs `steps` with `realm` as the current realm, and restores the previous one.
pub fn in_realm<R>(realm: &Realm, context: &mut Context, steps: impl FnOnce(&mut Context) -> R) -> R {
    // Most work is of the realm that is current when the loop is turned.
    let outer = (context.realm() != realm).then(|| context.enter_realm(realm.clone()));
    let result = steps(context);
    if let Some(outer) = outer {
        context.enter_realm(outer);
    }
    result
}
