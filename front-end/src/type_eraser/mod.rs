//! Erases the types of TypeScript in place, so that all positions in the text stay what they are.
//!
//! Erased text becomes spaces. The few constructs that are code, not only types, are compiled on the lines where they
//! are: enums and the properties that constructor parameters declare. The others are refused.

mod classes;
mod declarations;
mod enum_values;
mod enums;
mod erasures;
mod expressions;
mod functions;
mod modules;
mod parameter_properties;
mod refusals;
mod semicolons;
mod visitor;

use std::collections::HashSet;

use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_semantic::Scoping;
use oxc_span::Span;
use oxc_syntax::symbol::SymbolId;
use posttask::internal::engine::is_line_terminator;

use self::enum_values::EnumValues;
use self::enums::EnumScope;
use self::erasures::Erasures;
use self::modules::ImportAlias;
use self::semicolons::{Boundary, BoundaryKind};
use super::edits::Edits;
use super::token_search::Source;

/// TypeScript that cannot run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) span: Span,
    pub(super) message: String,
    /// What to write instead.
    pub(super) help: Option<String>,
}

/// Erases the types of a program, compiles its enums and parameter properties, and returns what it cannot do, in the
/// order of the text.
///
/// Imports that are never used as values are erased too, as the compiler of TypeScript does by default. `text` is the
/// text that the program was parsed from, and `scoping` is what `SemanticBuilder` found out about it.
pub(super) fn erase_types(program: &Program<'_>, scoping: &Scoping, text: &str, edits: &mut Edits) -> Vec<Refusal> {
    let source = Source::new(text, &program.comments);
    let mut eraser = Eraser::new(source, scoping, edits);
    eraser.visit_program(program);
    eraser.elide_imports(program);
    eraser.decide_import_aliases();
    semicolons::put_semicolons(&eraser.boundaries, &mut eraser.erasures, source);
    eraser.erasures.apply(source, eraser.edits);
    eraser.refusals.sort_by_key(|refusal| refusal.span.start);
    eraser.refusals
}

/// The state of the erasure. It does not visit erased nodes, so what it visits is code.
struct Eraser<'s> {
    source: Source<'s>,
    scoping: &'s Scoping,
    edits: &'s mut Edits,
    erasures: Erasures,
    boundaries: Vec<Boundary>,
    refusals: Vec<Refusal>,
    /// The symbols that code refers to.
    used: HashSet<SymbolId>,
    import_aliases: Vec<ImportAlias>,
    enum_values: EnumValues,
    /// The enums whose initializers are visited, the innermost last.
    enum_scopes: Vec<EnumScope>,
    /// The start of the expression statement that is visited, if a semicolon can be written before it.
    statement_start: Option<u32>,
}

impl<'s> Eraser<'s> {
    fn new(source: Source<'s>, scoping: &'s Scoping, edits: &'s mut Edits) -> Self {
        Self {
            source,
            scoping,
            edits,
            erasures: Erasures::default(),
            boundaries: Vec::new(),
            refusals: Vec::new(),
            used: HashSet::new(),
            import_aliases: Vec::new(),
            enum_values: EnumValues::default(),
            enum_scopes: Vec::new(),
            statement_start: None,
        }
    }

    fn erase(&mut self, span: Span) {
        self.erasures.erase(span);
    }

    /// Inserts text if the offset is one of the text.
    fn insert(&mut self, offset: u32, text: impl Into<std::borrow::Cow<'static, str>>) {
        if self.source.has(Span::empty(offset)) {
            self.edits.insert(offset, text);
        }
    }

    /// Replaces text. The line terminators of the replaced text follow the new text.
    fn replace(&mut self, span: Span, text: impl Into<String>) {
        let replaced = self.source.slice(span);
        if !replaced.is_empty() {
            let mut text = text.into();
            text.extend(replaced.chars().filter(|&character| is_line_terminator(character)));
            self.edits.replace(span, text);
        }
    }

    /// Notes the end of a statement or a field that may need a semicolon.
    fn note_boundary(&mut self, span: Span, kind: BoundaryKind) {
        if self.source.slice(self.source.char_span_before(span.end)) != ";" {
            self.boundaries.push(Boundary { end: span.end, kind });
        }
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_semantic::SemanticBuilder;
    use oxc_span::SourceType;

    use super::Refusal;
    use crate::edits::Edits;

    pub(in crate::type_eraser) fn erase(text: &str, source_type: SourceType) -> (String, Vec<Refusal>) {
        let allocator = Allocator::default();
        let program = Parser::new(&allocator, text, source_type).parse().program;
        let scoping = SemanticBuilder::new().build(&program).semantic.into_scoping();
        let mut edits = Edits::default();
        let refusals = super::erase_types(&program, &scoping, text, &mut edits);
        (edits.apply(text).0, refusals)
    }

    /// Returns the JavaScript of a module, which must be accepted and have no errors.
    pub(in crate::type_eraser) fn erased(text: &str) -> String {
        let (output, refusals) = erase(text, SourceType::ts());
        assert_eq!(refusals, [], "{text}");
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, &output, SourceType::mjs()).parse();
        assert!(parsed.diagnostics.is_empty(), "{text}\n{output}\n{:?}", parsed.diagnostics);
        output
    }

    /// Checks a table of inputs and outputs. Runs of spaces count as one, because the outputs would be hard to read.
    #[track_caller]
    pub(in crate::type_eraser) fn check(table: &[(&str, &str)]) {
        for (input, expected) in table {
            assert_eq!(collapsed(&erased(input)), collapsed(expected), "input: {input}");
        }
    }

    fn collapsed(text: &str) -> String {
        let lines = text.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the messages of what is refused, with the text that they are about.
    pub(in crate::type_eraser) fn refused(text: &str) -> Vec<(&str, String)> {
        let (_, refusals) = erase(text, SourceType::ts());
        assert!(refusals.iter().all(|refusal| refusal.help.is_some()));
        refusals.into_iter().map(|refusal| (refusal.span.source_text(text), refusal.message)).collect()
    }

    #[test]
    fn columns_stay() {
        for (input, output) in [
            ("let x: number = 1;", "let x         = 1;"),
            ("let \u{e9}: '\u{1f4a5}' = 1;", "let \u{e9}      = 1;"),
            ("foo<T>(a as B, c!);", "foo   (a     , c );"),
            ("a;\ntype A = {\n  b: 1;\n};\nc;", "a;\n          \n       \n  \nc;"),
        ] {
            assert_eq!(erased(input), output);
        }
    }

    #[test]
    fn javascript_is_not_changed() {
        let text = "import 'a'; export default class extends B { static #x = 1; get y() { return `${this.#x}`; } }";
        assert_eq!(erased(text), text);
    }

    #[test]
    fn nothing_panics() {
        let text = "enum E { A = 'x', [`b`], C }\nclass X<T> extends Y<T> implements Z { constructor(private a?: T) { \
            super(); } \
            declare b: T; static c!: T; get [d](): T { return <any>{} as T } }\n\
            import { type A, B as \u{e9} } from 'a';\n\
            export import q = a.b; namespace N { let x; } let f = async <T>(x: T): \n T => x!; export { type C, D };";
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            for start in (0..end).step_by(7).filter(|&start| text.is_char_boundary(start)) {
                erase(&text[start..end], SourceType::ts());
                erase(&text[start..end], SourceType::tsx());
            }
        }
    }
}
