//! Exports. Other files that import a variable do not say that they read it, so its value must not change.

use oxc_ast::ast::{Declaration, ExportNamedDeclaration, ModuleExportName};
use oxc_syntax::symbol::SymbolId;

use super::Instrumentation;

impl Instrumentation<'_, '_> {
    /// `export default`.
    pub(super) fn exports_default(&mut self) {
        if self.gets_values_late() {
            self.cannot_be_announced();
        }
    }

    /// `export const a = 1`, or the export of another declaration.
    pub(super) fn exports_declaration(&mut self, it: &Declaration<'_>) {
        match it {
            Declaration::VariableDeclaration(declaration) => {
                let names = declaration.declarations.iter().flat_map(|it| it.id.get_binding_identifiers());
                let symbols: Vec<_> = names.map(|name| name.symbol_id.get()).collect();
                self.exports(symbols);
            }
            Declaration::FunctionDeclaration(function) => self.exports(function.id.iter().map(|id| id.symbol_id.get())),
            Declaration::ClassDeclaration(class) => self.exports(class.id.iter().map(|id| id.symbol_id.get())),
            Declaration::TSEnumDeclaration(declaration) => self.exports([declaration.id.symbol_id.get()]),
            Declaration::TSInterfaceDeclaration(_) | Declaration::TSTypeAliasDeclaration(_) => {}
            _ => self.cannot_be_announced(),
        }
    }

    /// `export { a }`.
    pub(super) fn exports_names(&mut self, it: &ExportNamedDeclaration<'_>) {
        let symbols = it.specifiers.iter().map(|specifier| match &specifier.local {
            ModuleExportName::IdentifierReference(name) => self.variables.symbol(name.reference_id.get()),
            _ => None,
        });
        let symbols: Vec<_> = symbols.collect();
        self.exports(symbols);
    }

    fn exports(&mut self, symbols: impl IntoIterator<Item = Option<SymbolId>>) {
        let is_constant = |symbol: Option<SymbolId>| {
            symbol.is_some_and(|symbol| self.variables.is_constant(symbol) && !self.is_of_host(symbol))
        };
        if self.gets_values_late() || !symbols.into_iter().all(is_constant) {
            self.cannot_be_announced();
        }
    }

    /// Whether other files may read a variable before it has its value, and later again. Modules that import one that
    /// awaits are evaluated after it, unless it imports them, too.
    fn gets_values_late(&self) -> bool {
        let main = self.variables.main();
        self.overview.may_be_in_cycle && self.overview.first_awaits.contains_key(&main)
    }
}
