//! Exports of types that the text does not mark as types.
//!
//! `export { T } from './types.ts'` may export a type. Only the other module says so: it exports no value of this name.

use std::collections::HashSet;

use oxc_ast::ast::{ExportSpecifier, ImportDeclaration, Program, Statement};
use oxc_span::{GetSpan, Span};

use super::edits::{Edits, Erased};

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
        let text = program.source_text;
        let erased = edits.erased();
        for statement in &program.body {
            match statement {
                Statement::ImportDeclaration(import) => self.erase_imports(import, text, &erased, edits),
                Statement::ExportNamedDeclaration(it) => self.erase_exports(it.span, &it.specifiers, text, edits),
                Statement::ExportFromDeclaration(it) => self.erase_exports(it.span, &it.specifiers, text, edits),
                _ => {}
            }
        }
    }

    fn erase_imports(&self, import: &ImportDeclaration<'_>, text: &str, erased: &Erased, edits: &mut Edits) {
        let specifiers = import.specifiers.iter().flatten();
        let is_type = |name: &str, span: Span| self.imports.contains(name) || erased.contains(span);
        let spans: Vec<(Span, bool)> = specifiers.map(|it| (it.span(), is_type(&it.local().name, it.span()))).collect();
        erase_items(import.span, &spans, text, edits);
    }

    fn erase_exports(&self, span: Span, specifiers: &[ExportSpecifier<'_>], text: &str, edits: &mut Edits) {
        let is_type = |it: &ExportSpecifier<'_>| self.exports.contains(it.exported.name().as_str());
        let spans: Vec<(Span, bool)> = specifiers.iter().map(|it| (it.span, is_type(it))).collect();
        erase_items(span, &spans, text, edits);
    }
}

/// Erases some items of a declaration, or all of it.
fn erase_items(declaration: Span, items: &[(Span, bool)], text: &str, edits: &mut Edits) {
    if !items.is_empty() && items.iter().all(|(_, is_erased)| *is_erased) {
        // The statement before it may have no semicolon.
        edits.replace(Span::sized(declaration.start, 1), ";");
        return edits.blank(Span::new(declaration.start + 1, declaration.end));
    }
    for (span, _) in items.iter().filter(|(_, is_erased)| *is_erased) {
        let after = text.get(span.end as usize..).unwrap_or_default();
        edits.blank(Span::new(span.start, span.end + u32::try_from(through_comma(after)).unwrap_or_default()));
    }
}

/// Returns the length of a text up to its first comma, if only white space and comments are before that.
fn through_comma(text: &str) -> usize {
    let mut rest = text.trim_start();
    loop {
        let comment_end = if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n')
        } else {
            None
        };
        match comment_end {
            Some(end) => rest = rest[end..].trim_start(),
            None => break,
        }
    }
    if rest.starts_with(',') { text.len() - rest.len() + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::through_comma;

    #[test]
    fn commas_in_comments_do_not_count() {
        assert_eq!(through_comma(" , b"), 2);
        assert_eq!(through_comma(" /* , */ , b"), 10);
        assert_eq!(through_comma("// ,\n, b"), 6);
        assert_eq!(through_comma(" /* , */ }"), 0);
        assert_eq!(through_comma("/* ,"), 0);
    }
}
