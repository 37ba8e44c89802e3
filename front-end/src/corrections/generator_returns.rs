//! If `return()` ends a generator that waits in a `for-of` or `for await` loop, the engine does not close the iterator
//! of the loop:
//!
//! ```js
//! (function* () { for (const x of values) yield x })() // `return()` must call that of the iterator
//! ```
//!
//! So such a loop takes its values from an iterator of the host, and all statements of the generator are in a `try`
//! statement: its `finally` block closes what is still open. No `break` leaves the statement, so it does not disturb
//! other jumps (see `exits.rs`). If the loop is in a `try` statement with a `finally` block, that block closes the
//! iterator first.

use oxc_ast::ast::{
    ArrowFunctionExpression, BlockStatement, ForOfStatement, Function, FunctionBody, Program, TryStatement,
    YieldExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::HOST;
use super::function_body::{prepare_for_block, start_of_statements};
use super::names::Names;

pub(super) fn correct(program: &Program<'_>, names: &Names, edits: &mut Edits) {
    if program.source_text.contains("yield") {
        Corrector { names, edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    names: &'e Names,
    edits: &'e mut Edits,
}

impl Corrector<'_> {
    fn generator(&mut self, body: &FunctionBody<'_>) {
        let mut loops = Loops { names: self.names, edits: self.edits, yields: 0, used: vec![None], all: Vec::new() };
        loops.visit_function_body(body);
        let (outermost, all) = (loops.used.pop().flatten(), loops.all);
        if all.is_empty() {
            return;
        }
        let declared: Vec<String> = all.iter().map(|name| format!("{name} = {HOST}.loops()")).collect();
        let start = start_of_statements(body);
        self.edits.insert(start, format!(" const {};", declared.join(", ")));
        if let Some(it) = outermost {
            self.edits.insert(start, " try {");
            let end = body.span.end - 1;
            self.edits.insert(end, format!("}} finally {{ {} {}.check(); }}", it.close(), it.name));
            prepare_for_block(body, &FxHashSet::default(), self.names, self.edits);
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = it.body.as_ref().filter(|_| it.generator) {
            self.generator(body);
        }
        walk_js::walk_function(self, it, flags);
    }
}

/// The variable for the loops that a `finally` block closes, and whether there are `for await` loops among them.
struct Variable {
    name: String,
    awaits: bool,
}

impl Variable {
    /// Statements that close the iterators, and keep the first error.
    fn close(&self) -> String {
        let name = &self.name;
        if !self.awaits {
            return format!("{name}.close();");
        }
        let end = format!("try {{ {name}.ended(await {name}.closing()); }} catch (e) {{ {name}.fail(e); }}");
        format!("while ({name}.close()) {end}")
    }
}

/// The loops of a function that contain `yield`.
struct Loops<'e> {
    names: &'e Names,
    edits: &'e mut Edits,
    yields: usize,
    /// The variables of the `finally` blocks around the current place, outermost first: that of the function, and those
    /// of the program. `None` where nothing needs one.
    used: Vec<Option<Variable>>,
    /// The names of all variables.
    all: Vec<String>,
}

impl Loops<'_> {
    fn correct(&mut self, iterated: Span, awaits: bool) {
        let (names, all) = (self.names, &mut self.all);
        let Some(innermost) = self.used.last_mut() else { return };
        let variable = innermost.get_or_insert_with(|| {
            let name = names.fresh();
            all.push(name.clone());
            Variable { name, awaits: false }
        });
        variable.awaits |= awaits;
        let open = if awaits { "openAsync" } else { "open" };
        self.edits.wrap(iterated, format!("{}.{open}(", variable.name), ")");
    }

    fn close_in(&mut self, finalizer: &BlockStatement<'_>, variable: &Variable) {
        self.edits.insert(finalizer.span.start + 1, format!(" {}", variable.close()));
        self.edits.insert(finalizer.span.end - 1, format!("; {}.check();", variable.name));
    }
}

impl<'a> VisitJs<'a> for Loops<'_> {
    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.visit_expression(&it.right);
        let before = self.yields;
        self.visit_for_statement_left(&it.left);
        self.visit_statement(&it.body);
        if self.yields > before {
            self.correct(it.right.span(), it.r#await);
        }
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let Some(finalizer) = &it.finalizer else { return walk_js::walk_try_statement(self, it) };
        self.used.push(None);
        self.visit_block_statement(&it.block);
        it.handler.iter().for_each(|handler| self.visit_catch_clause(handler));
        if let Some(variable) = self.used.pop().flatten() {
            self.close_in(finalizer, &variable);
        }
        self.visit_block_statement(finalizer);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        self.yields += 1;
        walk_js::walk_yield_expression(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
