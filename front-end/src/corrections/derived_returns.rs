//! A derived constructor that has used `this` may return anything: the engine then returns `this` without an error.
//!
//! ```js
//! class A extends B { constructor() { super(); this.x = 1; return 2 } } new A() // must be a TypeError
//! ```
//!
//! So what it returns passes through a function that throws. In a `try` statement, that would be too early: the error
//! comes after its `finally` block, and is not for its `catch` clause. There, the value is kept in a variable, and all
//! statements of the constructor are in a `try` statement whose `finally` block checks the variable. It is reset where
//! the constructor ends in another way: a `finally` block may have thrown, left the statement, or returned.

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ClassElement, Expression, Function, FunctionBody, Program, ReturnStatement,
    TryStatement,
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
    if program.source_text.contains("super") {
        Corrector { names, edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    names: &'e Names,
    edits: &'e mut Edits,
}

impl Corrector<'_> {
    fn constructor(&mut self, body: &FunctionBody<'_>) {
        let mut returns = Returns::default();
        returns.visit_function_body(body);
        if !returns.must_be_kept {
            for (start, value) in returns.may_be_wrong {
                self.edits.wrap(value, format!("{}{HOST}.constructed((", space(start, value)), "))");
            }
            return;
        }
        let variable = self.names.fresh();
        for (start, value) in returns.all {
            match value {
                Some(value) => self.edits.wrap(value, format!("{}{variable} = (", space(start, value)), ")"),
                None => self.edits.insert(start + RETURN, format!(" {variable} = void 0")),
            }
        }
        self.edits.insert(start_of_statements(body), format!(" let {variable}; try {{"));
        let ends = format!(
            ";{variable} = void 0; }} catch ({variable}_) {{ {variable} = void 0; throw {variable}_; }} \
             finally {{ {HOST}.constructed({variable}); }}"
        );
        self.edits.insert(body.span.end - 1, ends);
        prepare_for_block(body, &FxHashSet::default(), self.names, self.edits);
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_class(&mut self, it: &Class<'a>) {
        if it.heritage_expression().is_some() {
            let constructors = it.body.body.iter().filter_map(|element| match element {
                ClassElement::MethodDefinition(method) if method.kind.is_constructor() => method.value.body.as_ref(),
                _ => None,
            });
            constructors.for_each(|body| self.constructor(body));
        }
        walk_js::walk_class(self, it);
    }
}

/// The length of `return`.
const RETURN: u32 = 6;

/// What has to be between a `return` and a name before its value: `return(1)` has no space.
fn space(start: u32, value: Span) -> &'static str {
    if value.start == start + RETURN { " " } else { "" }
}

/// The values that a function returns.
#[derive(Default)]
struct Returns {
    /// The `return` statements and their values.
    all: Vec<(u32, Option<Span>)>,
    /// The values that may be wrong.
    may_be_wrong: Vec<(u32, Span)>,
    /// Whether one of them is in a `try` statement.
    must_be_kept: bool,
    try_statements: u32,
}

impl<'a> VisitJs<'a> for Returns {
    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        let may_be_wrong = it.argument.as_ref().is_some_and(|value| {
            !matches!(
                value,
                Expression::ObjectExpression(_) | Expression::ThisExpression(_) | Expression::NewExpression(_)
            )
        });
        let value = it.argument.as_ref().map(GetSpan::span);
        self.all.push((it.span.start, value));
        if may_be_wrong {
            self.may_be_wrong.extend(value.map(|value| (it.span.start, value)));
            self.must_be_kept |= self.try_statements > 0;
        }
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        self.try_statements += 1;
        walk_js::walk_try_statement(self, it);
        self.try_statements -= 1;
    }

    fn visit_class(&mut self, _: &Class<'a>) {}

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
