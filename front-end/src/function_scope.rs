//! Which function a scope is in.

use oxc_semantic::Scoping;
use oxc_syntax::scope::{ScopeFlags, ScopeId};

/// The scope of the function around a scope, or that of the program. A static block counts as a function.
pub(super) fn function_of(scope: ScopeId, scoping: &Scoping) -> Option<ScopeId> {
    let is_function = |scope: &ScopeId| {
        let flags = scoping.scope_flags(*scope);
        flags.intersects(ScopeFlags::Function | ScopeFlags::ClassStaticBlock | ScopeFlags::Top)
    };
    scoping.scope_ancestors(scope).find(is_function)
}
