//! The names that are imported and exported, and which of them are types.

use oxc_ast::ast::{
    BindingIdentifier, ExportSpecifier, ImportDeclaration, ImportDeclarationSpecifier, Program, Statement,
    TSImportEqualsDeclaration, TSModuleReference,
};
use oxc_ast_visit::walk;
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;

use super::{Eraser, Refusal, refusals};

/// An `import a = b`, which is erased if only types use it.
pub(super) struct ImportAlias {
    span: Span,
    symbol: Option<SymbolId>,
    refusal: Refusal,
}

impl Eraser<'_> {
    pub(super) fn erase_export_specifiers(&mut self, specifiers: &[ExportSpecifier<'_>]) {
        for specifier in specifiers {
            if specifier.export_kind.is_type() || self.is_exported_type(&specifier.local) {
                self.erase_with_comma(specifier.span);
            } else {
                walk::walk_module_export_name(self, &specifier.local);
            }
        }
    }

    /// Erases an item of a list with the comma after it.
    pub(super) fn erase_with_comma(&mut self, span: Span) {
        let end = self.source.next_if(",", span.end).map_or(span.end, |comma| comma.end);
        self.erase(Span::new(span.start, end));
    }

    /// Erases the imports that no code uses. Module code that only types use does not run then, as after the compiler
    /// of TypeScript.
    pub(super) fn elide_imports(&mut self, program: &Program<'_>) {
        for statement in &program.body {
            if let Statement::ImportDeclaration(import) = statement
                && !import.import_kind.is_type()
            {
                self.elide_import(import);
            }
        }
    }

    fn elide_import(&mut self, import: &ImportDeclaration<'_>) {
        let Some(specifiers) = import.specifiers.as_ref().filter(|specifiers| !specifiers.is_empty()) else { return };
        let unused: Vec<&ImportDeclarationSpecifier<'_>> =
            specifiers.iter().filter(|specifier| !self.is_imported_value(specifier)).collect();
        let first_is_unused = unused.first().is_some_and(|first| first.span() == specifiers[0].span());
        if unused.len() == specifiers.len() {
            self.erase(import.span);
        } else if unused.len() + 1 == specifiers.len() && is_default(&specifiers[0]) && !first_is_unused {
            self.erase_all_but_default(specifiers);
        } else {
            for specifier in unused {
                self.erase_with_comma(specifier.span());
            }
        }
    }

    /// Erases what follows `a` in `import a, { b } from "c"` and in `import a, * as b from "c"`.
    fn erase_all_but_default(&mut self, specifiers: &[ImportDeclarationSpecifier<'_>]) {
        let (Some(first), Some(last)) = (specifiers.first(), specifiers.last()) else { return };
        let Some(comma) = self.source.next_if(",", first.span().end) else { return };
        let end = match last {
            ImportDeclarationSpecifier::ImportSpecifier(it) => {
                self.source.find("}", it.span.end, self.source.end()).map_or(it.span.end, |brace| brace.end)
            }
            _ => last.span().end,
        };
        self.erase(Span::new(comma.start, end));
    }

    fn is_imported_value(&self, specifier: &ImportDeclarationSpecifier<'_>) -> bool {
        let is_type = matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(it) if it.import_kind.is_type());
        !is_type && self.is_used(specifier.local())
    }

    fn is_used(&self, name: &BindingIdentifier<'_>) -> bool {
        name.symbol_id.get().is_none_or(|symbol| self.used.contains(&symbol))
    }

    /// Notes an `import a = b`, which is decided when all uses are known.
    pub(super) fn note_import_alias(&mut self, import: &TSImportEqualsDeclaration<'_>) {
        let refusal = self.refusal_of_alias(import, false);
        self.import_aliases.push(ImportAlias { span: import.span, symbol: import.id.symbol_id.get(), refusal });
    }

    pub(super) fn refuse_exported_alias(&mut self, import: &TSImportEqualsDeclaration<'_>) {
        if !import.import_kind.is_type() {
            let refusal = self.refusal_of_alias(import, true);
            self.refusals.push(refusal);
        }
    }

    fn refusal_of_alias(&self, import: &TSImportEqualsDeclaration<'_>, is_exported: bool) -> Refusal {
        let (name, reference) = (import.id.name.as_str(), &import.module_reference);
        match reference {
            TSModuleReference::ExternalModuleReference(module) => {
                refusals::import_require(import.span, name, self.source.slice(module.expression.span))
            }
            _ => refusals::import_alias(import.span, name, self.source.slice(reference.span()), is_exported),
        }
    }

    pub(super) fn decide_import_aliases(&mut self) {
        for alias in std::mem::take(&mut self.import_aliases) {
            if alias.symbol.is_none_or(|symbol| self.used.contains(&symbol)) {
                self.refusals.push(alias.refusal);
            } else {
                self.erase(alias.span);
            }
        }
    }
}

fn is_default(specifier: &ImportDeclarationSpecifier<'_>) -> bool {
    matches!(specifier, ImportDeclarationSpecifier::ImportDefaultSpecifier(_))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn imports_of_types_are_erased() {
        check(&[
            ("import type A from 'a';", ""),
            ("import type { A, B } from 'a'", ""),
            ("import type * as A from 'a';", ""),
            ("import { type A } from 'a';", ""),
            ("import { type A, type B as C } from 'a';", ""),
            ("import { type A, b } from 'a'; b", "import { b } from 'a'; b"),
            ("import { b, type A } from 'a'; b", "import { b, } from 'a'; b"),
            ("import { b, type A, } from 'a'; b", "import { b, } from 'a'; b"),
            ("import { b, type A /*,*/, c } from 'a'; b; c", "import { b, c } from 'a'; b; c"),
            ("import b, { type A } from 'a'; b", "import b from 'a'; b"),
            ("import type from 'a'; type", "import type from 'a'; type"),
            ("import { type } from 'a'; type", "import { type } from 'a'; type"),
            ("import { type as b } from 'a'; b", "import { type as b } from 'a'; b"),
            ("import { type as as } from 'a'; as", "import { type as as } from 'a'; as"),
            ("import type A = require('a');", ""),
        ]);
    }

    #[test]
    fn imports_that_code_does_not_use_are_erased() {
        check(&[
            ("import A from 'a';", ""),
            ("import * as A from 'a';", ""),
            ("import { A } from 'a'; let b: A;", " let b ;"),
            ("import { A } from 'a'; type B = typeof A;", ""),
            ("import { A } from 'a'; class B implements A {}", " class B {}"),
            ("import { A } from 'a'; interface B { [A.c]: d }", ""),
            ("import { A } from 'a'; declare class B extends A {}", ""),
            ("import { A } from 'a'; declare const b: typeof A;", ""),
            ("import { A } from 'a'; { let A = 1; A }", " { let A = 1; A }"),
            ("import { A } from 'a'; export type { A };", ""),
            ("import A, { b } from 'a'; b", "import { b } from 'a'; b"),
            ("import a, { B, C } from 'a'; a", "import a from 'a'; a"),
            ("import a, { B, c } from 'a'; a; c", "import a, { c } from 'a'; a; c"),
            ("import a, * as B from 'a'; a", "import a from 'a'; a"),
            ("import A, * as b from 'a'; b", "import * as b from 'a'; b"),
            ("import {\n  A,\n  b,\n} from 'a';\nb", "import {\n\n b,\n} from 'a';\nb"),
            ("import A from 'a' with { type: 'json' };", ""),
        ]);
    }

    #[test]
    fn imports_that_code_uses_stay() {
        for input in [
            "import 'a';",
            "import {} from 'a';",
            "import { a } from 'a'; a();",
            "import { a } from 'a'; export { a };",
            "import { a } from 'a'; export { a as b };",
            "import a from 'a'; export default a;",
            "import a from 'a'; ({ a });",
            "import a from 'a'; a = 1;",
            "import a from 'a'; `${a}`;",
            "import a from 'a'; class B extends a {}",
            "import a from 'a'; function b() { return () => a; }",
            "import * as a from 'a'; a.b;",
            "import a, { b } from 'a'; a; b;",
        ] {
            check(&[(input, input)]);
        }
    }

    #[test]
    fn exports_of_types_are_erased() {
        check(&[
            ("export type { A } from 'a';", ""),
            ("export type * from 'a';", ""),
            ("export type * as A from 'a'", ""),
            ("export { type A } from 'a';", ""),
            ("export { type A, b } from 'a';", "export { b } from 'a';"),
            ("type A = 1; export { A };", " export { };"),
            ("interface A {} export { A, b }; let b;", " export { b }; let b;"),
            ("type A = 1; export type { A };", ""),
            ("let b; export { b, type C as D }; type C = 1;", "let b; export { b, };"),
            ("interface A {} export default A;", ""),
            ("interface A {} const A = 1; export default A;", " const A = 1; export default A;"),
            ("interface A {} class A {} export { A };", " class A {} export { A };"),
            ("namespace A { export type B = 1 } export { A };", " export { };"),
            ("import type { A } from 'a'; export { A };", " export { };"),
            ("export {};", "export {};"),
            ("export * from 'a'; export * as b from 'b';", "export * from 'a'; export * as b from 'b';"),
        ]);
    }

    #[test]
    fn import_aliases_of_types_are_erased() {
        check(&[("import A = b.c; let d: A;", " let d ;"), ("import A = require('a'); let b: A.c;", " let b ;")]);
    }

    #[test]
    fn import_aliases_of_values_are_refused() {
        let module = "`import ... = require(...)` is not part of JavaScript modules";
        assert_eq!(refused("import a = require('a'); a;"), [("import a = require('a');", module.to_owned())]);
        let alias = "`import a = b.c` is not part of JavaScript";
        assert_eq!(refused("import a = b.c; a;"), [("import a = b.c;", alias.to_owned())]);
        let exported = "`export import a = b.c` is not part of JavaScript";
        assert_eq!(refused("export import a = b.c;"), [("import a = b.c;", exported.to_owned())]);
    }
}
