//! Finds what the functions of a syntax tree use. What is not listed here is not known.

mod calls;
mod classes;
mod exports;
mod host_imports;
mod outside;
mod overview;
mod patterns;
mod visitor;

use std::sync::Arc;

use oxc_ast::ast::{Directive, Expression, IdentifierReference};
use oxc_ast_visit::VisitJs;
use oxc_span::Span;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use posttask::internal::exploration::footprints::{FunctionId, FunctionUses, HostModules, Use};
use rustc_hash::{FxHashMap, FxHashSet};

use super::file::File;
use super::frame::{Frame, Scope};
use super::variables::Variables;
use crate::edits::Edits;
use host_imports::Import;
use overview::Overview;

/// Finds what functions use.
pub(super) struct Instrumentation<'s, 'e> {
    variables: Variables<'s>,
    edits: &'e mut Edits,
    first: FunctionId,
    functions: Vec<FunctionUses>,
    frames: Vec<Frame>,
    /// The functions whose calls are told apart.
    told_apart: FxHashMap<ScopeId, FunctionId>,
    /// The bodies of the loops whose rounds are told apart.
    rounds_told_apart: FxHashSet<ScopeId>,
    /// What is known of the whole program.
    overview: Overview,
    /// The modules of the host, and the variables that are imported from them.
    host: &'s HostModules,
    imports: FxHashMap<SymbolId, Import>,
    /// The expression whose value is not used.
    unused: Option<Span>,
    /// Where a function may use something before it can be announced, or a variable is exported whose value changes.
    cannot_be_announced: Option<Span>,
    /// The statement or expression that is visited.
    at: Span,
    file: &'e File<'e>,
}

impl<'s, 'e> Instrumentation<'s, 'e> {
    /// The functions get numbers from `first`.
    pub(super) fn new(
        variables: Variables<'s>,
        host: &'s HostModules,
        first: FunctionId,
        file: &'e File<'e>,
        edits: &'e mut Edits,
    ) -> Self {
        Self {
            variables,
            edits,
            first,
            functions: Vec::new(),
            frames: Vec::new(),
            told_apart: FxHashMap::default(),
            rounds_told_apart: FxHashSet::default(),
            overview: Overview::default(),
            host,
            imports: FxHashMap::default(),
            unused: None,
            cannot_be_announced: None,
            at: Span::default(),
            file,
        }
    }

    pub(super) fn into_functions(mut self) -> Vec<FunctionUses> {
        if let (Some(part), Some(main)) = (self.cannot_be_announced, self.functions.first_mut()) {
            main.obstacle.get_or_insert_with(|| self.file.obstacle(part));
        }
        self.functions
    }

    fn uses(&mut self, it: Use) {
        let Some(frame) = self.frames.last_mut() else { return };
        if let Use::Read(name) | Use::Write(name) | Use::Method { name, .. } = &it
            && self.variables.has_global_object
        {
            frame.uses(Use::OfGlobalObject(Arc::clone(name)), self.at.start);
        }
        frame.uses(it, self.at.start);
    }

    /// The function may use anything.
    fn is_unknown(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.is_unknown(self.at);
        }
    }

    /// Nothing of the file can be announced.
    fn cannot_be_announced(&mut self) {
        self.cannot_be_announced.get_or_insert(self.at);
    }

    fn push(&mut self, of: Option<ScopeId>, can_declare: bool) {
        let id = self.first + FunctionId::try_from(self.functions.len()).unwrap_or_default();
        self.functions.push(FunctionUses { uses: Vec::new(), obstacle: Some(self.file.obstacle(self.at)) });
        let declares =
            |scope: &ScopeId| can_declare && self.variables.declares_shared(*scope, |symbol| self.is_late(symbol));
        let scope = of.filter(declares);
        if let Some(scope) = scope {
            self.told_apart.insert(scope, id);
        }
        self.frames.push(Frame::new(id, of, scope.is_some()));
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        frame.announce(self.edits);
        Some(frame)
    }

    fn done(&mut self, frame: Frame) {
        let index = (frame.id - self.first) as usize;
        self.functions[index] = frame.into_uses(self.file);
    }

    /// Whether a variable may be declared after its function has awaited something.
    fn is_late(&self, symbol: SymbolId) -> bool {
        let function = self.variables.function_of_symbol(symbol);
        let first = function.and_then(|function| self.overview.first_awaits.get(&function));
        first.is_some_and(|&first| first < self.variables.declaration(symbol))
    }

    fn variable(&mut self, symbol: SymbolId, is_written: bool) {
        if let Some(name) = self.variables.of_global_object(symbol) {
            self.uses(Use::GlobalVariable { name, is_written });
            return;
        }
        let Some(shared) = self.variables.shared(symbol, self.is_late(symbol)) else { return };
        let round = self.round_of(symbol, shared.function);
        let of = round.or_else(|| self.told_apart.get(&shared.function).copied().map(Scope::Call));
        let Some(frame) = self.frames.last_mut() else { return };
        match round {
            // The function with the loop uses it only before anything that runs later can.
            Some(_) if frame.scope == Some(shared.function) => return,
            Some(Scope::Round(body)) => drop(self.rounds_told_apart.insert(body)),
            _ => {}
        }
        frame.variable(shared.id, shared.name, is_written, of, self.at.start);
    }

    /// What tells the rounds of the loop apart that declares a variable, if one does. A function that awaits something
    /// may use the variables of a round later.
    fn round_of(&self, symbol: SymbolId, function: ScopeId) -> Option<Scope> {
        let body = self.variables.loop_of(symbol, &self.overview.loop_bodies)?;
        (!self.overview.first_awaits.contains_key(&function)).then_some(Scope::Round(body))
    }

    /// A variable is used, or a global that has a constant value.
    fn identifier(&mut self, it: &IdentifierReference<'_>, is_written: bool) {
        match self.variables.symbol(it.reference_id.get()) {
            // Who gets a function of the host may call it anywhere.
            Some(symbol) if self.is_of_host(symbol) => self.is_unknown(),
            Some(symbol) => self.variable(symbol, is_written),
            None if !is_written && matches!(&*it.name, "undefined" | "NaN" | "Infinity") => {}
            None => self.is_unknown(),
        }
    }

    fn property_name(it: &Expression<'_>) -> Option<Arc<str>> {
        match it.without_parentheses() {
            Expression::StringLiteral(text) if !is_index(&text.value) => Some(text.value.as_str().into()),
            _ => None,
        }
    }

    /// Whether an expression is the index of an element.
    fn is_element(it: &Expression<'_>) -> bool {
        match it.without_parentheses() {
            Expression::StringLiteral(text) => is_index(&text.value),
            Expression::NumericLiteral(number) => number.value.fract() == 0.0 && (0.0..1e21).contains(&number.value),
            _ => false,
        }
    }

    /// Visits the object of a property that is not a known one of a global.
    fn member(&mut self, it: &Expression<'_>) {
        if !matches!(it, Expression::Super(_)) {
            self.visit_expression(it);
        }
    }

    fn function_body(&mut self, body: Span, directives: &[Directive<'_>], frame: &Frame) {
        match directives.last() {
            Some(last) => self.edits.insert(last.span.end, format!(";{}", frame.statements())),
            None => self.edits.insert(body.start + 1, frame.statements()),
        }
    }
}

/// Whether the name of a property may be the index of an element.
fn is_index(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit())
}
