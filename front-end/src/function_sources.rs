//! The functions of a file as they are written.
//!
//! The engine knows the text of a function after the corrections. If it is an arrow function, and ends with a template
//! or a regular expression, the engine's text lacks the end. Such a text, or the start of one, is looked up among the
//! functions of the text for the engine, and the function at the same place of the file has the text to show.

use std::borrow::Cow;

use oxc_ast::ast::{ArrowFunctionExpression, Function, MethodDefinition, ObjectProperty, Program, PropertyKind};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;
use rustc_hash::FxHashMap;

use super::text_index::{Position, TextIndex};
use super::token_search::Source;
use super::tokens::slice;

/// The functions of a file.
#[derive(Debug)]
pub(super) struct FunctionSources {
    /// Those of the text for the engine, in the order of their texts, which differ: where one of them is, and where it
    /// is in the text to show. `None` if functions with this text have different texts there, or none that is known.
    functions: Vec<(Span, Option<Span>)>,
}

impl FunctionSources {
    /// `place` returns the place in the file of a position in the text for the engine, and `written_place` that of one
    /// in the text to show. O(n log n) in the number of functions.
    pub(super) fn new(
        compiled: &Program<'_>,
        place: impl Fn(Position) -> Position,
        written: &Program<'_>,
        written_place: impl Fn(Position) -> Position,
    ) -> Self {
        let index = TextIndex::new(written.source_text);
        let mut by_place = FxHashMap::default();
        for span in functions(written) {
            let place = written_place(index.position(span.start));
            by_place.entry(place).and_modify(|known| *known = None).or_insert(Some(span));
        }
        let index = TextIndex::new(compiled.source_text);
        let written_span = |span: Span| by_place.get(&place(index.position(span.start))).copied().flatten();
        let mut functions: Vec<_> = functions(compiled).into_iter().map(|span| (span, written_span(span))).collect();
        let text = |span: Span| slice(compiled.source_text, span);
        let shown = |span: Option<Span>| span.map(|span| slice(written.source_text, span));
        functions.sort_by(|(one, _), (other, _)| text(*one).cmp(text(*other)));
        functions.dedup_by(|(span, written), (kept, kept_written)| {
            let is_same = text(*span) == text(*kept);
            if is_same && shown(*written) != shown(*kept_written) {
                *kept_written = None;
            }
            is_same
        });
        Self { functions }
    }

    /// Returns the text of a function, for what the engine returns: its text in the text for the engine, or the start
    /// of it. `None` if it cannot be determined. O(log n) in the number of functions, and linear in that of the
    /// different ones that start like this, if it is only the start.
    pub(super) fn find<'t>(&self, known: &str, compiled: &str, written: &'t str) -> Option<Cow<'t, str>> {
        let text = |span: Span| slice(compiled, span);
        let start = self.functions.partition_point(|(span, _)| text(*span) < known);
        let (first, shown) = *self.functions.get(start).filter(|(span, _)| text(*span).starts_with(known))?;
        let shown = shown.map(|span| slice(written, span));
        if text(first) == known {
            return shown.map(Cow::from);
        }
        let mut others = self.functions[start + 1..].iter().take_while(|(span, _)| text(*span).starts_with(known));
        match shown {
            Some(shown) if others.all(|(_, span)| span.is_some_and(|span| slice(written, span) == shown)) => {
                Some(shown.into())
            }
            _ => Some(format!("{known} /* [source text is not known] */").into()),
        }
    }
}

/// Returns where the texts of all functions are.
fn functions(program: &Program<'_>) -> Vec<Span> {
    let source = Source::new(program.source_text, &program.comments);
    let mut functions = Functions { source, spans: Vec::new(), is_method: false };
    functions.visit_program(program);
    functions.spans
}

struct Functions<'s> {
    source: Source<'s>,
    spans: Vec<Span>,
    /// Whether the next function is that of a method, which begins before it.
    is_method: bool,
}

impl<'a> VisitJs<'a> for Functions<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if !std::mem::take(&mut self.is_method) {
            self.spans.push(it.span);
        }
        walk_js::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.spans.push(it.span);
        walk_js::walk_arrow_function_expression(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        let start = match self.source.next_if("static", it.span.start) {
            Some(word) if it.r#static => self.source.skip_trivia(word.end),
            _ => it.span.start,
        };
        self.spans.push(Span::new(start, it.span.end));
        self.visit_property_key(&it.key);
        self.is_method = true;
        self.visit_function(&it.value, ScopeFlags::Function);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if !it.method && it.kind == PropertyKind::Init {
            return walk_js::walk_object_property(self, it);
        }
        self.spans.push(it.span);
        self.visit_property_key(&it.key);
        self.is_method = true;
        self.visit_expression(&it.value);
    }
}
