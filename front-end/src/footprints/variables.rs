//! The variables that several functions share.

use std::sync::Arc;

use oxc_semantic::Scoping;
use oxc_syntax::reference::{Reference, ReferenceId};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use rustc_hash::FxHashSet;

use super::super::function_scope::function_of;

/// The variables of a file.
pub(super) struct Variables<'s> {
    scoping: &'s Scoping,
    /// Makes the numbers of variables differ from those of other files: they are at most as many as characters.
    offset: u32,
    /// Whether `this` may be the global object, whose properties some variables are.
    pub(super) has_global_object: bool,
    /// The variables that are declared with `var`. Their values may be set more than once.
    pub(super) vars: FxHashSet<SymbolId>,
}

/// A variable that several functions share, and of which the value may change.
pub(super) struct Shared {
    pub(super) id: u32,
    pub(super) name: Arc<str>,
    /// The scope of the function that declares it.
    pub(super) function: ScopeId,
}

impl<'s> Variables<'s> {
    pub(super) fn of(scoping: &'s Scoping, offset: u32, has_global_object: bool) -> Self {
        Self { scoping, offset, has_global_object, vars: FxHashSet::default() }
    }

    /// The name of a variable that is a property of the global object, if the file may use it as such.
    pub(super) fn of_global_object(&self, symbol: SymbolId) -> Option<Arc<str>> {
        let is_property = || {
            let flags = self.scoping.symbol_flags(symbol);
            flags.intersects(SymbolFlags::FunctionScopedVariable | SymbolFlags::Function)
        };
        let is_global = self.has_global_object && self.scoping.symbol_scope_id(symbol) == self.scoping.root_scope_id();
        (is_global && is_property()).then(|| self.scoping.symbol_name(symbol).into())
    }

    /// The variable of a reference; `None` if it is a global that the file does not declare.
    pub(super) fn symbol(&self, reference: Option<ReferenceId>) -> Option<SymbolId> {
        self.scoping.get_reference(reference?).symbol_id()
    }

    /// The scope of the file.
    pub(super) fn main(&self) -> ScopeId {
        self.scoping.root_scope_id()
    }

    /// The scope of the function around a scope, or that of the program.
    pub(super) fn function_of(&self, scope: ScopeId) -> Option<ScopeId> {
        function_of(scope, self.scoping)
    }

    /// The scope of the function that declares a variable.
    pub(super) fn function_of_symbol(&self, symbol: SymbolId) -> Option<ScopeId> {
        self.function_of(self.scoping.symbol_scope_id(symbol))
    }

    /// Whether several functions use a variable.
    fn is_shared(&self, symbol: SymbolId, declared_in: ScopeId) -> bool {
        let used_in = |reference: &Reference| self.function_of(reference.scope_id());
        self.scoping.get_resolved_references(symbol).any(|it| used_in(it) != Some(declared_in))
    }

    /// What is to be recorded when a variable is used. `None` if no other function can tell. `is_late` says whether the
    /// declaration may run after other work of the program.
    pub(super) fn shared(&self, symbol: SymbolId, is_late: bool) -> Option<Shared> {
        let function = self.function_of(self.scoping.symbol_scope_id(symbol))?;
        let flags = self.scoping.symbol_flags(symbol);
        // Parameters and functions have a value when the function starts.
        let is_mutated = self.vars.contains(&symbol)
            || self.scoping.get_resolved_references(symbol).any(Reference::is_write)
            || is_late && !flags.intersects(SymbolFlags::Function);
        (is_mutated && self.is_shared(symbol, function)).then(|| Shared {
            id: self.offset.wrapping_mul(1 << 16).wrapping_add(u32::try_from(symbol.index()).unwrap_or(u32::MAX)),
            name: self.scoping.symbol_name(symbol).into(),
            function,
        })
    }

    /// The body of the loop that declares a variable anew in each of its rounds, if one of these blocks is that.
    pub(super) fn loop_of(&self, symbol: SymbolId, bodies: &FxHashSet<ScopeId>) -> Option<ScopeId> {
        let flags = self.scoping.symbol_flags(symbol);
        if !flags.intersects(SymbolFlags::BlockScopedVariable) {
            return None;
        }
        let declared_in = self.scoping.symbol_scope_id(symbol);
        let function = self.function_of(declared_in);
        let scopes = self.scoping.scope_ancestors(declared_in).take_while(|&scope| Some(scope) != function);
        scopes.into_iter().find(|scope| bodies.contains(scope))
    }

    /// Whether a function declares variables that others share.
    pub(super) fn declares_shared(&self, function: ScopeId, is_late: impl Fn(SymbolId) -> bool) -> bool {
        let is_of_function =
            |&symbol: &SymbolId| self.function_of(self.scoping.symbol_scope_id(symbol)) == Some(function);
        self.scoping.symbol_ids().filter(is_of_function).any(|symbol| self.shared(symbol, is_late(symbol)).is_some())
    }

    /// Whether a variable is the name of a class or function, or a constant, and is never assigned to.
    pub(super) fn is_constant(&self, symbol: SymbolId) -> bool {
        let is_written = || self.scoping.get_resolved_references(symbol).any(Reference::is_write);
        !self.vars.contains(&symbol) && self.of_global_object(symbol).is_none() && !is_written()
    }

    /// Whether a variable is the name of a class, and is never assigned to.
    pub(super) fn is_class(&self, symbol: SymbolId) -> bool {
        self.scoping.symbol_flags(symbol).contains(SymbolFlags::Class) && self.is_constant(symbol)
    }

    /// Where a variable is declared.
    pub(super) fn declaration(&self, symbol: SymbolId) -> u32 {
        self.scoping.symbol_span(symbol).start
    }
}
