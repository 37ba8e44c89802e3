//! Semicolons that have to be written because the erased text separated a statement or a field from the next one.

use super::super::token_search::Source;
use super::erasures::Erasures;

/// The end of a statement or a class field without a semicolon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boundary {
    pub(super) end: u32,
    pub(super) kind: BoundaryKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundaryKind {
    Statement,
    Field,
    /// A field without a value that is named `get`, `set` or `static`: it becomes a modifier of what follows it.
    ModifierField,
}

/// Puts a semicolon into the erased text at each boundary that a parser of JavaScript would not find.
///
/// Only boundaries with erased text between the last token before them and the first one after them need this. At the
/// others, the parser of TypeScript found a boundary from the same tokens.
pub(super) fn put_semicolons(boundaries: &[Boundary], erasures: &mut Erasures, source: Source<'_>) {
    erasures.sort();
    let offsets: Vec<u32> = boundaries.iter().filter_map(|boundary| hazard(*boundary, erasures, source)).collect();
    for offset in offsets {
        erasures.put(";", offset);
    }
}

/// Returns where a boundary needs a semicolon, if it needs one.
fn hazard(boundary: Boundary, erasures: &Erasures, source: Source<'_>) -> Option<u32> {
    let last = source.char_span_before(boundary.end).start;
    let gap = erasures.at(last).or_else(|| erasures.at(source.skip_trivia(boundary.end)))?;
    // A part that already has a character put into it at its start is code.
    let is_free = erasures.character_in(gap).is_none();
    let mut next = source.skip_trivia(gap.end.max(boundary.end));
    let mut starts_with_put = !is_free && gap.start >= boundary.end;
    while let Some(erased) = erasures.at(next).filter(|_| !starts_with_put) {
        starts_with_put = erasures.character_in(erased).is_some();
        next = source.skip_trivia(erased.end);
    }
    (starts_with_put || continues(boundary.kind, next, source)).then_some(gap.start)
}

/// Tells whether the token at an offset continues what is before a boundary.
fn continues(kind: BoundaryKind, next: u32, source: Source<'_>) -> bool {
    let Some(token) = source.token_at(next) else { return false };
    let token = source.slice(token);
    match kind {
        BoundaryKind::Statement => matches!(token, "(" | "[" | "`" | "+" | "-" | "*" | "/" | "<" | "."),
        BoundaryKind::Field => matches!(token, "(" | "[" | "*" | "in" | "instanceof"),
        BoundaryKind::ModifierField => !matches!(token, ";" | "}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn erased_statements_separate_the_others() {
        check(&[
            ("a\ntype B = 1;\n(c)", "a\n;\n(c)"),
            ("a\ntype B = 1;\n`c`", "a\n;\n`c`"),
            ("a\ninterface B {}\n[c]", "a\n;\n[c]"),
            ("a\ndeclare let b: 1\n+c", "a\n;\n+c"),
            ("a\ndeclare let b: 1\n/c/.d", "a\n;\n/c/.d"),
            ("a\nfunction b(): 1\nfunction b() {}", "a\n\nfunction b() {}"),
            ("a\nimport type B from 'b'\n(c)", "a\n;\n(c)"),
            ("a\nimport B from 'b'\n(c)", "a\n;\n(c)"),
            ("a\nexport type { B }\n(c)", "a\n;\n(c)"),
            ("a\ntype B = 1\ntype D = 1\n// (\n/* ( */ (c)", "a\n;\n\n// (\n/* ( */ (c)"),
            ("a;\ntype B = 1;\n(c)", "a;\n\n(c)"),
            ("a\ntype B = 1\nc", "a\n\nc"),
            ("a\ntype B = 1;\n++c", "a\n;\n++c"),
            ("() => { 'use a'\ntype B = 1;\n(c) }", "() => { 'use a'\n;\n(c) }"),
            ("a\ntype B = 1;\n<T>(c)", "a\n;\n (c)"),
            ("a\ntype B = 1;\n<T>{}.c", "a\n;\n( {}.c)"),
            ("a\ntype B = 1;\n<\nT>(c) => c", "a\n;\n(\n c) => c"),
            ("type B = 1\n'use strict'", "\n'use strict'"),
            ("a = function () {}\ntype B = 1\n(c)", "a = function () {}\n;\n(c)"),
        ]);
    }

    #[test]
    fn erased_ends_separate_statements() {
        check(&[
            ("let a = b as T\n(c)", "let a = b ;\n(c)"),
            ("let a = b satisfies T\n[c]", "let a = b ;\n[c]"),
            ("let a = b as T\n`c`", "let a = b ;\n`c`"),
            ("let a = b! as T // (\n(c)", "let a = b ; // (\n(c)"),
            ("let a = b as T\nc", "let a = b \nc"),
            ("let a = b as T;\n(c)", "let a = b ;\n(c)"),
            ("a = () => b as T\n(c)", "a = () => b ;\n(c)"),
            ("let a = b as T\ntype C = 1\n(d)", "let a = b ;\n\n(d)"),
            ("{ a = b as T }\n(c)", "{ a = b }\n(c)"),
            ("() => { return a as T\n(b) }", "() => { return a ;\n(b) }"),
            ("let a: T\n(b)", "let a;\n(b)"),
        ]);
    }

    #[test]
    fn erased_text_separates_fields() {
        check(&[
            ("class A { a = 1\npublic ['b'] = 2 }", "class A { a = 1\n; ['b'] = 2 }"),
            ("class A { a = 1\nprivate *b() {} }", "class A { a = 1\n; *b() {} }"),
            ("class A { a = 1\ndeclare b\n['c'] }", "class A { a = 1\n;\n['c'] }"),
            ("class A { a = b as T\n['c'] }", "class A { a = b ;\n['c'] }"),
            ("class A { a = 1\nreadonly in = 2 }", "class A { a = 1\n; in = 2 }"),
            ("class A { a: T\n['c'] }", "class A { a;\n['c'] }"),
            ("class A { a = 1\npublic b = 2 }", "class A { a = 1\n b = 2 }"),
            ("class A { a = 1;\npublic ['b'] = 2 }", "class A { a = 1;\n ['b'] = 2 }"),
            ("class A { a() {}\npublic ['b'] = 2 }", "class A { a() {}\n ['b'] = 2 }"),
        ]);
    }

    #[test]
    fn fields_named_as_modifiers_stay_fields() {
        check(&[
            ("class A { get: T\nb() {} }", "class A { get;\nb() {} }"),
            ("class A { set?\nb() {} }", "class A { set;\nb() {} }"),
            ("class A { static: T\nb: T }", "class A { static;\nb }"),
            ("class A { get: T = 1\nb() {} }", "class A { get = 1\nb() {} }"),
            ("class A { get: T }", "class A { get }"),
            ("class A { get: T; b() {} }", "class A { get ; b() {} }"),
        ]);
    }
}
