//! Exports of types that the text does not mark as types.
//!
//! `export { T } from './types.ts'` may export a type. Only the other module says so: it exports no value of this name.

use std::collections::HashSet;

use oxc_ast::ast::{ExportSpecifier, ImportDeclaration, Program, Statement};
use oxc_span::{GetSpan, Span};

use super::edits::{Edits, Erased};
use super::token_search::Source;

/// What a TypeScript file exports from other modules, and those do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TypeExports {
    pub(super) exports: HashSet<String>,
    /// The variables of imports that are exported.
    pub(super) imports: HashSet<String>,
}

impl TypeExports {
    pub(super) fn is_empty(&self) -> bool {
        self.exports.is_empty()
    }

    /// Erases the exports and their imports.
    pub(super) fn erase(&self, program: &Program<'_>, edits: &mut Edits) {
        let source = Source::new(program.source_text, &program.comments);
        let erased = edits.erased();
        for statement in &program.body {
            match statement {
                Statement::ImportDeclaration(import) => self.erase_imports(import, source, &erased, edits),
                Statement::ExportNamedDeclaration(it) => self.erase_exports(it.span, &it.specifiers, source, edits),
                Statement::ExportFromDeclaration(it) => self.erase_exports(it.span, &it.specifiers, source, edits),
                _ => {}
            }
        }
    }

    fn erase_imports(&self, import: &ImportDeclaration<'_>, source: Source<'_>, erased: &Erased, edits: &mut Edits) {
        let specifiers = import.specifiers.iter().flatten();
        let is_type = |name: &str, span: Span| self.imports.contains(name) || erased.contains(span);
        let spans: Vec<(Span, bool)> = specifiers.map(|it| (it.span(), is_type(&it.local().name, it.span()))).collect();
        erase_items(import.span, &spans, source, edits);
    }

    fn erase_exports(&self, span: Span, specifiers: &[ExportSpecifier<'_>], source: Source<'_>, edits: &mut Edits) {
        let is_type = |it: &ExportSpecifier<'_>| self.exports.contains(it.exported.name().as_str());
        let spans: Vec<(Span, bool)> = specifiers.iter().map(|it| (it.span, is_type(it))).collect();
        erase_items(span, &spans, source, edits);
    }
}

/// Erases some items of a declaration, or all of it.
fn erase_items(declaration: Span, items: &[(Span, bool)], source: Source<'_>, edits: &mut Edits) {
    if !items.is_empty() && items.iter().all(|(_, is_erased)| *is_erased) {
        // The statement before it may have no semicolon.
        edits.replace(Span::sized(declaration.start, 1), ";");
        return edits.blank(Span::new(declaration.start + 1, declaration.end));
    }
    for (span, _) in items.iter().filter(|(_, is_erased)| *is_erased) {
        let end = source.next_if(",", span.end).map_or(span.end, |comma| comma.end);
        edits.blank(Span::new(span.start, end));
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::TypeExports;
    use crate::edits::Edits;
    use crate::syntax::{Thoroughness, parse};

    #[test]
    fn commas_in_comments_do_not_count() {
        let erased = |text: &str| {
            let (allocator, mut edits) = (Allocator::default(), Edits::default());
            let types = TypeExports { exports: ["T".to_owned()].into(), imports: ["T".to_owned()].into() };
            types.erase(parse(&allocator, text, SourceType::ts(), Thoroughness::Usual).program, &mut edits);
            edits.apply(text).0.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(erased("export { T /* , */ , V } from 'a'"), "export { V } from 'a'");
        assert_eq!(erased("export { V, T // ,\n } from 'a'"), "export { V, // , } from 'a'");
        assert_eq!(erased("import { T, V } from 'a'; export { T, V }"), "import { V } from 'a'; export { V }");
        assert_eq!(erased("export { T } from 'a'"), ";");
    }
}
