//! A derived constructor that has used `this` may return anything: the engine then returns `this` without an error.
//!
//! ```js
//! class A extends B { constructor() { super(); this.x = 1; return 2 } } new A() // must be a TypeError
//! ```
//!
//! So what it returns passes through a function that throws. In a `try` statement, it does not: the error comes after
//! its `finally` block, and is not for its `catch` clause.

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ClassElement, Expression, Function, Program, ReturnStatement, TryStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;
use super::HOST;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if program.source_text.contains("super") {
        Corrector { edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_class(&mut self, it: &Class<'a>) {
        if it.heritage_expression().is_some() {
            let constructors = it.body.body.iter().filter_map(|element| match element {
                ClassElement::MethodDefinition(method) if method.kind.is_constructor() => method.value.body.as_ref(),
                _ => None,
            });
            constructors.for_each(|body| Returns { edits: self.edits }.visit_function_body(body));
        }
        walk_js::walk_class(self, it);
    }
}

/// The values that a function returns.
struct Returns<'e> {
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Returns<'_> {
    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        let is_right = |value: &&Expression<'a>| {
            matches!(
                value,
                Expression::ObjectExpression(_) | Expression::ThisExpression(_) | Expression::NewExpression(_)
            )
        };
        if let Some(value) = it.argument.as_ref().filter(|value| !is_right(value)) {
            self.edits.wrap(value.span(), format!("{HOST}.constructed(("), "))");
        }
    }

    fn visit_try_statement(&mut self, _: &TryStatement<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
