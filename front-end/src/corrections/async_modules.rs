//! A module that awaits only in `for await` loops outside of functions is not asynchronous for the engine:
//!
//! ```js
//! for await (const x of [1]) throw new Error('lost'); // ends without an error
//! ```
//!
//! Whatever is thrown after the first `await` is lost, and the modules that import it do not wait for it. So the
//! module starts with an `await` that never runs.

use oxc_ast::ast::{ArrowFunctionExpression, AwaitExpression, ForOfStatement, Function, Program, PropertyDefinition};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if !program.source_type.is_module() || !program.source_text.contains("await") {
        return;
    }
    let mut awaits = Awaits::default();
    awaits.visit_program(program);
    if let Some(first) = program.body.first().filter(|_| awaits.in_loops && !awaits.in_expressions) {
        edits.insert(first.span().start, "0 && await 0;");
    }
}

/// Where a module awaits outside of functions.
#[derive(Default)]
struct Awaits {
    in_loops: bool,
    in_expressions: bool,
}

impl<'a> VisitJs<'a> for Awaits {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.in_expressions = true;
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.in_loops |= it.r#await;
        walk_js::walk_for_of_statement(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if it.computed {
            self.visit_property_key(&it.key);
        }
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
