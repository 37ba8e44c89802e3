//! The functions of a file as they are written.
//!
//! The engine knows the text of a function after the corrections. If it is an arrow function, and ends with a template
//! or a regular expression, the engine's text lacks the end. Such a text, or the start of one, is looked up among the
//! functions of the text for the engine, and the function at the same place of the file has the text to show.

use std::borrow::Cow;
use std::ops::Range;

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
    /// Where they are in the text for the engine, in the order of their texts, and where that is in the file.
    compiled: Vec<(Span, Position)>,
    /// Where the functions at a place of the file are in the text to show. `None` if there are several.
    written: FxHashMap<Position, Option<Span>>,
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
        let text = compiled.source_text;
        let index = TextIndex::new(text);
        let mut of_engine: Vec<_> =
            functions(compiled).into_iter().map(|span| (span, place(index.position(span.start)))).collect();
        of_engine.sort_by(|(one, _), (other, _)| slice(text, *one).cmp(slice(text, *other)));
        let index = TextIndex::new(written.source_text);
        let mut by_place = FxHashMap::default();
        for span in functions(written) {
            let place = written_place(index.position(span.start));
            by_place.entry(place).and_modify(|known| *known = None).or_insert(Some(span));
        }
        Self { compiled: of_engine, written: by_place }
    }

    /// Returns the text of a function, for what the engine returns: its text in the text for the engine, or the start
    /// of it. `None` if it cannot be determined. O(log n) in the number of functions.
    pub(super) fn find<'t>(&self, known: &str, compiled: &str, written: &'t str) -> Option<Cow<'t, str>> {
        let candidates = &self.compiled[self.candidates(known, compiled)];
        let is_whole = candidates.iter().any(|(span, _)| slice(compiled, *span) == known);
        let candidates = candidates.iter().filter(|(span, _)| !is_whole || slice(compiled, *span) == known);
        let mut texts = candidates.map(|(_, place)| Some(slice(written, (*self.written.get(place)?)?)));
        match texts.next()? {
            Some(first) if texts.all(|text| text == Some(first)) => Some(first.into()),
            _ => (!is_whole).then(|| format!("{known} /* [source text is not known] */").into()),
        }
    }

    /// The functions whose texts start with this one.
    fn candidates(&self, known: &str, compiled: &str) -> Range<usize> {
        let start = self.compiled.partition_point(|(span, _)| slice(compiled, *span) < known);
        let starts = self.compiled[start..].partition_point(|(span, _)| slice(compiled, *span).starts_with(known));
        start..start + starts
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
