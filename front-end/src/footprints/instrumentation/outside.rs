//! What a file does not declare: globals, and what it imports from modules of the host.

use oxc_ast::ast::Expression;
use oxc_syntax::symbol::SymbolId;
use posttask::internal::exploration::footprints::Use;

use super::Instrumentation;
use super::host_imports::Import;

/// Something that a file does not declare, or a property of it.
#[derive(Clone)]
pub(super) struct Outside {
    /// How the file calls it.
    pub(super) name: String,
    /// Where it comes from, if it is not a global.
    import: Option<Import>,
}

impl Outside {
    pub(super) fn property(mut self, name: &str) -> Self {
        self.name = format!("{}.{name}", self.name);
        if let Some(Import { export, .. }) = &mut self.import {
            *export = if export.is_empty() { name.to_owned() } else { format!("{export}.{name}") };
        }
        self
    }

    /// Whether it is the global with a name.
    pub(super) fn is_global(&self, name: &str) -> bool {
        self.import.is_none() && self.name == name
    }
}

impl Instrumentation<'_, '_> {
    /// What an expression is, if it is something that the file does not declare.
    pub(super) fn outside(&self, it: &Expression<'_>) -> Option<Outside> {
        let Expression::Identifier(identifier) = it else { return None };
        let import = match self.variables.symbol(identifier.reference_id.get()) {
            None => None,
            Some(symbol) => Some(self.imports.get(&symbol)?.clone()),
        };
        Some(Outside { name: identifier.name.to_string(), import })
    }

    /// Whether a variable is an import from a module of the host.
    pub(super) fn is_of_host(&self, symbol: SymbolId) -> bool {
        self.imports.contains_key(&symbol)
    }

    /// Something that the file does not declare is called.
    pub(super) fn calls(&mut self, it: &Outside, is_plain: bool) {
        let tells = it.import.as_ref().map(|import| self.host.tells(&import.specifier, &import.export));
        self.uses_as(&format!("{}()", it.name), tells, is_plain);
    }

    /// Something that the file does not declare is used in another way. `text` says in which.
    pub(super) fn uses_outside(&mut self, it: &Outside, text: &str, is_plain: bool) {
        self.uses_as(text, it.import.as_ref().map(|_| false), is_plain);
    }

    /// `of_host` says whether a function of the host tells what it uses, if it is one.
    fn uses_as(&mut self, text: &str, of_host: Option<bool>, is_plain: bool) {
        let name = text.into();
        self.uses(match of_host {
            Some(tells) => Use::Host { name, tells },
            None => Use::Global { name, is_plain },
        });
    }
}
