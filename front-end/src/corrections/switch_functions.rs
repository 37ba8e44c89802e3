//! The engine takes the parameters of an arrow function, and the variables of any function, for variables of the
//! function around it if they are in the condition of a `case`:
//!
//! ```js
//! const x = 1; (() => { switch (0) { case (x => x)(1): } return x })() // undefined instead of 1
//! ```
//!
//! It may also refuse the program, or throw a `ReferenceError`. So if there is something else of this name, a function
//! in the statements of the case evaluates the condition: `case f(): function f() { return (x => x)(1) }`. If the
//! condition contains `yield` or `await`, that is a generator or an asynchronous function, which takes more microtasks.
//!
//! The same happens to what functions in the value of a `switch` statement declare with `let`, `const` or `class`:
//!
//! ```js
//! const x = 1; (() => { switch ((() => { let x = 2; return x })()) { case 2: return x } })() // ReferenceError
//! ```
//!
//! There, the value is evaluated before the statement.

use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, BindingIdentifier, Class, Expression, Function, IdentifierReference,
    NewTarget, Program, Super, SwitchCase, SwitchStatement, ThisExpression, YieldExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use rustc_hash::FxHashMap;

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::names::Names;

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, scoping: &Scoping, names: &Names, edits: &mut Edits) {
    if program.source_text.contains("switch") {
        Corrector { source, scoping, names, edits, counts: None }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    source: Source<'s>,
    scoping: &'e Scoping,
    names: &'e Names,
    edits: &'e mut Edits,
    /// How many variables have a name, if that was needed.
    counts: Option<FxHashMap<&'e str, usize>>,
}

impl Corrector<'_, '_> {
    /// Whether another variable has the name of this one, or may have it.
    fn is_ambiguous(&mut self, symbol: SymbolId) -> bool {
        let scoping = self.scoping;
        let counts = self.counts.get_or_insert_with(|| {
            let mut counts = FxHashMap::default();
            scoping.symbol_names().for_each(|name| *counts.entry(name).or_default() += 1);
            for name in scoping.root_unresolved_references().keys() {
                *counts.entry(name.as_str()).or_default() += 1;
            }
            counts
        });
        counts.get(scoping.symbol_name(symbol)).is_some_and(|&count| count > 1)
    }

    /// Whether a function in an expression declares what another variable has, or may have, as its name.
    fn declares_ambiguous(&mut self, expression: &Expression<'_>) -> bool {
        let mut declared = Declared { scoping: self.scoping, symbols: Vec::new() };
        declared.visit_expression(expression);
        declared.symbols.into_iter().any(|symbol| self.is_ambiguous(symbol))
    }

    fn switch(&mut self, it: &SwitchStatement<'_>) {
        let Some(brace) = self.source.find("{", it.discriminant.span().end, it.span.end) else { return };
        if self.declares_ambiguous(&it.discriminant) {
            let variable = self.names.fresh();
            self.edits.wrap(it.span, "", " }");
            // The comma keeps an anonymous function without a name.
            self.edits.replace(Span::sized(it.span.start, SWITCH), format!("{{ const {variable} = (0, "));
            self.edits.insert(brace.start, format!("); switch ({variable}) "));
        }
    }

    fn condition(&mut self, condition: &Expression<'_>, case: Span) {
        if !self.declares_ambiguous(condition) {
            return;
        }
        let mut own = OwnCode::default();
        own.visit_expression(condition);
        let Some(colon) = self.source.find(":", condition.span().end, case.end) else { return };
        let (before, keyword) = match own {
            OwnCode { is_bound: true, .. } | OwnCode { yields: true, awaits: true, .. } => return,
            OwnCode { yields: true, .. } => ("(yield* ", "function*"),
            OwnCode { awaits: true, .. } => ("(await ", "async function"),
            OwnCode { .. } => ("(", "function"),
        };
        let name = self.names.fresh();
        let arguments = match own {
            OwnCode { has_arguments: true, .. } => ".apply(this, arguments)",
            OwnCode { has_this: true, .. } => ".call(this)",
            // In a constructor, `this` may not have a value yet.
            _ => "()",
        };
        let before = format!("{before}{name}{arguments}): {keyword} {name}() {{ return (");
        self.edits.wrap(condition.span(), before, "); }");
        self.edits.replace(colon, "");
    }
}

/// The length of `switch`.
const SWITCH: u32 = 6;

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.switch(it);
        walk_js::walk_switch_statement(self, it);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        it.test.iter().for_each(|test| self.condition(test, it.span));
        walk_js::walk_switch_case(self, it);
    }
}

/// What an expression uses of the function around it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
struct OwnCode {
    has_arguments: bool,
    has_this: bool,
    yields: bool,
    awaits: bool,
    /// Whether it can only be in this function.
    is_bound: bool,
}

impl<'a> VisitJs<'a> for OwnCode {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.has_arguments |= it.name == "arguments";
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.has_this = true;
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.awaits = true;
        walk_js::walk_await_expression(self, it);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        self.yields = true;
        walk_js::walk_yield_expression(self, it);
    }

    fn visit_super(&mut self, _: &Super) {
        self.is_bound = true;
    }

    fn visit_new_target(&mut self, _: &NewTarget) {
        self.is_bound = true;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        // What an asynchronous function awaits is its own.
        let awaits = self.awaits;
        walk_js::walk_arrow_function_expression(self, it);
        if it.r#async {
            self.awaits = awaits;
        }
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}

/// The parameters and variables that functions in an expression declare.
struct Declared<'s> {
    scoping: &'s Scoping,
    symbols: Vec<SymbolId>,
}

impl<'a> VisitJs<'a> for Declared<'_> {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        let of_function = SymbolFlags::FunctionScopedVariable | SymbolFlags::BlockScoped;
        if let Some(symbol) = it.symbol_id.get()
            && self.scoping.symbol_flags(symbol).intersects(of_function)
            && self.scoping.scope_flags(self.scoping.symbol_scope_id(symbol)).is_function()
            && !self.symbols.contains(&symbol)
        {
            self.symbols.push(symbol);
        }
    }
}
