//! The names of function expressions, which are constants in their functions: a write throws in strict code, and has no
//! effect in sloppy code.

use oxc_ast::ast::Function;
use oxc_syntax::symbol::SymbolId;

/// The names of the function expressions around the current place.
#[derive(Default)]
pub(super) struct OwnNames(Vec<SymbolId>);

impl OwnNames {
    pub(super) fn enter(&mut self, function: &Function<'_>) {
        self.0.extend(name(function));
    }

    pub(super) fn leave(&mut self, function: &Function<'_>) {
        self.0.truncate(self.0.len() - usize::from(name(function).is_some()));
    }

    pub(super) fn contains(&self, symbol: SymbolId) -> bool {
        self.0.contains(&symbol)
    }
}

fn name(function: &Function<'_>) -> Option<SymbolId> {
    function.id.as_ref().filter(|_| function.is_expression())?.symbol_id.get()
}
