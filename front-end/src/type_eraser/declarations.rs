//! Statements that declare nothing but types, and those that are refused.

use oxc_allocator::ArenaVec;
use oxc_ast::ast::{
    Declaration, ExportDeclaration, ExportDefaultDeclarationKind, IdentifierReference, ModuleExportName, Statement,
    TSNamespaceDeclaration, TSNamespaceDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Reference, SymbolFlags};
use oxc_span::GetSpan;
use oxc_syntax::symbol::SymbolId;

use super::semicolons::BoundaryKind;
use super::{Eraser, refusals};

impl Eraser<'_> {
    /// Erases a statement in a list of statements, or the types in it.
    pub(super) fn erase_listed_statement(&mut self, statement: &Statement<'_>) {
        if self.is_type_only(statement) {
            self.erase(statement.span());
            return;
        }
        self.note_boundary(statement.span(), BoundaryKind::Statement);
        if matches!(statement, Statement::ExpressionStatement(_)) {
            self.statement_start = Some(statement.span().start);
        }
        walk::walk_statement(self, statement);
    }

    /// Tells whether nothing is left of a statement when the types are erased.
    pub(super) fn is_type_only(&self, statement: &Statement<'_>) -> bool {
        match statement {
            Statement::ImportDeclaration(it) => it.import_kind.is_type(),
            Statement::ExportAllDeclaration(it) => it.export_kind.is_type(),
            Statement::ExportNamedDeclaration(it) => it.export_kind.is_type(),
            Statement::ExportFromDeclaration(it) => {
                it.export_kind.is_type()
                    || !it.specifiers.is_empty() && it.specifiers.iter().all(|it| it.export_kind.is_type())
            }
            Statement::ExportDefaultDeclaration(it) => self.is_type_only_default(&it.declaration),
            Statement::ExportDeclaration(it) => is_type_only_declaration(&it.declaration),
            Statement::TSNamespaceExportDeclaration(_) => true,
            _ => statement.as_declaration().is_some_and(is_type_only_declaration),
        }
    }

    fn is_type_only_default(&self, exported: &ExportDefaultDeclarationKind<'_>) -> bool {
        match exported {
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => true,
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.body.is_none(),
            ExportDefaultDeclarationKind::Identifier(identifier) => self.is_type(identifier),
            _ => false,
        }
    }

    /// Tells whether what is exported under a name is only a type.
    pub(super) fn is_exported_type(&self, name: &ModuleExportName<'_>) -> bool {
        matches!(name, ModuleExportName::IdentifierReference(reference) if self.is_type(reference))
    }

    /// Tells whether a name that could be a type or a value is a type. Imported names count as values.
    fn is_type(&self, reference: &IdentifierReference<'_>) -> bool {
        self.symbol_of(reference).is_some_and(|symbol| {
            let flags = self.scoping.symbol_flags(symbol);
            let types = SymbolFlags::Type | SymbolFlags::TypeImport | SymbolFlags::NamespaceModule;
            flags.intersects(types) && !flags.intersects(SymbolFlags::Value | SymbolFlags::Import)
        })
    }

    pub(super) fn symbol_of(&self, reference: &IdentifierReference<'_>) -> Option<SymbolId> {
        let id = reference.reference_id.get()?;
        Reference::symbol_id(self.scoping.get_reference(id))
    }

    pub(super) fn erase_in_export(&mut self, export: &ExportDeclaration<'_>) {
        match &export.declaration {
            Declaration::TSEnumDeclaration(it) => self.compile_enum(it, Some(export.span)),
            Declaration::TSImportEqualsDeclaration(it) => self.refuse_exported_alias(it),
            _ => walk::walk_export_declaration(self, export),
        }
    }

    pub(super) fn refuse_namespace(&mut self, namespace: &TSNamespaceDeclaration<'_>) {
        let keyword = match namespace.kind {
            TSNamespaceDeclarationKind::Module => "module",
            TSNamespaceDeclarationKind::Namespace => "namespace",
        };
        self.refusals.push(refusals::namespace(namespace.span, keyword, &namespace.id.name));
    }
}

fn is_type_only_declaration(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::FunctionDeclaration(it) => it.declare || it.body.is_none(),
        Declaration::TSNamespaceDeclaration(it) => it.declare || !contains_values(it),
        Declaration::TSImportEqualsDeclaration(it) => it.import_kind.is_type(),
        _ => declaration.declare(),
    }
}

/// Tells whether a namespace exists when the program runs.
fn contains_values(namespace: &TSNamespaceDeclaration<'_>) -> bool {
    let mut finder = ValueFinder { found: false };
    walk::walk_ts_namespace_declaration(&mut finder, namespace);
    finder.found
}

struct ValueFinder {
    found: bool,
}

impl<'a> Visit<'a> for ValueFinder {
    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        for statement in it {
            match statement {
                Statement::ImportDeclaration(_)
                | Statement::TSNamespaceExportDeclaration(_)
                | Statement::TSImportEqualsDeclaration(_) => {}
                Statement::ExportDeclaration(export) => self.visit_declaration(&export.declaration),
                Statement::ExportNamedDeclaration(export) => self.found |= !export.export_kind.is_type(),
                _ => match statement.as_declaration() {
                    Some(declaration) => self.visit_declaration(declaration),
                    None => self.found = true,
                },
            }
        }
    }

    fn visit_declaration(&mut self, it: &Declaration<'a>) {
        match it {
            Declaration::TSTypeAliasDeclaration(_)
            | Declaration::TSInterfaceDeclaration(_)
            | Declaration::TSExternalModuleDeclaration(_)
            | Declaration::TSGlobalDeclaration(_) => {}
            Declaration::TSNamespaceDeclaration(namespace) => self.visit_ts_namespace_declaration(namespace),
            _ => self.found = true,
        }
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        if !it.declare {
            walk::walk_ts_namespace_declaration(self, it);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn types_are_erased() {
        check(&[
            ("interface A<T> extends B<T>, C { [x: string]: any; y?(): void }", ""),
            ("export interface A {}", ""),
            ("export default interface A {}", ""),
            ("type A<T> = T extends infer U ? U : never;", ""),
            ("export type A = 1;\nfoo;", "\nfoo;"),
            ("declare interface A {}", ""),
            ("declare type A = 1", ""),
            ("declare const a: number, b: string;", ""),
            ("declare let a, b", ""),
            ("export declare var a: number;", ""),
            ("declare function a(b: number): c;", ""),
            ("export declare function a(): void", ""),
            ("declare class A<T> extends B { c: d; e(): f; }", ""),
            ("declare abstract class A { }", ""),
            ("export declare abstract class A { }", ""),
            ("declare enum A { B = 1 }", ""),
            ("declare const enum A { B = 1 }", ""),
            ("declare namespace A { let b: number; namespace C {} }", ""),
            ("declare module A { let b: number; }", ""),
            ("declare module 'a' { export default b; }", ""),
            ("declare module 'a';", ""),
            ("declare global { interface A {} var b: number; }", ""),
            ("export as namespace A;", ""),
            ("/*a*/type A = 1;/*b*/", "/*a*/ /*b*/"),
        ]);
    }

    #[test]
    fn names_that_are_keywords_of_types_stay() {
        check(&[
            ("type = 1;", "type = 1;"),
            ("declare\nfoo", "declare\nfoo"),
            ("type\nA = 1", "type\nA = 1"),
            ("abstract\nclass A {}", "abstract\nclass A {}"),
            ("declare: for (;;) break declare;", "declare: for (;;) break declare;"),
            ("namespace\nA\n{}", "namespace\nA\n{}"),
        ]);
    }

    #[test]
    fn overloads_are_erased() {
        check(&[
            ("function a(b: 1): 1;\nfunction a(b) {}", "\nfunction a(b) {}"),
            ("export function a(): 1\nexport function a(): 2\nexport function a() {}", "\n\nexport function a() {}"),
            ("export default function a(): 1;\nexport default function a() {}", "\nexport default function a() {}"),
            ("export default function (): 1;\nexport default function () {}", "\nexport default function () {}"),
            ("async function a(): Promise<1>;\nasync function a() {}", "\nasync function a() {}"),
            ("{ function a(): 1; function a() {} }", "{ function a() {} }"),
        ]);
    }

    #[test]
    fn erased_statements_outside_of_lists_become_empty_statements() {
        check(&[
            ("if (a) declare var b: 1; else c", "if (a) ; else c"),
            ("if (a) interface B {}\nc", "if (a) ;\nc"),
            ("if (a) b; else type C = 1;\nc", "if (a) b; else ;\nc"),
            ("while (a) declare let b", "while (a) ;"),
            ("for (;;) type B = 1;", "for (;;) ;"),
            ("a: type B = 1;", "a: ;"),
        ]);
    }

    #[test]
    fn namespaces_of_types_are_erased() {
        check(&[
            ("namespace A {}", ""),
            ("namespace A.B { type C = 1; }", ""),
            ("export namespace A { export interface B {} export namespace C { type D = 1 } }", ""),
            ("module A { export type B = 1 }", ""),
            ("namespace A { import b = c.d; export type { E }; type E = 1 }", ""),
            ("namespace A { declare namespace B { let c; } }", ""),
        ]);
    }

    #[test]
    fn namespaces_with_values_are_refused() {
        for (input, name) in [
            ("namespace A { 1; }", "A"),
            ("namespace A { export let b; }", "A"),
            ("namespace A { declare let b; }", "A"),
            ("namespace A.B { foo(); }", "A"),
            ("namespace A { namespace B { class C {} } }", "A"),
            ("namespace A { export import b = c.d }", "A"),
            ("namespace A { enum B {} }", "A"),
            ("namespace A { {} }", "A"),
            ("namespace A { export { b }; }", "A"),
        ] {
            let message = format!(
                "the namespace `{name}` contains values: only namespaces that contain nothing but types can be erased"
            );
            assert_eq!(refused(input), [(input, message)]);
        }
        assert_eq!(refused("export namespace A { let b }")[0].0, "namespace A { let b }");
        assert!(refused("module A { let b }")[0].1.starts_with("the module `A` contains values:"));
    }

    #[test]
    fn export_assignments_are_refused() {
        assert_eq!(refused("export = a;"), [("export = a;", "`export =` is not part of JavaScript modules".into())]);
    }
}
